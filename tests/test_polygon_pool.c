// Polygons in a convex pool: against the answer for a line where only one of the pool's edges
// matters, against closed forms, and unchanged by changes that must not matter.
#include "exact.h"
#include "outline.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

static struct buoy_area common(const struct outline *outline, const struct outline *pool) {
    const struct buoy_polygon polygon = outline_polygon(outline), water = outline_polygon(pool);
    struct buoy_area result;
    struct buoy_error error;
    FAIL_IF(buoy_polygon_in_polygon(&polygon, &water, &result, &error) != BUOY_OK, "%s in %s: %s",
            outline->name, pool->name, error.message);
    return result;
}

// A pool so wide and deep that only its surface matters: a line.
TEST(big_pool) {
    struct rng rng = rng_make("pool_big");
    for (int k = 0; k < 2000; ++k) {
        const struct outline any = outline_random(&rng);
        const struct outline outline =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0, rng_between(&rng, -3, 3), 0.0);
        const double level = rng_between(&rng, -2.0, 2.0);
        const float surface = (float)level;
        const struct outline pool = outline_of(
            "pool", (double[]){-64, -64, 64, -64, 64, (double)surface, -64, (double)surface}, 4);
        const struct buoy_polygon polygon = outline_polygon(&outline);
        const struct buoy_line line = {{0.0f, 1.0f}, surface};
        struct buoy_area truth;
        buoy_exact_polygon(&polygon, &line, &truth);
        // Clipped vertices are rounded in double, and no apex keeps small areas from cancelling.
        expect_near_area("below the surface", common(&outline, &pool), truth, 1e-14,
                         truth.area > 0.0 ? 1e-14 / truth.area : 1e-14);
    }
}

// Two squares, upright: the overlap of their sides.
TEST(rectangles) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    for (int i = -20; i <= 20; ++i) {
        for (int j = -20; j <= 20; ++j) {
            const double x = i / 8.0, y = j / 8.0;
            const struct outline pool = outline_placed(&square, 0.0, 1.0, x, y);
            const double w = fmax(0.0, 2.0 - fabs(x)), h = fmax(0.0, 2.0 - fabs(y));
            const bool any = w * h > 0.0;
            expect_near_area("overlap", common(&square, &pool),
                             (struct buoy_area){w * h, {any ? 0.5 * x : 0.0, any ? 0.5 * y : 0.0}},
                             1e-15, 1e-15);
        }
    }
}

// An n-gon in another one of the same size, turned by half a corner: 2n corners, between in- and
// circumscribed circles.
TEST(regular) {
    for (uint32_t n = 3; n <= 64; ++n) {
        const struct outline pool = outline_regular(n);
        const struct outline turned = outline_placed(&pool, pi / n, 1.0, 0.0, 0.0);
        // 2n right triangles' halves about the centre: inradius a, and angle π/n between them.
        const double a = cos(pi / n), area = 2.0 * n * a * a * tan(pi / (2.0 * n));
        expect_near_area("2n-gon", common(&turned, &pool), (struct buoy_area){area, {0.0, 0.0}},
                         4.0 * outline_slack(&pool), 1e-6);
    }
}

// With two convex polygons the answer does not depend on which one is the pool, how either is
// wound, and where its vertices begin.
TEST(symmetry) {
    struct rng rng = rng_make("pool_symmetry");
    for (int k = 0; k < 2000; ++k) {
        const struct outline a = outline_convex(&rng, 3 + (uint32_t)rng_below(&rng, 8));
        const struct outline any = outline_convex(&rng, 3 + (uint32_t)rng_below(&rng, 20));
        const struct outline b =
            outline_placed(&any, 0.0, 1.0, rng_between(&rng, -1, 1), rng_between(&rng, -1, 1));
        if (!outline_info(&a).convex || !outline_info(&b).convex) {
            continue; // vertices so close that rounding bends the outline inward
        }
        const struct buoy_area one = common(&a, &b);
        const struct outline other_a = outline_reversed(&a), other_b = outline_reversed(&b);
        struct buoy_area others[] = {common(&b, &a), common(&other_a, &b), common(&a, &other_b)};
        for (int i = 0; i < 3; ++i) {
            if (one.area < 1e-12) { // nothing, as good as: its centre may be either box's
                others[i].centre[0] = one.centre[0];
                others[i].centre[1] = one.centre[1];
            }
            expect_near_area("the other way round", others[i], one, 1e-14,
                             1e-14 / fmax(one.area, 1e-14));
        }
        assert_true(one.area <= fabs(outline_info(&a).area) + 1e-15);
        assert_true(one.area <= fabs(outline_info(&b).area) + 1e-15);
    }
}

