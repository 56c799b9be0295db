// Discs below a line, in a lens and in a polygon, and polygons in discs: against numeric
// integration, series that hold if little is wet, polygons with many vertices, and each other.
#include "buoyancy_truth.h"
#include "outline.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

static struct buoy_area below(struct buoy_circle circle, struct buoy_line line) {
    struct buoy_area result;
    struct buoy_error error;
    FAIL_IF(buoy_circle_compute(&circle, &line, 1, &result, &error) != BUOY_OK, "%s",
            error.message);
    return result;
}

static struct buoy_area lens(struct buoy_circle a, struct buoy_circle b) {
    struct buoy_area result;
    assert_int_equal(buoy_circle_in_circle(&a, &b, &result, NULL), BUOY_OK);
    return result;
}

static struct buoy_area in_polygon(struct buoy_circle circle, const struct outline *pool) {
    const struct buoy_polygon polygon = outline_polygon(pool);
    struct buoy_area result;
    assert_int_equal(buoy_circle_in_polygon(&circle, &polygon, &result, NULL), BUOY_OK);
    return result;
}

// A disc of radius 1 about the origin up to level `top`, by Simpson's rule over the angle from its
// lowest point: the width 2 sin φ at height −cos φ is smooth there, also at the poles.
static struct buoy_area integrate(double top) {
    const int steps = 6000;
    const double end = acos(-top), h = end / steps;
    double area = 0.0, moment = 0.0;
    for (int i = 0; i <= steps; ++i) {
        const double phi = i * h, weight = i == 0 || i == steps ? 1.0 : i % 2 ? 4.0 : 2.0;
        const double slice = weight * 2.0 * sin(phi) * sin(phi);
        area += slice;
        moment -= slice * cos(phi);
    }
    return (struct buoy_area){area * h / 3.0, {0.0, moment / area}};
}

TEST(integration) {
    for (int i = -99; i <= 99; ++i) {
        const float top = (float)i / 100.0f;
        expect_near_area(
            "Simpson's rule",
            below((struct buoy_circle){{0, 0}, 1}, (struct buoy_line){{0, 2}, 2 * top}),
            integrate((double)top), 1e-13, 1e-12);
    }
}

// A disc far smaller than the float's step where it lies, and a line as near to it: n·c needs more
// bits than a double has, and all but a few of them cancel against d. The same disc and line at the
// origin have the same n·c − d, exactly, and so the same area to the bit.
TEST(exact_height) {
    struct rng rng = rng_make("circle_exact_height");
    for (int k = 0; k < 2000; ++k) {
        // 3 x = d exactly, in floats; 4 y of up to 2^-30, hence from below d's last bit in a
        // double.
        const float x = (float)(1398101 + rng_below(&rng, 4194303)), d = 3.0f * x;
        const int exponent = (int)rng_below(&rng, 60);
        const float y = (float)ldexp(rng_between(&rng, 0.5, 1.0), -32 - exponent);
        // The height is 4/5 y above the line; radii that are about as large.
        const float r = y * (float)rng_between(&rng, 0.5, 3.0);
        const bool above = k % 2;
        const struct buoy_line line = {{3.0f, above ? 4.0f : -4.0f}, d};
        const struct buoy_line at_origin = {{3.0f, line.normal[1]}, 0.0f};
        const struct buoy_area got = below((struct buoy_circle){{x, y}, r}, line);
        const struct buoy_area expected = below((struct buoy_circle){{0.0f, y}, r}, at_origin);
        assert_true((double)d == 3.0 * (double)x);
        FAIL_IF(memcmp(&got.area, &expected.area, sizeof got.area) != 0,
                "disc at (%a, %a) of %a: area %.17g, at the origin %.17g", (double)x, (double)y,
                (double)r, got.area, expected.area);
    }
}

