// Bodies in water: forces against buoy_volume_compute() and the formulas, in any pose and place, in
// currents and waves.
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "floating.h"
#include "test.h"

// Unmoved, the body is what buoy_volume_compute() and buoy_hydrostatics_compute() say of its mesh.
TEST(unmoved) {
    struct rng rng = rng_make("unmoved bodies");
    for (int round = 0; round < 60; ++round) {
        const struct floating_body body = floating_at_rest(floating_meshes[round % 3]);
        struct buoy_water water = buoy_calm_sea();
        water.plane = rng_plane(&rng, body.mesh);
        struct buoy_hydrostatics at;
        assert_int_equal(buoy_hydrostatics_compute(body.mesh, &water.plane, 1, &at, NULL), BUOY_OK);
        const struct buoy_drag drag = {0.0, 0.0, 1.0}; // which finds the wetted area
        const struct buoy_body_forces got = floating_ask(&body, &water, drag);
        const double n[3] = {(double)water.plane.normal[0], (double)water.plane.normal[1],
                             (double)water.plane.normal[2]};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const double weight = BUOY_SEA_WATER * BUOY_GRAVITY * at.volume;
        const double f[3] = {weight * n[0] / length, weight * n[1] / length,
                             weight * n[2] / length};
        const double torque[3] = {at.centre[1] * f[2] - at.centre[2] * f[1],
                                  at.centre[2] * f[0] - at.centre[0] * f[2],
                                  at.centre[0] * f[1] - at.centre[1] * f[0]};
        const struct buoy_mesh_info info = mesh_info(body.mesh);
        const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume;
        const double close = 2e-6 * fmax(1.0, info.conditioning / 60.0);
        assert_true(fabs(got.volume - at.volume) <= close * info.volume);
        assert_true(fabs(got.wetted_area - at.wetted_area) <= close * info.area);
        floating_expect_near(got.buoyancy.force, f, close * all);
        floating_expect_near(got.buoyancy.torque, torque, close * all * info.diagonal);
        const double none[3] = {0.0, 0.0, 0.0};
        floating_expect_near(got.drag.force, none, 0.0);
        floating_expect_near(got.drag.torque, none, 0.0);
    }
}

// A turn about (1, 1, 1) by a third takes x to y to z to x, exactly: all of the world turned with
// the body turns the forces.
static void turn(const double v[3], double turned[3]) {
    turned[0] = v[2];
    turned[1] = v[0];
    turned[2] = v[1];
}

// q ↦ (½, ½, ½, ½) q.
static void turn_rotation(const double q[4], double turned[4]) {
    turned[0] = 0.5 * (q[3] + q[0] + q[2] - q[1]);
    turned[1] = 0.5 * (q[3] + q[1] + q[0] - q[2]);
    turned[2] = 0.5 * (q[3] + q[2] + q[1] - q[0]);
    turned[3] = 0.5 * (q[3] - q[0] - q[1] - q[2]);
}

TEST(turned_world) {
    struct rng rng = rng_make("turned bodies");
    const struct buoy_drag drag = {1.0, 0.5, 0.25};
    for (int round = 0; round < 200; ++round) {
        const struct floating_body body = floating_random(&rng);
        struct floating_body turned = body;
        struct buoy_water water = buoy_calm_sea(), turned_water = water;
        double n[3], turned_n[3];
        rng_direction(&rng, n);
        turn(n, turned_n);
        const float d = (float)rng_between(&rng, -0.5, 0.5);
        water.plane = (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, d};
        turned_water.plane =
            (struct buoy_plane){{(float)turned_n[0], (float)turned_n[1], (float)turned_n[2]}, d};
        floating_random_vector(&rng, 1.0, water.current);
        turn(water.current, turned_water.current);
        turn(body.pose.position, turned.pose.position);
        turn(body.velocity, turned.velocity);
        turn(body.angular_velocity, turned.angular_velocity);
        turn_rotation(body.pose.rotation, turned.pose.rotation);

        const struct buoy_body_forces here = floating_ask(&body, &water, drag);
        const struct buoy_body_forces there = floating_ask(&turned, &turned_water, drag);
        const struct buoy_mesh_info info = mesh_info(body.mesh);
        const double close = 4e-6 * fmax(1.0, info.conditioning / 60.0);
        const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume;
        const double most = close * fmax(all, 1e4) * fmax(1.0, info.diagonal);
        double expected[3];
        turn(here.buoyancy.force, expected);
        floating_expect_near(there.buoyancy.force, expected, most);
        turn(here.buoyancy.torque, expected);
        floating_expect_near(there.buoyancy.torque, expected, most);
        turn(here.drag.force, expected);
        floating_expect_near(there.drag.force, expected, most);
        turn(here.drag.torque, expected);
        floating_expect_near(there.drag.torque, expected, most);
    }
}

