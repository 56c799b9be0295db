// Every kernel against exact rational arithmetic, within its documented bounds; and that arithmetic
// against known numbers.
#include "dispatch/registry.h"
#include "exact.h"
#include "outline.h"
#include "test.h"

static struct buoy_area exact(const struct outline *outline, struct buoy_line line) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    struct buoy_area area;
    buoy_exact_polygon(&polygon, &line, &area);
    return area;
}

static void check(const struct outline *outline, struct buoy_line line) {
    const struct buoy_area truth = exact(outline, line);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        expect_area(kernel, "exact arithmetic", outline, line, ask_outline(kernel, outline, line),
                    truth, 0.0, 0.0);
    }
}

static void expect_exactly(struct buoy_area got, double area, double cx, double cy) {
    FAIL_IF(got.area != area || got.centre[0] != cx || got.centre[1] != cy,
            "%.17g at (%.17g %.17g), expected %.17g at (%.17g %.17g)", got.area, got.centre[0],
            got.centre[1], area, cx, cy);
}

// A unit square under level water, water along its diagonal, and water through thirds.
TEST(truth_itself) {
    const struct outline square = outline_of("square", (double[]){0, 0, 1, 0, 1, 1, 0, 1}, 4);
    const struct outline clockwise = outline_reversed(&square);
    const struct outline *both[2] = {&square, &clockwise};
    for (int i = 0; i < 2; ++i) {
        expect_exactly(exact(both[i], (struct buoy_line){{0, 2}, 0.5f}), 0.25, 0.5, 0.125);
        expect_exactly(exact(both[i], (struct buoy_line){{1, 1}, 1}), 0.5, 1.0 / 3, 1.0 / 3);
        expect_exactly(exact(both[i], (struct buoy_line){{-1, 3}, 0}), 1.0 / 6, 2.0 / 3, 1.0 / 9);
        expect_exactly(exact(both[i], (struct buoy_line){{0, 1}, 1}), 1.0, 0.5, 0.5);
        expect_exactly(exact(both[i], (struct buoy_line){{0, 1}, 0}), 0.0, 0.5, 0.5);
        const struct buoy_polygon polygon = outline_polygon(both[i]);
        assert_true(buoy_exact_polygon_total(&polygon) == 1.0);
    }
    // A figure of eight: its lobes, of 1 and 1/4, cancel as far as they can.
    const struct outline eight =
        outline_of("eight", (double[]){0, 0, 1, 0, 1, 1, -0.5, -0.5, 0, -0.5, -0.5, -0.5, 0, 0}, 7);
    assert_true(exact(&eight, (struct buoy_line){{0, 1}, 9}).area == 0.5);
}

// Any outline anywhere, either way round, any line.
TEST(random) {
    struct rng rng = rng_make("polygon_exact");
    for (int k = 0; k < 3000; ++k) {
        const struct outline any = outline_random(&rng);
        const double scale = pow(10.0, rng_between(&rng, -3.0, 3.0)), away = 4.0 * scale;
        struct outline outline =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), scale, rng_between(&rng, -away, away),
                           rng_between(&rng, -away, away));
        outline = k % 2 ? outline_reversed(&outline) : outline;
        // From another first vertex, or with a vertex twice.
        const bool repeat = k % 3 == 0;
        struct outline other = outline;
        const size_t at = rng_below(&rng, outline.count), count = outline.count;
        for (size_t v = 0; v < count + repeat; ++v) {
            const size_t from = repeat ? v - (v > at) : (v + at) % count;
            memcpy(other.vertices + 2 * v, outline.vertices + 2 * from, 2 * sizeof(float));
        }
        other.count += repeat;
        outline = other;
        const struct buoy_line line = outline_random_line(&rng, &outline);
        check(&outline, line);
    }
}

// Far from the origin, where floats leave three digits of the outline itself.
TEST(far_away) {
    struct rng rng = rng_make("polygon_far");
    for (int k = 0; k < 1000; ++k) {
        const struct outline any = outline_convex(&rng, 3 + k % 6);
        const double away = pow(10.0, rng_between(&rng, 1.0, 4.0));
        const struct outline outline =
            outline_placed(&any, 0.0, 1.0, away, rng_between(&rng, -away, away));
        if (!outline_info(&outline).convex) {
            continue; // rounded until it crosses itself
        }
        const struct buoy_line line = outline_random_line(&rng, &outline);
        check(&outline, line);
    }
}

// Barely wet, an area is right to a few digits of itself: convex outlines leave nothing to
// cancel.
TEST(barely_wet) {
    struct rng rng = rng_make("polygon_barely_wet");
    for (int k = 0; k < 2000; ++k) {
        const struct outline any = k % 2 ? outline_convex(&rng, 3 + k % 6)
                                         : outline_rectangle(2.0, pow(10.0, -(k % 8) / 2.0));
        const struct outline outline = outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1, 0, 0);
        const struct buoy_line line = outline_line(&outline, rng_between(&rng, 0.0, 6.3),
                                                   pow(10.0, rng_between(&rng, -7.0, -2.0)));
        const struct buoy_area truth = exact(&outline, line);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            const struct buoy_area got = ask_outline(kernel, &outline, line);
            // Coordinates relative to the first vertex leave 10⁻¹⁶ of the outline to a height.
            if (!(fabs(got.area - truth.area) <= 1e-6 * truth.area)) {
                print_error("exactly %.17g\n", truth.area);
                fail_outline(kernel, "six digits of a small area", &outline, line, got);
            }
        }
    }
}

// More vertices than the lanes take.
TEST(many_vertices) {
    struct rng rng = rng_make("polygon_many");
    for (int k = 0; k < 60; ++k) {
        const uint32_t tips = 5 + (uint32_t)rng_below(&rng, 100);
        const struct outline outline =
            k % 2 ? outline_star(tips, rng_between(&rng, 0.5, 0.9)) : outline_convex(&rng, tips);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        check(&outline, line);
    }
}

// Outlines that cross themselves: areas are what the exact sums say.
TEST(crossing) {
    struct rng rng = rng_make("polygon_crossing");
    for (int k = 0; k < 1000; ++k) {
        double vertices[16];
        for (int i = 0; i < 16; ++i) {
            vertices[i] = rng_between(&rng, -1.0, 1.0);
        }
        const struct outline outline = outline_of("crossing", vertices, 3 + k % 6);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        struct buoy_area truth = exact(&outline, line);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            const struct buoy_area got = ask_outline(kernel, &outline, line);
            truth.centre[0] = got.centre[0]; // no more is promised of it than that it is in the box
            truth.centre[1] = got.centre[1];
            expect_area(kernel, "exact arithmetic", &outline, line, got, truth, 0.0, 0.0);
        }
    }
}
