// What motion refuses: each with its status, a message that names the body, and nothing moved.
#include "body.h"
#include "drifting.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

enum {
    count = 40, // more than a block
};

static struct buoy_model *model, *open_model;
static struct buoy_mesh *open_mesh, *box_mesh;
static struct buoy_motion_surface surface;
static struct buoy_motion_body bodies[count], before[count];
static struct buoy_water water;
static struct buoy_motion_query query;
static _Alignas(64) unsigned char scratch[4096];

static int make(void **state) {
    (void)state;
    struct rng rng = rng_make("motion: refused");
    struct body twelve = body_box(0.5f, 0.5f, 0.5f);
    open_mesh = mesh_of(body_open_cone(&rng, 7), BUOY_MESH_ACCEPT_OPEN);
    box_mesh = body_mesh(&twelve, 0);
    surface.mesh = box_mesh;
    const struct buoy_drag drag = {1.0, 1.0, 1.0};
    model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 500.0, drag);
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = buoy_model_input_default();
    part.mesh = open_mesh;
    part.shape.kind = BUOY_SHAPE_MESH;
    input.parts = &part;
    input.part_count = 1;
    input.mass.mass = 1.0;
    input.flags = BUOY_BODY_DOES_NOT_TURN;
    open_model = model_of(&input);
    return 0;
}

// Bodies that can be moved, for a test to spoil.
static void begin(void) {
    water = buoy_calm_sea();
    for (int i = 0; i < count; ++i) {
        bodies[i] = drifting_body(model, 0.1, 0.1, 0.0, 0.0);
        bodies[i].surface = &surface;
    }
    query = drifting_query(bodies, count, &water, 0.01, BUOY_MOTION_VERLET);
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
}

// All functions refuse, by either scheme; messages hold `word`. If one body fails, that is the
// 37th, which is left as it is, and all others move; else none does.
static void expect_refused(enum buoy_status status, const char *word) {
    static struct buoy_body_forces forces[count];
    static double numbers[count];
    const bool fails_alone = status == BUOY_ERROR_ELEMENT;
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct buoy_error error;
        if (query.scheme <= BUOY_MOTION_IMPLICIT) {
            query.scheme = scheme;
        }
        memcpy(before, bodies, sizeof bodies);
        assert_int_equal(buoy_motion_advance(&query, 1, &error), status);
        assert_int_equal(error.status, status);
        if (!strstr(error.message, word)) {
            fail_msg("'%s' does not hold '%s'", error.message, word);
        }
        for (int i = 0; i < count; ++i) {
            assert_true((memcmp(&bodies[i], &before[i], sizeof *bodies) != 0) ==
                        (fails_alone && i != 37));
        }
        memcpy(bodies, before, sizeof bodies);
        assert_int_equal(buoy_motion_forces_now(&query, forces, &error), status);
        assert_non_null(strstr(error.message, word));
        assert_int_equal(buoy_motion_stiffness_numbers(&query, numbers, NULL), status);
        assert_int_equal(buoy_motion_energy(&query, numbers, NULL), status);
    }
}

TEST(numbers) {
    static const double wrong[] = {(double)NAN, (double)INFINITY, 1.01e12, -1.01e12};
    static struct buoy_motion_watched watches[count];
    for (int k = 0; k < 4; ++k) {
        double *const places[] = {&bodies[37].position[1], &bodies[37].velocity[2],
                                  &bodies[37].angular_velocity[0]};
        for (int place = 0; place < 3; ++place) {
            begin();
            *places[place] = wrong[k];
            expect_refused(BUOY_ERROR_ELEMENT, "body 37: ");
            assert_int_equal(buoy_motion_watch(&query, watches, NULL), BUOY_ERROR_ELEMENT);
        }
        begin();
        query.time = wrong[k];
        expect_refused(BUOY_ERROR_NON_FINITE, "time");
        begin();
        query.tolerance = wrong[k];
        expect_refused(BUOY_ERROR_NON_FINITE, "tolerance");
    }
    begin();
    bodies[37].position[1] = 1e12;
    assert_int_equal(buoy_motion_advance(&query, 1, NULL), BUOY_OK);
    begin();
    bodies[37].rotation[3] = 1.02;
    expect_refused(BUOY_ERROR_ELEMENT, "body 37: its rotation");
}