// A million metres from the origin, to the last few bits of a double.
TEST(far_away) {
    struct rng rng = rng_make("bodies far away");
    const struct buoy_water water = buoy_calm_sea();
    for (int round = 0; round < 60; ++round) {
        const struct floating_body body = floating_random(&rng);
        struct floating_body far = body;
        far.pose.position[0] += 1048576.0;
        far.pose.position[1] -= 524288.0;
        const struct buoy_body_forces here = floating_ask(&body, &water, floating_no_drag);
        const struct buoy_body_forces there = floating_ask(&far, &water, floating_no_drag);
        assert_true(fabs(here.volume - there.volume) <= 1e-6 * here.volume);
        floating_expect_near(here.buoyancy.torque, there.buoyancy.torque, 1e-3);
    }
}

// Where a mesh lies in its own frame is nobody's business: the same box about its origin and far
// from it, in the same place of the world, and of a pool.
TEST(far_from_its_origin) {
    static const double away[3] = {65536.0, -32768.0, 16384.0};
    static const struct buoy_region pool = {{-9.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct rng rng = rng_make("floating_meshes far from their origin");
    struct buoy_water water = buoy_calm_sea();
    water.region = &pool;
    struct body box = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *near = body_mesh(&box, 0);
    body_move(&box, away);
    struct buoy_mesh *far = body_mesh(&box, 0);
    body_free(&box);
    for (int round = 0; round < 60; ++round) {
        struct floating_body body = floating_random(&rng), moved;
        body.mesh = near;
        memset(body.centre_of_mass, 0, sizeof body.centre_of_mass);
        moved = body;
        moved.mesh = far;
        memcpy(moved.centre_of_mass, away, sizeof away);
        memset(moved.pose.position, 0, sizeof moved.pose.position);
        const struct buoy_water high = {
            .kind = BUOY_WATER_PLANE, .plane = {{0.0f, 0.0f, 1.0f}, 1e6f}, .density = 1.0};
        const struct buoy_body_forces whole = floating_ask(&moved, &high, floating_no_drag);
        for (int i = 0; i < 3; ++i) { // its middle to where the other's is
            moved.pose.position[i] = body.pose.position[i] - whole.centre[i];
        }
        const struct buoy_body_forces a = floating_ask(&body, &water, floating_no_drag);
        const struct buoy_body_forces b = floating_ask(&moved, &water, floating_no_drag);
        assert_true(fabs(a.volume - b.volume) <= 1e-6);
        floating_expect_near(a.buoyancy.torque, b.buoyancy.torque,
                             1e-6 * BUOY_SEA_WATER * BUOY_GRAVITY);
    }
    buoy_mesh_destroy(near);
    buoy_mesh_destroy(far);
}

// Water so high or low that its plane's offset, in units of its normal, is beyond floats.
TEST(deep_and_dry) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    const struct floating_body body = floating_at_rest(mesh);
    for (int is_deep = 0; is_deep < 2; ++is_deep) {
        struct buoy_water water = buoy_calm_sea();
        water.plane = (struct buoy_plane){{0.0f, 0.0f, 1e-30f}, is_deep ? 1e30f : -1e30f};
        const struct buoy_body_forces got = floating_ask(&body, &water, floating_no_drag);
        assert_true(fabs(got.volume - is_deep) <= 1e-6);
    }
    buoy_mesh_destroy(mesh);
}

// A current that turns about the origin, ω × x with ω = (0, 0, 1): it is asked at the centre of
// buoyancy, and a body that turns with it about its centre of mass feels no force.
static void turning_current(void *context, const double *points, size_t points_count,
                            double *velocities) {
    (void)context;
    for (size_t i = 0; i < points_count; ++i) {
        velocities[3 * i] = -points[3 * i + 1];
        velocities[3 * i + 1] = points[3 * i];
        velocities[3 * i + 2] = 0.0;
    }
}

TEST(current_by_place) {
    struct rng rng = rng_make("turning currents");
    struct buoy_water water = buoy_calm_sea();
    water.current_at = turning_current;
    for (int round = 0; round < 60; ++round) {
        struct floating_body body = floating_random(&rng);
        memset(body.centre_of_mass, 0, sizeof body.centre_of_mass);
        memset(body.velocity, 0, sizeof body.velocity);
        body.velocity[0] = -body.pose.position[1];
        body.velocity[1] = body.pose.position[0];
        body.angular_velocity[0] = body.angular_velocity[1] = 0.0;
        body.angular_velocity[2] = 1.0;
        const struct buoy_drag drag = {1.0, 0.0, 0.5};
        const struct buoy_body_forces with_it = floating_ask(&body, &water, drag);
        floating_expect_near(with_it.drag.force, (const double[3]){0.0, 0.0, 0.0}, 1e-9);
    }
}

// Catto's braking of a turned box: about the world's axes by what I⁻¹ is there, and L its mean
// extent, whatever its pose.
TEST(braking) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 1.0f, 1.5f), 0);
    struct floating_body body = floating_at_rest(mesh);
    body.mass = 10.0;
    const double inertia[3] = {4.0, 5.0, 8.0};
    for (int i = 0; i < 3; ++i) {
        body.inertia[i] = inertia[i];
        body.angular_velocity[i] = 1.0 + i;
    }
    // A quarter turn about z: the mesh's x lies along the world's y, its y against x.
    body.pose.rotation[2] = body.pose.rotation[3] = sqrt(0.5);
    body.pose.position[2] = -10.0; // wholly under water
    const double in_world[3] = {inertia[1], inertia[0], inertia[2]}, dt = 0.5;
    const double b = 0.25 * 10.0 * 4.0; // β m L², L = 2
    const struct buoy_water water = buoy_calm_sea();
    const struct buoy_drag drag = {0.0, 0.25, 0.0};
    struct buoy_body_forces got;
    assert_int_equal(floating_ask_within(&body, &water, drag, dt, &got, NULL), BUOY_OK);
    for (int i = 0; i < 3; ++i) {
        const double omega = (1.0 + i) / (1.0 + dt * b / in_world[i]);
        assert_true(fabs(got.drag.torque[i] + b * omega) <= 1e-9 * b);
    }
    buoy_mesh_destroy(mesh);
}

