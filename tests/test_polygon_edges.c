// Edge cases: polygons that are flat, on the line, huge, tiny or repeated; refusals and their
// messages; nothing beyond the arrays is touched.
#include <float.h>

#include "ask.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "outline.h"
#include "test.h"

// Fails unless every kernel finds nothing wet, and answers with the bounding box's centre.
static void expect_dry(const struct outline *outline, struct buoy_line line) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        const struct buoy_area got = ask_outline(kernel, outline, line);
        if (got.area != 0.0) {
            fail_outline(kernel, "nothing is wet", outline, line, got);
        }
    }
}

// Vertices exactly on the line are dry, and an outline that only touches it is.
TEST(touching) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct outline diamond = outline_placed(&square, 0.78539816339744831, 0.5, 0.0, 0.0);
    expect_dry(&square, (struct buoy_line){{0, 1}, -1});
    expect_dry(&square, (struct buoy_line){{-3, 0}, -3});
    expect_dry(&diamond, (struct buoy_line){{0, 7}, 7 * diamond.vertices[1]});
    // Through the origin and a vertex, at any slope: products of floats are exact.
    const struct outline thin = outline_of("thin", (double[]){0.1, 0.3, 0.9, 0.1, 0.7, 0.9}, 3);
    const float x = thin.vertices[0], y = thin.vertices[1];
    expect_dry(&thin, (struct buoy_line){{y, -x}, 0});
}

// A polygon that encloses nothing is not wet, wherever the line is.
TEST(flat) {
    struct rng rng = rng_make("polygon_flat");
    const struct outline flat[] = {
        outline_of("two vertices", (double[]){-1, -0.5, 1, 0.25}, 2),
        outline_of("one point twice", (double[]){1, 2, 1, 2}, 2),
        outline_of("one point", (double[]){1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, 5),
    };
    for (size_t k = 0; k < sizeof flat / sizeof *flat; ++k) {
        for (int j = 0; j < 50; ++j) {
            expect_dry(&flat[k], outline_line(&flat[k], rng_between(&rng, 0.0, 6.3),
                                              rng_between(&rng, -0.5, 1.5)));
        }
    }
}

// Any finite floats at all: answers are finite and possible.
TEST(any_floats) {
    struct rng rng = rng_make("polygon_any_floats");
    for (int k = 0; k < 20000; ++k) {
        struct outline outline = {.name = "any floats",
                                  .count = 2 + (uint32_t)rng_below(&rng, k % 8 ? 7 : 20)};
        float numbers[2 * outline_most + 3] = {0.0f};
        // All of them near one size, or of any.
        const uint32_t exponent = (uint32_t)rng_below(&rng, 255);
        for (uint32_t i = 0; i < 2 * outline.count + 3; ++i) {
            uint32_t bits = (uint32_t)rng_bits(&rng);
            if (k % 2) {
                bits = (bits & UINT32_C(0x807fffff)) | exponent << 23;
            }
            memcpy(&numbers[i], &bits, sizeof bits);
            numbers[i] = isfinite(numbers[i]) ? numbers[i] : FLT_MAX;
        }
        memcpy(outline.vertices, numbers + 3, 2 * outline.count * sizeof(float));
        const bool zero = numbers[0] == 0.0f && numbers[1] == 0.0f;
        const struct buoy_line line = {{numbers[0], zero ? 1.0f : numbers[1]}, numbers[2]};
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
            const struct buoy_area got = ask_outline(kernel, &outline, line);
            if (!isfinite(got.area) || !isfinite(got.centre[0]) || !isfinite(got.centre[1])) {
                fail_outline(kernel, "finite", &outline, line, got);
            }
        }
    }
}

// All of a sliver is wet, but what float finds of it cancels to the last bit.
TEST(cancelling) {
    const struct outline sliver =
        outline_of("sliver",
                   (double[]){1, -2.86705666e-42, 2, 0.074798584, 2, 1e-30, 2.00000024, 1.99999952,
                              2, 0.0747986212},
                   5);
    const struct buoy_line line = {{2.22044817e-16f, 0.0f}, 4.44090004e-16f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        const struct buoy_area got = ask_outline(kernel, &sliver, line);
        if (!(fabs(got.area - 2.7543141989383457e-08) <= 1e-6 * got.area)) {
            fail_outline(kernel, "all of it is wet", &sliver, line, got);
        }
    }
}