TEST(arguments) {
    static const double steps[] = {0.0, -1.0, 1000.5};
    struct buoy_error error;
    for (int k = 0; k < 3; ++k) {
        begin();
        query.dt = steps[k];
        expect_refused(BUOY_ERROR_ARGUMENT, "step");
    }
    begin();
    query.dt = 1000.0;
    assert_int_equal(buoy_motion_advance(&query, 0, NULL), BUOY_OK);
    query.scheme = (enum buoy_motion_scheme)2;
    expect_refused(BUOY_ERROR_ARGUMENT, "scheme 2");
    begin();
    query.forces = (enum buoy_motion_forces)2;
    expect_refused(BUOY_ERROR_ARGUMENT, "kind of forces 2");
    begin();
    bodies[37].model = NULL;
    expect_refused(BUOY_ERROR_ELEMENT, "body 37: no model");
    begin();
    query.water = NULL;
    expect_refused(BUOY_ERROR_ARGUMENT, "no water");
    begin();
    water.density = 0.0;
    expect_refused(BUOY_ERROR_ARGUMENT, "density");
    begin();
    query.tolerance = -1e-300;
    expect_refused(BUOY_ERROR_ARGUMENT, "tolerance");
    assert_int_equal(buoy_motion_advance(NULL, 1, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_motion_scratch_bytes(NULL, NULL), SIZE_MAX);
    begin();
    query.bodies = NULL;
    assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ARGUMENT);
    query.bodies = bodies;
    assert_int_equal(buoy_motion_forces_now(&query, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_motion_watch(&query, NULL, &error), BUOY_ERROR_ARGUMENT);
    water.current[0] = 1.0;
    assert_int_equal(buoy_motion_watch(&query, NULL, &error), BUOY_ERROR_ARGUMENT);
    query.bodies = NULL;
    query.count = 0;
    assert_int_equal(buoy_motion_advance(&query, SIZE_MAX, &error), BUOY_OK);
}

TEST(pressure) {
    begin();
    query.forces = BUOY_MOTION_PRESSURE;
    assert_int_equal(buoy_motion_advance(&query, 1, NULL), BUOY_OK);
    bodies[37].surface = NULL; // nothing else asks for it
    struct buoy_body_forces forces[count];
    struct buoy_error error;
    assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
    assert_non_null(strstr(error.message, "body 37: no surface"));
    assert_int_equal(buoy_motion_forces_now(&query, forces, NULL), BUOY_ERROR_ELEMENT);
    assert_int_equal(buoy_motion_scratch_bytes(&query, NULL), sizeof(double) * 16);
    begin();
    query.forces = BUOY_MOTION_PRESSURE;
    query.scratch = NULL;
    assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_SCRATCH);
    begin();
    struct buoy_force loads[count] = {{{0.0}, {0.0}}};
    query.loads = loads;
    loads[37].torque[2] = (double)NAN;
    expect_refused(BUOY_ERROR_ELEMENT, "body 37");
    query.loads = NULL;
}

static void no_current(void *context, const double *points, size_t points_count,
                       double *velocities) {
    (void)context;
    for (size_t i = 0; i < 3 * points_count; ++i) {
        velocities[i] = points[0] * 0.0 + (i == 3 ? (double)NAN : 0.0);
    }
}

// What shows only where the bodies are: an open edge in the water, a current that is not finite;
// and a body that flies away.
TEST(places) {
    struct buoy_error error;
    for (int scheme = 0; scheme < 2; ++scheme) {
        begin();
        query.scheme = scheme;
        bodies[37].model = open_model;
        bodies[37].position[2] = -50.0;
        memcpy(before, bodies, sizeof bodies);
        assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "body 37: an open edge is wet"));
        assert_memory_equal(&bodies[37], &before[37], sizeof *bodies);
        double numbers[count];
        assert_int_equal(buoy_motion_stiffness_numbers(&query, numbers, &error),
                         BUOY_ERROR_ELEMENT);
        assert_true(isnan(numbers[37]) && isfinite(numbers[0]) && isfinite(numbers[count - 1]));
        begin();
        query.scheme = scheme;
        bodies[37].model = open_model; // dry at the step's beginning
        bodies[37].position[2] = 20.0;
        bodies[37].velocity[2] = -7000.0;
        assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "body 37"));
        begin();
        query.scheme = scheme;
        query.forces = BUOY_MOTION_PRESSURE;
        struct buoy_motion_surface open_surface = buoy_motion_surface_default();
        open_surface.mesh = open_mesh;
        bodies[37].surface = &open_surface;
        bodies[37].position[2] = -50.0;
        assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "body 37: an open edge is wet"));
        begin();
        query.scheme = scheme;
        water.current_at = no_current;
        assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "body 1: the current"));
        begin();
        query.scheme = scheme;
        bodies[3].position[0] = 9.9e11;
        bodies[3].position[2] = 9.0;
        bodies[3].velocity[0] = 9e11;
        memcpy(before, bodies, sizeof bodies);
        query.dt = 1.0;
        assert_int_equal(buoy_motion_advance(&query, 1, &error), BUOY_ERROR_ELEMENT);
        assert_non_null(strstr(error.message, "body 3"));
        assert_memory_equal(&bodies[3], &before[3], sizeof *bodies);
    }
}

TEST_FIXTURE(make, NULL)