// The plane that a body meets on a patch. In a bowl η = x² + y² about the origin, a cube with
// the second moments s = h²/3 meets at x₀ the slope 2 x₀ and the mean height x₀² + y₀² + 2s; the
// patch widens s by 2/1024 of itself.
static void bowl(void *context, const double *x, const double *y, size_t points, float *height) {
    (void)context;
    for (size_t i = 0; i < points; ++i) {
        height[i] = (float)(x[i] * x[i] + y[i] * y[i]);
    }
}

TEST(fitted_plane) {
    const struct buoy_patch_grid grid = {{-4.0, -4.0}, {0x1p-6f, 0x1p-6f}, 513, 513};
    struct buoy_patch *patch;
    assert_int_equal(buoy_patch_create(&grid, &patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_fill(patch, bowl, NULL, NULL), BUOY_OK);
    const float half = 1.0f;
    const double spread = 2.0 / 3.0 * (1.0 + 2.0 / 1024.0);
    struct buoy_mesh *mesh = mesh_of(body_box(half, half, half), 0);
    struct buoy_water bowl_water = buoy_calm_sea(), flat = bowl_water;
    bowl_water.kind = BUOY_WATER_PATCH;
    bowl_water.patch = patch;
    for (int i = -4; i <= 4; ++i) {
        const double x = 0.375 * i, y = -1.0, level = x * x + y * y + spread;
        struct floating_body body = floating_at_rest(mesh);
        body.pose.position[0] = x;
        body.pose.position[1] = y;
        body.pose.position[2] = level;
        // η ≈ level + 2x (x' − x) + 2y (y' − y)
        flat.plane = (struct buoy_plane){{(float)(-2.0 * x), (float)(-2.0 * y), 1.0f},
                                         (float)(level - 2.0 * x * x - 2.0 * y * y)};
        const struct buoy_body_forces a = floating_ask(&body, &bowl_water, floating_no_drag);
        const struct buoy_body_forces b = floating_ask(&body, &flat, floating_no_drag);
        // Between samples, the patch is up to 2⁻¹² × ¼ × 2 too high.
        const double all = 2e-4 * BUOY_SEA_WATER * BUOY_GRAVITY * 8.0;
        floating_expect_near(a.buoyancy.force, b.buoyancy.force, all);
        floating_expect_near(a.buoyancy.torque, b.buoyancy.torque, 4.0 * all);
    }
    buoy_mesh_destroy(mesh);
    buoy_patch_destroy(patch);
}

// All water moves at one velocity, or each place at its own: the same where both agree.
static void current_of_place(void *context, const double *points, size_t count,
                             double *velocities) {
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = ((const double *)context)[i % 3];
    }
}

