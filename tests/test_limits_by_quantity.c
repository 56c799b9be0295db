// Every number that describes bodies, water or motion has the limit of its quantity, the same in
// every function: at the limit it is taken, and the next number is refused by a message that names
// the quantity, the number and the limit. Ships, platforms and ice are answered, as their closed
// forms say.
#include <float.h>

#include "body.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
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
    it.water = buoy_calm_sea(BUOY_Z_UP);
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

// ------------------------------------------------------------------------------------ limits input

// Both sides of the limits on callers' input, to the last bit: the largest number that is accepted,
// and the next number, which is refused. tests/constants.md lists all limits, and the tests of
// those that are not tested here.

// BUOY_MAX_VOXELS.
TEST(voxels) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
    struct buoy_volume result;
    for (unsigned voxels = BUOY_MAX_VOXELS - 1; voxels <= BUOY_MAX_VOXELS + 1; ++voxels) {
        const struct buoy_shapes_query query = {.shapes = &box,
                                                .planes = &plane,
                                                .count = 1,
                                                .voxels = voxels,
                                                .kernel = buoy_kernel_find("box/voxel/scalar")};
        assert_int_equal(buoy_shapes_compute(&query, &result, NULL),
                         voxels <= BUOY_MAX_VOXELS ? BUOY_OK : BUOY_ERROR_ARGUMENT);
    }
}

// FLAT: |V| ≤ 2^-23 × area × diagonal is no volume. Plates of halves 1, 1 and t.
TEST(flat_meshes) {
    size_t flat = 0, thick = 0;
    for (int k = 0; k < 40; ++k) {
        const float t = (float)(0x1p-23 * pow(1.05, k));
        struct body plate = body_box(1.0f, 1.0f, t);
        const double area = 8.0 + 16.0 * (double)t;
        const double diagonal = sqrt(8.0 + 4.0 * (double)t * (double)t);
        const double share = 8.0 * (double)t / (0x1p-23 * area * diagonal);
        const struct buoy_mesh_input input = {.positions = plate.positions,
                                              .vertex_count = plate.vertex_count,
                                              .indices = plate.indices,
                                              .triangle_count = plate.triangle_count,
                                              .flags = BUOY_MESH_KEEP_ALL};
        struct buoy_mesh *mesh;
        const enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
        assert_int_equal(status, share > 1.0 ? BUOY_OK : BUOY_ERROR_ZERO_VOLUME);
        flat += share < 1.0;
        thick += share > 1.0;
        buoy_mesh_destroy(mesh);
    }
    assert_true(flat > 5 && thick > 5);
}

// BUOY_MAX_TRIANGLES: beyond it counts are refused before anything is read. What is at the limit
// would take gigabytes.
TEST(most_triangles) {
    static const float nothing[3];
    static const uint32_t none[3];
    struct buoy_mesh_input input = {.positions = nothing,
                                    .vertex_count = 1,
                                    .indices = none,
                                    .triangle_count = (size_t)BUOY_MAX_TRIANGLES + 1,
                                    .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_mesh *mesh;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
    input.vertex_count = (size_t)BUOY_MAX_TRIANGLES + 1;
    input.triangle_count = 1;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
}

// A normal's length: from the smallest denormals to the largest doubles, volumes, hydrostatics and
// drafts are those of a normal of length 1.
TEST(longest_normals) {
    static const int exponents[] = {1023, 1022, 1000,  999,   128,   0,     -150,
                                    -900, -901, -1000, -1022, -1023, -1060, -1072};
    struct buoy_mesh *mesh = mesh_of(body_box(0.25f, 0.5f, 0.375f), 0);
    const struct buoy_plane64 plane = {{1.0, 0.5, 0.75}, 0.25};
    struct buoy_volume volume, expected;
    struct buoy_hydrostatics at, expected_at;
    double d, expected_d;
    assert_int_equal(buoy_volume_compute(
                         &(struct buoy_volume_query){.mesh = mesh, .planes64 = &plane, .count = 1},
                         &expected, NULL),
                     BUOY_OK);
    assert_int_equal(
        buoy_hydrostatics_compute(
            &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = &plane, .count = 1},
            &expected_at, NULL),
        BUOY_OK);
    assert_int_equal(buoy_draft(mesh, plane.normal, 0.25, &expected_d, NULL, NULL), BUOY_OK);
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; ++i) {
        const int e = exponents[i];
        const struct buoy_plane64 scaled = {{ldexp(1.0, e), ldexp(0.5, e), ldexp(0.75, e)},
                                            ldexp(0.25, e)};
        assert_int_equal(
            buoy_volume_compute(
                &(struct buoy_volume_query){.mesh = mesh, .planes64 = &scaled, .count = 1}, &volume,
                NULL),
            BUOY_OK);
        assert_memory_equal(&volume, &expected, sizeof volume);
        assert_int_equal(
            buoy_hydrostatics_compute(
                &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = &scaled, .count = 1},
                &at, NULL),
            BUOY_OK);
        assert_memory_equal(&at, &expected_at, sizeof at);
        assert_int_equal(buoy_draft(mesh, scaled.normal, 0.25, &d, NULL, NULL), BUOY_OK);
        assert_true(d == ldexp(expected_d, e));
    }
}