// Barely wet far from the origin: 15 x of the radius and the centre's height cancel in all but 4 y,
// which leaves the segment's height, 4/5 y.
TEST(exact_segment) {
    struct rng rng = rng_make("circle_exact_segment");
    for (int k = 0; k < 2000; ++k) {
        const float unit = (float)(1 + rng_below(&rng, 1 << 20));
        const int exponent = -8 - (int)rng_below(&rng, 90);
        const float y = unit * (float)ldexp(rng_between(&rng, 0.5, 1.0), exponent);
        const float r = 3.0f * unit, x = 5.0f * unit; // 3 x = 5 r
        const double h = 0.8 * (double)y, share = h / (double)r;
        // test_barely_slanted(): the next term of the series is below 1e-3 of its last one's
        // square.
        const double series = 1.0 - 0.15 * share - 3.0 / 224.0 * share * share;
        const double area = 4.0 / 3.0 * sqrt(2.0 * (double)r) * pow(h, 1.5) * series;
        if (share > 1e-5) {
            continue;
        }
        const struct buoy_area got =
            below((struct buoy_circle){{x, -y}, r}, (struct buoy_line){{3.0f, 4.0f}, 0.0f});
        FAIL_IF(!(fabs(got.area - area) <= 1e-14 * area),
                "radius %a, height %a: area %.17g, expected %.17g", (double)r, h, got.area, area);
    }
}

// The answer scales, turns and moves along with the disc.
TEST(frames) {
    struct rng rng = rng_make("circle_frames");
    for (int k = 0; k < 300; ++k) {
        const struct buoy_circle circle = {
            {(float)rng_between(&rng, -9, 9), (float)rng_between(&rng, -9, 9)},
            (float)pow(10.0, rng_between(&rng, -3, 3))};
        const double angle = rng_between(&rng, 0.0, 2.0 * pi), top = rng_between(&rng, -1, 1);
        const double length = pow(10.0, rng_between(&rng, -6, 6)), r = (double)circle.radius;
        struct buoy_line line = {{(float)(length * cos(angle)), (float)(length * sin(angle))},
                                 0.0f};
        const double nx = (double)line.normal[0], ny = (double)line.normal[1],
                     size = sqrt(nx * nx + ny * ny);
        line.d =
            (float)(nx * (double)circle.centre[0] + ny * (double)circle.centre[1] + size * r * top);
        const double s =
            (nx * (double)circle.centre[0] + ny * (double)circle.centre[1] - (double)line.d) /
            (size * r);
        if (fabs(s) >= 0.999) {
            continue;
        }
        const struct buoy_area unit = integrate(-s);
        expect_near_area(
            "Simpson's rule, moved", below(circle, line),
            (struct buoy_area){unit.area * r * r,
                               {(double)circle.centre[0] + unit.centre[1] * r * nx / size,
                                (double)circle.centre[1] + unit.centre[1] * r * ny / size}},
            1e-11 * r * r, 1e-9 * r + 1e-14);
    }
}

// h high, a segment has the area 4/3 √(2r) h^(3/2) (1 − 3h/20r − …) and its centroid 3h/5 up from
// the lowest point (1 − …): to all digits where h is small, and what is dry likewise. On a disc
// about the origin of radius 2^k, h is exact.
TEST(barely) {
    const double r = 1024.0;
    for (int k = 0; k < 30; ++k) {
        const double h = 512.0 * ldexp(1.0, -k), x = h / r;
        if (x > 1e-3) {
            continue;
        }
        // ∫√(2x − x²) = √2 x^(3/2) (2/3 − x/10 − x²/112 − x³/576 − …)
        const double width = 2.0 * sqrt(2.0) * pow(x, 1.5);
        const double area =
            r * r * width * (2.0 / 3.0 - x / 10.0 - x * x / 112.0 - x * x * x / 576.0);
        const struct buoy_circle disc = {{0.0f, 0.0f}, (float)r};
        const struct buoy_line low = {{0.0f, 1.0f}, (float)(h - r)},
                               high = {{0.0f, -1.0f}, (float)(h - r)};
        if ((double)low.d != h - r) {
            continue;
        }
        const struct buoy_area wet = below(disc, low);
        const double centroid = 2.0 / 3.0 * pow(h * (2.0 * r - h), 1.5) / area;
        expect_near_area("barely wet", wet, (struct buoy_area){area, {0.0, -centroid}},
                         4e-15 * area, 1e-11);
        // Turned over: the same from above. And dry by as much, in what the disc lacks.
        const struct buoy_area turned = below(disc, high);
        assert_true(turned.area == wet.area && turned.centre[1] == -wet.centre[1]);
        const struct buoy_line deep = {{0.0f, 1.0f}, (float)(r - h)};
        expect_near_area(
            "barely dry", below(disc, deep),
            (struct buoy_area){pi * r * r - area, {0.0, -area * centroid / (pi * r * r - area)}},
            4e-16 * pi * r * r, 1e-12 * area / r);
    }
}

