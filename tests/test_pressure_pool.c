// Bodies across a pool's walls: in still water the force is ρ g times the volume that is inside,
// upward, at its centroid; nothing pushes aside; the parts on both sides of a wall add up to the
// whole; and a body that enters is lifted without a jump.
#include "base/vector.h"
#include "body.h"
#include "dispatch/registry.h"
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
    struct pressing pressing = {.body = "a box",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
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
                                        .water = buoy_calm_sea(BUOY_Z_UP)};
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
                                        .water = buoy_calm_sea(BUOY_Z_UP)};
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

// ------------------------------------------------------------------------------ pressure waterline

// Waterlines: closed loops to the bit, on the water, around the body counter-clockwise, and never
// written beyond the caller's room.

enum {
    most = 4096
};
static double points[6 * most];

// Asks, with room for `capacity` segments.
static size_t ask_waterline(const struct buoy_kernel *kernel, struct pressing pressing,
                            size_t capacity) {
    struct buoy_waterline waterline = {points, capacity, 12345};
    pressing.waterline = &waterline;
    const struct buoy_pressure with = ask_pressure(kernel, &pressing);
    pressing.waterline = NULL;
    const struct buoy_pressure without = ask_pressure(kernel, &pressing);
    assert_memory_equal(&with, &without, sizeof with);
    return waterline.count;
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, 3 * sizeof(double));
}

TEST(loops) {
    static const char *const bodies[] = {"builtin:box", "builtin:barrel:100", "builtin:wigley:300",
                                         "builtin:star:600", "builtin:torus:600"};
    struct rng rng = rng_make("waterlines");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(bodies[b]), 0);
        struct waters waters = waters_make(&rng);
        size_t found = 0;
        for (int round = 0; round < 60; ++round) {
            const struct pressing pressing = random_pressing(&rng, mesh, &waters);
            const struct buoy_kernel *kernel;
            for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
                const size_t count = ask_waterline(kernel, pressing, most);
                assert_true(count <= most);
                // As many segments begin at each point as end there.
                double *starts = test_alloc(3 * sizeof *starts * (count + 1));
                double *ends = test_alloc(3 * sizeof *ends * (count + 1));
                assert_true(starts && ends);
                for (size_t k = 0; k < count; ++k) {
                    memcpy(starts + 3 * k, points + 6 * k, 3 * sizeof *starts);
                    memcpy(ends + 3 * k, points + 6 * k + 3, 3 * sizeof *ends);
                }
                qsort(starts, count, 3 * sizeof *starts, compare);
                qsort(ends, count, 3 * sizeof *ends, compare);
                FAIL_IF(memcmp(starts, ends, 3 * sizeof *starts * count) != 0,
                        "%s on %s: %zu segments do not close", kernel->id, bodies[b], count);
                found += count;
            }
        }
        assert_true(found > 0);
    }
}

// For a sphere cut by a level, at any place and in any orientation, the waterline is a circle of
// points at that level, centred on the sphere: its area by the shoelace formula.
TEST(circle) {
    struct rng rng = rng_make("a sphere's waterline");
    struct body body = body_builtin("builtin:sphere:5120");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double radius = info.half_extent[0], level = 0.3 * radius;
    const double expected = 3.14159265358979 * (radius * radius - level * level);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const double at[3] = {rng_between(&rng, -9.0, 9.0), rng_between(&rng, -9.0, 9.0),
                              rng_between(&rng, -9.0, 9.0)};
        struct pressing pressing = {.body = "a sphere",
                                    .mesh = mesh,
                                    .pose = random_pose(&rng, mesh, at),
                                    .water = buoy_calm_sea(BUOY_Z_UP)};
        pressing.water.plane.d = (float)(at[2] + level);
        const size_t count = ask_waterline(kernel, pressing, most);
        double area = 0.0;
        for (size_t k = 0; k < count; ++k) {
            const double *start = points + 6 * k, *end = start + 3;
            const double ax = start[0] - at[0], ay = start[1] - at[1];
            area += 0.5 * (ax * (end[1] - at[1]) - ay * (end[0] - at[0])); // counter-clockwise
            assert_true(fabs(start[2] - at[2] - level) <= 2e-6 * radius);
            assert_true(fabs(ax * ax + ay * ay - expected / 3.14159265358979) <=
                        0.01 * radius * radius);
        }
        assert_true(fabs(area - expected) <= 0.01 * expected);
    }
}

