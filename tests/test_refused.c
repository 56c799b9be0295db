// What bodies in the water are refused for: their parts, masses, states, motions and matrices. Each
// row spoils one thing; every function and every kernel that is asked names it, and touches no
// result. What every family refuses alike is in test_contract_refused.c.
#include <float.h>

#include "body.h"
#include "buoyancy_hydrodynamics.h"
#include "crowd.h"
#include "drifting.h"
#include "owned.h"
#include "refusal.h"
#include "stepping.h"
#include "test.h"

#define MOST 1e12
#define MASSES 1e30

static struct buoy_mesh *open_mesh, *box_mesh;
static _Alignas(64) unsigned char scratch[1 << 20];

// -------------------------------------------------------------------------------- motion

enum {
    drifting = 40, // more than a block
};

static struct buoy_model *box_model, *open_model;
static struct motion_surface surface, open_surface;
static struct motion_body bodies[drifting], before[drifting];
static struct buoy_force loads[drifting];
static struct buoy_water water;
static struct motion_query query;

static void make_motion(void) {
    water = buoy_calm_sea(BUOY_Z_UP);
    for (int i = 0; i < drifting; ++i) {
        bodies[i] = drifting_body(box_model, 0.1, 0.1, 0.0, 0.0);
        bodies[i].surface = &surface;
    }
    memset(loads, 0, sizeof loads);
    query = drifting_query(bodies, drifting, &water, 0.01, MOTION_VERLET);
    query.scratch = scratch;
    query.scratch_bytes = 4096;
}

// A body that fails stays as it is, and all others move; else none does.
static void expect_moved(enum buoy_status status, const char *words) {
    const int alone = status == BUOY_ERROR_ELEMENT ? (int)strtol(words + 5, NULL, 10) : -1;
    for (int i = 0; i < drifting; ++i) {
        const bool moved = memcmp(&bodies[i], &before[i], sizeof *bodies) != 0;
        FAIL_IF(moved != (status == BUOY_OK || (alone >= 0 && i != alone)), "'%s': body %d %s",
                words, i, moved ? "moves" : "does not move");
    }
}

// All functions, by either scheme.
static void expect_motion(enum buoy_status status, const char *words) {
    static struct buoy_body_forces forces[drifting];
    static double numbers[drifting];
    struct buoy_error error;
    memcpy(before, bodies, sizeof bodies);
    for (int scheme = 0; scheme < 2; ++scheme) {
        query.scheme = query.scheme <= MOTION_IMPLICIT ? (enum motion_scheme)scheme : query.scheme;
        refusal_check(motion_advance(&query, 1, &error), &error, status, words);
        expect_moved(status, words);
        memcpy(bodies, before, sizeof bodies);
    }
    refusal_check(motion_forces_now(&query, forces, &error), &error, status, words);
    assert_int_equal(motion_stiffness_numbers(&query, numbers, NULL), status);
    assert_int_equal(motion_energy(&query, numbers, NULL), status);
}

// Steps alone; what is asked of bodies as they are may be answered.
static void expect_steps(enum buoy_status status, const char *words) {
    struct buoy_error error;
    memcpy(before, bodies, sizeof bodies);
    for (int scheme = 0; scheme < 2; ++scheme) {
        query.scheme = (enum motion_scheme)scheme;
        refusal_check(motion_advance(&query, 1, &error), &error, status, words);
        expect_moved(status, words);
        memcpy(bodies, before, sizeof bodies);
    }
}

static const struct refused motion = {make_motion, expect_motion},
                            steps = {make_motion, expect_steps};

static void no_current_of_one(void *context, const double *points, size_t count,
                              double *velocities) {
    (void)context, (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = i == 3 && count == 32 ? (double)NAN : 0.0; // body 1, of the first block
    }
}