// On a slanted line, too. Of small whole numbers r²n² is exact, and so is its difference from d²
// where they are nearly alike.
TEST(barely_slanted) {
    for (int k = 0; k < 600; ++k) {
        const float nx = (float)(1 + k % 5), ny = (float)(k / 5 % 7 - 3), r = (float)(1 + k % 3);
        const double n2 = (double)(nx * nx + ny * ny), size = sqrt(n2), r2 = (double)(r * r);
        float d = (float)((double)r * size);
        for (int step = 0; step <= k / 100; ++step) {
            d = nextafterf(d, 0.0f);
        }
        const double h =
            (r2 * n2 - (double)d * (double)d) / (size * ((double)r * size + (double)d));
        const double x = h / (double)r, series = 1.0 - 0.15 * x - 3.0 / 224.0 * x * x;
        const double area = 4.0 / 3.0 * sqrt(2.0 * (double)r) * pow(h, 1.5) * series;
        const double away = (double)r - 0.6 * h;
        const struct buoy_area wet =
            below((struct buoy_circle){{0, 0}, r}, (struct buoy_line){{nx, ny}, -d});
        expect_near_area(
            "barely wet, slanted", wet,
            (struct buoy_area){area, {-away * (double)nx / size, -away * (double)ny / size}},
            5e-15 * area, 1e-12);
    }
}

// Nor does it matter how far away the disc is: its line passes it by as little.
TEST(barely_far) {
    const float far = 0x1p23f - 1.0f, d = -1.41421354f; // n·c is exact in double, n·c − d is not
    const struct buoy_area near =
        below((struct buoy_circle){{0, 0}, 1}, (struct buoy_line){{1, 1}, d});
    const struct buoy_circle disc = {{far, -far}, 1.0f};
    expect_near_area(
        "barely wet, far away", below(disc, (struct buoy_line){{1, 1}, d}),
        (struct buoy_area){near.area, {near.centre[0] + (double)far, near.centre[1] - (double)far}},
        0.0, 1e-8);
}

TEST(all_or_nothing) {
    const struct buoy_circle disc = {{3.0f, -2.0f}, 0.5f};
    expect_near_area("dry", below(disc, (struct buoy_line){{0, 1}, -2.5f}),
                     (struct buoy_area){0, {3, -2}}, 0, 0);
    expect_near_area("dry", below(disc, (struct buoy_line){{0, 1}, -9}),
                     (struct buoy_area){0, {3, -2}}, 0, 0);
    expect_near_area("wet", below(disc, (struct buoy_line){{0, 1}, -1.5f}),
                     (struct buoy_area){pi / 4, {3, -2}}, 1e-16, 0);
    expect_near_area("wet", below(disc, (struct buoy_line){{1, 0}, 1e30f}),
                     (struct buoy_area){pi / 4, {3, -2}}, 1e-16, 0);
    expect_near_area("half", below(disc, (struct buoy_line){{0, 3}, -6}),
                     (struct buoy_area){pi / 8, {3, -2 - 2 / (3 * pi)}}, 1e-16, 1e-15);
}

// ------------------------------------------------------------------------------------- lenses