TEST(current) {
    struct rng rng = rng_make("currents");
    const struct buoy_drag drag = {2.0, 1.0, 0.5};
    double current[3] = {0.5, -1.0, 0.25};
    struct buoy_water still = buoy_calm_sea(), flowing = still, by_place = still;
    memcpy(flowing.current, current, sizeof current);
    by_place.current_at = current_of_place;
    by_place.current_context = current;
    for (int round = 0; round < 60; ++round) {
        struct floating_body body = floating_random(&rng);
        const struct buoy_body_forces a = floating_ask(&body, &flowing, drag);
        const struct buoy_body_forces b = floating_ask(&body, &by_place, drag);
        assert_memory_equal(&a, &b, sizeof a);
        // Carried along with the water, as if at rest in still water.
        for (int i = 0; i < 3; ++i) {
            body.velocity[i] -= current[i];
        }
        const struct buoy_body_forces c = floating_ask(&body, &still, drag);
        floating_expect_near(a.drag.force, c.drag.force, 1e-9 * (1.0 + fabs(a.volume) * 1e4));
        floating_expect_near(a.drag.torque, c.drag.torque, 1e-9 * (1.0 + fabs(a.volume) * 1e4));
    }
}

// A wave thousands of times as long as the body is a plane to it: buoyancy is along its normal.
TEST(long_wave) {
    const struct buoy_wave wave = {.amplitude = 200.0f, .wavelength = 20000.0f};
    struct buoy_waves *waves;
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, &waves, NULL), BUOY_OK);
    struct buoy_water water = buoy_calm_sea(), plane = water;
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    for (int i = 0; i < 20; ++i) {
        struct floating_body body = floating_at_rest(floating_meshes[i % 3]);
        float height, slope_x, slope_y;
        body.pose.position[0] = 1000.0 * i;
        struct buoy_surface query = {
            &body.pose.position[0], &body.pose.position[1], 1, &height, &slope_x, &slope_y};
        assert_int_equal(buoy_waves_sample(waves, 0.0, &query, NULL), BUOY_OK);
        body.pose.position[2] = (double)height;
        plane.plane = (struct buoy_plane){{-slope_x, -slope_y, 1.0f}, 0.0f};
        struct floating_body unmoved = body;
        memset(unmoved.pose.position, 0, sizeof unmoved.pose.position);
        const struct buoy_body_forces wavy = floating_ask(&body, &water, floating_no_drag);
        const struct buoy_body_forces flat = floating_ask(&unmoved, &plane, floating_no_drag);
        const double all = 1e-3 * fabs(flat.buoyancy.force[2]);
        assert_true(all > 0.0);
        floating_expect_near(wavy.buoyancy.force, flat.buoyancy.force, all);
        floating_expect_near(wavy.buoyancy.torque, flat.buoyancy.torque, 2.0 * all);
    }
    buoy_waves_destroy(waves);
}

TEST_FIXTURE(floating_setup, floating_teardown)
