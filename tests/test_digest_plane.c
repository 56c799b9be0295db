// Equal bits everywhere (see test_digest.c) for answers in the plane without a kernel: discs,
// pools and forces. test_digest.c explains when to change the constant and whom to tell.
#include "digest.h"
#include "outline.h"
#include "test.h"

static const uint64_t expected = UINT64_C(0xd7dd0998fe343b53);

// NaNs of different processors differ in their sign: there must be none.
static uint64_t digest_area(uint64_t digest, struct buoy_area area) {
    assert_true(isfinite(area.area) && isfinite(area.centre[0]) && isfinite(area.centre[1]));
    return digest_doubles(digest, (const double[]){area.area, area.centre[0], area.centre[1]}, 3);
}

static uint64_t digest_force(uint64_t digest, struct buoy_force2d force) {
    assert_true(isfinite(force.force[0]) && isfinite(force.force[1]) && isfinite(force.torque));
    return digest_doubles(digest, (const double[]){force.force[0], force.force[1], force.torque},
                          3);
}

// Drag and lift of a body in its water.
static void ask(struct buoy_drag2d_query query, const struct buoy_motion2d *motion,
                struct buoy_force2d *drag, struct buoy_force2d *lift) {
    query.motion = motion;
    query.density = 1000.0;
    query.drag = query.lift = 0.25;
    assert_int_equal(buoy_drag2d_compute(&query, drag, lift, NULL), BUOY_OK);
}

// A disc and an outline below a line, in each other, in a pool and in another disc.
static uint64_t digest_areas(uint64_t digest, const struct outline_question *question,
                             const struct buoy_circle discs[2]) {
    static const float pool_vertices[] = {-2, -1, 2, -1.5f, 3, 1, 0, 2, -2.5f, 1};
    const struct buoy_polygon pool = {pool_vertices, 5};
    const struct buoy_polygon polygon = outline_polygon(&question->outline);
    struct buoy_area area;
    assert_int_equal(buoy_circle_compute(discs, &question->line, 1, &area, NULL), BUOY_OK);
    digest = digest_area(digest, area);
    assert_int_equal(buoy_circle_in_circle(&discs[0], &discs[1], &area, NULL), BUOY_OK);
    digest = digest_area(digest, area);
    assert_int_equal(buoy_circle_in_polygon(&discs[0], &polygon, &area, NULL), BUOY_OK);
    digest = digest_area(digest, area);
    assert_int_equal(buoy_polygon_in_polygon(&polygon, &pool, &area, NULL), BUOY_OK);
    return digest_area(digest, area);
}

static uint64_t digest_forces(uint64_t digest, const struct outline_question *question,
                              struct buoy_motion2d motion) {
    const struct buoy_polygon polygon = outline_polygon(&question->outline);
    const struct buoy_area wet = {fabs((double)question->outline.vertices[0]), {0.5, -0.25}};
    struct buoy_force2d buoyancy, simple, drag, lift;
    buoy_buoyancy2d(&wet, &question->line, 1000.0, 9.81, (double[]){0.5, 0.25}, &buoyancy);
    buoy_simple_drag2d(&wet, &motion, 1000.0, 0.5, 0.25, &simple);
    ask((struct buoy_drag2d_query){.polygon = &polygon, .line = &question->line}, &motion, &drag,
        &lift);
    buoy_limit_drag2d(&motion, 0.01, 0.02, 0.0625, &drag);
    digest = digest_force(digest_force(digest, buoyancy), simple);
    return digest_force(digest_force(digest, drag), lift);
}