// Decimals on both sides of 2^1023, and DBL_MAX. A box that reaches from height 8 to 10 is cut at 9
// only if the offset is a double: a draft that is none is refused, and water at 1 wets nothing.
TEST(decimal_normals) {
    static const double lengths[] = {8.9e307, 9e307, DBL_MAX, DBL_MIN, 1e-310};
    struct buoy_mesh *meshes[2] = {mesh_of(body_box(1, 1, 1), 0),
                                   mesh_of(body_moved(body_box(1, 1, 1), 0, 0, 9), 0)};
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int m = 0; m < 2; ++m) {
            const struct buoy_plane64 plane = {{0.0, 0.0, lengths[i]}, 0.25 * lengths[i]};
            struct buoy_volume volume;
            struct buoy_volume_error error;
            const struct buoy_volume_query query = {.mesh = meshes[m],
                                                    .planes64 = &plane,
                                                    .count = 1,
                                                    .errors = &error,
                                                    .kernel = kernel};
            assert_int_equal(buoy_volume_compute(&query, &volume, NULL), BUOY_OK);
            assert_true(fabs(volume.volume - (m ? 0.0 : 5.0)) <= error.volume);
            assert_true(error.volume < 1e-5);
            double d;
            const bool representable = m == 0 || lengths[i] < 1.0;
            assert_int_equal(buoy_draft(meshes[m], plane.normal, 6.0, &d, NULL, NULL),
                             representable ? BUOY_OK : BUOY_ERROR_NON_FINITE);
            assert_true(!representable ||
                        fabs(d / lengths[i] - (m ? 9.5 : 0.5)) < (m ? 1e-4 : 1e-6));
        }
    }
}

// Planes in float beside planes in double.
TEST(planes_twice) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 1, 1), 0);
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    const struct buoy_kernel *other = buoy_kernel_find("hydrostatics/auto/best");
    const struct buoy_plane plane = {{0, 0, 1}, 0};
    const struct buoy_plane64 wide = {{0, 0, 1}, 0};
    for (int floats = 0; floats < 2; ++floats) {
        struct buoy_volume volume;
        struct buoy_hydrostatics at;
        const struct buoy_volume_query query = {.mesh = mesh,
                                                .planes = floats ? &plane : NULL,
                                                .planes64 = &wide,
                                                .count = 1,
                                                .kernel = kernel};
        const struct buoy_hydrostatics_query more = {
            .mesh = mesh, .planes = query.planes, .planes64 = &wide, .count = 1, .kernel = other};
        const enum buoy_status expected = floats ? BUOY_ERROR_ARGUMENT : BUOY_OK;
        assert_int_equal(buoy_volume_compute(&query, &volume, NULL), expected);
        assert_int_equal(buoy_hydrostatics_compute(&more, &at, NULL), expected);
    }
}