TEST(motion) {
    struct motion_body *one = &bodies[37];
    static struct motion_watched watches[drifting];
    refusal_numbers(&motion, one->position, 3, MOST, "body 37: ");
    refusal_numbers(&motion, one->velocity, 3, MOST, "body 37: ");
    refusal_numbers(&motion, one->angular_velocity, 3, MOST, "body 37: ");
    refusal_numbers(&motion, &query.time, 1, MOST, "time");
    refusal_numbers(&motion, &query.tolerance, 1, MOST, "tolerance");
    ROW(steps, OK, "", one->position[1] = MOST);
    ROW(motion, ERROR_ELEMENT, "body 37: its rotation", one->rotation[3] = 1.02);
    ROW(motion, ERROR_ARGUMENT, "step", query.dt = 0.0);
    ROW(motion, ERROR_ARGUMENT, "step", query.dt = -1.0);
    ROW(motion, ERROR_ARGUMENT, "step", query.dt = 1000.5);
    ROW(motion, ERROR_ARGUMENT, "scheme 2", query.scheme = (enum motion_scheme)2);
    ROW(motion, ERROR_ARGUMENT, "kind of forces 2", query.forces = (enum motion_forces)2);
    ROW(motion, ERROR_ELEMENT, "body 37: no model", one->model = NULL);
    ROW(motion, ERROR_ARGUMENT, "no water", query.water = NULL);
    ROW(motion, ERROR_ARGUMENT, "no bodies", query.bodies = NULL);
    ROW(motion, ERROR_ARGUMENT, "density", water.density = 0.0);
    ROW(motion, ERROR_ARGUMENT, "tolerance", query.tolerance = -1e-300);
    ROW(motion, OK, "", query.forces = MOTION_PRESSURE);
    ROW(steps, ERROR_ELEMENT, "body 37: no surface", query.forces = MOTION_PRESSURE,
        one->surface = NULL);
    ROW(steps, ERROR_SCRATCH, "", query.forces = MOTION_PRESSURE, query.scratch = NULL);
    ROW(motion, ERROR_ELEMENT, "body 37", query.loads = loads, loads[37].torque[2] = (double)NAN);
    // What shows only where the bodies are.
    ROW(motion, ERROR_ELEMENT, "body 37: ", one->model = open_model, one->position[2] = -50.0);
    ROW(steps, ERROR_ELEMENT, "body 37", one->model = open_model, one->position[2] = 20.0,
        one->velocity[2] = -7000.0);
    ROW(steps, ERROR_ELEMENT, "body 37: an open edge is wet", query.forces = MOTION_PRESSURE,
        one->surface = &open_surface, one->position[2] = -50.0);
    ROW(steps, ERROR_ELEMENT, "body 1: the current", water.current_at = no_current_of_one);
    ROW(steps, ERROR_ELEMENT, "body 3", bodies[3].position[0] = 9.9e11, bodies[3].position[2] = 9.0,
        bodies[3].velocity[0] = 9e11, query.dt = 1.0);
    // Other functions, and nothing that is asked.
    make_motion();
    assert_int_equal(motion_advance(NULL, 1, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(motion_scratch_bytes(NULL, NULL), SIZE_MAX);
    assert_int_equal(motion_forces_now(&query, NULL, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(motion_watch(&query, NULL, NULL), BUOY_ERROR_ARGUMENT);
    one->velocity[0] = (double)NAN;
    assert_int_equal(motion_watch(&query, watches, NULL), BUOY_ERROR_ELEMENT);
    make_motion();
    water.current[0] = 1.0;
    assert_int_equal(motion_watch(&query, NULL, NULL), BUOY_ERROR_ARGUMENT);
    query = drifting_query(NULL, 0, &water, 1000.0, MOTION_VERLET);
    assert_int_equal(motion_advance(&query, SIZE_MAX, NULL), BUOY_OK);
}

// ------------------------------------------------------------------------------ matrices

static struct buoy_hydrodynamics matrices;
static struct buoy_hydrodynamic_motion moving;

static void make_matrices(void) {
    matrices = (struct buoy_hydrodynamics){0};
    moving = buoy_hydrodynamic_motion_default();
    for (int i = 0; i < 6; ++i) {
        moving.mass[i][i] = matrices.linear[i][i] = matrices.added_mass[i][i] = 1.0;
        moving.velocity[i] = 1.0;
    }
    moving.dt = 0.1;
}

static void make_bare(void) { // without added mass
    make_matrices();
    memset(matrices.added_mass, 0, sizeof matrices.added_mass);
}

static void expect_matrices(enum buoy_status status, const char *words) {
    struct buoy_hydrodynamic_forces forces = {.drag = {42.0}};
    struct buoy_error error;
    refusal_check(buoy_hydrodynamics_compute(&matrices, &moving, &forces, &error), &error, status,
                  words);
    assert_true(status == BUOY_OK || forces.drag[0] == 42.0);
}

static const struct refused drag = {make_matrices, expect_matrices},
                            bare = {make_bare, expect_matrices};

TEST(matrices) {
    static const char mass[] = "the mass is not symmetric and positive definite",
                      energy[] = "linear drag gives energy";
    double(*l)[6] = matrices.linear, (*a)[6] = matrices.added_mass, (*m)[6] = moving.mass;
    refusal_numbers(&drag, matrices.quadratic[0], 36, 1e30, "");
    refusal_numbers(&drag, matrices.linear[0], 36, 1e30, "");
    refusal_numbers(&drag, matrices.added_mass[0], 36, 1e30, "");
    refusal_numbers(&drag, moving.velocity, 6, MOST, "");
    refusal_numbers(&drag, &moving.dt, 1, MOST, "step");
    refusal_not_negative(&drag, &moving.share, "the share must be from 0 to 1");
    refusal_not_negative(&drag, &moving.dt, "the step 0 or more");
    ROW(drag, OK, "", (void)0);
    ROW(drag, OK, "", matrices.quadratic[5][0] = 1e30);
    ROW(drag, ERROR_NON_FINITE, "beyond the limit of 1e+30",
        matrices.quadratic[5][0] = nextafter(1e30, 1e31));
    ROW(drag, ERROR_ARGUMENT, "the share must be from 0 to 1", moving.share = 1.0 + DBL_EPSILON);
    ROW(drag, ERROR_NON_FINITE, "not finite", m[2][3] = (double)NAN);
    ROW(drag, OK, "", m[2][3] = (double)NAN, moving.dt = 0.0); // then it does not count
    // Just on either side of what is no eigenvalue below 0: 1 ± 1e-9, in any units.
    ROW(drag, OK, "", l[0][5] = l[5][0] = 1e6 * (1.0 + 0.9e-9), l[5][5] = 1e12);
    ROW(drag, ERROR_ARGUMENT, energy, l[0][5] = l[5][0] = 1e6 * (1.0 + 1.1e-9), l[5][5] = 1e12);
    ROW(drag, ERROR_ARGUMENT, energy, l[4][4] = -DBL_MIN);
    ROW(drag, OK, "", l[4][4] = 0.0); // no drag, and so none that couples it
    ROW(drag, ERROR_ARGUMENT, energy, l[4][4] = 0.0, l[4][1] = 1e-20);
    ROW(drag, OK, "", l[4][4] = 0.0, l[4][1] = 1e-20, l[1][4] = -1e-20); // no work
    ROW(drag, OK, "", a[0][4] = 0.5, a[4][0] = 0.5 + 0.9e-9);
    ROW(drag, ERROR_ARGUMENT, "the added mass is not symmetric", a[0][4] = 0.5,
        a[4][0] = 0.5 + 1.1e-9);
    ROW(drag, ERROR_ARGUMENT, "or has a negative eigenvalue", a[4][0] = a[0][4] = 1.0 + 1.1e-9);
    ROW(bare, OK, "", m[0][5] = m[5][0] = 1.0 - 0.6e-12); // pivots of 1e-12 of the diagonal
    ROW(bare, ERROR_ARGUMENT, mass, m[0][5] = m[5][0] = 1.0 - 0.4e-12);
    ROW(drag, OK, "", m[3][3] = 0.0); // added mass alone resists
    ROW(bare, ERROR_ARGUMENT, mass, m[3][3] = 0.0);
    ROW(drag, ERROR_ARGUMENT, mass, m[0][1] = 0.1);
    assert_int_equal(buoy_hydrodynamics_compute(NULL, &moving, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

// -------------------------------------------------------------------------------- forces

enum {
    forced = 19
};

static struct crowd met;
static struct buoy_forces_query asked;
static bool all_dry, all_plain;

static void make_forces(void) {
    struct rng rng = rng_make("refused: forces");
    crowd_make(&rng, forced, &met);
    for (size_t i = 0; i < forced && (all_dry || all_plain); ++i) {
        met.submerged[i] = all_dry ? (struct buoy_submerged){.volume = 0.0}
                                   : (struct buoy_submerged){1.0, {1.0, 2.0, 3.0}, 1.0};
    }
    if (all_plain) {
        met.drag = (struct buoy_drag){1.0, 1.0, 1.0};
        met.dt = 1.0;
        memcpy(met.motions[7].velocity, (const double[3]){3.0, 2.0, 1.0}, 3 * sizeof(double));
    }
    asked = crowd_query(&met);
}

static void expect_forces(enum buoy_status status, const char *words) {
    static struct buoy_forces results[crowd_most];
    struct buoy_error error;
    for (size_t i = 0; (asked.kernel = next_kernel("forces", &i));) {
        refusal_check(buoy_forces_compute(&asked, results, &error), &error, status, words);
    }
    refusal_check(buoy_forces_compute(&asked, results, &error), &error, status, words);
}

static const struct refused forces = {make_forces, expect_forces};

TEST(forces) {
    for (size_t i = 0; i < forced; ++i) { // wherever it is
        char word[16];
        snprintf(word, sizeof word, "body %zu:", i);
        struct buoy_submerged *wet = &met.submerged[i];
        struct buoy_drag_body *body = &met.bodies[i];
        struct buoy_met_water *around = &met.waters[i];
        refusal_numbers(&forces, &wet->volume, 1, MASSES, word);
        refusal_numbers(&forces, wet->centre, 3, MOST, word);
        refusal_numbers(&forces, &wet->wetted_area, 1, MASSES, word);
        refusal_numbers(&forces, &body->mass, 2, MASSES, word);
        refusal_numbers(&forces, &body->length, 1, MOST, word);
        refusal_numbers(&forces, body->inverse_inertia, 9, MASSES, word);
        refusal_numbers(&forces, met.motions[i].centre_of_mass, 9, MOST, word);
        refusal_numbers(&forces, around->up, 6, MOST, word);
        refusal_not_negative(&forces, &wet->volume, word);
        refusal_not_negative(&forces, &wet->wetted_area, word);
        refusal_positive(&forces, &body->mass, word);
        refusal_positive(&forces, &body->volume, word);
        ROW(forces, OK, "", wet->wetted_area = MASSES, body->length = MOST,
            met.motions[i].centre_of_mass[0] = -1e12, around->velocity[2] = 1e12);
        for (int tenths = -10; tenths <= 10; ++tenths) { // normals as long as rounding makes them
            const double length = 1.0 + tenths / 1000.0;
            const bool good = fabs(length * length - 1.0) <= 0.02;
            make_forces();
            memcpy(around->up, (const double[3]){0.0, length, 0.0}, sizeof around->up);
            expect_forces(good ? BUOY_OK : BUOY_ERROR_ELEMENT, good ? "" : word);
        }
        // Forces on dry bodies are nothing, by whatever volume one divides.
        all_dry = true;
        ROW(forces, ERROR_ELEMENT, word, body->volume = -DBL_TRUE_MIN);
        ROW(forces, OK, "", body->volume = DBL_TRUE_MIN);
        all_dry = false;
    }
    all_plain = true; // all numbers are good, but not what comes of them
    ROW(forces, ERROR_ELEMENT, "body 7:", met.bodies[7].mass = 1e-300);
    ROW(forces, OK, "", (void)0);
    all_plain = false;
    ROW(forces, ERROR_ARGUMENT, "", asked.submerged = NULL);
    ROW(forces, ERROR_ARGUMENT, "", asked.bodies = NULL);
    ROW(forces, ERROR_ARGUMENT, "", asked.motions = NULL);
    ROW(forces, ERROR_ARGUMENT, "", asked.waters = NULL);
    ROW(forces, ERROR_ARGUMENT, "", asked.density = 0.0);
    ROW(forces, ERROR_ARGUMENT, "", asked.gravity = -1.0);
    ROW(forces, ERROR_ARGUMENT, "", asked.drag.linear = -1.0);
    ROW(forces, ERROR_ARGUMENT, "", asked.drag.angular = -1.0);
    ROW(forces, ERROR_ARGUMENT, "", asked.dt = -1.0);
    refusal_numbers(&forces, &asked.drag.quadratic, 1, MOST, "");
    refusal_numbers(&forces, &asked.density, 2, MOST, "");
    asked = (struct buoy_forces_query){.density = 1.0};
    assert_int_equal(buoy_forces_compute(&asked, NULL, NULL), BUOY_OK);
}

static int make_all(void **state) {
    (void)state;
    struct rng rng = rng_make("motion: refused");
    struct body twelve = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    box_mesh = body_mesh(&twelve, 0);
    open_mesh = mesh_of(body_open_cone(&rng, 7), BUOY_MESH_ACCEPT_OPEN);
    surface.mesh = box_mesh;
    open_surface = (struct motion_surface){0};
    open_surface.mesh = open_mesh;
    box_model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 500.0, (struct buoy_drag){1.0, 1.0, 1.0});
    part.mesh = open_mesh;
    part.shape.kind = BUOY_SHAPE_MESH;
    input.parts = &part;
    input.part_count = 1;
    input.mass.mass = 1.0;
    input.flags = BUOY_BODY_DOES_NOT_TURN;
    open_model = model_of(&input);
    return 0;
}

TEST_FIXTURE(make_all, NULL)
