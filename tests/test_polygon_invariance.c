// Powers of two that scale an outline, or a line's normal, scale the answer, bit for bit.
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
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
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
