// The force of the water on any body in any pose and any water: against an integral in double that
// shares no code with the kernels, and against Archimedes.
#include "base/memory.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

static const struct {
    const char *specification;
    double stretch[3], move[3];
} bodies[] = {
    {"builtin:box", {1, 1, 1}, {0, 0, 0}},
    {"builtin:barrel:100", {1, 1, 1}, {0, 0, 0}},
    {"builtin:wigley:1300", {1, 1, 1}, {0, 0, 0}},
    {"builtin:star:600", {1, 1, 1}, {3, -2, 5}},
    {"builtin:torus:600", {1, 1, 1}, {0, 0, 0}},
    {"builtin:catamaran", {1, 1, 1}, {0, 0, 0}},
    {"builtin:box", {1, 1, 1e-3}, {0, 0, 0}},          // a plate
    {"builtin:sphere:80", {1e-3, 1e-3, 1}, {0, 0, 0}}, // a needle
    {"builtin:sphere:320", {1, 1, 1}, {1000, -2000, 500}},
    {"builtin:sphere:1280", {1e-4, 1e-4, 1e-4}, {0, 0, 0}},
    {"builtin:star:600", {1e4, 1e4, 1e4}, {0, 0, 0}},
};
#define BODIES (sizeof bodies / sizeof *bodies)

static struct buoy_mesh *make(size_t which) {
    const double *s = bodies[which].stretch;
    const double m[9] = {s[0], 0, 0, 0, s[1], 0, 0, 0, s[2]};
    struct body body = body_builtin(bodies[which].specification);
    body_transform(&body, m, bodies[which].move);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    return mesh;
}

// A body about the middle of the world.
static struct pressing begin(struct rng *rng, size_t which, struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double reach = 0.4 * info.diagonal;
    const double at[3] = {rng_between(rng, -reach, reach), rng_between(rng, -reach, reach),
                          rng_between(rng, -reach, reach)};
    return (struct pressing){.body = bodies[which].specification,
                             .mesh = mesh,
                             .pose = random_pose(rng, mesh, at),
                             .water = buoy_calm_sea(BUOY_Z_UP)};
}

// `slack`: what the truth itself may be off by, of ρ g V_total, beyond the bounds of `kerner64`.
static void check_truth_within(const struct pressing *pressing, const char *property,
                               double slack) {
    const struct buoy_pressure expected = true_pressure(pressing);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const struct buoy_pressure got = ask_pressure(kernel, pressing);
        expect_pressure(kernel, pressing, property, &got, &expected, slack);
    }
}

static void check_truth(const struct pressing *pressing, const char *property) {
    check_truth_within(pressing, property, 0.0);
}

static double diagonal_of(const struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    return info.diagonal;
}

// The effect of rounding the water's height to float: levels of up to `height` diagonals.
static double level_slack(const struct buoy_mesh *mesh, double height) {
    return buoy_mesh_conditioning(mesh) * height * 0x1p-24;
}

TEST(planes) {
    struct rng rng = rng_make("pressure of planes");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        for (int round = 0; round < 40; ++round) {
            struct pressing pressing = begin(&rng, b, mesh);
            double n[3];
            rng_direction(&rng, n);
            const double length = exp(rng_between(&rng, -20.0, 20.0));
            pressing.water.plane = (struct buoy_plane){
                {(float)(n[0] * length), (float)(n[1] * length), (float)(n[2] * length)}, 0.0f};
            check_truth(&pressing, "the integral below a plane");
        }
    }
}

// F = ρ g V n and c × F of `volume`.
static void check_archimedes(const struct pressing *pressing) {
    const struct buoy_plane *plane = &pressing->water.plane;
    struct buoy_volume v;
    struct buoy_volume_query query = {.mesh = pressing->mesh, .planes = plane, .count = 1};
    const struct buoy_kernel *catto = buoy_kernel_find("volume/catto64/scalar");
    query.scratch_bytes = buoy_volume_scratch_bytes(catto, pressing->mesh, NULL);
    query.scratch = buoy_aligned_alloc(query.scratch_bytes);
    query.kernel = catto;
    assert_int_equal(buoy_volume_compute(&query, &v, NULL), BUOY_OK);
    buoy_aligned_free(query.scratch);
    const double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]},
                 c[3] = {v.centre[0], v.centre[1], v.centre[2]};
    const double weight =
        pressing->water.density * pressing->water.gravity * v.volume / sqrt(buoy_dot(n, n));
    struct buoy_pressure expected = {.force = {weight * n[0], weight * n[1], weight * n[2]}};
    buoy_add_cross(c, expected.force, expected.torque);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const struct buoy_pressure got = ask_pressure(kernel, pressing);
        expected.wetted_area = got.wetted_area; // of which `volume` knows nothing
        expect_pressure(kernel, pressing, "Archimedes", &got, &expected, 0.0);
    }
}

