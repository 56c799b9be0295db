// The input that buoy_body_forces_compute() refuses; the error names the wrong body.
#include "base/aligned.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "rng.h"
#include "test.h"

static struct buoy_mesh *mesh;

static int make_mesh(void **state) {
    (void)state;
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    mesh = body_mesh(&body, 0);
    body_free(&body);
    return 0;
}

static int free_mesh(void **state) {
    (void)state;
    buoy_mesh_destroy(mesh);
    return 0;
}

static struct buoy_body at_rest(const struct buoy_mesh *of) {
    return (struct buoy_body){.mesh = of, .pose = buoy_pose_identity(), .mass = 100.0};
}

enum {
    most_bodies = 100
};

static void expect_refused(const struct buoy_body_query *query, enum buoy_status status,
                           const char *text) {
    static struct buoy_body_forces forces[most_bodies];
    struct buoy_error error;
    assert_int_equal(buoy_body_forces_compute(query, forces, &error), status);
    assert_int_equal(error.status, status);
    if (!strstr(error.message, text)) {
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
    }
}

TEST(refused_bodies) {
    const struct buoy_water water = buoy_calm_sea();
    struct buoy_body bodies[2] = {at_rest(mesh), at_rest(mesh)};
    const struct buoy_body good = bodies[1];
    const struct buoy_body_query query = {.bodies = bodies, .count = 2, .water = &water};
    double *const numbers[] = {bodies[1].pose.position,      bodies[1].pose.rotation,
                               bodies[1].velocity,           bodies[1].angular_velocity,
                               bodies[1].centre_of_mass,     &bodies[1].mass,
                               &bodies[1].inverse_inertia[8]};
    static const double bad[] = {(double)NAN, (double)INFINITY, 1e13};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
            bodies[1] = good;
            *numbers[i] = bad[k];
            expect_refused(&query, BUOY_ERROR_NON_FINITE, "body 1");
        }
    }
    bodies[1] = good;
    bodies[1].pose.rotation[3] = 0.5;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "body 1: its rotation");
    bodies[1] = good;
    bodies[1].mass = 0.0;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "body 1: its mass");
    bodies[1] = good;
    bodies[1].mesh = NULL;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "body 1: no mesh");
}

// Where two are wrong, in different ways, the first is named, near each other or not.
TEST(first_refused) {
    static struct buoy_body bodies[most_bodies];
    const size_t count = most_bodies;
    const struct buoy_water water = buoy_calm_sea();
    const struct buoy_body_query query = {
        .bodies = bodies, .count = count, .water = &water, .drag = {1.0, 1.0, 1.0}, .dt = 1.0};
    for (size_t first = 0; first < count - 1; first += 7) {
        for (size_t i = 0; i < count; ++i) {
            bodies[i] = at_rest(mesh);
            bodies[i].velocity[0] = 1.0;
        }
        char expected[60];
        bodies[first].mass = 1e-300; // so that its drag overflows
        bodies[first + 1].mass = 0.0;
        bodies[count - 1].mass = 0.0;
        snprintf(expected, sizeof expected, "body %zu: its forces", first);
        expect_refused(&query, BUOY_ERROR_NON_FINITE, expected);
        bodies[first].mass = 0.0;
        snprintf(expected, sizeof expected, "body %zu: its mass", first);
        expect_refused(&query, BUOY_ERROR_ARGUMENT, expected);
    }
}

static void bad_current(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = (double)NAN;
    }
}

TEST(refused_queries) {
    struct buoy_water water = buoy_calm_sea();
    const struct buoy_body body = at_rest(mesh);
    const struct buoy_body_query good = {.bodies = &body, .count = 1, .water = &water};
    struct buoy_body_query query = good;
    query.water = NULL;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "no water");
    query = good;
    query.drag.linear = -1.0;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "below 0");
    query = good;
    query.dt = (double)NAN;
    expect_refused(&query, BUOY_ERROR_NON_FINITE, "step");
    query = good;
    query.kernel = buoy_kernel_find("box/corners/scalar");
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "not a kernel of the family volume");
    query.kernel = buoy_kernel_find("volume/auto/best");
    expect_refused(&query, BUOY_ERROR_SCRATCH, "scratch");
    query.drag.quadratic = 1.0;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "wetted area");
    water.density = 0.0;
    expect_refused(&good, BUOY_ERROR_ARGUMENT, "water");
    water = buoy_calm_sea();
    water.current_at = bad_current;
    expect_refused(&good, BUOY_ERROR_NON_FINITE, "current");
}

// An open edge under water is no answer, one above it no harm.
TEST(open) {
    struct rng rng = rng_make("open bodies");
    struct body cone = body_open_cone(&rng, 12);
    struct buoy_mesh *open = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
    const struct buoy_body body = at_rest(open);
    struct buoy_water water = buoy_calm_sea();
    const struct buoy_body_query query = {.bodies = &body, .count = 1, .water = &water};
    struct buoy_body_forces forces;
    assert_int_equal(buoy_body_forces_compute(&query, &forces, NULL), BUOY_OK);
    assert_true(forces.volume > 0.0);
    water.plane.d = 100.0f;
    expect_refused(&query, BUOY_ERROR_OPEN, "body 0: an open edge");
    buoy_mesh_destroy(open);
    body_free(&cone);
}

// A lone triangle: of a volume that is 0 no share is submerged.
TEST(flat) {
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t corners[] = {0, 1, 2};
    const struct buoy_mesh_input input = {.positions = positions,
                                          .vertex_count = 3,
                                          .indices = corners,
                                          .triangle_count = 1,
                                          .flags = BUOY_MESH_ACCEPT_OPEN};
    struct buoy_mesh *flat;
    assert_int_equal(buoy_mesh_create(&input, &flat, NULL), BUOY_OK);
    const struct buoy_body body = at_rest(flat);
    const struct buoy_water water = buoy_calm_sea();
    const struct buoy_body_query query = {.bodies = &body, .count = 1, .water = &water};
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "body 0: its mesh encloses nothing");
    buoy_mesh_destroy(flat);
}

// The first is named, too, where volumes are found for all bodies once all have been placed.
TEST(first_refused_by_kernel) {
    struct rng rng = rng_make("open bodies among others");
    struct body cone = body_open_cone(&rng, 12);
    struct buoy_mesh *open = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
    struct buoy_body bodies[3] = {at_rest(mesh), at_rest(open), at_rest(mesh)};
    struct buoy_water water = buoy_calm_sea();
    struct buoy_body_query query = {.bodies = bodies,
                                    .count = 3,
                                    .water = &water,
                                    .kernel = buoy_kernel_find("volume/batch/scalar")};
    query.scratch_bytes = buoy_body_scratch_bytes(query.kernel, bodies, 3, NULL);
    query.scratch = buoy_aligned_alloc(query.scratch_bytes);
    water.plane.d = 100.0f;
    bodies[2].mass = 0.0;
    expect_refused(&query, BUOY_ERROR_OPEN, "body 1: an open edge");
    bodies[0].mass = 0.0;
    expect_refused(&query, BUOY_ERROR_ARGUMENT, "body 0: its mass");
    buoy_aligned_free(query.scratch);
    buoy_mesh_destroy(open);
    body_free(&cone);
}

TEST_FIXTURE(make_mesh, free_mesh)
