// Bodies in water: forces against what buoy_volume() and the formulas say, in any pose, alone and
// in company; and that nothing jumps while a body, a wave or a patch moves.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_hydrostatics.h"
#include "rng.h"

enum {
    crowd = 60
};

static struct buoy_mesh *meshes[3];

static int make_meshes(void **state) {
    static const char *const names[3] = {"builtin:star:1000", "builtin:box", "builtin:wigley:1300"};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct body body = body_builtin(names[i]);
        meshes[i] = body_mesh(&body, 0);
        body_free(&body);
    }
    return 0;
}

static int free_meshes(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        buoy_mesh_destroy(meshes[i]);
    }
    return 0;
}

static struct buoy_body at_rest(const struct buoy_mesh *mesh) {
    return (struct buoy_body){
        .mesh = mesh,
        .pose = buoy_pose_identity(),
        .mass = 100.0,
        .inverse_inertia = {0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1},
    };
}

static void random_vector(struct rng *rng, double most, double v[3]) {
    for (int i = 0; i < 3; ++i) {
        v[i] = rng_between(rng, -most, most);
    }
}

static void normalise(double q[4]) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) {
        q[i] /= length;
    }
}

static struct buoy_body random_body(struct rng *rng) {
    struct buoy_body body = at_rest(meshes[rng_below(rng, 3)]);
    random_vector(rng, 1.0, body.pose.position);
    random_vector(rng, 1.0, body.pose.rotation);
    body.pose.rotation[3] = rng_between(rng, 0.1, 1.0);
    normalise(body.pose.rotation);
    random_vector(rng, 1.0, body.velocity);
    random_vector(rng, 1.0, body.angular_velocity);
    random_vector(rng, 0.5, body.centre_of_mass);
    return body;
}

