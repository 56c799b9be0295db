// Changes that must keep an answer, or change it in a known way: the winding, the first vertex,
// size and place, the length of the normal; and more water never wets less.
#include "dispatch/registry.h"
#include "outline.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

// Asks 400 times about anything anywhere, and hands on the answer.
static void for_random(const char *name,
                       void (*check)(const struct buoy_kernel *kernel, struct rng *rng,
                                     const struct outline *outline, struct buoy_line line,
                                     struct buoy_area answer)) {
    struct rng rng = rng_make(name);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 400; ++k) {
            const struct outline any = outline_random(&rng);
            const struct outline outline =
                outline_placed(&any, rng_between(&rng, 0.0, 2.0 * pi), 1.0,
                               rng_between(&rng, -3.0, 3.0), rng_between(&rng, -3.0, 3.0));
            const struct buoy_line line = outline_random_line(&rng, &outline);
            check(kernel, &rng, &outline, line, ask_outline(kernel, &outline, line));
        }
    }
}

// Both answers are within their bounds of the truth: the slack allows for the other one, below the
// same line.
static void expect_alike(const struct buoy_kernel *kernel, const char *property,
                         const struct outline *outline, struct buoy_line line, struct buoy_area got,
                         const struct outline *other_outline, struct buoy_area other) {
    const struct buoy_polygon polygon = outline_polygon(other_outline);
    const struct buoy_polygon_traits *traits = &kernel->method->polygon;
    expect_area(kernel, property, outline, line, got, other, traits->area_bound(&polygon, &line),
                traits->centroid_bound(&polygon, &line));
}

static void check_winding(const struct buoy_kernel *kernel, struct rng *rng,
                          const struct outline *outline, struct buoy_line line,
                          struct buoy_area answer) {
    (void)rng;
    const struct outline reversed = outline_reversed(outline);
    expect_alike(kernel, "the answer to the other winding", &reversed, line,
                 ask_outline(kernel, &reversed, line), outline, answer);
}

TEST(winding) {
    for_random("polygon_winding", check_winding);
}

static void check_first(const struct buoy_kernel *kernel, struct rng *rng,
                        const struct outline *outline, struct buoy_line line,
                        struct buoy_area answer) {
    struct outline shifted = *outline;
    const size_t first = rng_below(rng, outline->count);
    memcpy(shifted.vertices, outline->vertices + 2 * first,
           2 * (outline->count - first) * sizeof(float));
    memcpy(shifted.vertices + 2 * (outline->count - first), outline->vertices,
           2 * first * sizeof(float));
    expect_alike(kernel, "the answer from any first vertex", &shifted, line,
                 ask_outline(kernel, &shifted, line), outline, answer);
}

TEST(first_vertex) {
    for_random("polygon_first", check_first);
}

static void check_repeated(const struct buoy_kernel *kernel, struct rng *rng,
                           const struct outline *outline, struct buoy_line line,
                           struct buoy_area answer) {
    struct outline longer = *outline;
    const size_t twice = rng_below(rng, outline->count);
    memmove(longer.vertices + 2 * (twice + 1), outline->vertices + 2 * twice,
            2 * (outline->count - twice) * sizeof(float));
    ++longer.count;
    expect_alike(kernel, "the answer with a vertex twice", &longer, line,
                 ask_outline(kernel, &longer, line), outline, answer);
}

TEST(repeated_vertex) {
    for_random("polygon_repeated", check_repeated);
}

static void expect_bits(const struct buoy_kernel *kernel, const char *property,
                        const struct outline *outline, struct buoy_line line, struct buoy_area got,
                        struct buoy_area expected) {
    if (memcmp(&got, &expected, sizeof got) != 0) {
        print_error("expected area %a at (%a %a), got %a at (%a %a)\n", expected.area,
                    expected.centre[0], expected.centre[1], got.area, got.centre[0], got.centre[1]);
        fail_outline(kernel, property, outline, line, got);
    }
}

