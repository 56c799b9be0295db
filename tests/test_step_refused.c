// What the family `step` refuses: parts, masses, models and steps, with a message that names what
// is wrong, and no result that could be taken for an answer.
#include "body.h"
#include "owned.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces results[stepping_most];

static void expect(enum buoy_status got, const struct buoy_error *error, enum buoy_status expected,
                   const char *part_of_message) {
    if (got != expected || error->status != expected || !strstr(error->message, part_of_message)) {
        fail_msg("status %d, '%s': expected %d and '%s'", (int)got, error->message, (int)expected,
                 part_of_message);
    }
}

// -------------------------------------------------------------------------------- parts

static struct buoy_part good_part(void) {
    struct buoy_part part = buoy_part_default();
    part.shape.size[0] = part.shape.size[1] = part.shape.size[2] = 0.5f;
    return part;
}

static void expect_part(const struct buoy_part *part, enum buoy_status expected,
                        const char *message) {
    const struct buoy_part parts[2] = {good_part(), *part};
    const double densities[2] = {1.0, 1.0};
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_mass mass = {.mass = -1.0};
    struct buoy_model *model = (void *)&mass;
    struct buoy_error error;
    expect(buoy_mass_of_parts(parts, densities, 2, &mass, &error), &error, expected, message);
    assert_true(mass.mass == -1.0);
    input.parts = parts;
    input.part_count = 2;
    input.mass.mass = 1.0;
    expect(buoy_model_create(&input, &model, &error), &error, expected, message);
    assert_null(model);
}

TEST(parts) {
    static const double bad[] = {(double)NAN, (double)INFINITY, 1.0001e12, -1.0001e12};
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    struct buoy_part part = good_part();
    part.mesh = mesh;
    expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: it has a mesh");
    part.mesh = NULL;
    part.shape.kind = BUOY_SHAPE_MESH;
    expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: no mesh");
    part.shape.kind = (enum buoy_shape_kind)77;
    expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: 77 is not a kind");
    for (int i = 0; i < 3; ++i) {
        part = good_part();
        part.shape.size[i] = 0.0f;
        expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: size");
        part.shape.size[i] = -1.0f;
        expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: size");
        for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
            part = good_part();
            part.shape.size[i] = (float)bad[b];
            expect_part(&part, BUOY_ERROR_NON_FINITE, "part 1: size ");
            part = good_part();
            part.place.position[i] = bad[b];
            expect_part(&part, BUOY_ERROR_NON_FINITE, "part 1: position");
            part = good_part();
            part.place.rotation[i] = bad[b];
            expect_part(&part, BUOY_ERROR_NON_FINITE, "part 1: rotation");
        }
    }
    part = good_part();
    part.place.rotation[3] = 0.98;
    expect_part(&part, BUOY_ERROR_ARGUMENT, "part 1: its rotation");
}

// An open mesh that counts as enclosing less than nothing.
TEST(zero_volume) {
    struct body box = body_box(1.0f, 1.0f, 1.0f);
    for (size_t i = 0; i < box.triangle_count; ++i) {
        const uint32_t second = box.indices[3 * i + 1];
        box.indices[3 * i + 1] = box.indices[3 * i + 2];
        box.indices[3 * i + 2] = second;
    }
    --box.triangle_count;
    struct buoy_mesh *mesh = body_mesh(&box, BUOY_MESH_ACCEPT_OPEN);
    struct buoy_part part = good_part();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = mesh;
    expect_part(&part, BUOY_ERROR_ZERO_VOLUME, "part 1: its mesh encloses nothing");
}