TEST(archimedes) {
    struct rng rng = rng_make("Archimedes");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        for (int round = 0; round < 100; ++round) {
            struct pressing pressing = {.body = bodies[b].specification,
                                        .mesh = mesh,
                                        .pose = buoy_pose_identity(),
                                        .water = buoy_calm_sea(BUOY_Z_UP)};
            pressing.water.plane = rng_plane(&rng, mesh);
            check_archimedes(&pressing);
        }
    }
}

// A tetrahedron on which all vertices' roundings go the same way: on a body of κ = 47 the
// force is then off by twice 10⁻⁶ of ρ g V_total.
TEST(tetrahedron) {
    static float corners[] = {-0.404962718f, -0.0149858724f, -0.472706616f, 0.272838771f,
                              -0.644803762f, -0.405613512f,  0.91993314f,   0.675134063f,
                              0.263654023f,  -0.112747148f,  0.0143904584f, -0.0941419378f};
    static uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const struct body body = {corners, 4, triangles, 4};
    struct rng rng = rng_make("a tetrahedron");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int round = 0; round < 2000; ++round) {
        struct pressing pressing = {.body = "a tetrahedron",
                                    .mesh = mesh,
                                    .pose = buoy_pose_identity(),
                                    .water = buoy_calm_sea(BUOY_Z_UP)};
        pressing.water.plane = rng_plane(&rng, mesh);
        check_archimedes(&pressing);
    }
}

// In any water, and wherever the patch ends.
TEST(waters) {
    struct rng rng = rng_make("pressure of waters");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        const double diagonal = diagonal_of(mesh);
        for (int round = 0; round < 12; ++round) {
            struct buoy_waves *waves = random_waves(&rng, diagonal);
            const double half = diagonal * rng_between(&rng, 0.2, 1.0);
            const uint32_t columns = 2 + (uint32_t)rng_below(&rng, 40);
            const uint32_t rows = 2 + (uint32_t)rng_below(&rng, 40);
            struct buoy_patch *patch = patch_of_waves(waves, half, columns, rows);
            struct pressing pressing = begin(&rng, b, mesh);
            pressing.water.waves = waves;
            pressing.water.patch = patch;
            pressing.water.kind = BUOY_WATER_WAVES;
            pressing.water.time = rng_between(&rng, -10.0, 10.0);
            check_truth(&pressing, "the integral in waves");
            pressing.water.kind = BUOY_WATER_PATCH;
            check_truth(&pressing, "the integral in a patch");
        }
    }
}

// The truth counts depths from the water and torques from the pose's position: n terms of the whole
// surface's area × depth × arm, summed one after another in double.
static double deep_slack(const struct pressing *pressing, double depth) {
    const struct buoy_mesh_info info = mesh_info(pressing->mesh);
    const double arm = 1.0 + sqrt(buoy_dot(info.centre, info.centre)) / info.diagonal;
    return ((double)info.triangle_count + 64.0) * 0x1p-53 * info.conditioning * (depth + 1.0) * arm;
}

// Below waves, up to a thousand diagonals deep: depth must not cost digits.
TEST(deep) {
    struct rng rng = rng_make("deep");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        const double diagonal = diagonal_of(mesh);
        struct buoy_waves *waves = random_waves(&rng, diagonal);
        struct buoy_patch *patch = patch_of_waves(waves, diagonal, 20, 20);
        double depth = 0.2;
        for (int step = 0; step < 7; ++step) {
            depth *= 3.0; // up to 437 diagonals
            struct pressing pressing = begin(&rng, b, mesh);
            pressing.pose.position[2] -= depth * diagonal;
            pressing.water.waves = waves;
            pressing.water.patch = patch;
            for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
                pressing.water.kind = (enum buoy_water_kind)kind;
                check_truth_within(&pressing, "the integral far below",
                                   deep_slack(&pressing, depth));
            }
        }
    }
}

