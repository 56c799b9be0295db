// Waterlines: closed loops to the bit, on the water, around the body counter-clockwise, and never
// written beyond the caller's room.
#include "body.h"
#include "dispatch/registry.h"
#include "pressing.h"
#include "test.h"

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
                                    .water = buoy_calm_sea()};
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
    struct pressing pressing = {
        .body = "a sphere", .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea()};
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
    struct pressing pressing = {
        .body = "a sphere", .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea()};
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