TEST(counts) {
    static struct buoy_part parts[BUOY_MAX_PARTS + 1];
    static double densities[BUOY_MAX_PARTS + 1];
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_mass mass;
    struct buoy_model *model;
    struct buoy_error error;
    for (size_t i = 0; i <= BUOY_MAX_PARTS; ++i) {
        parts[i] = good_part();
        parts[i].place.position[0] = (double)i;
        densities[i] = 1.0;
    }
    expect(buoy_mass_of_parts(parts, densities, 0, &mass, &error), &error, BUOY_ERROR_ARGUMENT,
           "no parts");
    expect(buoy_mass_of_parts(NULL, densities, 1, &mass, &error), &error, BUOY_ERROR_ARGUMENT,
           "no parts");
    expect(buoy_mass_of_parts(parts, NULL, 1, &mass, &error), &error, BUOY_ERROR_ARGUMENT,
           "no densities");
    expect(buoy_mass_of_parts(parts, densities, 1, NULL, &error), &error, BUOY_ERROR_ARGUMENT,
           "no room");
    expect(buoy_mass_of_parts(parts, densities, BUOY_MAX_PARTS + 1, &mass, &error), &error,
           BUOY_ERROR_ARGUMENT, "257 parts: at most 256");
    expect(buoy_mass_of_parts(parts, densities, BUOY_MAX_PARTS, &mass, &error), &error, BUOY_OK,
           "");
    input.parts = parts;
    input.part_count = BUOY_MAX_PARTS + 1;
    input.mass = mass;
    expect(buoy_model_create(&input, &model, &error), &error, BUOY_ERROR_ARGUMENT, "257 parts");
    input.part_count = BUOY_MAX_PARTS;
    expect(buoy_model_create(&input, &model, &error), &error, BUOY_OK, "");
    buoy_model_destroy(model);
    expect(buoy_model_create(&input, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "no room");
    expect(buoy_model_create(NULL, &model, &error), &error, BUOY_ERROR_ARGUMENT, "no input");
    expect(buoy_model_get_info(NULL, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "no model");
    densities[3] = -1.0;
    expect(buoy_mass_of_parts(parts, densities, 5, &mass, &error), &error, BUOY_ERROR_ARGUMENT,
           "part 3: density -1");
    densities[3] = (double)NAN;
    expect(buoy_mass_of_parts(parts, densities, 5, &mass, &error), &error, BUOY_ERROR_NON_FINITE,
           "part 3: density ");
    densities[0] = 0.0;
    expect(buoy_mass_of_parts(parts, densities, 1, &mass, &error), &error, BUOY_ERROR_ARGUMENT,
           "no mass");
    densities[0] = 1.1e12;
    expect(buoy_mass_of_parts(parts, densities, 1, &mass, &error), &error, BUOY_ERROR_NON_FINITE,
           "density 1100000000000 is beyond the limit of 1e+12");
    densities[0] = 1e12;
    parts[0].shape.size[0] = 1e9f;
    parts[0].shape.size[1] = 1e9f;
    expect(buoy_mass_of_parts(parts, densities, 1, &mass, &error), &error, BUOY_ERROR_NON_FINITE,
           "the mass 4");
    parts[0].shape.size[1] = 1e-3f;
    expect(buoy_mass_of_parts(parts, densities, 1, &mass, &error), &error, BUOY_ERROR_NON_FINITE,
           "the inertia 1");
}

// ------------------------------------------------------------------------------- masses

static void expect_mass(const struct buoy_mass *mass, const struct buoy_drag *drag,
                        enum buoy_status expected, const char *message) {
    const struct buoy_part part = good_part();
    struct buoy_model_input input = buoy_model_input_default();
    struct buoy_model *model;
    struct buoy_error error;
    input.parts = &part;
    input.part_count = 1;
    input.mass = *mass;
    input.drag = *drag;
    expect(buoy_model_create(&input, &model, &error), &error, expected, message);
    assert_true(!model == (expected != BUOY_OK));
    buoy_model_destroy(model);
}

TEST(masses) {
    const struct buoy_mass good = {1.0, {0.0}, {2.0, 0.5, 0.25, 0.5, 3.0, 0.125, 0.25, 0.125, 1.5}};
    const struct buoy_drag none = {0.0, 0.0, 0.0};
    static const double bad[] = {(double)NAN, (double)INFINITY, 1.0001e30};
    struct buoy_mass mass = good;
    expect_mass(&mass, &none, BUOY_OK, "");
    for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
        mass.mass = bad[b];
        expect_mass(&mass, &none, BUOY_ERROR_NON_FINITE, "the mass");
        mass = good;
        mass.centre_of_mass[2] = bad[b];
        expect_mass(&mass, &none, BUOY_ERROR_NON_FINITE, "the centre of mass");
        mass = good;
        mass.inertia[5] = bad[b];
        expect_mass(&mass, &none, BUOY_ERROR_NON_FINITE, "the inertia");
        mass = good;
        for (int i = 0; i < 3; ++i) {
            double given[3] = {0.0, 0.0, 0.0};
            given[i] = bad[b];
            const struct buoy_drag drag = {given[0], given[1], given[2]};
            expect_mass(&mass, &drag, BUOY_ERROR_NON_FINITE, "drag coefficient ");
            given[i] = -0.5;
            const struct buoy_drag negative = {given[0], given[1], given[2]};
            expect_mass(&mass, &negative, BUOY_ERROR_ARGUMENT, "a drag coefficient");
        }
    }
    mass.mass = 0.0;
    expect_mass(&mass, &none, BUOY_ERROR_ARGUMENT, "mass 0: must be above 0");
    mass.mass = 0x1p-1070; // whose inverse is not finite
    expect_mass(&mass, &none, BUOY_ERROR_NON_FINITE, "too small for doubles");
    mass = good;
    mass.inertia[1] += 2.9e-9; // asymmetric by just below and just above 1e-9 of 3
    expect_mass(&mass, &none, BUOY_OK, "");
    mass.inertia[1] += 0.2e-9;
    expect_mass(&mass, &none, BUOY_ERROR_ARGUMENT, "not symmetric and positive definite");
    mass = good;
    mass.inertia[0] = -2.0;
    expect_mass(&mass, &none, BUOY_ERROR_ARGUMENT, "not symmetric and positive definite");
    // Rank 2 but for 1.1e-12 of the last diagonal number, and for 0.9e-12 of it.
    const double flat[9] = {0.5, 0.0, 0.5, 0.0, 1.0, 0.0, 0.5, 0.0, 0.5 + 0.55e-12};
    mass = good;
    memcpy(mass.inertia, flat, sizeof flat);
    expect_mass(&mass, &none, BUOY_OK, "");
    mass.inertia[8] = 0.5 + 0.45e-12;
    expect_mass(&mass, &none, BUOY_ERROR_ARGUMENT, "not symmetric and positive definite");
}

// Principal moments that no body has: I₃ > I₁ + I₂, about any axes. What a plate has is the limit,
// of which floats may miss the last digit.
TEST(triangle_inequality) {
    const struct buoy_drag none = {0.0, 0.0, 0.0};
    static const struct {
        double sum; // I₁ + I₂, of I₃ = 1
        bool good;
    } cases[] = {
        {1.5, true}, {1.0, true}, {1.0 - 1.9e-6, true}, {1.0 - 2.1e-6, false}, {0.9, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double x = 0.75 * cases[i].sum, y = 0.25 * cases[i].sum;
        // Along the axes, in any order, and turned by 45° about one.
        const double inertias[4][9] = {
            {x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 1.0},
            {1.0, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, y},
            {y, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, x},
            {x, 0.0, 0.0, 0.0, 0.5 + 0.5 * y, 0.5 - 0.5 * y, 0.0, 0.5 - 0.5 * y, 0.5 + 0.5 * y},
        };
        for (size_t k = 0; k < 4; ++k) {
            for (int power = -30; power <= 30; power += 30) {
                struct buoy_mass mass = {.mass = 1.0};
                for (int j = 0; j < 9; ++j) {
                    mass.inertia[j] = ldexp(inertias[k][j], power);
                }
                // The bound is a share of the largest number, not of the largest moment.
                const bool near = k == 3 && fabs(cases[i].sum - 1.0 + 2e-6) < 1e-6;
                if (!near) {
                    expect_mass(&mass, &none, cases[i].good ? BUOY_OK : BUOY_ERROR_ARGUMENT,
                                cases[i].good ? "" : "no body has this inertia");
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------- steps

// NaN for the body that is named and for no other, or untouched.
static void expect_no_answer(enum buoy_status status, const char *message) {
    const size_t bad = status == BUOY_ERROR_ELEMENT ? strtoul(message + 5, NULL, 10) : SIZE_MAX;
    for (size_t i = 0; i < crowd.count; ++i) {
        for (size_t k = 0; k < sizeof results[i] / sizeof(double); ++k) {
            double number;
            memcpy(&number, (const char *)&results[i] + k * sizeof number, sizeof number);
            assert_true(!isnan(number) == (i != bad));
            assert_true(status == BUOY_ERROR_ELEMENT || number == 0.0);
        }
    }
}

// Asks for effects alone, which a dry body has wherever it is.
static void expect_push(const struct buoy_kernel *kernel, struct buoy_step_query query,
                        enum buoy_status expected, const char *message) {
    static double effects[stepping_most][6];
    struct buoy_error error;
    memset(effects, 0, sizeof effects);
    query.effects.linear = buoy_to_doubles(effects[0], sizeof effects[0]);
    query.effects.angular = buoy_to_doubles(&effects[0][3], sizeof effects[0]);
    expect(buoy_step_with(kernel, &query, NULL, &error), &error, expected, message);
    const size_t bad = expected == BUOY_ERROR_ELEMENT ? strtoul(message + 5, NULL, 10) : SIZE_MAX;
    for (size_t i = 0; i < 6 * crowd.count; ++i) {
        assert_true(!isnan(effects[i / 6][i % 6]) == (i / 6 != bad));
    }
}

// What every kernel says of a crowd in which one thing is wrong.
static void expect_step(enum buoy_status expected, const char *message) {
    const struct buoy_kernel *kernel;
    struct buoy_step_query query = stepping_query(&crowd);
    static _Alignas(64) char scratch[1 << 20];
    struct buoy_error error;
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
    for (size_t i = 0; (kernel = next_kernel("step", &i));) {
        memset(results, 0, sizeof results);
        expect(buoy_step_with(kernel, &query, results, &error), &error, expected, message);
        if (expected != BUOY_OK) {
            expect_no_answer(expected, message);
        }
        expect_push(kernel, query, expected, message);
    }
    memset(results, 0, sizeof results);
    expect(buoy_water_forces_compute(&query, results, &error), &error, expected, message);
    if (expected != BUOY_OK) {
        expect_no_answer(expected, message);
    }
    // Alone: the body that is wrong, or any.
    const bool named = strncmp(message, "body ", 5) == 0;
    const uint32_t body = named ? (uint32_t)strtoul(message + 5, NULL, 10) : 0;
    query.bodies = &body;
    query.count = 1;
    expect(buoy_water_forces_compute(&query, results, &error), &error, expected, message);
}

TEST(states) {
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 1.0001e12,
                                 -1e300};
    struct rng rng = rng_make("step: wrong states");
    for (size_t round = 0; round < 130; ++round) {
        stepping_random(&rng, 1 + rng_below(&rng, 100), &crowd);
        const size_t body = rng_below(&rng, crowd.count);
        char message[64];
        double *number = (double *)&crowd.states[body] + round % 13;
        const double old = *number;
        const bool turns = round % 13 >= 3 && round % 13 < 7;
        for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
            *number = bad[b];
            snprintf(message, sizeof message, "body %zu: %s", body,
                     round % 13 < 3    ? "position"
                     : turns           ? "rotation"
                     : round % 13 < 10 ? "velocity"
                                       : "spin");
            expect_step(BUOY_ERROR_ELEMENT, message);
        }
        // The largest number that is allowed.
        *number = turns ? old : old < 0.0 ? -1e12 : 1e12;
        expect_step(BUOY_OK, "");
        *number = old;
        crowd.models[body] = NULL;
        snprintf(message, sizeof message, "body %zu: no model", body);
        expect_step(BUOY_ERROR_ELEMENT, message);
    }
}

// Of several bodies that are wrong the first is named, by the caller's number, although crowds of
// more than 32 are answered by kinds.
TEST(first_of_several) {
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
    struct buoy_water water = buoy_calm_sea();
    const struct buoy_model *models[3];
    struct stepping_state states[3];
    memset(states, 0, sizeof states);
    for (int i = 0; i < 3; ++i) {
        struct buoy_part part = good_part();
        struct buoy_model_input input = buoy_model_input_default();
        part.shape.size[0] = part.shape.size[1] = part.shape.size[2] = sizes[i == 1];
        input.parts = &part;
        input.part_count = 1;
        input.mass.mass = 1.0;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        models[i] = model_of(&input);
        states[i].rotation[3] = 1.0;
    }
    for (int floats = 0; floats < 2; ++floats) {
        float narrow[3][3] = {{0.0f}};
        double wide[3][3];
        struct buoy_step_query query = buoy_step_query_default();
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

// Squared lengths just within and just beyond 2 % of 1.
TEST(quaternions) {
    struct rng rng = rng_make("step: quaternions");
    for (size_t round = 0; round < 50; ++round) {
        stepping_random(&rng, 1 + rng_below(&rng, 100), &crowd);
        const size_t body = rng_below(&rng, crowd.count);
        double *q = crowd.states[body].rotation, length = 0.0;
        char message[64];
        for (int k = 0; k < 4; ++k) {
            length += q[k] * q[k];
        }
        static const double squares[] = {0.98 + 1e-9, 1.02 - 1e-9, 0.98 - 1e-9, 1.02 + 1e-9, 0.0};
        for (size_t s = 0; s < 5; ++s) {
            double old[4];
            memcpy(old, q, sizeof old);
            for (int k = 0; k < 4; ++k) {
                q[k] *= sqrt(squares[s] / length);
            }
            snprintf(message, sizeof message, "body %zu: its rotation", body);
            expect_step(s < 2 ? BUOY_OK : BUOY_ERROR_ELEMENT, s < 2 ? "" : message);
            memcpy(q, old, sizeof old);
        }
    }
}

TEST(queries) {
    struct rng rng = rng_make("step: wrong queries");
    struct buoy_error error;
    stepping_random(&rng, 5, &crowd);
    crowd.water.density = 0.0;
    struct buoy_step_query query = stepping_query(&crowd);
    memset(results, 0, sizeof results);
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "density");
    assert_true(results[0].volume == 0.0);
    crowd.water = buoy_calm_sea();
    query.dt = -1.0;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "below 0");
    query.dt = (double)NAN;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_NON_FINITE,
           "the step");
    query = stepping_query(&crowd);
    expect(buoy_water_forces_compute(&query, NULL, &error), &error, BUOY_ERROR_ARGUMENT, "no room");
    expect(buoy_water_forces_compute(NULL, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "no query");
    query.water = NULL;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "no water");
    query = stepping_query(&crowd);
    query.models = NULL;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "no models");
    query = stepping_query(&crowd);
    query.states.position.first = NULL;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "no positions");
    query = stepping_query(&crowd);
    query.states.rotation.first = NULL;
    expect(buoy_water_forces_compute(&query, results, &error), &error, BUOY_ERROR_ARGUMENT,
           "no rotations");
    query = buoy_step_query_default();
    query.water = &crowd.water;
    expect(buoy_water_forces_compute(&query, NULL, &error), &error, BUOY_OK, "");
}

TEST(scratch) {
    struct rng rng = rng_make("step: scratch");
    const struct buoy_kernel *tuned = buoy_kernel_find("step/auto/tuned");
    struct buoy_error error;
    stepping_random(&rng, 5, &crowd);
    struct buoy_step_query query = stepping_query(&crowd);
    assert_true(buoy_step_scratch_bytes(buoy_kernel_find("box/auto/best"), &query, &error) ==
                SIZE_MAX);
    assert_true(buoy_step_scratch_bytes(NULL, &query, &error) == SIZE_MAX);
    assert_true(buoy_step_scratch_bytes(tuned, NULL, &error) == SIZE_MAX);
    assert_int_equal(buoy_step_scratch_bytes(buoy_kernel_find("step/auto/best"), &query, &error),
                     0);
    const size_t bytes = buoy_step_scratch_bytes(tuned, &query, &error);
    crowd.models[3] = NULL; // fails alone, and needs none
    assert_true(buoy_step_scratch_bytes(tuned, &query, &error) <= bytes);
}

// A force added to the velocity in place carries body 3 beyond the bound of all numbers.
TEST(effects_in_place) {
    struct rng rng = rng_make("step: effects in place");
    struct buoy_error error;
    stepping_random(&rng, 10, &crowd);
    crowd.made[3] = 0;
    crowd.models[3] = stepping_model("box")->model;
    crowd.states[3].position[2] = -100.0;
    crowd.states[3].velocity[2] = 1e12 - 1e-3;
    crowd.states[5].position[1] = (double)NAN;
    struct buoy_step_query query = stepping_query(&crowd);
    query.effects.linear = buoy_to_doubles(crowd.states[0].velocity, sizeof crowd.states[0]);
    query.effects.add = true;
    expect(buoy_water_forces_compute(&query, NULL, &error), &error, BUOY_ERROR_ELEMENT, "body 5: ");
    assert_true(fabs(crowd.states[3].velocity[2]) > 1e12);
}

// -------------------------------------------------------------------------------- water

static void bad_current(void *context, const double *points, size_t count, double *velocities) {
    const double *limit = context;
    for (size_t i = 0; i < count; ++i) {
        velocities[3 * i] = points[3 * i] > *limit ? (double)NAN : 1.0;
        velocities[3 * i + 1] = velocities[3 * i + 2] = 0.0;
    }
}

TEST(water) {
    struct rng rng = rng_make("step: wrong water");
    double limit = 50.0;
    stepping_random(&rng, 100, &crowd);
    crowd.water.current_at = bad_current;
    crowd.water.current_context = &limit;
    expect_step(BUOY_OK, "");
    crowd.states[77].position[0] = 100.0;
    expect_step(BUOY_ERROR_ELEMENT, "body 77: the current at its place is not finite");
    // Forces beyond doubles: 1e12 everywhere.
    stepping_random(&rng, 3, &crowd);
    crowd.made[1] = 0;
    struct buoy_model_input input = stepping_model("box")->input;
    input.drag.linear = input.drag.angular = 1e12;
    input.mass.mass = 1e12;
    input.mass.centre_of_mass[0] = 1e12;
    memset(input.mass.inertia, 0, sizeof input.mass.inertia);
    input.mass.inertia[0] = input.mass.inertia[4] = input.mass.inertia[8] = 1e-300;
    struct buoy_model *model = model_of(&input);
    crowd.models[1] = model;
    crowd.dt = 1e12;
    memset(&crowd.states[1], 0, sizeof crowd.states[1]);
    crowd.states[1].position[2] = -1.0;
    crowd.states[1].rotation[3] = 1.0;
    crowd.states[1].angular_velocity[1] = 1e12;
    expect_step(BUOY_ERROR_ELEMENT, "body 1: its forces overflow doubles");
}

// Water that no query accepts, of a crowd and of one body.
TEST(bad_water) {
    struct rng rng = rng_make("step: bad water");
    struct buoy_water bad[9];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        bad[i] = buoy_calm_sea();
    }
    bad[0].density = 0.0;
    bad[1].density = (double)NAN;
    bad[2].gravity = -1.0;
    bad[3].current[1] = 2e12;
    bad[4].plane.d = INFINITY;
    bad[5].plane64.normal[2] = (double)NAN;
    bad[6].kind = BUOY_WATER_PATCH;
    bad[7].kind = BUOY_WATER_WAVES;
    bad[8].kind = (enum buoy_water_kind)7;
    stepping_random(&rng, 50, &crowd);
    stepping_into_waves(&crowd, (double)INFINITY);
    expect_step(BUOY_ERROR_NON_FINITE, "time");
    stepping_into_waves(&crowd, 1.0);
    crowd.water.wave_pressure = (enum buoy_wave_pressure)7;
    expect_step(BUOY_ERROR_ARGUMENT, "pressure");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        crowd.water = bad[i];
        expect_step(i == 1 || (i >= 3 && i < 6) ? BUOY_ERROR_NON_FINITE : BUOY_ERROR_ARGUMENT, "");
    }
    crowd.water = buoy_calm_sea();
    crowd.dt = -1.0;
    expect_step(BUOY_ERROR_ARGUMENT, "");
    crowd.dt = (double)NAN;
    expect_step(BUOY_ERROR_NON_FINITE, "");
}

