// What the family `step` refuses: parts, masses, models and steps, as rows (support/refusal.h).
#include "body.h"
#include "buoyancy_kernels.h"
#include "owned.h"
#include "refusal.h"
#include "stepping.h"
#include "test.h"

// ------------------------------------------------------------------------- parts and models

static struct buoy_part parts[BUOY_MAX_PARTS + 1];
static double densities[BUOY_MAX_PARTS + 1];
static struct buoy_model_input input;
static const struct buoy_mass good_mass = {
    1.0, {0.0}, {2.0, 0.5, 0.25, 0.5, 3.0, 0.125, 0.25, 0.125, 1.5}};

static void make_parts(void) {
    for (size_t i = 0; i <= BUOY_MAX_PARTS; ++i) {
        parts[i] = buoy_part_default();
        parts[i].shape.size[0] = parts[i].shape.size[1] = parts[i].shape.size[2] = 0.5f;
        parts[i].place.position[0] = (double)i;
        densities[i] = 1.0;
    }
    input = (struct buoy_model_input){0};
    input.parts = parts;
    input.part_count = 2;
    input.mass = good_mass;
}

static void expect_model(enum buoy_status status, const char *words) {
    struct buoy_model *model = (void *)&input;
    struct buoy_error error;
    refusal_check(buoy_model_create(&input, &model, &error), &error, status, words);
    assert_true(!model == (status != BUOY_OK));
    buoy_model_destroy(model);
}

static void expect_mass(enum buoy_status status, const char *words) {
    struct buoy_mass mass = {.mass = -1.0};
    struct buoy_error error;
    refusal_check(buoy_mass_of_parts(input.parts, densities, input.part_count, &mass, &error),
                  &error, status, words);
    assert_true((mass.mass == -1.0) == (status != BUOY_OK));
}

static void expect_both(enum buoy_status status, const char *words) {
    expect_model(status, words);
    expect_mass(status, words);
}

static const struct refused part = {make_parts, expect_both}, model = {make_parts, expect_model},
                            mass = {make_parts, expect_mass};

TEST(parts) {
    static const double bad[] = {(double)NAN, (double)INFINITY, 1.0001e12, -1.0001e12};
    struct buoy_part *one = &parts[1];
    struct body box = body_box(1.0f, 1.0f, 1.0f), inward = box;
    struct buoy_mesh *mesh = body_mesh(&box, 0);
    for (size_t i = 0; i < inward.triangle_count; ++i) { // open, and encloses less than nothing
        const uint32_t second = inward.indices[3 * i + 1];
        inward.indices[3 * i + 1] = inward.indices[3 * i + 2];
        inward.indices[3 * i + 2] = second;
    }
    --inward.triangle_count;
    struct buoy_mesh *nothing = body_mesh(&inward, BUOY_MESH_ACCEPT_OPEN);
    ROW(part, ERROR_ARGUMENT, "part 1: it has a mesh", one->mesh = mesh);
    ROW(part, ERROR_ARGUMENT, "part 1: no mesh", one->shape.kind = BUOY_SHAPE_MESH);
    ROW(part, ERROR_ARGUMENT, "part 1: 77 is not a kind",
        one->shape.kind = (enum buoy_shape_kind)77);
    ROW(part, ERROR_ZERO_VOLUME, "part 1: its mesh encloses nothing",
        one->shape.kind = BUOY_SHAPE_MESH, one->mesh = nothing);
    ROW(part, ERROR_ARGUMENT, "part 1: its rotation", one->place.rotation[3] = 0.98);
    refusal_numbers(&part, one->place.position, 3, 1e12, "part 1: position");
    refusal_numbers(&part, one->place.rotation, 4, 1e12, "part 1: rotation");
    for (int i = 0; i < 3; ++i) {
        ROW(part, ERROR_ARGUMENT, "part 1: size", one->shape.size[i] = 0.0f);
        ROW(part, ERROR_ARGUMENT, "part 1: size", one->shape.size[i] = -1.0f);
        for (size_t b = 0; b < COUNT_OF(bad); ++b) {
            ROW(part, ERROR_NON_FINITE, "part 1: size ", one->shape.size[i] = (float)bad[b]);
        }
    }
}