// So little of a sliver is wet that the reciprocal of that area is beyond floats.
TEST(almost_nothing) {
    const struct outline sliver =
        outline_of("sliver",
                   (double[]){-5.3980969e-12, 1.10505789e-12, -2.7579672e-06, -5957.93066,
                              6.24306793e-27, -6.01954339e-29},
                   3);
    const struct buoy_line line = {{-8.19672409e+29f, 4.49902551e-08f}, 1.54152263e-28f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        const struct buoy_area got = ask_outline(kernel, &sliver, line);
        assert_true(got.area > 0.0 && got.area < 1e-43);
        assert_true(isfinite(got.centre[0]) && isfinite(got.centre[1]));
    }
}

// Sizes from the smallest floats to the largest: half a square is half a square.
TEST(sizes) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        for (int exponent = -140; exponent <= 126; ++exponent) {
            const double size = ldexp(1.0, exponent);
            const struct outline square =
                outline_of("square", (double[]){0, 0, size, 0, size, size, 0, size}, 4);
            const struct buoy_line line = {{0.0f, 1.0f}, (float)(0.5 * size)};
            const struct buoy_area expected = {0.5 * size * size, {0.5 * size, 0.25 * size}};
            expect_area(kernel, "half a square", &square, line, ask_outline(kernel, &square, line),
                        expected, 0.0, 0.0);
        }
    }
}

// Far under water or above it, at distances that floats hardly hold.
TEST(far_lines) {
    const struct outline star = outline_star(4, 0.5);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        for (int exponent = 1; exponent <= 127; ++exponent) {
            const struct buoy_line deep = {{3e-3f, 4e-3f}, (float)ldexp(1.0, exponent)};
            const struct buoy_line high = {{3e-3f, 4e-3f}, (float)-ldexp(1.0, exponent)};
            const struct buoy_area whole = {outline_info(&star).area, {0.0, 0.0}};
            expect_area(kernel, "all of it", &star, deep, ask_outline(kernel, &star, deep), whole,
                        0.0, outline_slack(&star));
            expect_dry(&star, high);
        }
    }
}

// ---------------------------------------------------------------------------------- refusals

static void expect_refused(const struct buoy_polygon *polygons, const struct buoy_line *lines,
                           size_t count, enum buoy_status status, const char *text) {
    const struct buoy_kernel *kernel;
    struct buoy_area results[40];
    struct buoy_error error;
    for (size_t i = 0; (kernel = next_kernel("polygon", &i));) {
        const struct buoy_polygon_query query = {polygons, lines, count, kernel, NULL};
        const enum buoy_status got = buoy_polygon_compute(&query, results, &error);
        FAIL_IF(got != status || error.status != status || !strstr(error.message, text),
                "%s: status %d, '%s' instead of %d, '%s'", kernel->id, (int)got, error.message,
                (int)status, text);
        assert_int_equal(buoy_polygon_compute(&query, results, NULL), status);
    }
    assert_int_equal(
        buoy_polygon_compute(
            &(struct buoy_polygon_query){.polygons = polygons, .lines = lines, .count = count},
            results, &error),
        status);
    assert_non_null(strstr(error.message, text));
}

TEST(refusals) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    float bad[3][8];
    for (int k = 0; k < 3; ++k) {
        memcpy(bad[k], square.vertices, sizeof bad[k]);
        bad[k][5] = k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY;
    }
    enum {
        count = 40
    };
    struct buoy_polygon polygons[count];
    struct buoy_line lines[count];
    for (int place = 0; place < count; place += 13) {
        for (int i = 0; i < count; ++i) {
            polygons[i] = outline_polygon(&square);
            lines[i] = (struct buoy_line){{1.0f, 2.0f}, 0.5f};
        }
        char text[40];
        snprintf(text, sizeof text, "polygon %d: vertex 2", place);
        for (int k = 0; k < 3; ++k) {
            polygons[place].vertices = bad[k];
            expect_refused(polygons, lines, count, BUOY_ERROR_ELEMENT, text);
        }
        snprintf(text, sizeof text, "polygon %d: no vertices", place);
        polygons[place].vertices = NULL;
        expect_refused(polygons, lines, count, BUOY_ERROR_ELEMENT, text);
        polygons[place].vertices = square.vertices;
        for (uint32_t few = 0; few < 2; ++few) {
            snprintf(text, sizeof text, "polygon %d: %u vertices", place, (unsigned)few);
            polygons[place].count = few;
            expect_refused(polygons, lines, count, BUOY_ERROR_ELEMENT, text);
        }
        polygons[place].count = 4;
        lines[place].d = NAN;
        snprintf(text, sizeof text, "line %d: ", place);
        expect_refused(polygons, lines, count, BUOY_ERROR_ELEMENT, text);
        // The first of two faults is named.
        polygons[count - 1].count = place < count - 1 ? 1 : 4;
        expect_refused(polygons, lines, count, BUOY_ERROR_ELEMENT, text);
    }
}