// Drag and lift in pools and of discs, with and without a step.
static uint64_t digest_pools(uint64_t digest, const struct outline_question *question,
                             const struct buoy_circle discs[2],
                             const struct buoy_motion2d *motion) {
    static const float pool_vertices[] = {-2, -1, 2, -1.5f, 3, 1, 0, 2, -2.5f, 1};
    const struct buoy_polygon pool = {pool_vertices, 5};
    const struct buoy_polygon polygon = outline_polygon(&question->outline);
    struct buoy_force2d drag, lift;
    ask((struct buoy_drag2d_query){.polygon = &polygon, .pool = &pool}, motion, &drag, &lift);
    digest = digest_force(digest_force(digest, drag), lift);
    ask((struct buoy_drag2d_query){.circle = &discs[0], .line = &question->line}, motion, &drag,
        &lift);
    digest = digest_force(digest_force(digest, drag), lift);
    ask((struct buoy_drag2d_query){.circle = &discs[0], .basin = &discs[1]}, motion, &drag, &lift);
    digest = digest_force(digest_force(digest, drag), lift);
    ask((struct buoy_drag2d_query){.circle = &discs[0], .pool = &pool}, motion, &drag, &lift);
    return digest_force(digest_force(digest, drag), lift);
}

TEST(pools) {
    static const uint64_t expected_pools = UINT64_C(0x10c8f334172757b0);
    struct rng rng = {1};
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 1000; ++i) {
        const struct outline_question question = outline_question_make(&rng);
        const float *v = question.outline.vertices;
        const float r = (float)(1 + rng_below(&rng, 4096)) / 1024.0f;
        const struct buoy_circle discs[2] = {{{v[0], v[1]}, r}, {{v[2], v[3]}, 1.5f}};
        const struct buoy_motion2d motion = {.point = {0.25, -0.5},
                                             .velocity = {1.0, 0.125 * (i % 32)},
                                             .angular_velocity = 0.5,
                                             .dt = 0.0625 * (i % 3),
                                             .inverse_mass = 0.01,
                                             .inverse_inertia = 0.02};
        digest = digest_pools(digest, &question, discs, &motion);
    }
    FAIL_IF(digest != expected_pools, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected_pools);
}

// Outlines in discs, with and without a step.
TEST(round_pools) {
    static const uint64_t expected_round = UINT64_C(0x28b86fd2d91428cc);
    struct rng rng = {1};
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 1000; ++i) {
        const struct outline_question question = outline_question_make(&rng);
        const struct buoy_polygon polygon = outline_polygon(&question.outline);
        const float *v = question.outline.vertices;
        const struct buoy_circle pool = {{v[0], v[1]}, (float)(1 + i % 32) / 8.0f};
        const struct buoy_motion2d motion = {.point = {0.25, -0.5},
                                             .velocity = {1.0, 0.125 * (i % 32)},
                                             .angular_velocity = 0.5,
                                             .dt = 0.0625 * (i % 3),
                                             .inverse_mass = 0.01,
                                             .inverse_inertia = 0.02};
        struct buoy_area area;
        struct buoy_force2d drag, lift;
        assert_int_equal(buoy_polygon_in_circle(&polygon, &pool, &area, NULL), BUOY_OK);
        ask((struct buoy_drag2d_query){.polygon = &polygon, .basin = &pool}, &motion, &drag, &lift);
        digest = digest_force(digest_force(digest_area(digest, area), drag), lift);
    }
    FAIL_IF(digest != expected_round, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected_round);
}

TEST(plane) {
    struct rng rng = {1}; // not rng_make(): no seed may change it
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 3000; ++i) {
        const struct outline_question question = outline_question_make(&rng);
        const float *v = question.outline.vertices;
        const float r = (float)(1 + rng_below(&rng, 4096)) / 1024.0f;
        const struct buoy_circle discs[2] = {{{v[0], v[1]}, r}, {{v[2], v[3]}, 1.5f}};
        digest = digest_areas(digest, &question, discs);
        digest = digest_forces(digest, &question,
                               (struct buoy_motion2d){.point = {0.25, -0.5},
                                                      .velocity = {1.0, 0.125 * (i % 32)},
                                                      .angular_velocity = 0.5});
    }
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}