TEST(models) {
    struct buoy_error error;
    struct buoy_mass found;
    const double flat[9] = {0.5, 0.0, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0, 0.5 + 0.55e-12};
    ROW(mass, ERROR_ARGUMENT, "no parts", input.part_count = 0);
    ROW(mass, ERROR_ARGUMENT, "no parts", input.parts = NULL);
    ROW(mass, ERROR_ARGUMENT, "257 parts: at most 256", input.part_count = BUOY_MAX_PARTS + 1);
    ROW(mass, OK, "", input.part_count = BUOY_MAX_PARTS);
    ROW(mass, ERROR_ARGUMENT, "part 1: density -1", densities[1] = -1.0);
    ROW(mass, ERROR_ARGUMENT, "no mass", densities[0] = densities[1] = 0.0);
    ROW(mass, ERROR_NON_FINITE, "the mass 4", densities[0] = 1e12,
        parts[0].shape.size[0] = parts[0].shape.size[1] = 1e9f);
    ROW(mass, ERROR_NON_FINITE, "the inertia 1", densities[0] = 1e12, parts[0].shape.size[0] = 1e9f,
        parts[0].shape.size[1] = 1e-3f);
    refusal_numbers(&mass, densities, 1, 1e12, "part 0: density ");
    ROW(model, ERROR_ARGUMENT, "257 parts", input.part_count = BUOY_MAX_PARTS + 1);
    ROW(model, OK, "", input.part_count = BUOY_MAX_PARTS);
    refusal_numbers(&model, &input.mass.mass, 1, 1e30, "the mass");
    refusal_numbers(&model, input.mass.centre_of_mass, 3, 1e12, "the centre of mass");
    refusal_numbers(&model, input.mass.inertia, 9, 1e30, "the inertia");
    refusal_numbers(&model, &input.length, 1, 1e12, "the length");
    refusal_numbers(&model, &input.drag.linear, 3, 1e12, "drag coefficient ");
    refusal_not_negative(&model, &input.drag.linear, "a drag coefficient");
    refusal_not_negative(&model, &input.drag.angular, "a drag coefficient");
    refusal_not_negative(&model, &input.drag.quadratic, "a drag coefficient");
    ROW(model, ERROR_ARGUMENT, "mass 0: must be above 0", input.mass.mass = 0.0);
    ROW(model, ERROR_NON_FINITE, "too small for doubles",
        input.mass.mass = 0x1p-1070); // no inverse
    // Asymmetric by just below and just above 1e-9 of 3; rank 2 but for 1.1e-12 and 0.9e-12.
    ROW(model, OK, "", input.mass.inertia[1] += 2.9e-9);
    ROW(model, ERROR_ARGUMENT, "not symmetric and positive definite",
        input.mass.inertia[1] += 3.1e-9);
    ROW(model, ERROR_ARGUMENT, "not symmetric and positive definite", input.mass.inertia[0] = -2.0);
    ROW(model, OK, "", memcpy(input.mass.inertia, flat, sizeof flat));
    ROW(model, ERROR_ARGUMENT, "not symmetric and positive definite",
        memcpy(input.mass.inertia, flat, sizeof flat), input.mass.inertia[8] = 0.5 + 0.45e-12);
    make_parts();
    refusal_check(buoy_mass_of_parts(parts, NULL, 1, &found, &error), &error, BUOY_ERROR_ARGUMENT,
                  "no densities");
    refusal_check(buoy_mass_of_parts(parts, densities, 1, NULL, &error), &error,
                  BUOY_ERROR_ARGUMENT, "no room");
    refusal_check(buoy_model_create(&input, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "no room");
    refusal_check(buoy_model_create(NULL, (struct buoy_model *[1]){NULL}, &error), &error,
                  BUOY_ERROR_ARGUMENT, "no input");
    refusal_check(buoy_model_get_info(NULL, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "no model");
}

// Principal moments that no body has: I₃ > I₁ + I₂, along the axes in any order, and turned by 45°
// about one, where the bound is a share of the largest number and not of the largest moment.
TEST(triangle_inequality) {
    static const double sums[] = {1.5, 1.0, 1.0 - 1.9e-6, 1.0 - 2.1e-6, 0.9}; // I₁ + I₂, of I₃ = 1
    for (size_t i = 0; i < 4 * COUNT_OF(sums); ++i) {
        const double sum = sums[i / 4], x = 0.75 * sum, y = 0.25 * sum, h = 0.5 + 0.5 * y;
        const double inertias[4][9] = {{x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 1.0},
                                       {1.0, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, y},
                                       {y, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, x},
                                       {x, 0.0, 0.0, 0.0, h, 1.0 - h, 0.0, 1.0 - h, h}};
        const bool near = i % 4 == 3 && fabs(sum - 1.0 + 2e-6) < 1e-6, good = i / 4 < 3;
        for (int power = -30; power <= 30 && !near; power += 30) {
            make_parts();
            for (int j = 0; j < 9; ++j) {
                input.mass.inertia[j] = ldexp(inertias[i % 4][j], power);
            }
            expect_model(good ? BUOY_OK : BUOY_ERROR_ARGUMENT,
                         good ? "" : "no body has this inertia");
        }
    }
}

// -------------------------------------------------------------------------------- steps

static struct stepping crowd;
static size_t crowd_count = 50, one;
static double limit;

static void make_crowd(void) {
    static struct rng rng;
    static bool seeded;
    rng = seeded ? rng : rng_make("refused: steps");
    seeded = true;
    stepping_random(&rng, crowd_count, &crowd);
    crowd.water = buoy_calm_sea(BUOY_Z_UP);
}

// Of so many numbers a body: NaN for the body that fails and for no other; or untouched: zeros.
static void expect_no_answer(const double *numbers, size_t each, enum buoy_status status,
                             size_t failed) {
    for (size_t i = 0; i < each * crowd.count; ++i) {
        const bool fails = status == BUOY_ERROR_ELEMENT && i / each == failed;
        assert_true(!isnan(numbers[i]) == !fails);
        assert_true(status == BUOY_ERROR_ELEMENT || numbers[i] == 0.0);
    }
}

// Every kernel and the public call, for forces, for effects alone, and for one body alone.
static void expect_step(enum buoy_status status, const char *words) {
    static struct buoy_body_forces forces[stepping_most];
    static double effects[stepping_most][6];
    static _Alignas(64) char scratch[1 << 20];
    const uint32_t body =
        strncmp(words, "body ", 5) == 0 ? (uint32_t)strtoul(words + 5, NULL, 10) : 0;
    struct buoy_step_query query = stepping_query(&crowd), push;
    const struct buoy_kernel *kernel = NULL;
    struct buoy_error error;
    struct buoy_step_options options = {.scratch = scratch, .scratch_bytes = sizeof scratch};
    query.options = &options;
    push = query;
    push.effects.linear = buoy_to_doubles(effects[0], sizeof effects[0]);
    push.effects.angular = buoy_to_doubles(&effects[0][3], sizeof effects[0]);
    for (size_t i = 0; (kernel = next_kernel("step", &i));) {
        memset(forces, 0, sizeof forces);
        memset(effects, 0, sizeof effects);
        options.kernel = kernel;
        refusal_check(buoy_water_forces_compute(&query, forces, &error), &error, status, words);
        refusal_check(buoy_water_forces_compute(&push, NULL, &error), &error, status, words);
        if (status != BUOY_OK) {
            expect_no_answer((const double *)forces, sizeof *forces / sizeof(double), status, body);
            expect_no_answer(effects[0], 6, status, body);
        }
    }
    options.kernel = NULL;
    refusal_check(buoy_water_forces_compute(&query, forces, &error), &error, status, words);
    query.bodies = &body;
    query.count = 1;
    refusal_check(buoy_water_forces_compute(&query, forces, &error), &error, status, words);
}

static const struct refused step = {make_crowd, expect_step};

static void bad_current(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    for (size_t i = 0; i < count; ++i) {
        velocities[3 * i] = points[3 * i] > limit ? (double)NAN : 1.0;
        velocities[3 * i + 1] = velocities[3 * i + 2] = 0.0;
    }
}

TEST(states) {
    for (one = 0; one < crowd_count; one += 7) {
        struct stepping_state *its = &crowd.states[one];
        char number[64], none[64], turn[64], current[64];
        snprintf(none, sizeof none, "body %zu: no model", one);
        snprintf(turn, sizeof turn, "body %zu: its rotation", one);
        snprintf(current, sizeof current, "body %zu: the current at its place is not finite", one);
        static const char *const called[4] = {"position", "rotation", "velocity", "spin"};
        double *const numbers[4] = {its->position, its->rotation, its->velocity,
                                    its->angular_velocity};
        for (int k = 0; k < 4; ++k) {
            snprintf(number, sizeof number, "body %zu: %s", one, called[k]);
            refusal_numbers(&step, numbers[k], k == 1 ? 4 : 3, 1e12, number);
        }
        ROW(step, OK, "", its->position[one % 3] = 1e12);
        ROW(step, OK, "", its->velocity[one % 3] = -1e12);
        ROW(step, OK, "", its->angular_velocity[one % 3] = 1e12);
        ROW(step, ERROR_ELEMENT, none, crowd.models[one] = NULL);
        static const double squares[] = {0.98 + 1e-9, 1.02 - 1e-9, 0.98 - 1e-9, 1.02 + 1e-9,
                                         0.0}; // of its length
        for (size_t s = 0; s < 5; ++s) {
            make_crowd();
            double length = 0.0, *q = its->rotation;
            for (int k = 0; k < 4; ++k) {
                length += q[k] * q[k];
            }
            for (int k = 0; k < 4; ++k) {
                q[k] *= sqrt(squares[s] / length);
            }
            expect_step(s < 2 ? BUOY_OK : BUOY_ERROR_ELEMENT, s < 2 ? "" : turn);
        }
        limit = 50.0;
        ROW(step, OK, "", crowd.water.current_at = bad_current);
        ROW(step, ERROR_ELEMENT, current, crowd.water.current_at = bad_current,
            its->position[0] = 100.0);
    }
}

// Of several bodies that are wrong the first is named, by the caller's number, although crowds of
// more than 32 are answered by kinds.
TEST(first_of_several) {
    static struct buoy_body_forces results[stepping_most];
    struct rng rng = rng_make("step: several wrong bodies");
    for (int round = 0; round < 20; ++round) {
        stepping_random(&rng, stepping_most, &crowd);
        const size_t first = rng_below(&rng, 50);
        struct buoy_step_query query = stepping_query(&crowd);
        struct buoy_error error;
        char message[32];
        for (size_t i = first; i < crowd.count; i += 1 + rng_below(&rng, 20)) {
            crowd.states[i].position[i % 3] = (double)NAN;
        }
        snprintf(message, sizeof message, "body %zu:", first);
        assert_true(buoy_water_forces_compute(&query, results, &error) != BUOY_OK);
        assert_non_null(strstr(error.message, message));
    }
}

// A body whose forces are doubles, but no floats, has no effects as floats: nothing infinite is
// stored.
TEST(beyond_floats) {
    static const float sizes[2] = {1.0f, 1e12f};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct buoy_model *models[3];
    struct stepping_state states[3];
    memset(states, 0, sizeof states);
    for (int i = 0; i < 3; ++i) {
        make_parts();
        for (int k = 0; k < 3; ++k) {
            parts[0].shape.size[k] = sizes[i == 1];
        }
        input.part_count = 1;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        models[i] = model_of(&input);
        states[i].rotation[3] = 1.0;
    }
    for (int floats = 0; floats < 2; ++floats) {
        float narrow[3][3] = {{0.0f}};
        double wide[3][3];
        struct buoy_step_query query = {0};
        struct buoy_error error;
        query.models = models;
        query.states = stepping_states(states);
        query.count = 3;
        query.water = &water;
        query.effects.linear = floats ? buoy_to_floats(narrow[0], sizeof narrow[0])
                                      : buoy_to_doubles(wide[0], sizeof wide[0]);
        const enum buoy_status status = buoy_water_forces_compute(&query, NULL, &error);
        if (!floats) { // half of it is submerged
            assert_int_equal(status, BUOY_OK);
            assert_true(fabs(wide[1][2] / (1025.0 * water.gravity * 4e36) - 1.0) <= 1e-6);
            continue;
        }
        assert_true(status != BUOY_OK && strstr(error.message, "body 1: its forces overflow"));
        assert_true(isnan(narrow[1][2]));
    }
}

TEST(water) {
    struct buoy_water *water = &crowd.water;
    ROW(step, ERROR_NON_FINITE, "time", stepping_into_waves(&crowd, (double)INFINITY));
    ROW(step, ERROR_ARGUMENT, "pressure", stepping_into_waves(&crowd, 1.0),
        water->wave_pressure = (enum buoy_wave_pressure)7);
    ROW(step, ERROR_ARGUMENT, "density", water->density = 0.0);
    ROW(step, ERROR_NON_FINITE, "", water->density = (double)NAN);
    ROW(step, ERROR_ARGUMENT, "", water->gravity = -1.0);
    ROW(step, ERROR_NON_FINITE, "", water->current[1] = 2e12);
    ROW(step, ERROR_NON_FINITE, "", water->plane.d = INFINITY);
    ROW(step, ERROR_NON_FINITE, "", water->plane64.normal[2] = (double)NAN);
    ROW(step, ERROR_ARGUMENT, "", water->kind = BUOY_WATER_PATCH);
    ROW(step, ERROR_ARGUMENT, "", water->kind = BUOY_WATER_WAVES);
    ROW(step, ERROR_ARGUMENT, "", water->kind = (enum buoy_water_kind)7);
    ROW(step, ERROR_ARGUMENT, "below 0", crowd.dt = -1.0);
    ROW(step, ERROR_NON_FINITE, "the step", crowd.dt = (double)NAN);
    // Forces beyond doubles: 1e12 everywhere.
    struct buoy_model_input heavy = stepping_model("box")->input;
    heavy.drag.linear = heavy.drag.angular = heavy.mass.mass = heavy.mass.centre_of_mass[0] = 1e12;
    memset(heavy.mass.inertia, 0, sizeof heavy.mass.inertia);
    heavy.mass.inertia[0] = heavy.mass.inertia[4] = heavy.mass.inertia[8] = 1e-300;
    const struct buoy_model *made = model_of(&heavy);
    ROW(step, ERROR_ELEMENT, "body 1: its forces overflow doubles", crowd.made[1] = 0,
        crowd.models[1] = made, crowd.dt = 1e12,
        crowd.states[1] = (struct stepping_state){{0, 0, -1}, {0, 0, 0, 1}, {0}, {0, 1e12, 0}});
}

// Among others and alone, with quadratic drag and without: wet open edges.
TEST(open_mesh) {
    struct rng rng = rng_make("step: open mesh");
    for (int i = 0; i < 4; ++i) {
        make_parts();
        parts[0] = buoy_part_default();
        parts[0].shape.kind = BUOY_SHAPE_MESH;
        parts[0].mesh = mesh_of(body_open_cone(&rng, 7), BUOY_MESH_ACCEPT_OPEN);
        input.part_count = 1;
        input.drag.quadratic = i % 2;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        const struct buoy_model *made = model_of(&input);
        crowd_count = i < 2 ? 40 : 1;
        one = crowd_count / 4;
        ROW(step, OK, "", crowd.models[one] = made,
            crowd.states[one] = (struct stepping_state){{0, 0, 0.5}, {0, 0, 0, 1}, {0}, {0}});
        ROW(step, ERROR_ELEMENT,
            i < 2 ? "body 10: an open edge is wet" : "body 0: an open edge is wet",
            crowd.models[one] = made,
            crowd.states[one] = (struct stepping_state){{0, 0, -2}, {0, 0, 0, 1}, {0}, {0}});
    }
    crowd_count = 50;
}

// ------------------------------------------------------------------------------- queries

static struct buoy_step_query query;

static void make_query(void) {
    make_crowd();
    query = stepping_query(&crowd);
}

static void expect_query(enum buoy_status status, const char *words) {
    static struct buoy_body_forces forces[stepping_most];
    struct buoy_error error;
    memset(forces, 0, sizeof forces);
    refusal_check(buoy_water_forces_compute(&query, forces, &error), &error, status, words);
    assert_true(forces[0].volume == 0.0);
}

static const struct refused queries = {make_query, expect_query};

TEST(queries) {
    const struct buoy_kernel *tuned = buoy_kernel_find("step/auto/tuned");
    struct buoy_error error;
    ROW(queries, ERROR_ARGUMENT, "no water", query.water = NULL);
    ROW(queries, ERROR_ARGUMENT, "no models", query.models = NULL);
    ROW(queries, ERROR_ARGUMENT, "no positions", query.states.position.first = NULL);
    ROW(queries, ERROR_ARGUMENT, "no rotations", query.states.rotation.first = NULL);
    ROW(queries, OK, "", query = (struct buoy_step_query){0}, query.water = &crowd.water);
    make_query();
    refusal_check(buoy_water_forces_compute(&query, NULL, &error), &error, BUOY_ERROR_ARGUMENT,
                  "no room");
    refusal_check(buoy_water_forces_compute(NULL, NULL, &error), &error, BUOY_ERROR_ARGUMENT,
                  "no query");
    struct buoy_body_forces forces;
    struct buoy_step_options options = {.kernel = buoy_kernel_find("box/auto/best")};
    assert_true(buoy_step_scratch_bytes(NULL, &error) == SIZE_MAX);
    assert_int_equal(buoy_step_scratch_bytes(&query, &error), 0);
    query.options = &options;
    assert_true(buoy_step_scratch_bytes(&query, &error) == SIZE_MAX);
    refusal_check(buoy_water_forces_compute(&query, &forces, &error), &error, BUOY_ERROR_ARGUMENT,
                  "step");
    options.kernel = buoy_kernel_find("step/auto/best");
    assert_int_equal(buoy_step_scratch_bytes(&query, &error), 0);
    options.kernel = tuned;
    const size_t bytes = buoy_step_scratch_bytes(&query, &error);
    crowd.models[3] = NULL; // fails alone, and needs none
    assert_true(buoy_step_scratch_bytes(&query, &error) <= bytes);
    // A force added to the velocity in place carries body 3 beyond the bound of all numbers.
    make_query();
    crowd.made[3] = 0;
    crowd.models[3] = stepping_model("box")->model;
    crowd.states[3] =
        (struct stepping_state){{0, 0, -100.0}, {0, 0, 0, 1}, {0, 0, 1e12 - 1e-3}, {0}};
    crowd.states[5].position[1] = (double)NAN;
    query.effects.linear = buoy_to_doubles(crowd.states[0].velocity, sizeof crowd.states[0]);
    query.effects.add = true;
    refusal_check(buoy_water_forces_compute(&query, NULL, &error), &error, BUOY_ERROR_ELEMENT,
                  "body 5: ");
    assert_true(fabs(crowd.states[3].velocity[2]) > 1e12);
}

TEST_FIXTURE(stepping_make, NULL)