// Two unit discs that all but touch, on a slant: (r1 + r2)² − d² is exact, and the lens is two
// segments of half the height.
TEST(barely_a_lens) {
    const struct buoy_circle a = {{0, 0}, 1}, b = {{1.41421354f, 1.41421354f}, 1};
    const double d2 = 2.0 * (double)b.centre[0] * (double)b.centre[0];
    const double h = 0.5 * (4.0 - d2) / (2.0 + sqrt(d2));
    const double area = 8.0 / 3.0 * sqrt(2.0) * pow(h, 1.5) * (1.0 - 0.15 * h);
    const double middle = 0.5 * (double)b.centre[0];
    expect_near_area("all but touching", lens(a, b), (struct buoy_area){area, {middle, middle}},
                     5e-15 * area, 1e-14);
    // And a disc that all but lies in another: what juts out is between two arcs, of curvature
    // 1/2 and 1/4, that are h apart: 4/3 h √(2h / (1/2 − 1/4)).
    const struct buoy_circle small = {{1.41421366f, 1.41421366f}, 2}, large = {{0, 0}, 4};
    const double e2 = 2.0 * (double)small.centre[0] * (double)small.centre[0];
    const double juts = (e2 - 4.0) / (2.0 + sqrt(e2));
    const double lost = 4.0 / 3.0 * juts * sqrt(8.0 * juts);
    expect_near_area(
        "all but inside", lens(small, large),
        (struct buoy_area){4.0 * pi - lost, {(double)small.centre[0], (double)small.centre[1]}},
        4e-15, 1e-9);
}

// ------------------------------------------------------------------------------------- pools

// A slanted half plane of any size cuts the same from a disc as its line does, also far from the
// origin: there an edge's distance from the disc is next to nothing beside the terms it comes from.
TEST(slanted_pools) {
    struct rng rng = rng_make("circle_slanted");
    for (int k = 0; k < 3000; ++k) {
        const int far = k % 2 ? 2 + (int)rng_below(&rng, 4000000) : 0, s = 2 << rng_below(&rng, 21);
        const struct buoy_circle disc = {
            {(float)(far + rng_between(&rng, -1, 1)), (float)rng_between(&rng, -1, 1)}, 1.0f};
        // The edge goes up through (far, 0), a grid point, so that its ends are exact.
        const double x = (double)rng_below(&rng, 2 * (uint32_t)s) - s, y = 2.0 * s;
        const struct outline pool = outline_of(
            "a slanted half plane",
            (double[]){far - x, -y, far - x - 16.0 * s, -y, far + x - 16.0 * s, y, far + x, y}, 4);
        const struct buoy_circle near = {{disc.centre[0] - (float)far, disc.centre[1]},
                                         disc.radius}; // exact
        const struct buoy_area expected = below(near, (struct buoy_line){{(float)y, (float)-x}, 0});
        struct buoy_area got = in_polygon(disc, &pool);
        got.centre[0] -= far;
        const double slack = expected.area > 0.01 ? 4e-15 * pi / expected.area : 4.0;
        expect_near_area("a slanted half plane", got, expected, 4e-15 * pi, slack + 4e-16 * far);
    }
}

// Pools that are not convex: a star is the sum of its two halves, a U holds what its three bars do.
TEST(concave_pool) {
    struct rng rng = rng_make("circle_u");
    const struct outline u = outline_u(0.25);
    const struct outline bars[3] = {
        outline_of("left", (double[]){-1, -0.75, -0.75, -0.75, -0.75, 1, -1, 1}, 4),
        outline_of("right", (double[]){0.75, -0.75, 1, -0.75, 1, 1, 0.75, 1}, 4),
        outline_of("base", (double[]){-1, -1, 1, -1, 1, -0.75, -1, -0.75}, 4)};
    for (int k = 0; k < 2000; ++k) {
        const struct buoy_circle disc = {
            {(float)rng_between(&rng, -2, 2), (float)rng_between(&rng, -2, 2)},
            (float)rng_between(&rng, 0.05, 2.5)};
        const struct buoy_area whole = in_polygon(disc, &u);
        double area = 0.0, x = 0.0, y = 0.0;
        for (int i = 0; i < 3; ++i) {
            const struct buoy_area part = in_polygon(disc, &bars[i]);
            area += part.area;
            x += part.area * part.centre[0];
            y += part.area * part.centre[1];
        }
        const double slack =
            1e-14 * (1.0 + (double)disc.radius * (double)disc.radius * (double)disc.radius);
        assert_true(fabs(area - whole.area) <= slack);
        assert_true(fabs(x - whole.area * whole.centre[0]) <= slack);
        assert_true(fabs(y - whole.area * whole.centre[1]) <= slack);
    }
}

