// Bodies across a pool's walls: in still water the force is ρ g times the volume that is inside,
// upward, at its centroid; nothing pushes aside; the parts on both sides of a wall add up to the
// whole; and a body that enters is lifted without a jump.
#include "base/vector.h"
#include "body.h"
#include "mesh/mesh.h"
#include "pressing.h"
#include "test.h"

static const struct buoy_region everywhere = {
    {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY},
    {(double)INFINITY, (double)INFINITY, (double)INFINITY}};
static const double weight = BUOY_SEA_WATER * BUOY_GRAVITY;

// A published method takes forces to act at centres.
static bool has_exact_torques(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "centre") != 0;
    return strcmp(kernel->method->name, "centre") != 0;
}

// The case of issue 14: a box of 12 triangles across x = 0 felt .083 ρ g V along the wall. Also
// walls below, above and at a corner, and through all of it.
TEST(box) {
    struct body body = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    static const double walls[][6] = {
        // low, high: distances from the box's middle
        {0.0, -9, -9, 9, 9, 9},
        {-9, -9, -9, 0.25, 9, 9},
        {-9, 0.125, -9, 9, 9, 9},
        {-9, -9, -0.375, 9, 9, 9},
        {-9, -9, -9, 9, 9, -0.25},
        {0.1, -0.2, -9, 9, 9, 9},
        {-0.1, -0.2, -0.3, 0.3, 0.25, -0.05},
        {-0.5, -9, -9, 0.0, 9, 9},
        {-9, -9, -9, 9, 0.5, 9},
    };
    struct pressing pressing = {
        .body = "a box", .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea()};
    struct buoy_region region;
    pressing.water.region = &region;
    for (size_t w = 0; w < sizeof walls / sizeof *walls; ++w) {
        for (int level = 0; level < 3; ++level) {
            const double middle[3] = {3.0, -2.0, -0.25 - 0.375 * level};
            double low[3], high[3];
            for (int i = 0; i < 3; ++i) {
                pressing.pose.position[i] = middle[i];
                region.low[i] = walls[w][i] < -8.0 ? -(double)INFINITY : middle[i] + walls[w][i];
                region.high[i] =
                    walls[w][3 + i] > 8.0 ? (double)INFINITY : middle[i] + walls[w][3 + i];
                low[i] = middle[i] + fmax(walls[w][i], -0.5);
                high[i] = middle[i] + fmin(walls[w][3 + i], 0.5);
            }
            high[2] = fmin(high[2], 0.0);
            const struct buoy_kernel *kernel;
            for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
                const double volume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
                const double force = weight * volume, most = 1e-6 * weight;
                const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                double arm[3];
                for (int i = 0; i < 3; ++i) {
                    arm[i] = 0.5 * (low[i] + high[i]) - pressing.pose.position[i];
                }
                assert_true(fabs(got.force[0]) <= most && fabs(got.force[1]) <= most);
                assert_true(fabs(got.force[2] - force) <= most);
                if (has_exact_torques(kernel)) {
                    assert_true(fabs(got.torque[0] - arm[1] * force) <= most);
                    assert_true(fabs(got.torque[1] + arm[0] * force) <= most);
                    assert_true(fabs(got.torque[2]) <= most);
                }
            }
        }
    }
}

static void expect_sum(const struct buoy_kernel *kernel, const struct pressing *pressing,
                       const struct buoy_pressure parts[2], const struct buoy_pressure *whole,
                       double volume) {
    const double most = 1e-6 * weight * volume + 1e-5 * fabs(whole->force[2]);
    for (int i = 0; i < 3; ++i) {
        const double force = parts[0].force[i] + parts[1].force[i];
        const double torque = parts[0].torque[i] + parts[1].torque[i];
        FAIL_IF(!(fabs(force - whole->force[i]) <= most) ||
                    (has_exact_torques(kernel) && !(fabs(torque - whole->torque[i]) <= 8.0 * most)),
                "%s on %s: on both sides of a wall force %d is %.17g, as a whole %.17g, torque "
                "%.17g, %.17g",
                kernel->id, pressing->body, i, force, whole->force[i], torque, whole->torque[i]);
    }
    assert_true(fabs(parts[0].wetted_area + parts[1].wetted_area - whole->wetted_area) <=
                1e-5 * whole->wetted_area + 1e-9);
}

