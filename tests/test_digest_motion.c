// Equal bits everywhere (see test_digest.c) for bodies that move: ten seconds of bodies of all
// kinds, some less under pressure, by both schemes, in a current, in waves of both kinds, and at
// the wall of a pool. test_digest.c explains when to change the constant and whom to tell.
#include "body.h"
#include "digest.h"
#include "drifting.h"
#include "owned.h"
#include "test.h"

enum {
    bodies = 6,
};

static uint64_t digest_state(uint64_t digest, const struct motion_body *body) {
    assert_true(isfinite(body->position[0]) && isfinite(body->rotation[3]));
    digest = digest_doubles(digest, body->position, 3);
    digest = digest_doubles(digest, body->rotation, 4);
    digest = digest_doubles(digest, body->velocity, 3);
    return digest_doubles(digest, body->angular_velocity, 3);
}

// What is asked of bodies besides how they move.
static uint64_t digest_questions(uint64_t digest, const struct motion_query *query) {
    struct buoy_body_forces forces[bodies];
    double numbers[bodies];
    assert_int_equal(motion_forces_now(query, forces, NULL), BUOY_OK);
    assert_int_equal(motion_stiffness_numbers(query, numbers, NULL), BUOY_OK);
    digest = digest_doubles(digest, numbers, query->count);
    for (size_t i = 0; i < query->count; ++i) {
        digest = digest_doubles(digest, forces[i].buoyancy.force, 3);
        digest = digest_doubles(digest, forces[i].drag.torque, 3);
    }
    if (query->water->kind == BUOY_WATER_PLANE) {
        assert_int_equal(motion_energy(query, numbers, NULL), BUOY_OK);
        digest = digest_doubles(digest, numbers, query->count);
    }
    return digest;
}

// What moves, and the waves that move it.
static struct buoy_mesh *mesh;
static struct buoy_waves *waves;
static struct motion_surface surface;
static struct motion_body start[bodies];
static struct buoy_model *models[bodies];

static int set_up(void **state) {
    (void)state;
    struct buoy_wave wave = buoy_wave_default();
    mesh = mesh_of(body_builtin("builtin:star:96"), 0);
    surface = (struct motion_surface){mesh, 1.0, 0.5, 0.0625, NULL};
    wave.amplitude = 0.25f;
    wave.wavelength = 6.0f;
    wave.direction = 0.5f;
    waves = waves_of(&wave, 1, BUOY_GRAVITY);
    static const enum buoy_shape_kind kinds[bodies] = {BUOY_SHAPE_BOX,       BUOY_SHAPE_SPHERE,
                                                       BUOY_SHAPE_ELLIPSOID, BUOY_SHAPE_CAPSULE,
                                                       BUOY_SHAPE_CYLINDER,  BUOY_SHAPE_MESH};
    for (int i = 0; i < bodies; ++i) {
        const struct buoy_drag drag = {i % 2 ? 0.5 : 0.0, i % 3 ? 0.25 : 0.0, i % 4 ? 0.0 : 0.5};
        const double density = 125.0 * (i + 1);
        models[i] = kinds[i] == BUOY_SHAPE_MESH
                        ? drifting_mesh(mesh, density, drag)
                        : drifting_shape(kinds[i], 0.75f, 0.5f, 0.25f, density, drag);
        start[i] = drifting_body(models[i], 0.125 * i - 0.25, 0.25, 0.125, 0.0625 * i);
        start[i].surface = &surface;
        start[i].velocity[0] = 0.5 * i;
        start[i].angular_velocity[1] = 1.0;
        start[i].angular_velocity[2] = 0.25 * i;
    }
    return 0;
}

static struct buoy_water in_waves(void) {
    struct buoy_water water = buoy_calm_sea();
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    return water;
}

static uint64_t digest_moves(uint64_t digest, const struct buoy_water *water,
                             enum motion_scheme scheme, enum motion_forces forces) {
    static _Alignas(64) unsigned char scratch[8192];
    struct motion_body moved[bodies];
    memcpy(moved, start, sizeof start);
    struct motion_query query = drifting_query(moved, bodies, water, 1.0 / 16.0, scheme);
    query.forces = forces;
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
    const bool presses = forces == MOTION_PRESSURE; // slow under an emulator
    query.count = presses ? 1 : bodies;
    for (int part = 0; part < 10; ++part) {
        drifting_advance(&query, presses ? 4 : 16);
        for (size_t i = 0; i < query.count; ++i) {
            digest = digest_state(digest, &moved[i]);
        }
        digest = digest_questions(digest, &query);
    }
    return digest;
}

static void expect(uint64_t digest, uint64_t expected) {
    FAIL_IF(digest != expected, "digest %#llx, expected %#llx", (unsigned long long)digest,
            (unsigned long long)expected);
}

TEST(motion) {
    struct buoy_orbital_motion orbital = {0};
    uint64_t digest = DIGEST_EMPTY;
    orbital.waves = waves;
    for (int k = 0; k < 8; ++k) {
        struct buoy_water water = k / 4 ? in_waves() : buoy_calm_sea();
        water.current[0] = 0.5;
        if (k / 4) {
            water.current_at = buoy_waves_orbital_velocity;
            water.current_context = &orbital;
        }
        digest = digest_moves(digest, &water, (enum motion_scheme)(k % 2),
                              (enum motion_forces)(k / 2 % 2));
    }
    expect(digest, UINT64_C(0x9af53f82e551d33c));
}

// In waves that die away with depth, at the wall of a pool, and in both.
TEST(decay_and_walls) {
    const struct buoy_region pool = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    uint64_t digest = DIGEST_EMPTY;
    for (int k = 0; k < 6; ++k) {
        struct buoy_water water = k / 2 == 1 ? buoy_calm_sea() : in_waves();
        water.wave_pressure = BUOY_WAVES_DECAY;
        water.region = k / 2 > 0 ? &pool : NULL;
        digest = digest_moves(digest, &water, (enum motion_scheme)(k % 2), MOTION_PLANE);
    }
    expect(digest, UINT64_C(0xb4cc86ce642d7eb4));
}

TEST_FIXTURE(set_up, NULL)