TEST(pool_all_or_nothing) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct buoy_circle inside = {{0.25f, 0.0f}, 0.5f}, around = {{0.25f, 0.0f}, 5.0f};
    const struct buoy_circle apart = {{9.0f, 0.0f}, 1.0f}, corner = {{1.0f, 1.0f}, 0.5f};
    expect_near_area("all of it", in_polygon(inside, &square),
                     (struct buoy_area){pi / 4, {0.25, 0}}, 1e-15, 1e-15);
    expect_near_area("all of the pool", in_polygon(around, &square), (struct buoy_area){4, {0, 0}},
                     1e-15, 1e-15);
    expect_near_area("nothing", in_polygon(apart, &square), (struct buoy_area){0, {9, 0}}, 1e-15,
                     1.0);
    const double quarter = 1.0 - 4.0 * 0.5 / (3.0 * pi); // a quarter disc's centroid
    expect_near_area("a quarter", in_polygon(corner, &square),
                     (struct buoy_area){pi / 16, {quarter, quarter}}, 1e-15, 1e-15);
}

// ---------------------------------------------------------------------------------- refusals

TEST(refusals) {
    const struct buoy_circle good = {{0, 0}, 1};
    const struct buoy_circle bad[] = {
        {{0, 0}, 0}, {{0, 0}, -1}, {{NAN, 0}, 1}, {{0, INFINITY}, 1}, {{0, 0}, NAN}};
    const struct buoy_line line = {{0, 1}, 0};
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct buoy_polygon pool = outline_polygon(&square), none = {NULL, 3};
    struct buoy_area results[3];
    struct buoy_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const struct buoy_circle circles[3] = {good, bad[i], bad[0]};
        const struct buoy_line lines[3] = {line, line, line};
        const enum buoy_status status = i < 2 ? BUOY_ERROR_ARGUMENT : BUOY_ERROR_NON_FINITE;
        assert_int_equal(buoy_circle_compute(circles, lines, 3, results, &error),
                         BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "circle 1: "));
        assert_non_null(strstr(error.message, " (2 of 3 failed)"));
        assert_true(isfinite(results[0].area) && isnan(results[1].area));
        assert_int_equal(buoy_circle_in_circle(&bad[i], &good, results, &error), status);
        assert_non_null(strstr(error.message, "circle: "));
        assert_int_equal(buoy_circle_in_circle(&good, &bad[i], results, &error), status);
        assert_non_null(strstr(error.message, "pool: "));
        assert_int_equal(buoy_circle_in_polygon(&bad[i], &pool, results, &error), status);
    }
    const struct buoy_line flat = {{0, 0}, 1};
    assert_int_equal(buoy_circle_compute(&good, &flat, 1, results, &error), BUOY_ERROR_ELEMENT);
    assert_non_null(strstr(error.message, "line 0: the normal is zero"));
    assert_int_equal(buoy_circle_compute(&good, NULL, 1, results, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_circle_compute(NULL, NULL, 0, NULL, &error), BUOY_OK);
    assert_int_equal(buoy_circle_in_circle(NULL, &good, results, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_circle_in_circle(&good, &good, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_circle_in_polygon(&good, &none, results, &error), BUOY_ERROR_ARGUMENT);
}

// ---------------------------------------------------------------------------- polygons in discs

static struct buoy_area in_circle(const struct outline *body, struct buoy_circle pool) {
    const struct buoy_polygon polygon = outline_polygon(body);
    struct buoy_area result;
    assert_int_equal(buoy_polygon_in_circle(&polygon, &pool, &result, NULL), BUOY_OK);
    return result;
}

// The other way round, the disc is the body: by sectors about its centre. Corners may be anywhere.
// Where outlines cross themselves, centroids may be clamped to different boxes.
TEST(both_ways) {
    struct rng rng = rng_make("polygon in circle");
    size_t met = 0;
    for (int n = 0; n < 3000; ++n) {
        const struct buoy_circle pool = {
            {(float)rng_between(&rng, -2.0, 2.0), (float)rng_between(&rng, -2.0, 2.0)},
            (float)rng_between(&rng, 0.1, 2.0)};
        double corners[14];
        for (int k = 0; k < 14; ++k) {
            corners[k] = rng_between(&rng, -2.0, 2.0);
        }
        const struct outline body = outline_of("any", corners, 3 + rng_below(&rng, 5));
        const struct buoy_area expected = in_polygon(pool, &body), got = in_circle(&body, pool);
        const double whole = pi * (double)pool.radius * (double)pool.radius;
        FAIL_IF(!(fabs(got.area - expected.area) <= 2e-14 * fmax(whole, 1.0)),
                "%.17g, not %.17g, of a disc of %g", got.area, expected.area, whole);
        for (int k = 0; k < 2 && body.count == 3 && expected.area > 0.01 * whole; ++k) {
            assert_true(fabs(got.centre[k] - expected.centre[k]) <= 1e-13 / expected.area);
            ++met;
        }
    }
    assert_true(met > 200);
}

// So does the truth of `verify` and climb, by slices.
TEST(slices) {
    const struct buoy_circle unit = {{0.0f, 0.0f}, 1.0f};
    const struct outline half = outline_of("half", (double[]){0, -4, 4, -4, 4, 4, 0, 4}, 4);
    const struct outline twice =
        outline_of("twice", (double[]){-2, -2, -2, 2, 2, 2, 2, -2, -2, -2, -2, 2, 2, 2, 2, -2}, 8);
    const struct outline strip =
        outline_of("strip", (double[]){-64, -2, 64, -2, 64, 0.25, -64, 0.25}, 4);
    const struct outline corner = outline_of("corner", (double[]){0.75, 0.75, 2, 0.75, 2, 2}, 3);
    const struct {
        const struct outline *body;
        struct buoy_area area;
    } known[] = {{&half, {0.5 * pi, {4.0 / (3.0 * pi), 0.0}}},
                 {&twice, {2.0 * pi, {0.0, 0.0}}},
                 {&strip, below(unit, (struct buoy_line){{0.0f, 1.0f}, 0.25f})},
                 {&corner, {0.0, {1.375, 1.375}}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        const struct buoy_polygon polygon = outline_polygon(known[i].body);
        struct buoy_area got;
        buoy_basin_slices(&polygon, &unit, &got);
        expect_near_area(known[i].body->name, got, known[i].area, 2e-15, 1e-15);
    }
}

// Long edges below a disc take nearly half a turn: of their arcs, chords say little.
TEST(half_turns) {
    const struct buoy_circle unit = {{0.0f, 0.0f}, 1.0f};
    for (int exponent = 3; exponent < 30; exponent += 3) {
        const double far = ldexp(1.0, exponent);
        const struct outline strip =
            outline_of("strip", (double[]){-far, -2, far, -2, far, 0.25, -far, 0.25}, 4);
        const struct buoy_area expected = below(unit, (struct buoy_line){{0.0f, 1.0f}, 0.25f});
        expect_near_area("a strip", in_circle(&strip, unit), expected, 4e-15, 4e-15);
    }
}

TEST(polygon_refusals) {
    const struct outline square = outline_rectangle(1.0, 1.0);
    const struct buoy_polygon body = outline_polygon(&square), none = {NULL, 3};
    const struct buoy_circle good = {{0, 0}, 1}, flat = {{0, 0}, 0};
    struct buoy_area result = {-1.0, {-1.0, -1.0}};
    struct buoy_error error;
    assert_int_equal(buoy_polygon_in_circle(&none, &good, &result, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_polygon_in_circle(&body, &flat, &result, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "pool: "));
    assert_int_equal(buoy_polygon_in_circle(&body, &good, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_true(result.area == -1.0 && result.centre[0] == -1.0);
}