// A pool cut in two holds of a star what its parts hold.
TEST(parts_of_pool) {
    struct rng rng = rng_make("pool_parts");
    for (int k = 0; k < 1000; ++k) {
        const struct outline star = outline_star(5, 0.35);
        const struct outline any = outline_rectangle(1.5, 1.5);
        const struct outline pool =
            outline_placed(&any, rng_between(&rng, 0.0, 6.3), 1.0, rng_between(&rng, -1, 1), 0.3);
        struct outline halves[2] = {pool, pool}; // 0 1 2 and 2 3 0
        halves[0].count = halves[1].count = 3;
        memcpy(halves[1].vertices, pool.vertices + 4, 4 * sizeof(float));
        memcpy(halves[1].vertices + 4, pool.vertices, 2 * sizeof(float));
        const struct buoy_area whole = common(&star, &pool);
        const struct buoy_area a = common(&star, &halves[0]), b = common(&star, &halves[1]);
        assert_true(fabs(a.area + b.area - whole.area) <= 1e-14);
        assert_true(fabs(a.area * a.centre[0] + b.area * b.centre[0] -
                         whole.area * whole.centre[0]) <= 1e-14);
        assert_true(fabs(a.area * a.centre[1] + b.area * b.centre[1] -
                         whole.area * whole.centre[1]) <= 1e-14);
    }
}

// All of it inside, nothing inside, and all of the pool inside it.
TEST(containment) {
    const struct outline star = outline_star(6, 0.5), around = outline_rectangle(4.0, 4.0);
    const struct outline away = outline_placed(&around, 0.0, 1.0, 9.0, 0.0);
    const struct outline small = outline_placed(&around, 0.3, 0.0625, 0.125, 0.0);
    expect_near_area("all of it", common(&star, &around),
                     (struct buoy_area){outline_info(&star).area, {0.0, 0.0}}, 1e-15, 1e-7);
    expect_near_area("nothing", common(&star, &away), (struct buoy_area){0.0, {0.0, 0.0}}, 0.0,
                     1e-7);
    expect_near_area("all of the pool", common(&star, &small),
                     (struct buoy_area){outline_info(&small).area, {0.125, 0.0}}, 1e-15, 1e-7);
}

// Outlines that cross themselves have parts of either sign, whose sums may have a centroid
// anywhere, or nowhere if they all but cancel. Whatever comes of them, an answer lies where both
// outlines are.
TEST(crossing_outlines) {
    const struct outline pool =
        outline_of("pool", (double[]){-2, -1, 2, -1.5, 3, 1, 0, 2, -2.5, 1}, 5);
    const struct buoy_polygon_info water = outline_info(&pool);
    struct rng rng = rng_make("pool_crossing");
    size_t wet = 0;
    for (int k = 0; k < 20000; ++k) {
        const struct outline_question question = outline_question_make(&rng);
        const struct buoy_polygon_info info = outline_info(&question.outline);
        const struct buoy_area got = common(&question.outline, &pool);
        const double c[2] = {got.centre[0], got.centre[1]};
        for (int i = 0; i < 2 && got.area > 0.0; ++i) {
            FAIL_IF(!(c[i] >= fmax(info.minimum[i], water.minimum[i]) &&
                      c[i] <= fmin(info.maximum[i], water.maximum[i])),
                    "outline %d: area %.17g at (%.17g, %.17g), not where both outlines are", k,
                    got.area, got.centre[0], got.centre[1]);
        }
        wet += got.area > 0.0;
    }
    assert_true(wet > 1000);
}

static void expect_refused(const struct buoy_polygon *polygon, const struct buoy_polygon *pool,
                           enum buoy_status status, const char *text) {
    struct buoy_area result = {-1.0, {-1.0, -1.0}};
    struct buoy_error error;
    assert_int_equal(buoy_polygon_in_polygon(polygon, pool, &result, &error), status);
    assert_non_null(strstr(error.message, text));
    assert_true(result.area == -1.0);
}

TEST(refusals) {
    const struct outline square = outline_rectangle(2.0, 2.0), star = outline_star(4, 0.3);
    const struct outline round = outline_regular(65), line = outline_regular(2);
    struct outline broken = square;
    broken.vertices[3] = NAN;
    const struct buoy_polygon good = outline_polygon(&square), concave = outline_polygon(&star);
    const struct buoy_polygon many = outline_polygon(&round), few = outline_polygon(&line);
    const struct buoy_polygon bad = outline_polygon(&broken), none = {NULL, 4};
    expect_refused(&good, &concave, BUOY_ERROR_ARGUMENT, "pool: not convex");
    expect_refused(&good, &many, BUOY_ERROR_ARGUMENT, "pool: 65 vertices");
    expect_refused(&good, &few, BUOY_ERROR_ARGUMENT, "pool: 2 vertices");
    expect_refused(&good, &bad, BUOY_ERROR_NON_FINITE, "pool: vertex 1");
    expect_refused(&bad, &good, BUOY_ERROR_NON_FINITE, "polygon: vertex 1");
    expect_refused(&none, &good, BUOY_ERROR_ARGUMENT, "polygon: no vertices");
    expect_refused(&good, NULL, BUOY_ERROR_ARGUMENT, "pool: no vertices");
    assert_int_equal(buoy_polygon_in_polygon(&good, &good, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

// A pool so small beside what it lies in that corners of what they have in common are rounded by
// more than its size: the area is right to the square of such a rounding, and is not the polygon's.
TEST(tiny) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct outline tiny = outline_placed(&square, 0.0, 0x1p-80, 0.0, 0.0);
    const struct buoy_area truth = {0x1p-158, {0.0, 0.0}};
    expect_near_area("a tiny pool", common(&square, &tiny), truth, 1e-29, 0x1p-79);
    expect_near_area("a tiny polygon", common(&tiny, &square), truth, 1e-14 * truth.area, 0x1p-79);
}
