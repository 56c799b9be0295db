// Equal bits everywhere (see test_digest.c) of what is built on kernels or does without: curves of
// form, righting arms, attitudes of rest, forces by matrices, motion, answers in the plane,
// stability and patches of water. test_digest.c explains when to change the constants and whom to
// tell.
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_pressure.h"
#include "buoyancy_water.h"
#include "digest.h"
#include "drifting.h"
#include "outline.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

static void expect(uint64_t digest, uint64_t expected) {
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}

// ---------------------------------------------------------------------------------------- floating

// Curves of form, righting arms and attitudes of
// rest.

// Boxes joined, whose vertices are exact.
static struct buoy_mesh *make_mesh(void) {
    struct body body = body_box(2.0f, 0.75f, 0.5f), other = body_box(0.25f, 0.5f, 1.0f);
    body_move(&other, (const double[3]){0.5, 0.125, 2.0});
    struct buoy_mesh *mesh = mesh_of(body_joined(body, other), 0);
    return mesh;
}

TEST(curves) {
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 60; ++i) {
        const double up[3] = {i % 5 - 1.75, i % 4 - 1.25, i % 3 - 0.875};
        struct buoy_form rows[20];
        assert_int_equal(buoy_curves_of_form(mesh, up, NULL, 20, rows, NULL), BUOY_OK);
        digest = digest_doubles(digest, &rows[0].draft, sizeof rows / (sizeof(double)));
    }
    expect(digest, UINT64_C(0x7df96079ebc5c118));
}

TEST(righting_arms) {
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 400; ++i) {
        const struct buoy_floating floating = {
            mesh, 0.125 * (1 + i % 50), {0.125, 0.03125, 0.25 * (i % 4)}};
        struct buoy_heeling way = buoy_heeling_default();
        way.fixed_trim = i % 3 == 0;
        way.up[0] = 0.25 * (i % 5);
        const double angle = 13.75 * i - 2000.0;
        struct buoy_righting_arm arm;
        assert_int_equal(buoy_righting_arms(&floating, &way, &angle, 1, &arm, NULL), BUOY_OK);
        if (isnan(arm.arm)) {
            digest = digest_bytes(digest, 1, 1);
        } else {
            digest = digest_doubles(digest, &arm.heel_degrees, sizeof arm / (sizeof(double)));
        }
    }
    expect(digest, UINT64_C(0x43341706329c22bf));
}

TEST(equilibria) {
    static struct buoy_attitude found[200];
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int k = 1; k < 8; ++k) {
        const struct buoy_floating floating = {mesh, 0.875 * k, {0.125, 0.03125, 0.25}};
        const struct buoy_equilibria_options options = {.all = true, .seed = (uint64_t)k};
        size_t count;
        assert_int_equal(buoy_equilibria(&floating, &options, found, 200, &count, NULL), BUOY_OK);
        for (size_t i = 0; i < count; ++i) {
            digest = digest_doubles(digest, found[i].up, 3);
            digest = digest_doubles(digest, &found[i].d, 2);
            digest = digest_doubles(digest, found[i].centre, 3);
            digest = digest_doubles(digest, &found[i].gm_min, 3);
            digest = digest_bytes(digest, found[i].stable + 2u * found[i].family, 1);
        }
    }
    expect(digest, UINT64_C(0x9dad48fa0a3a69b6));
}

// ------------------------------------------------------------------------------------------ forces

// Forces by matrices.
// test_digest.c explains when to change the constant and whom to tell.

// Multiples of 1/64 up to `most`, so that nothing but the library rounds.
static void random_vector(struct rng *rng, size_t most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = ((double)rng_below(rng, 128 * most) - 64.0 * (double)most) / 64.0;
    }
}