// A power of two scales every bit alike, as long as that leaves an outline usual (polygon_batch.h)
// and the centroid is not moved by rounding.
static void check_scale(const struct buoy_kernel *kernel, struct rng *rng,
                        const struct outline *outline, struct buoy_line line,
                        struct buoy_area answer) {
    const double scale = ldexp(1.0, (int)rng_below(rng, 31) - 15);
    const struct outline scaled = outline_placed(outline, 0.0, scale, 0.0, 0.0);
    line.d = (float)((double)line.d * scale);
    expect_bits(kernel, "the same bits at any scale", &scaled, line,
                ask_outline(kernel, &scaled, line),
                (struct buoy_area){answer.area * scale * scale,
                                   {answer.centre[0] * scale, answer.centre[1] * scale}});
}

TEST(scale) {
    for_random("polygon_scale", check_scale);
}

// A line is the same with a normal of any length.
static void check_normal(const struct buoy_kernel *kernel, struct rng *rng,
                         const struct outline *outline, struct buoy_line line,
                         struct buoy_area answer) {
    const float scale = (float)ldexp(1.0, (int)rng_below(rng, 201) - 100);
    const struct buoy_line scaled = {{line.normal[0] * scale, line.normal[1] * scale},
                                     line.d * scale};
    expect_bits(kernel, "the same bits with any length of the normal", outline, scaled,
                ask_outline(kernel, outline, scaled), answer);
}

TEST(length_of_normal) {
    for_random("polygon_normal", check_normal);
}

// Moved by whole units, an outline of few bits keeps all of them.
TEST(translation) {
    struct rng rng = rng_make("polygon_translation");
    const struct outline star = outline_of(
        "star", (double[]){2, 0, 0.5, 0.5, 0, 2, -0.5, 0.5, -2, 0, -0.5, -0.5, 0, -2, 0.5, -0.5},
        8);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 400; ++k) {
            const double x = (double)rng_below(&rng, 1u << 20) - (1 << 19);
            const double y = (double)rng_below(&rng, 1u << 20) - (1 << 19);
            const struct outline moved = outline_placed(&star, 0.0, 1.0, x, y);
            const double nx = (double)rng_below(&rng, 7) - 3.0, ny = 1.0;
            const double d = (double)rng_below(&rng, 33) / 8.0 - 2.0;
            const struct buoy_line line = {{(float)nx, (float)ny}, (float)d};
            const struct buoy_line there = {{(float)nx, (float)ny}, (float)(d + nx * x + ny * y)};
            if ((double)there.d != d + nx * x + ny * y) {
                continue;
            }
            struct buoy_area answer = ask_outline(kernel, &star, line);
            answer.centre[0] += x;
            answer.centre[1] += y;
            const struct buoy_area got = ask_outline(kernel, &moved, there);
            const struct buoy_polygon polygon = outline_polygon(&star);
            const struct buoy_polygon_traits *traits = &kernel->method->polygon;
            expect_area(kernel, "the answer nearer to the origin", &moved, there, got, answer,
                        traits->area_bound(&polygon, &line),
                        traits->centroid_bound(&polygon, &line));
        }
    }
}

// More water wets no less but for rounding, and no more than all.
TEST(rising_water) {
    struct rng rng = rng_make("polygon_rising");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        for (int k = 0; k < 20; ++k) {
            const struct outline outline = outline_random(&rng);
            const struct buoy_polygon polygon = outline_polygon(&outline);
            const double total = outline_info(&outline).area;
            const double angle = rng_between(&rng, 0.0, 2.0 * pi);
            double before = 0.0, bound_before = 0.0;
            for (int step = -3; step <= 103; ++step) {
                const struct buoy_line line = outline_line(&outline, angle, 0.01 * step);
                const struct buoy_area got = ask_outline(kernel, &outline, line);
                const double bound = kernel->method->polygon.area_bound(&polygon, &line);
                if (!(got.area >= before - bound - bound_before) || !(got.area <= total + bound) ||
                    (step < 0 && got.area != 0.0) || (step > 100 && got.area < total - bound)) {
                    fail_outline(kernel, "as the water rises", &outline, line, got);
                }
                before = got.area;
                bound_before = bound;
            }
        }
    }
}