// Among others and alone, with quadratic drag and without.
TEST(open_mesh) {
    struct rng rng = rng_make("step: open mesh");
    struct buoy_mesh *mesh = mesh_of(body_open_cone(&rng, 7), BUOY_MESH_ACCEPT_OPEN);
    struct buoy_part part = good_part();
    part.shape.kind = BUOY_SHAPE_MESH;
    part.mesh = mesh;
    for (int i = 0; i < 4; ++i) {
        const size_t count = i / 2 == 0 ? 40 : 1, place = count / 4;
        struct buoy_model_input input = buoy_model_input_default();
        char message[64];
        input.parts = &part;
        input.part_count = 1;
        input.mass.mass = 1.0;
        input.drag.quadratic = i % 2;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        struct buoy_model *model = model_of(&input);
        stepping_random(&rng, count, &crowd);
        crowd.water = buoy_calm_sea();
        crowd.models[place] = model;
        memset(&crowd.states[place], 0, sizeof crowd.states[place]);
        crowd.states[place].rotation[3] = 1.0;
        crowd.states[place].position[2] = 0.5; // its rim is dry
        expect_step(BUOY_OK, "");
        crowd.states[place].position[2] = -2.0;
        snprintf(message, sizeof message, "body %zu: an open edge is wet", place);
        expect_step(BUOY_ERROR_ELEMENT, message);
    }
}

TEST_FIXTURE(stepping_make, NULL)