static double length_of(size_t segments) {
    double length = 0.0;
    for (size_t k = 0; k < segments; ++k) {
        const double *start = points + 6 * k, *end = start + 3;
        length += sqrt((end[0] - start[0]) * (end[0] - start[0]) +
                       (end[1] - start[1]) * (end[1] - start[1]) +
                       (end[2] - start[2]) * (end[2] - start[2]));
    }
    return length;
}

TEST(pools) {
    struct body body = body_builtin("builtin:sphere:1280");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct pressing pressing = {.body = "a sphere",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.plane = (struct buoy_plane){{0.5f, 0.25f, 1.0f}, 0.01f}; // the waterline rises
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (int axis = 0; axis < 3; ++axis) {
            // Two pools with a wall between them, across each axis in turn: none of a waterline
            // lies beyond the wall, and both parts together are as long as the whole.
            const double infinite = (double)INFINITY, wall = 0.013;
            struct buoy_region left = {{-infinite, -infinite, -infinite},
                                       {infinite, infinite, infinite}};
            struct buoy_region right = left;
            left.high[axis] = right.low[axis] = wall;
            pressing.water.region = NULL;
            const double all = length_of(ask_waterline(kernel, pressing, most));
            pressing.water.region = &left;
            const size_t on_left = ask_waterline(kernel, pressing, most);
            const double left_length = length_of(on_left);
            for (size_t k = 0; k < 2 * on_left; ++k) {
                assert_true(points[3 * k + (size_t)axis] <= wall + 1e-12);
            }
            pressing.water.region = &right;
            const size_t on_right = ask_waterline(kernel, pressing, most);
            const double right_length = length_of(on_right);
            for (size_t k = 0; k < 2 * on_right; ++k) {
                assert_true(points[3 * k + (size_t)axis] >= wall - 1e-12);
            }
            FAIL_IF(!(left_length > 0.1 && right_length > 0.1) ||
                        !(fabs(left_length + right_length - all) <= 1e-6 * all),
                    "%s: wall across axis %d: %.17g and %.17g m of %.17g m", kernel->id, axis,
                    left_length, right_length, all);
        }
    }
}

// Too little room: counted all the same, and not a byte beyond. None: nothing to cut.
TEST(room) {
    struct body body = body_builtin("builtin:sphere:320");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct pressing pressing = {.body = "a sphere",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.plane.d = 0.01f;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const size_t count = ask_waterline(kernel, pressing, most);
        assert_true(count > 8);
        memset(points, 0x55, sizeof points);
        assert_int_equal(ask_waterline(kernel, pressing, 7), count);
        for (size_t k = 0; k < 8 * 6; ++k) {
            unsigned char untouched[sizeof(double)];
            memset(untouched, 0x55, sizeof untouched);
            assert_int_equal(memcmp(&points[k], untouched, sizeof untouched) == 0, k >= 7 * 6);
        }
        assert_int_equal(ask_waterline(kernel, pressing, 0), count);
        struct pressing away = pressing;
        away.pose.position[2] = 10.0;
        assert_int_equal(ask_waterline(kernel, away, most), 0);
        away.pose.position[2] = -10.0;
        assert_int_equal(ask_waterline(kernel, away, most), 0);
    }
    struct buoy_waterline nowhere = {NULL, 5, 0};
    char scratch[64];
    const struct buoy_pressure_query query = pressing_query(&pressing, scratch, 0);
    struct buoy_pressure answer;
    assert_int_equal(buoy_pressure_compute(&query, &nowhere, &answer, NULL), BUOY_ERROR_ARGUMENT);
}