// A grid sampled from a plane n·x = d gives ρ g V n / n_z; the samples are rounded to float.
TEST(grid_from_plane) {
    struct rng rng = rng_make("grids from planes");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        const double diagonal = diagonal_of(mesh);
        for (int round = 0; round < 20; ++round) {
            struct pressing pressing = begin(&rng, b, mesh);
            struct pressing below_plane = pressing;
            const double slope[2] = {round % 4 ? rng_between(&rng, -0.7, 0.7) : 0.0,
                                     round % 4 ? rng_between(&rng, -0.7, 0.7) : 0.0};
            const float spacing = (float)(2.0 * diagonal / 31.0);
            const struct buoy_patch_grid grid = {
                {-diagonal, -diagonal}, {spacing, spacing}, 32, 32};
            float heights[32 * 32];
            for (int i = 0; i < 32 * 32; ++i) {
                const int column = i % 32, row = i / 32;
                const double x = grid.origin[0] + column * (double)grid.spacing[0];
                const double y = grid.origin[1] + row * (double)grid.spacing[1];
                heights[i] = (float)(slope[0] * x + slope[1] * y);
            }
            struct buoy_patch *patch = patch_of(&grid);
            assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
            pressing.water.kind = BUOY_WATER_PATCH;
            pressing.water.patch = patch;
            below_plane.water.plane =
                (struct buoy_plane){{(float)-slope[0], (float)-slope[1], 1.0f}, 0.0f};
            // Vertical depths are larger than distances by 1/n_z.
            const double n_z = 1.0 / sqrt(1.0 + slope[0] * slope[0] + slope[1] * slope[1]);
            struct buoy_pressure expected = true_pressure(&below_plane);
            for (int i = 0; i < 3; ++i) {
                expected.force[i] /= n_z;
                expected.torque[i] /= n_z;
            }
            const struct buoy_kernel *kernel;
            for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
                const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                expect_pressure(kernel, &pressing, "a grid sampled from a plane", &got, &expected,
                                round % 4 ? level_slack(mesh, 1.0) + 2e-6 : 0.0);
            }
        }
    }
}

// Nothing floats outside a pool: triangles count by their centres.
TEST(pools) {
    struct rng rng = rng_make("pools");
    for (size_t b = 0; b < BODIES; ++b) {
        struct buoy_mesh *mesh = make(b);
        const double diagonal = diagonal_of(mesh);
        for (int round = 0; round < 20; ++round) {
            struct pressing pressing = begin(&rng, b, mesh);
            struct buoy_region region;
            for (int i = 0; i < 3; ++i) {
                const double wall = rng_between(&rng, -0.6, 0.6) * diagonal;
                region.low[i] = rng_below(&rng, 2) ? -(double)INFINITY : wall;
                region.high[i] = wall + rng_between(&rng, 0.0, 2.0) * diagonal;
            }
            pressing.water.region = &region;
            pressing.pose.position[2] -= round % 3 == 0 ? diagonal : 0.0;
            // No closed surface: pressure that all of it has in common does not cancel.
            check_truth(&pressing, "the integral in a pool");
        }
    }
}

// The bounds of a cube that is half submerged are no larger than what they are made of: heights
// that are off by some 284 ε, or in waves by 1e-6 of the amplitude, over 12 m² of wet surface, and
// sums.
TEST(bounds_are_tight) {
    const struct buoy_kernel *kernel = buoy_kernel_find("pressure/kerner64/scalar");
    struct buoy_wave wave = buoy_wave_default();
    struct body cube = body_box(1.0f, 1.0f, 1.0f);
    struct pressing pressing = {.body = "a cube",
                                .mesh = body_mesh(&cube, 0),
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    const double weight = pressing.water.density * pressing.water.gravity;
    // bounds_of_pressure() is twice the bounds of kerner64.
    const double still = 0.5 * bounds_of_pressure(kernel, &pressing).force / weight;
    const double heights = 12.0 * 0x1p-53 * (64.0 * 4.0 + 16.0 * sqrt(3.0));
    wave.amplitude = 0.5f;
    wave.wavelength = 1000.0f;
    pressing.water.kind = BUOY_WATER_WAVES;
    pressing.water.waves = waves_of(&wave, 1, BUOY_GRAVITY);
    const double wavy = 0.5 * bounds_of_pressure(kernel, &pressing).force / weight;
    assert_true(still >= heights && still <= 1.6 * heights);
    assert_true(wavy >= 12.0 * 0.5e-6 && wavy <= 1.1 * 12.0 * 0.5e-6);
}

// ------------------------------------------------------------------------------ pressure published

// Kerner's own methods: the centre of pressure of his appendix A is exact, in any water. The force
// at the centre is also exact below planes, but its torque is not; it improves as triangles get
// smaller. Parts whose centre is above the water are dropped.

static struct buoy_pressure ask(const char *id, const struct pressing *pressing) {
    return ask_pressure(buoy_kernel_find(id), pressing);
}

// The larger of the errors of force and torque, as shares of ρ g V and of that × the diagonal.
static double error_of(const struct pressing *pressing, const struct buoy_pressure *got,
                       const struct buoy_pressure *expected, bool torque) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    const double whole = pressing->water.density * pressing->water.gravity * info.volume;
    double worst = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double df = fabs(got->force[i] - expected->force[i]) / whole;
        const double dt = fabs(got->torque[i] - expected->torque[i]) / (whole * info.diagonal);
        worst = fmax(worst, torque ? dt : df);
    }
    return worst;
}