// Drag and added mass by matrices, with and without a step, some of which may give energy.
static uint64_t digest_hydrodynamics(struct rng *rng, uint64_t digest) {
    struct buoy_hydrodynamics body = {0};
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    static const double inertia[9] = {3.0, 0.5, 0.25, 0.5, 2.0, -0.125, 0.25, -0.125, 4.0};
    double centre[3], point[3], entry[3];
    random_vector(rng, 1, centre);
    random_vector(rng, 1, point);
    buoy_mass_matrix(5.0, centre, inertia, point, motion.mass);
    motion.share = (double)rng_below(rng, 65) / 64.0;
    motion.dt = (double)rng_below(rng, 4);
    random_vector(rng, 4, motion.velocity);
    random_vector(rng, 4, motion.velocity + 3);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            random_vector(rng, 1, entry);
            body.linear[i][j] = i == j ? 4.0 : 0.5 * entry[0];
            body.quadratic[i][j] = i == j ? 2.0 : 0.25 * entry[1];
            body.added_mass[i][j] = i == j ? 4.0 : j < i ? body.added_mass[j][i] : 0.5 * entry[2];
        }
    }
    assert_int_equal(buoy_hydrodynamics_compute(&body, &motion, &forces, NULL), BUOY_OK);
    digest = digest_doubles(digest, forces.drag, 6);
    digest = digest_doubles(digest, forces.coriolis, 6);
    return digest_doubles(digest, forces.added_mass[0], 36);
}

TEST(hydrodynamics) {
    static const uint64_t expected_hydrodynamics = UINT64_C(0xbae3cfa73a218ad7);
    struct rng rng = {1};
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 1000; ++i) {
        digest = digest_hydrodynamics(&rng, digest);
    }
    expect(digest, expected_hydrodynamics);
}

// Pressure in detail: triangles cut into pieces in waves of both kinds, a patch and a pool.
TEST(detail) {
    static const uint64_t expected_detail = UINT64_C(0x1b3ed0103c231ba5);
    static const struct buoy_wave wave = {.amplitude = 0.25f, .wavelength = 6.0f};
    static const float heights[9] = {0.0f, 0.25f, -0.125f, 0.5f, 0.0f, 0.25f, 0.125f, -0.25f, 0.0f};
    const struct buoy_patch_grid grid = {
        .origin = {-1.0, -1.0}, .spacing = {1.0f, 1.0f}, .columns = 3, .rows = 3};
    const struct buoy_region region = {{-0.25, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct rng rng = {1};
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.75f, 0.25f), 0);
    _Alignas(64) double scratch[64];
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 200; ++i) {
        struct buoy_triangle_force forces[12];
        struct buoy_pressure_detail detail = {.tolerance = 0.01, .triangles = forces};
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        struct buoy_pressure_query query = buoy_pressure_query_default();
        struct buoy_pressure whole;
        water.kind = i % 2 ? BUOY_WATER_WAVES : BUOY_WATER_PATCH;
        water.waves = waves;
        water.patch = patch;
        water.wave_pressure = i % 4 == 1 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
        water.region = i % 5 ? NULL : &region;
        random_vector(&rng, 1, query.pose.position);
        query.pose.rotation[0] = 0.6;
        query.pose.rotation[3] = 0.8;
        query.mesh = mesh;
        query.water = &water;
        query.scratch = scratch;
        query.scratch_bytes = sizeof scratch;
        assert_int_equal(buoy_pressure_in_detail(&query, &detail, &whole, NULL), BUOY_OK);
        digest = digest_doubles(digest, whole.force, 3);
        digest = digest_doubles(digest, whole.torque, 3);
        for (int t = 0; t < 12; ++t) {
            digest = digest_doubles(digest, forces[t].position, 3);
            digest = digest_doubles(digest, forces[t].force, 3);
        }
    }
    expect(digest, expected_detail);
}

// ------------------------------------------------------------------------------------------ motion

// Equal bits everywhere (see test_digest.c) for bodies that move: ten seconds of bodies of all
// kinds, some less under pressure, by both schemes, in a current, in waves of both kinds, and
// at the wall of a pool.

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
static struct buoy_mesh *moved_mesh;
static struct buoy_waves *moved_waves;
static struct motion_surface surface;
static struct motion_body start[bodies];
static struct buoy_model *models[bodies];