static struct buoy_body_forces ask(const struct buoy_body *body, const struct buoy_water *water,
                                   struct buoy_drag drag) {
    const struct buoy_body_query query = {.bodies = body, .count = 1, .water = water, .drag = drag};
    struct buoy_body_forces forces;
    struct buoy_error error;
    if (buoy_body_forces(&query, &forces, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    return forces;
}

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};

// Fails unless |a − b| ≤ share × scale, for three components.
static void expect_near(const double a[3], const double b[3], double scale) {
    for (int i = 0; i < 3; ++i) {
        if (!(fabs(a[i] - b[i]) <= scale)) {
            fail_msg("component %d: %.17g and %.17g differ by more than %g", i, a[i], b[i], scale);
        }
    }
}

// -------------------------------------------------------------------------------- answers

// Unmoved, the body is what buoy_volume() and buoy_hydrostatics() say of its mesh.
static void test_unmoved(void **state) {
    (void)state;
    struct rng rng = rng_make("unmoved bodies");
    for (int round = 0; round < 60; ++round) {
        const struct buoy_body body = at_rest(meshes[round % 3]);
        struct buoy_water water = buoy_calm_sea();
        water.plane = rng_plane(&rng, body.mesh);
        struct buoy_hydrostatics at;
        assert_int_equal(buoy_hydrostatics(body.mesh, &water.plane, 1, &at), BUOY_OK);
        const struct buoy_body_forces got = ask(&body, &water, no_drag);
        const double n[3] = {(double)water.plane.nx, (double)water.plane.ny,
                             (double)water.plane.nz};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const double weight = BUOY_SEA_WATER * BUOY_GRAVITY * at.volume;
        const double f[3] = {weight * n[0] / length, weight * n[1] / length,
                             weight * n[2] / length};
        const double torque[3] = {at.c[1] * f[2] - at.c[2] * f[1], at.c[2] * f[0] - at.c[0] * f[2],
                                  at.c[0] * f[1] - at.c[1] * f[0]};
        struct buoy_mesh_info info;
        buoy_mesh_get_info(body.mesh, &info);
        const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume;
        const double close = 2e-6 * fmax(1.0, info.conditioning / 60.0);
        assert_true(fabs(got.volume - at.volume) <= close * info.volume);
        assert_true(fabs(got.wetted_area - at.wetted_area) <= close * info.area);
        expect_near(got.buoyancy.force, f, close * all);
        expect_near(got.buoyancy.torque, torque, close * all * info.diagonal);
        const double none[3] = {0.0, 0.0, 0.0};
        expect_near(got.drag.force, none, 0.0);
        expect_near(got.drag.torque, none, 0.0);
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

static void test_turned_world(void **state) {
    (void)state;
    struct rng rng = rng_make("turned bodies");
    const struct buoy_drag drag = {1.0, 0.5, 0.25};
    for (int round = 0; round < 200; ++round) {
        const struct buoy_body body = random_body(&rng);
        struct buoy_body turned = body;
        struct buoy_water water = buoy_calm_sea(), turned_water = water;
        double n[3], turned_n[3];
        rng_direction(&rng, n);
        turn(n, turned_n);
        const float d = (float)rng_between(&rng, -0.5, 0.5);
        water.plane = (struct buoy_plane){(float)n[0], (float)n[1], (float)n[2], d};
        turned_water.plane =
            (struct buoy_plane){(float)turned_n[0], (float)turned_n[1], (float)turned_n[2], d};
        random_vector(&rng, 1.0, water.current);
        turn(water.current, turned_water.current);
        turn(body.pose.position, turned.pose.position);
        turn(body.velocity, turned.velocity);
        turn(body.angular_velocity, turned.angular_velocity);
        turn_rotation(body.pose.rotation, turned.pose.rotation);

        const struct buoy_body_forces here = ask(&body, &water, drag);
        const struct buoy_body_forces there = ask(&turned, &turned_water, drag);
        struct buoy_mesh_info info;
        buoy_mesh_get_info(body.mesh, &info);
        const double close = 4e-6 * fmax(1.0, info.conditioning / 60.0);
        const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume;
        const double most = close * fmax(all, 1e4) * fmax(1.0, info.diagonal);
        double expected[3];
        turn(here.buoyancy.force, expected);
        expect_near(there.buoyancy.force, expected, most);
        turn(here.buoyancy.torque, expected);
        expect_near(there.buoyancy.torque, expected, most);
        turn(here.drag.force, expected);
        expect_near(there.drag.force, expected, most);
        turn(here.drag.torque, expected);
        expect_near(there.drag.torque, expected, most);
    }
}

// A million metres from the origin, to the last few bits of a double.
static void test_far_away(void **state) {
    (void)state;
    struct rng rng = rng_make("bodies far away");
    const struct buoy_water water = buoy_calm_sea();
    for (int round = 0; round < 60; ++round) {
        const struct buoy_body body = random_body(&rng);
        struct buoy_body far = body;
        far.pose.position[0] += 1048576.0;
        far.pose.position[1] -= 524288.0;
        const struct buoy_body_forces here = ask(&body, &water, no_drag);
        const struct buoy_body_forces there = ask(&far, &water, no_drag);
        assert_true(fabs(here.volume - there.volume) <= 1e-6 * here.volume);
        expect_near(here.buoyancy.torque, there.buoyancy.torque, 1e-3);
    }
}

// All water moves at one velocity, or each place at its own: the same where both agree.
static void current_of_place(void *context, const double *points, size_t count,
                             double *velocities) {
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = ((const double *)context)[i % 3];
    }
}

static void test_current(void **state) {
    (void)state;
    struct rng rng = rng_make("currents");
    const struct buoy_drag drag = {2.0, 1.0, 0.5};
    double current[3] = {0.5, -1.0, 0.25};
    struct buoy_water still = buoy_calm_sea(), flowing = still, by_place = still;
    memcpy(flowing.current, current, sizeof current);
    by_place.current_at = current_of_place;
    by_place.current_context = current;
    for (int round = 0; round < 60; ++round) {
        struct buoy_body body = random_body(&rng);
        const struct buoy_body_forces a = ask(&body, &flowing, drag);
        const struct buoy_body_forces b = ask(&body, &by_place, drag);
        assert_memory_equal(&a, &b, sizeof a);
        // Carried along with the water, as if at rest in still water.
        for (int i = 0; i < 3; ++i) {
            body.velocity[i] -= current[i];
        }
        const struct buoy_body_forces c = ask(&body, &still, drag);
        expect_near(a.drag.force, c.drag.force, 1e-9 * (1.0 + fabs(a.volume) * 1e4));
        expect_near(a.drag.torque, c.drag.torque, 1e-9 * (1.0 + fabs(a.volume) * 1e4));
    }
}

// A wave thousands of times as long as the body is a plane to it: buoyancy is along its normal.
static void test_long_wave(void **state) {
    (void)state;
    const struct buoy_wave wave = {.amplitude = 200.0f, .wavelength = 20000.0f};
    struct buoy_waves *waves;
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, &waves, NULL), BUOY_OK);
    struct buoy_water water = buoy_calm_sea(), plane = water;
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    for (int i = 0; i < 20; ++i) {
        struct buoy_body body = at_rest(meshes[i % 3]);
        float height, slope_x, slope_y;
        body.pose.position[0] = 1000.0 * i;
        const struct buoy_surface_query query = {
            &body.pose.position[0], &body.pose.position[1], 1, &height, &slope_x, &slope_y};
        assert_int_equal(buoy_waves_sample(waves, 0.0, &query), BUOY_OK);
        body.pose.position[2] = (double)height;
        plane.plane = (struct buoy_plane){-slope_x, -slope_y, 1.0f, 0.0f};
        struct buoy_body unmoved = body;
        memset(unmoved.pose.position, 0, sizeof unmoved.pose.position);
        const struct buoy_body_forces wavy = ask(&body, &water, no_drag);
        const struct buoy_body_forces flat = ask(&unmoved, &plane, no_drag);
        const double all = 1e-3 * fabs(flat.buoyancy.force[2]);
        assert_true(all > 0.0);
        expect_near(wavy.buoyancy.force, flat.buoyancy.force, all);
        expect_near(wavy.buoyancy.torque, flat.buoyancy.torque, 2.0 * all);
    }
    buoy_waves_destroy(waves);
}