// Both sides of a wall, of any body in any pose, concave ones too; in still water, tilted or not,
// no force is across the water's normal.
TEST(sides) {
    static const char *const bodies[] = {"builtin:box", "builtin:star:300", "builtin:torus:400",
                                         "builtin:wigley:300"};
    struct rng rng = rng_make("sides of a wall");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        for (int round = 0; round < 30; ++round) {
            double n[3], at[3];
            rng_direction(&rng, n);
            for (int i = 0; i < 3; ++i) {
                at[i] = rng_between(&rng, -0.3, 0.3) * info.diagonal;
            }
            struct pressing pressing = {.body = bodies[b],
                                        .mesh = mesh,
                                        .pose = random_pose(&rng, mesh, at),
                                        .water = buoy_calm_sea()};
            if (round % 2) {
                pressing.water.plane =
                    (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, 0.125f};
            }
            struct buoy_region left = everywhere, right = everywhere;
            left.high[round % 3] = right.low[round % 3] = rng_between(&rng, -0.1, 0.1);
            const struct buoy_kernel *kernel;
            for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
                struct buoy_pressure parts[2];
                pressing.water.region = NULL;
                const struct buoy_pressure whole = ask_pressure(kernel, &pressing);
                pressing.water.region = &left;
                parts[0] = ask_pressure(kernel, &pressing);
                pressing.water.region = &right;
                parts[1] = ask_pressure(kernel, &pressing);
                expect_sum(kernel, &pressing, parts, &whole, info.volume);
                for (int side = 0; side < 2; ++side) {
                    const double *f = parts[side].force;
                    const double *up = round % 2 ? n : (double[]){0.0, 0.0, 1.0};
                    const double along = buoy_dot(f, up);
                    assert_true(along >= -1e-6 * weight * info.volume);
                    assert_true(sqrt(fmax(buoy_dot(f, f) - along * along, 0.0)) <=
                                1e-5 * weight * info.volume);
                }
            }
        }
    }
}

// A body enters: no step of a thousandth of it changes the force by more than water of that
// thickness and its section can, in waves, too, and with a flat face first.
TEST(entering) {
    struct rng rng = rng_make("entering");
    struct waters waters = waters_make(&rng);
    struct body body = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_region region = everywhere;
    region.low[0] = 0.0;
    for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
        for (int turned = 0; turned < 2; ++turned) {
            struct pressing pressing = {.body = "a box that enters",
                                        .mesh = mesh,
                                        .pose = buoy_pose_identity(),
                                        .water = buoy_calm_sea()};
            if (turned) {
                pressing.pose = random_pose(&rng, mesh, (double[]){0.0, 0.0, 0.0});
            }
            pressing.water.kind = (enum buoy_water_kind)kind;
            pressing.water.patch = waters.patch;
            pressing.water.waves = waters.waves;
            pressing.water.region = &region;
            const struct buoy_kernel *kernel;
            for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
                struct buoy_pressure before = {.wetted_area = 0.0};
                const bool lumps = strcmp(kernel->method->name, "centre") == 0;
                for (int step = 0; step <= 2000; ++step) {
                    pressing.pose.position[0] = -1.0 + 1e-3 * step;
                    pressing.pose.position[2] = -0.2;
                    const struct buoy_pressure now = ask_pressure(kernel, &pressing);
                    // 1.5 m² of section at most, and a wave's pressure on it and on the surface:
                    // water that is linear within a face's triangles, and within those of a cut.
                    const double most = (lumps ? 0.25 : kind == BUOY_WATER_PLANE ? 1.6e-3 : 6e-2);
                    FAIL_IF(!(buoy_distance(now.force, before.force) <= most * weight),
                            "%s: the force jumps from (%g %g %g) to (%g %g %g) at %g in water "
                            "of kind %d",
                            kernel->id, before.force[0], before.force[1], before.force[2],
                            now.force[0], now.force[1], now.force[2], pressing.pose.position[0],
                            kind);
                    before = now;
                }
            }
        }
    }
}