static int set_up(void **state) {
    (void)state;
    struct buoy_wave wave = buoy_wave_default();
    moved_mesh = mesh_of(body_builtin("builtin:star:96"), 0);
    surface = (struct motion_surface){moved_mesh, 1.0, 0.5, 0.0625, NULL};
    wave.amplitude = 0.25f;
    wave.wavelength = 6.0f;
    wave.direction = 0.5f;
    moved_waves = waves_of(&wave, 1, BUOY_GRAVITY);
    static const enum buoy_shape_kind kinds[bodies] = {BUOY_SHAPE_BOX,       BUOY_SHAPE_SPHERE,
                                                       BUOY_SHAPE_ELLIPSOID, BUOY_SHAPE_CAPSULE,
                                                       BUOY_SHAPE_CYLINDER,  BUOY_SHAPE_MESH};
    for (int i = 0; i < bodies; ++i) {
        const struct buoy_drag drag = {i % 2 ? 0.5 : 0.0, i % 3 ? 0.25 : 0.0, i % 4 ? 0.0 : 0.5};
        const double density = 125.0 * (i + 1);
        models[i] = kinds[i] == BUOY_SHAPE_MESH
                        ? drifting_mesh(moved_mesh, density, drag)
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
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_WAVES;
    water.waves = moved_waves;
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

TEST(motion) {
    struct buoy_orbital_motion orbital = {0};
    uint64_t digest = DIGEST_EMPTY;
    orbital.waves = moved_waves;
    for (int k = 0; k < 8; ++k) {
        struct buoy_water water = k / 4 ? in_waves() : buoy_calm_sea(BUOY_Z_UP);
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
        struct buoy_water water = k / 2 == 1 ? buoy_calm_sea(BUOY_Z_UP) : in_waves();
        water.wave_pressure = BUOY_WAVES_DECAY;
        water.region = k / 2 > 0 ? &pool : NULL;
        digest = digest_moves(digest, &water, (enum motion_scheme)(k % 2), MOTION_PLANE);
    }
    expect(digest, UINT64_C(0xb4cc86ce642d7eb4));
}

TEST_FIXTURE(set_up, NULL)

// ------------------------------------------------------------------------------------------- plane

// Answers in the plane without a kernel: discs,
// pools and forces.

static const uint64_t expected_plane = UINT64_C(0xd7dd0998fe343b53);

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
    expect(digest, expected_pools);
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
    expect(digest, expected_round);
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
    expect(digest, expected_plane);
}

// --------------------------------------------------------------------------------------- stability

// Drafts, and for metacentric radii and stiffness
// at these drafts.

static const uint64_t expected_drafts = UINT64_C(0x555c212b426d96f4);

static uint64_t digest_finite(uint64_t digest, const double *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        assert_true(isfinite(values[i]));
    }
    return digest_doubles(digest, values, count);
}

static uint64_t digest_attitude(uint64_t digest, const struct buoy_mesh *mesh, const float n[3],
                                double volume) {
    static const double point[3] = {0.125, -0.25, 0.5};
    double d, k[6][6];
    struct buoy_draft_info found;
    struct buoy_metacentric_radii radii;
    assert_int_equal(
        buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &d, &found, NULL), BUOY_OK);
    assert_int_equal(buoy_metacentric_radii_compute(&found.at, n, &radii, NULL), BUOY_OK);
    assert_int_equal(buoy_stiffness(&found.at, n, 10055.25, point, k, NULL), BUOY_OK);
    digest = digest_finite(digest, (const double[]){d, found.evaluations, found.at.volume}, 3);
    digest = digest_finite(digest, (const double[]){radii.transverse, radii.longitudinal}, 2);
    digest = digest_finite(digest, radii.axis, 3);
    return digest_finite(digest, &k[0][0], 36);
}

// Boxes joined, whose vertices are exact: at any share of their volume, down to next to nothing.
TEST(drafts) {
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct buoy_mesh *mesh =
        mesh_of(body_joined(body_box(2.0f, 0.75f, 0.5f),
                            body_moved(body_box(0.25f, 0.5f, 1.0f), 0.5, 0.125, 2.0)),
                0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 500; ++i) {
        float n[3];
        for (int j = 0; j < 3; ++j) {
            n[j] = (float)rng_below(&rng, 64) - 31.5f;
        }
        double share = (double)(1 + rng_below(&rng, 1023)) / 1024.0;
        share *= i % 4 ? 1.0 : 0x1p-12;
        digest = digest_attitude(digest, mesh, n, share * info.volume);
    }
    expect(digest, expected_drafts);
}