// ---------------------------------------------------------------------------- no jumps

struct ride {
    struct buoy_waves *waves;
    struct buoy_patch *patch;
    struct buoy_body body;
    double velocity[3], turning[3];
};

// Forces of a moment of the ride: the body glides and turns, the waves run.
static struct buoy_body_forces ride_at(const struct ride *ride, bool on_patch, double time) {
    struct buoy_water water = buoy_calm_sea();
    struct buoy_body body = ride->body;
    water.kind = on_patch ? BUOY_WATER_PATCH : BUOY_WATER_WAVES;
    water.waves = ride->waves;
    water.patch = ride->patch;
    water.time = time;
    for (int i = 0; i < 3; ++i) {
        body.pose.position[i] += time * ride->velocity[i];
        body.pose.rotation[i] += time * ride->turning[i];
    }
    normalise(body.pose.rotation);
    const struct buoy_drag drag = {1.0, 1.0, 0.5};
    return ask(&body, &water, drag);
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

static void test_nothing_jumps(void **state) {
    (void)state;
    struct rng rng = rng_make("rides");
    const struct buoy_wave waves[3] = {
        {.amplitude = 0.3f, .wavelength = 9.0f, .direction = 0.5f},
        {.amplitude = 0.1f, .wavelength = 3.0f, .direction = -1.0f, .phase = 1.0f},
        {.amplitude = 0.05f, .wavelength = 1.0f, .direction = 2.0f, .phase = 2.0f},
    };
    const struct buoy_patch_grid grid = {-8.0, -8.0, 0.5f, 0.5f, 33, 33};
    struct ride ride;
    assert_int_equal(buoy_waves_create(waves, 3, BUOY_GRAVITY, &ride.waves, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_create(&grid, &ride.patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_fill_waves(ride.patch, ride.waves, 0.0), BUOY_OK);
    for (int round = 0; round < 60; ++round) {
        ride.body = random_body(&rng);
        random_vector(&rng, 3.0, ride.velocity);
        random_vector(&rng, 0.3, ride.turning);
        // Rounding of some 10⁻⁷ of 10⁴ N, and what 10⁻⁶ of the ride changes.
        for (int on_patch = 0; on_patch < 2; ++on_patch) {
            const double change = smallest_change(&ride, on_patch);
            struct buoy_mesh_info info;
            buoy_mesh_get_info(ride.body.mesh, &info);
            const double all = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume + 1e3;
            if (!(change <= 1e-4 * all * fmax(1.0, info.diagonal))) {
                fail_msg("round %d: a jump of %g N or N m, of %g N in all", round, change, all);
            }
        }
    }
    buoy_patch_destroy(ride.patch);
    buoy_waves_destroy(ride.waves);
}

// ---------------------------------------------------------------------------- in company

static void ask_all(const struct buoy_body *bodies, const char *kernel,
                    const struct buoy_water *water, struct buoy_body_forces *forces) {
    struct buoy_body_query query = {
        .bodies = bodies,
        .count = crowd,
        .water = water,
        .drag = {1.0, 1.0, 0.0},
        .dt = 0.01,
        .kernel = kernel ? buoy_kernel_find(kernel) : NULL,
    };
    struct buoy_error error;
    query.scratch_bytes = buoy_body_scratch_bytes(query.kernel, bodies, crowd);
    query.scratch = query.scratch_bytes ? aligned_alloc(64, query.scratch_bytes) : NULL;
    if (buoy_body_forces(&query, forces, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    free(query.scratch);
}

// The same bits in any order, and the same answers whoever finds the volumes.
static void test_company(void **state) {
    (void)state;
    struct rng rng = rng_make("company");
    static const char *const kernels[] = {NULL, "volume/auto/best", "volume/batch/scalar",
                                          "volume/auto/tuned"};
    static struct buoy_body bodies[crowd], shuffled[crowd];
    static struct buoy_body_forces reference[crowd], forces[crowd], of_shuffled[crowd];
    const struct buoy_water water = buoy_calm_sea();
    size_t order[crowd];
    for (size_t i = 0; i < crowd; ++i) {
        bodies[i] = random_body(&rng);
        const size_t j = rng_below(&rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < crowd; ++i) {
        shuffled[i] = bodies[order[i]];
    }
    ask_all(bodies, NULL, &water, reference);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
        ask_all(bodies, kernels[k], &water, forces);
        ask_all(shuffled, kernels[k], &water, of_shuffled);
        for (size_t i = 0; i < crowd; ++i) {
            if (k < 3) {
                assert_memory_equal(&of_shuffled[i], &forces[order[i]], sizeof *forces);
            }
            struct buoy_mesh_info info;
            buoy_mesh_get_info(bodies[i].mesh, &info);
            const double close = 1e-6 * fmax(1.0, info.conditioning / 60.0) * info.volume;
            assert_true(fabs(forces[i].volume - reference[i].volume) <= close);
            assert_true((forces[i].wetted_area > 0.0) == (k == 0 && forces[i].volume > 0.0));
        }
    }
}

// In a pool, and outside it.
static void test_pool(void **state) {
    (void)state;
    const struct buoy_region pool = {{-5.0, -5.0, -5.0}, {5.0, 5.0, 5.0}};
    struct buoy_water water = buoy_calm_sea();
    struct buoy_body body = at_rest(meshes[1]);
    const struct buoy_body_forces in_the_sea = ask(&body, &water, no_drag);
    water.region = &pool;
    const struct buoy_body_forces inside = ask(&body, &water, no_drag);
    assert_memory_equal(&inside, &in_the_sea, sizeof inside);
    body.pose.position[1] = 6.0;
    const struct buoy_body_forces outside = ask(&body, &water, no_drag);
    assert_true(outside.volume == 0.0 && outside.buoyancy.force[2] == 0.0);
    assert_true(outside.c[1] > 5.0 && outside.wetted_area == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unmoved),   cmocka_unit_test(test_turned_world),
        cmocka_unit_test(test_far_away),  cmocka_unit_test(test_current),
        cmocka_unit_test(test_long_wave), cmocka_unit_test(test_nothing_jumps),
        cmocka_unit_test(test_company),   cmocka_unit_test(test_pool),
    };
    return cmocka_run_group_tests(tests, make_meshes, free_meshes);
}
