// Kerner's own methods: the centre of pressure of his appendix A is exact, in any water. The force
// at the centre is also exact below planes, but its torque is not; it improves as triangles get
// smaller. Parts whose centre is above the water are dropped.
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

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
    static const char *const bodies[] = {"builtin:box", "builtin:barrel:100", "builtin:wigley:300",
                                         "builtin:star:600", "builtin:torus:600"};
    struct rng rng = rng_make("appendix A");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(bodies[b]), 0);
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
                                    .water = buoy_calm_sea()};
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
    struct pressing pressing = {
        .body = "a cube", .mesh = mesh, .pose = buoy_pose_identity(), .water = buoy_calm_sea()};
    pressing.water.kind = BUOY_WATER_PATCH;
    pressing.water.patch = patch;
    const struct buoy_pressure exact = ask("pressure/kerner64/scalar", &pressing);
    const struct buoy_pressure got = ask("pressure/centre/scalar", &pressing);
    const double weight = 1025.0 * 9.81;
    assert_true(fabs(exact.force[2] - 8.0 * weight) <= 1e-9 * weight);
    assert_true(fabs(got.force[2] - 2.0 * weight) <= 1e-9 * weight);
}
