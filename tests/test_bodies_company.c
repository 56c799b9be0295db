// Bodies in water: nothing jumps while a body, a wave or a patch moves, nor at the walls of a pool.
#include "body.h"
#include "floating.h"
#include "test.h"

// ---------------------------------------------------------------------------- no jumps

struct ride {
    struct buoy_waves *waves;
    struct buoy_patch *patch;
    struct floating_body body;
    double velocity[3], turning[3];
};

// Forces of a moment of the ride: the body glides and turns, the waves run.
static struct buoy_body_forces ride_at(const struct ride *ride, bool on_patch, double time) {
    struct buoy_water water = buoy_calm_sea();
    struct floating_body body = ride->body;
    water.kind = on_patch ? BUOY_WATER_PATCH : BUOY_WATER_WAVES;
    water.waves = ride->waves;
    water.patch = ride->patch;
    water.time = time;
    for (int i = 0; i < 3; ++i) {
        body.pose.position[i] += time * ride->velocity[i];
        body.pose.rotation[i] += time * ride->turning[i];
    }
    floating_normalise(body.pose.rotation);
    const struct buoy_drag drag = {1.0, 1.0, 0.5};
    return floating_ask(&body, &water, drag);
}

static double difference(const struct buoy_body_forces *a, const struct buoy_body_forces *b) {
    double most = fabs(a->volume - b->volume) * 1e4;
    for (int i = 0; i < 3; ++i) {
        most = fmax(most, fabs(a->buoyancy.force[i] - b->buoyancy.force[i]));
        most = fmax(most, fabs(a->buoyancy.torque[i] - b->buoyancy.torque[i]));
        most = fmax(most, fabs(a->drag.force[i] - b->drag.force[i]));
        most = fmax(most, fabs(a->drag.torque[i] - b->drag.torque[i]));
    }
    return most;
}

// Halves the interval again and again, on the side that differs more: a jump would stay.
static double smallest_change(const struct ride *ride, bool on_patch) {
    double begin = 0.0, end = 1.0;
    struct buoy_body_forces first = ride_at(ride, on_patch, begin);
    struct buoy_body_forces last = ride_at(ride, on_patch, end);
    for (int halving = 0; halving < 20; ++halving) {
        const double middle = 0.5 * (begin + end);
        const struct buoy_body_forces between = ride_at(ride, on_patch, middle);
        if (difference(&first, &between) > difference(&between, &last)) {
            end = middle;
            last = between;
        } else {
            begin = middle;
            first = between;
        }
    }
    return difference(&first, &last);
}

TEST(nothing_jumps) {
    struct rng rng = rng_make("rides");
    const struct buoy_wave waves[3] = {
        {.amplitude = 0.3f, .wavelength = 9.0f, .direction = 0.5f},
        {.amplitude = 0.1f, .wavelength = 3.0f, .direction = -1.0f, .phase = 1.0f},
        {.amplitude = 0.05f, .wavelength = 1.0f, .direction = 2.0f, .phase = 2.0f},
    };
    const struct buoy_patch_grid grid = {{-8.0, -8.0}, {0.5f, 0.5f}, 33, 33};
    struct ride ride;
    assert_int_equal(buoy_waves_create(waves, 3, BUOY_GRAVITY, &ride.waves, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_create(&grid, &ride.patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_fill_waves(ride.patch, ride.waves, 0.0, NULL), BUOY_OK);
    for (int round = 0; round < 60; ++round) {
        ride.body = floating_random(&rng);
        floating_random_vector(&rng, 3.0, ride.velocity);
        floating_random_vector(&rng, 0.3, ride.turning);
        // Rounding of some 10⁻⁷ of 10⁴ N, and what 10⁻⁶ of the ride changes.
        for (int on_patch = 0; on_patch < 2; ++on_patch) {
            const double change = smallest_change(&ride, on_patch);
            const struct buoy_mesh_info info = mesh_info(ride.body.mesh);
            const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume + 1e3;
            if (!(change <= 1e-4 * all * fmax(1.0, info.diagonal))) {
                fail_msg("round %d: a jump of %g N or N m, of %g N in all", round, change, all);
            }
        }
    }
    buoy_patch_destroy(ride.patch);
    buoy_waves_destroy(ride.waves);
}

// In a pool, and outside it.
TEST(pool) {
    const struct buoy_region pool = {{-5.0, -5.0, -5.0}, {5.0, 5.0, 5.0}};
    struct buoy_water water = buoy_calm_sea();
    struct floating_body body = floating_at_rest(floating_meshes[1]);
    const struct buoy_body_forces in_the_sea = floating_ask(&body, &water, floating_no_drag);
    water.region = &pool;
    const struct buoy_body_forces inside = floating_ask(&body, &water, floating_no_drag);
    assert_memory_equal(&inside, &in_the_sea, sizeof inside);
    for (int side = 0; side < 6; ++side) {
        body.pose = buoy_pose_identity();
        body.pose.position[side / 2] = side % 2 ? 6.0 : -6.0;
        const struct buoy_body_forces outside = floating_ask(&body, &water, floating_no_drag);
        assert_true(outside.volume == 0.0 && outside.buoyancy.force[2] == 0.0);
        assert_true(fabs(outside.centre[side / 2]) > 5.0 && outside.wetted_area == 0.0);
    }
    // Wherever the centre of mass is: what counts is the middle of the box.
    for (int is_inside = 0; is_inside < 2; ++is_inside) {
        body.pose.position[2] = 0.0;
        body.pose.position[0] = is_inside ? 4.0 : 6.0;
        body.centre_of_mass[0] = is_inside ? 2.0 : -2.0;
        const struct buoy_body_forces off = floating_ask(&body, &water, floating_no_drag);
        assert_true((off.volume > 0.0) == is_inside);
    }
}

TEST_FIXTURE(floating_setup, floating_teardown)