TEST(appendix_is_exact) {
    static const char *const bare[] = {"builtin:box", "builtin:barrel:100", "builtin:wigley:300",
                                       "builtin:star:600", "builtin:torus:600"};
    struct rng rng = rng_make("appendix A");
    for (size_t b = 0; b < sizeof bare / sizeof *bare; ++b) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(bare[b]), 0);
        struct waters waters = waters_make(&rng);
        for (int round = 0; round < 100; ++round) {
            struct pressing pressing = random_pressing(&rng, mesh, &waters);
            pressing.pose.position[2] -= round % 5 == 0 ? 3.0 : 0.0;
            const struct buoy_pressure exact = ask("pressure/kerner64/scalar", &pressing);
            const struct buoy_pressure got = ask("pressure/appendix/scalar", &pressing);
            assert_true(error_of(&pressing, &got, &exact, false) <= 1e-12);
            assert_true(error_of(&pressing, &got, &exact, true) <= 1e-12);
            assert_true(fabs(got.wetted_area - exact.wetted_area) <= 1e-12 * exact.wetted_area);
        }
    }
}

// The mean error of the torque about the mesh's centre, which is at the origin, below random
// planes; the force's must be none.
static double mean_torque_error(const char *specification) {
    enum {
        planes = 60
    };
    struct rng rng = rng_make("forces at centres");
    struct body body = body_builtin(specification);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    double sum = 0.0;
    for (int round = 0; round < planes; ++round) {
        struct pressing pressing = {.body = specification,
                                    .mesh = mesh,
                                    .pose = buoy_pose_identity(),
                                    .water = buoy_calm_sea(BUOY_Z_UP)};
        pressing.water.plane = rng_plane(&rng, mesh);
        const struct buoy_pressure exact = ask("pressure/kerner64/scalar", &pressing);
        const struct buoy_pressure got = ask("pressure/centre/scalar", &pressing);
        assert_true(error_of(&pressing, &got, &exact, false) <= 1e-12);
        sum += error_of(&pressing, &got, &exact, true);
    }
    return sum / planes;
}

TEST(centre_costs_torque) {
    const double box = mean_torque_error("builtin:box");
    assert_true(box > 1e-3); // a hundredth of ρ g V × diagonal or so
    const double coarse = mean_torque_error("builtin:star:320");
    const double fine = mean_torque_error("builtin:star:1280");
    assert_true(coarse > 1e-6 && fine < coarse / 2.0); // a quarter for half the edges
}

// A cube of side 2 whose corners are half a metre under water or more, while the water dips over
// the centres of the two triangles of its top: they are dropped, and with them 0.5 × 4 m³ of
// pressure.
TEST(dry_centres_are_dropped) {
    enum {
        side = 17
    };
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_patch_grid grid = {{-2.0, -2.0}, {0.25f, 0.25f}, side, side};
    float heights[side * side];
    for (int i = 0; i < side * side; ++i) {
        const int column = i % side, row = i / side;
        const double x = fabs(-2.0 + 0.25 * column), y = fabs(-2.0 + 0.25 * row);
        heights[i] = x > 0.6 || y > 0.6 ? 1.5f : -0.5f;
    }
    struct buoy_patch *patch = patch_of(&grid);
    assert_int_equal(buoy_patch_set(patch, heights, NULL), BUOY_OK);
    struct pressing pressing = {.body = "a cube",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.kind = BUOY_WATER_PATCH;
    pressing.water.patch = patch;
    const struct buoy_pressure exact = ask("pressure/kerner64/scalar", &pressing);
    const struct buoy_pressure got = ask("pressure/centre/scalar", &pressing);
    const double weight = 1025.0 * 9.81;
    assert_true(fabs(exact.force[2] - 8.0 * weight) <= 1e-9 * weight);
    assert_true(fabs(got.force[2] - 2.0 * weight) <= 1e-9 * weight);
}
