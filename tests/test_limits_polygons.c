// Both sides of the thresholds inside the kernels of polygons, just below, at and just above.
// tests/constants.md lists all thresholds.
#include "ask.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "outline.h"
#include "test.h"

// BUOY_BATCH_VERTICES: seven, eight and nine vertices. BUOY_BATCH_SMALLEST and _LARGEST: 2^±20
// across, and a float's step less and more.
TEST(polygons) {
    for (uint32_t count = 6; count <= 10; ++count) {
        for (int exponent = -20; exponent <= 20; exponent += 20) {
            for (int step = -1; step <= 1; ++step) {
                // About the origin, so that its width is the size, exactly.
                struct outline outline = outline_regular(count);
                const float size = (float)ldexp(1.0, exponent - 1);
                for (uint32_t i = 0; i < 2 * count; ++i) {
                    outline.vertices[i] *= 0.9f * size;
                }
                const float half = step == 0 ? size : nextafterf(size, step < 0 ? 0.0f : INFINITY);
                outline.vertices[0] = half;
                outline.vertices[count / 2 * 2] = -half;
                const struct buoy_polygon polygon = outline_polygon(&outline);
                for (int i = 0; i < 20; ++i) {
                    const struct buoy_line line = outline_line(&outline, 0.3 * i, 0.05 + 0.045 * i);
                    struct buoy_area truth;
                    buoy_exact_polygon(&polygon, &line, &truth);
                    const struct buoy_kernel *kernel;
                    for (size_t k = 0; (kernel = next_kernel("polygon", &k));) {
                        expect_area(kernel, "about as large as may be", &outline, line,
                                    ask_outline(kernel, &outline, line), truth, 0.0, 0.0);
                    }
                }
            }
        }
    }
}

static bool is_batch(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "batch") == 0 || strcmp(kernel->method->name, "auto") == 0;
}

static bool same_area(struct buoy_area a, struct buoy_area b) {
    return a.area == b.area && a.centre[0] == b.centre[0] && a.centre[1] == b.centre[1];
}

// BUOY_BATCH_LEAST_AREA, 2^-14 of the size's square: what is wet of less than that is answered by
// polygon/clip, to the bit, and what is wet of more in float, which hardly ever has the same bits.
TEST(least_area) {
    struct rng rng = rng_make("least area");
    const struct buoy_kernel *clip = buoy_kernel_find("polygon/clip/scalar"), *kernel;
    size_t below = 0, above = 0, same = 0;
    for (int k = 0; k < 3000; ++k) {
        // A trapezoid 1 across, wet up to y = d: almost d of it.
        const double left = rng_between(&rng, 0.0, 0.3), right = rng_between(&rng, 0.7, 1.0);
        const struct outline outline =
            outline_of("trapezoid", (double[]){0, 0, 1, 0, right, 0.9, left, 0.9}, 4);
        const struct buoy_line line = {{0, 1}, (float)(0x1p-15 * rng_between(&rng, 0.99, 1.01))};
        const struct buoy_polygon polygon = outline_polygon(&outline);
        struct buoy_area truth;
        buoy_exact_polygon(&polygon, &line, &truth);
        const double share = 2.0 * truth.area / 0x1p-14;
        const struct buoy_area in_double = ask_outline(clip, &outline, line);
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            const struct buoy_area got = ask_outline(kernel, &outline, line);
            expect_area(kernel, "near the least area", &outline, line, got, truth, 0.0, 0.0);
            if (!is_batch(kernel)) {
                continue;
            }
            if (share < 1.0 - 0x1p-20 && !same_area(got, in_double)) {
                fail_outline(kernel, "less than the least area is left to clip", &outline, line,
                             got);
            }
            below += share < 1.0 - 0x1p-20;
            above += share > 1.0 + 0x1p-20;
            same += share > 1.0 + 0x1p-20 && same_area(got, in_double);
        }
    }
    assert_true(below > 1000 && above > 1000 && same < above / 100);
    // Twice the area is the least exactly, and a float's step less and more.
    const struct outline square = outline_of("square", (double[]){0, 0, 1, 0, 1, 1, 0, 1}, 4);
    const struct buoy_polygon polygon = outline_polygon(&square);
    for (int step = -1; step <= 1; ++step) {
        const float d = step == 0 ? 0x1p-15f : nextafterf(0x1p-15f, step < 0 ? 0.0f : 1.0f);
        const struct buoy_line line = {{0, 1}, d};
        struct buoy_area truth;
        buoy_exact_polygon(&polygon, &line, &truth);
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            expect_area(kernel, "the least area", &square, line, ask_outline(kernel, &square, line),
                        truth, 0.0, 0.0);
        }
    }
}

// BUOY_BATCH_LEAST, 1e-30: vertices that deep are dry; of those a float's step deeper polygon/clip
// is asked what is wet.
TEST(least_height) {
    const struct outline square = outline_of("square", (double[]){0, 0, 1, 0, 1, 1, 0, 1}, 4);
    const struct buoy_kernel *clip = buoy_kernel_find("polygon/clip/scalar"), *kernel;
    for (int step = -1; step <= 1; ++step) {
        const float d = step == 0 ? 1e-30f : nextafterf(1e-30f, step < 0 ? 0.0f : 1.0f);
        const struct buoy_line line = {{0, 1}, d};
        const struct buoy_area in_double = ask_outline(clip, &square, line);
        assert_true(in_double.area > 0.0);
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            const struct buoy_area got = ask_outline(kernel, &square, line);
            if (is_batch(kernel) && !(step < 1 ? got.area == 0.0 : same_area(got, in_double))) {
                fail_outline(kernel, "dry to the least height, wet beyond", &square, line, got);
            }
        }
    }
}