// ------------------------------------------------------------------------------------------- water

// Patches: heights, slopes and places as they
// follow a body over waves.

static const uint64_t expected_water = UINT64_C(0x88ab2cba0bb0c8a7);

enum {
    points = 64
};

// Multiples of 1/1024 up to `most`, so that nothing but the library rounds.
static double random_coordinate(struct rng *rng, size_t most) {
    return ((double)rng_below(rng, 2048 * most) - 1024.0 * (double)most) / 1024.0;
}

static uint64_t digest_patch(uint64_t digest, const struct buoy_patch *patch, struct rng *rng) {
    struct buoy_patch_grid grid;
    buoy_patch_get_grid(patch, &grid, NULL);
    digest = digest_doubles(digest, (const double[]){grid.origin[0], grid.origin[1]}, 2);
    double x[points], y[points];
    float height[points], slope_x[points], slope_y[points];
    for (int i = 0; i < points; ++i) { // some beside the grid
        x[i] = floor(grid.origin[0]) + 4.0 + random_coordinate(rng, 6);
        y[i] = floor(grid.origin[1]) + 2.0 + random_coordinate(rng, 3);
    }
    struct buoy_surface query = {
        .x = x, .y = y, .count = points, .height = height, .slope_x = slope_x, .slope_y = slope_y};
    assert_int_equal(buoy_patch_sample(patch, &query, NULL), BUOY_OK);
    for (int i = 0; i < points; ++i) {
        assert_true(isfinite(height[i]) && isfinite(slope_x[i]) && isfinite(slope_y[i]));
    }
    digest = digest_floats(digest, height, points);
    return digest_floats(digest_floats(digest, slope_x, points), slope_y, points);
}

TEST(patches) {
    static const struct buoy_wave sea[] = {
        {.amplitude = 0.25f, .wavelength = 6.0f, .direction = 0.5f},
        {.amplitude = 0.125f, .wavelength = 2.5f, .direction = -1.25f, .phase = 2.0f}};
    static const struct buoy_patch_grid grid = {.origin[0] = -4.0,
                                                .origin[1] = 3.0,
                                                .spacing[0] = 0.3f,
                                                .spacing[1] = 0.2f,
                                                .columns = 27,
                                                .rows = 21};
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct buoy_patch *patch = patch_of(&grid);
    struct buoy_waves *waves = waves_of(sea, 2, BUOY_GRAVITY);
    assert_int_equal(buoy_patch_fill_waves(patch, waves, 0.0, NULL), BUOY_OK);
    uint64_t digest = DIGEST_EMPTY;
    double x = 0.0, y = 5.0;
    for (int i = 0; i < 200; ++i) {
        const size_t reach = i % 20 ? 1 : 500;
        x += random_coordinate(&rng, reach);
        y += random_coordinate(&rng, reach);
        assert_int_equal(buoy_patch_follow_waves(patch, x, y, waves, 0.125 * i, NULL), BUOY_OK);
        digest = digest_patch(digest, patch, &rng);
    }
    expect(digest, expected_water);
}

// Irregular seas, whose waves are the same rows everywhere.
TEST(seas) {
    static const uint64_t rows = UINT64_C(0x76a08049634b83e8);
    uint64_t digest = DIGEST_EMPTY;
    for (size_t i = 0; i < 60; ++i) {
        static struct buoy_wave waves[BUOY_MAX_WAVES];
        const struct buoy_sea sea = {.significant_height = 0.25 * (double)i,
                                     .peak_period = 1.0 + 0.5 * (double)i,
                                     .peakedness = i % 3 ? 1.0 + 0.1 * (double)i : 0.0,
                                     .direction = 0.125 * (double)i,
                                     .spreading = (double)(i % 5 * i),
                                     .seed = i};
        const size_t count = 1 + 17 * i;
        assert_int_equal(buoy_sea_state(&sea, 9.81, 3.0 * (double)(i % 4), count, waves, NULL),
                         BUOY_OK);
        digest = digest_floats(digest, &waves[0].amplitude, 5 * count);
    }
    expect(digest, rows);
}