TEST(info) {
    const struct outline square = outline_rectangle(2.0, 4.0);
    const struct outline clockwise = outline_reversed(&square), u = outline_u(0.25);
    struct buoy_polygon_info info = outline_info(&square);
    assert_true(info.area == 8.0 && info.perimeter == 12.0 && info.convex);
    assert_true(info.minimum[0] == -1.0 && info.maximum[1] == 2.0);
    assert_true(fabs(info.diagonal - sqrt(20.0)) < 1e-15);
    assert_true(fabs(info.conditioning - 12.0 * sqrt(20.0) / 8.0) < 1e-14);
    info = outline_info(&clockwise);
    assert_true(info.area == -8.0 && info.convex);
    assert_false(outline_info(&u).convex);
    const struct outline pentagram =
        outline_of("pentagram", (double[]){0, 1, 0.6, -0.8, -0.95, 0.3, 0.95, 0.3, -0.6, -0.8}, 5);
    assert_false(outline_info(&pentagram).convex);
    const struct outline edge = outline_of("edge", (double[]){0, 0, 1, 1}, 2);
    assert_false(outline_info(&edge).convex);
    assert_true(isinf(outline_info(&edge).conditioning));
    const struct outline repeated =
        outline_of("repeated", (double[]){0, 0, 1, 0, 1, 0, 1, 0.5, 1, 1, 0, 1, 0, 0}, 7);
    assert_true(outline_info(&repeated).convex);
}

// Convex means once around, whichever way it is turned and whichever vertex comes first.
TEST(convex) {
    for (int k = 0; k < 64; ++k) {
        const double angle = 6.28318530717958648 * k / 64.0, c = cos(angle), s = sin(angle);
        double twice[12]; // around a triangle
        for (int i = 0; i < 6; ++i) {
            twice[2 * i] = cos(angle + 2.0943951023931953 * i);
            twice[2 * i + 1] = sin(angle + 2.0943951023931953 * i);
        }
        const struct outline once = outline_of("once", twice, 3),
                             more = outline_of("twice", twice, 6);
        const struct outline back = outline_reversed(&once), more_back = outline_reversed(&more);
        assert_true(outline_info(&once).convex && outline_info(&back).convex);
        assert_false(outline_info(&more).convex || outline_info(&more_back).convex);
        const struct outline stick = outline_of("stick", (double[]){0, 0, c, s}, 2);
        const struct outline doubled = outline_of("doubled", (double[]){0, 0, c, s, -c, -s}, 3);
        assert_false(outline_info(&stick).convex || outline_info(&doubled).convex);
    }
    // One and a half times around, and straight back for the rest: each corner turns left or back.
    const struct outline hook =
        outline_of("hook", (double[]){5, 3, 4, 3, 6, 3, 6, 5, 0, 5, 0, 0, 5, 0}, 7);
    const struct outline hook_back = outline_reversed(&hook);
    assert_false(outline_info(&hook).convex || outline_info(&hook_back).convex);
    // A dent of 2 × 0.48e-6 rad at one corner is none; of 2 × 1.9e-6 it is.
    for (int k = -1; k <= 1; k += 2) {
        const struct outline dented = outline_of(
            "dented", (double[]){-0x1p10, -1, 0, -1 + 0x1p-11 * k, 0x1p10, -1, 0, 4096}, 4);
        assert_true(outline_info(&dented).convex);
        const struct outline more = outline_of(
            "more dented", (double[]){-0x1p10, -1, 0, -1 + 0x1p-9 * k, 0x1p10, -1, 0, 4096}, 4);
        assert_true(outline_info(&more).convex == (k < 0));
    }
}

// --------------------------------------------------------------------------------- limits polygons

// Both sides of the thresholds inside the kernels of polygons, just below, at and just above.
// tests/constants.md lists all thresholds.

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
