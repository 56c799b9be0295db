// Every number that describes bodies, water or motion has the limit of its quantity, the same in
// every function: at the limit it is taken, and the next number is refused by a message that names
// the quantity, the number and the limit. Ships, platforms and ice are answered, as their closed
// forms say.
#include "buoyancy_hydrodynamics.h"
#include "motion.h"
#include "owned.h"
#include "test.h"

// All that is asked about one box.
static struct {
    struct buoy_part part;
    struct buoy_model_input input;
    struct buoy_model *model;
    struct buoy_water water;
    double density, position[3], rotation[4], velocity[3], spin[3], dt;
    struct motion_body body;
    struct buoy_force load;
    struct motion_query motion;
    struct buoy_submerged wet;
    struct buoy_drag_body drag_body;
    struct buoy_drag_motion drag_motion;
    struct buoy_met_water met;
    struct buoy_forces_query forces;
    struct buoy_hydrodynamics hydrodynamics;
    struct buoy_hydrodynamic_motion moving;
} it;

static void begin(void) {
    buoy_model_destroy(it.model);
    memset(&it, 0, sizeof it);
    it.part = buoy_part_default();
    it.part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    it.input = (struct buoy_model_input){0};
    it.input.parts = &it.part;
    it.input.part_count = 1;
    it.input.mass = (struct buoy_mass){1.0, {0.0}, {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    assert_int_equal(buoy_model_create(&it.input, &it.model, NULL), BUOY_OK);
    it.water = buoy_calm_sea();
    it.density = it.rotation[3] = it.dt = 1.0;
    it.body = motion_body_default();
    it.body.model = it.model;
    it.motion = motion_query_default();
    it.motion.bodies = &it.body;
    it.motion.loads = &it.load;
    it.motion.count = 1;
    it.motion.water = &it.water;
    it.wet.volume = 1.0;
    it.drag_body = buoy_drag_body_default();
    it.met.up[2] = 1.0;
    it.forces = buoy_forces_query_default();
    it.forces.submerged = &it.wet;
    it.forces.bodies = &it.drag_body;
    it.forces.motions = &it.drag_motion;
    it.forces.waters = &it.met;
    it.forces.count = 1;
    it.hydrodynamics = (struct buoy_hydrodynamics){0};
    it.moving = buoy_hydrodynamic_motion_default();
    for (int i = 0; i < 6; ++i) {
        it.moving.mass[i][i] = 1.0;
    }
}

static enum buoy_status make_model(struct buoy_error *error) {
    struct buoy_model *model;
    const enum buoy_status status = buoy_model_create(&it.input, &model, error);
    buoy_model_destroy(model);
    return status;
}

static enum buoy_status find_mass(struct buoy_error *error) {
    struct buoy_mass mass;
    return buoy_mass_of_parts(&it.part, &it.density, 1, &mass, error);
}

static enum buoy_status check_water(struct buoy_error *error) {
    return buoy_water_check(&it.water, error);
}

static enum buoy_status step(struct buoy_error *error) {
    const struct buoy_model *const models[1] = {it.model};
    struct buoy_body_forces result;
    struct buoy_step_query query = {0};
    query.models = models;
    query.states.position = buoy_doubles(it.position, 0);
    query.states.rotation = buoy_doubles(it.rotation, 0);
    query.states.velocity = buoy_doubles(it.velocity, 0);
    query.states.spin = buoy_doubles(it.spin, 0);
    query.count = 1;
    query.water = &it.water;
    query.dt = it.dt;
    return buoy_water_forces_compute(&query, &result, error);
}

static enum buoy_status find_energy(struct buoy_error *error) {
    double energy;
    return motion_energy(&it.motion, &energy, error);
}

static enum buoy_status find_forces(struct buoy_error *error) {
    struct buoy_forces result;
    return buoy_forces_compute(&it.forces, &result, error);
}

static enum buoy_status find_wrenches(struct buoy_error *error) {
    struct buoy_hydrodynamic_forces result;
    return buoy_hydrodynamics_compute(&it.hydrodynamics, &it.moving, &result, error);
}

static const struct row {
    const char *words; // of the message, before the number
    double *number;
    double most;
    enum buoy_status (*ask)(struct buoy_error *error);
} rows[] = {
    {"part 0: position ", &it.part.place.position[1], 1e12, make_model},
    {"part 0: position ", &it.part.place.position[2], 1e12, find_mass},
    {"the mass ", &it.input.mass.mass, 1e30, make_model},
    {"the centre of mass ", &it.input.mass.centre_of_mass[1], 1e12, make_model},
    {"the length of angular drag ", &it.input.length, 1e12, make_model},
    {"the linear drag coefficient ", &it.input.drag.linear, 1e12, make_model},
    {"the angular drag coefficient ", &it.input.drag.angular, 1e12, make_model},
    {"the quadratic drag coefficient ", &it.input.drag.quadratic, 1e12, make_model},
    {"part 0: density ", &it.density, 1e12, find_mass},
    {"the water's density ", &it.water.density, 1e12, check_water},
    {"the water's gravity ", &it.water.gravity, 1e12, check_water},
    {"the water's current ", &it.water.current[1], 1e12, check_water},
    {"body 0: position ", &it.position[0], 1e12, step},
    {"body 0: velocity ", &it.velocity[1], 1e12, step},
    {"body 0: spin ", &it.spin[2], 1e12, step},
    {"the step ", &it.dt, 1e12, step},
    {"body 0: position ", &it.body.position[0], 1e12, find_energy},
    {"body 0: velocity ", &it.body.velocity[1], 1e12, find_energy},
    {"body 0: angular velocity ", &it.body.angular_velocity[2], 1e12, find_energy},
    {"body 0: force ", &it.load.force[2], 1e30, find_energy},
    {"body 0: torque ", &it.load.torque[0], 1e30, find_energy},
    {"the time ", &it.motion.time, 1e12, find_energy},
    {"the tolerance ", &it.motion.tolerance, 1e12, find_energy},
    {"body 0: submerged volume ", &it.wet.volume, 1e30, find_forces},
    {"body 0: wetted area ", &it.wet.wetted_area, 1e30, find_forces},
    {"body 0: centre of buoyancy ", &it.wet.centre[0], 1e12, find_forces},
    {"body 0: mass ", &it.drag_body.mass, 1e30, find_forces},
    {"body 0: volume ", &it.drag_body.volume, 1e30, find_forces},
    {"body 0: length ", &it.drag_body.length, 1e12, find_forces},
    {"body 0: inverse inertia ", &it.drag_body.inverse_inertia[8], 1e30, find_forces},
    {"body 0: centre of mass ", &it.drag_motion.centre_of_mass[0], 1e12, find_forces},
    {"body 0: velocity ", &it.drag_motion.velocity[1], 1e12, find_forces},
    {"body 0: angular velocity ", &it.drag_motion.angular_velocity[2], 1e12, find_forces},
    {"body 0: velocity of the water ", &it.met.velocity[1], 1e12, find_forces},
    {"density ", &it.forces.density, 1e12, find_forces},
    {"gravity ", &it.forces.gravity, 1e12, find_forces},
    {"linear drag ", &it.hydrodynamics.linear[2][2], 1e30, find_wrenches},
    {"quadratic drag ", &it.hydrodynamics.quadratic[1][1], 1e30, find_wrenches},
    {"added mass ", &it.hydrodynamics.added_mass[0][0], 1e30, find_wrenches},
    {"velocity ", &it.moving.velocity[4], 1e12, find_wrenches},
    {"step ", &it.moving.dt, 1e12, find_wrenches},
};

TEST(both_sides) {
    for (size_t r = 0; r < COUNT_OF(rows); ++r) {
        char words[120];
        struct buoy_error error;
        begin();
        *rows[r].number = rows[r].most;
        FAIL_IF(rows[r].ask(&error) != BUOY_OK, "row %zu, at the limit: %s", r, error.message);
        *rows[r].number = nextafter(rows[r].most, (double)INFINITY);
        const enum buoy_status status = rows[r].ask(&error);
        snprintf(words, sizeof words, "%s%.17g is beyond the limit of %g", rows[r].words,
                 *rows[r].number, rows[r].most);
        FAIL_IF(status == BUOY_OK || strncmp(error.message, words, strlen(words)) != 0,
                "row %zu: '%s' instead of '%s'", r, error.message, words);
        *rows[r].number = (double)NAN;
        assert_int_not_equal(rows[r].ask(&error), BUOY_OK);
        snprintf(words, sizeof words, "%snan is not finite", rows[r].words);
        FAIL_IF(strncmp(error.message, words, strlen(words)) != 0, "row %zu: '%s' instead of '%s'",
                r, error.message, words);
    }
    buoy_model_destroy(it.model);
    it.model = NULL;
}

// Inertias, of which no single number can be at the limit alone.
TEST(inertia) {
    struct buoy_error error;
    begin();
    for (int i = 0; i < 9; i += 4) {
        it.input.mass.inertia[i] = 1e30;
    }
    assert_int_equal(make_model(&error), BUOY_OK);
    it.input.mass.inertia[4] = nextafter(1e30, 1e31);
    assert_int_equal(make_model(&error), BUOY_ERROR_NON_FINITE);
    assert_non_null(
        strstr(error.message, "the inertia 1.0000000000000002e+30 is beyond the limit"));
    buoy_model_destroy(it.model);
    it.model = NULL;
}

// Large things, as uniform boxes: they float at rest, a moment of force about x turns them by
// torque × dt / I, and a thousand steps by either scheme leave them where they are.
TEST(large) {
    static const struct {
        const char *name;
        float half[3];
        double density;
    } things[] = {
        {"a VLCC", {165.0f, 30.0f, 15.0f}, 800.0},
        {"an FPSO", {150.0f, 30.0f, 16.0f}, 700.0},
        {"a container ship", {200.0f, 30.0f, 16.0f}, 600.0},
        {"a sheet of ice", {5e4f, 5e4f, 100.0f}, 917.0},
        {"a shelf of ice", {2.5e5f, 2.5e5f, 150.0f}, 917.0},
    };
    for (size_t t = 0; t < COUNT_OF(things); ++t) {
        const float *h = things[t].half;
        struct buoy_error error;
        struct buoy_model_info info;
        begin();
        it.part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {h[0], h[1], h[2]}};
        it.input.densities = &things[t].density;
        struct buoy_model *model;
        FAIL_IF(buoy_model_create(&it.input, &model, &error) != BUOY_OK, "%s: %s", things[t].name,
                error.message);
        assert_int_equal(buoy_model_get_info(model, &info, NULL), BUOY_OK);
        const double mass = 8.0 * (double)h[0] * (double)h[1] * (double)h[2] * things[t].density;
        const double inertia =
            mass / 3.0 * ((double)h[1] * (double)h[1] + (double)h[2] * (double)h[2]);
        assert_true(fabs(info.mass.mass / mass - 1.0) < 1e-12);
        assert_true(fabs(info.mass.inertia[0] / inertia - 1.0) < 1e-12);
        for (int scheme = 0; scheme < 2; ++scheme) {
            it.body = motion_body_default();
            it.body.model = model;
            it.body.position[2] = (double)h[2] * (1.0 - 2.0 * things[t].density / it.water.density);
            const double rest = it.body.position[2];
            it.motion.scheme = (enum motion_scheme)scheme;
            it.motion.loads = NULL;
            assert_int_equal(motion_advance(&it.motion, 1000, &error), BUOY_OK);
            assert_true(fabs(it.body.position[2] - rest) < 1e-5 * (double)h[2]);
            it.body.position[2] = 1e6; // in the air
            it.motion.loads = &it.load;
            it.load.torque[0] = 1e-3 * inertia;
            assert_int_equal(motion_advance(&it.motion, 1, &error), BUOY_OK);
            assert_true(fabs(it.body.angular_velocity[0] / (1e-3 * it.motion.dt) - 1.0) < 1e-4);
        }
        buoy_model_destroy(model);
    }
    buoy_model_destroy(it.model);
    it.model = NULL;
}
