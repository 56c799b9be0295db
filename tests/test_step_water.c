// The family `step` in water of any kind: the planes that bodies meet in waves and on patches,
// pools, and currents by place.
#include "bodies/pose.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "floating.h"
#include "owned.h"
#include "step/model.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces results[stepping_most];

enum {
    most_waves = 17,
};
static size_t wave_count; // of the waves in use

// The best-fit plane under a cube, in long double: slopes, and the height at the middle. The cube
// counts as a ball of radius √(5/3) × half, which averages a wave by F and its slope by H
// (kernels/water/fit.c).
static void fit(const struct buoy_wave *waves, double time, const double middle[3], double half,
                long double plane[3]) {
    const long double pi = 3.14159265358979323846264338327950288L;
    plane[0] = plane[1] = plane[2] = 0.0L;
    for (size_t w = 0; w < wave_count; ++w) {
        const struct buoy_wave *wave = &waves[w];
        const long double k = 2.0L * pi / (long double)wave->wavelength;
        const long double omega = 2.0L * pi / (long double)wave->period;
        const long double theta = (long double)wave->direction, a = (long double)wave->amplitude;
        const long double kx = k * cosl(theta), ky = k * sinl(theta);
        const long double phase = kx * (long double)middle[0] + ky * (long double)middle[1] -
                                  omega * (long double)time + (long double)wave->phase;
        const long double x = k * (long double)half * sqrtl(5.0L / 3.0L), x2 = x * x;
        long double of_height = 1.0L - x2 / 10.0L + x2 * x2 / 280.0L;
        long double of_slope = 1.0L - x2 / 14.0L + x2 * x2 / 504.0L;
        if (x > 0.01L) {
            of_height = 3.0L * (sinl(x) - x * cosl(x)) / (x * x2);
            of_slope = 15.0L * ((3.0L - x2) * sinl(x) - 3.0L * x * cosl(x)) / (x * x2 * x2);
        }
        plane[0] += a * kx * cosl(phase) * of_slope;
        plane[1] += a * ky * cosl(phase) * of_slope;
        plane[2] += a * sinl(phase) * of_height;
    }
}

// A cube whose plane can be read off its forces: it floats at a depth where V tells the height.
static struct buoy_model *make_cube(float half) {
    struct buoy_part part = buoy_part_default();
    struct buoy_model_input input = {0};
    part.shape.size[0] = part.shape.size[1] = part.shape.size[2] = half;
    input.parts = &part;
    input.part_count = 1;
    input.mass.mass = 1.0;
    input.flags = BUOY_BODY_DOES_NOT_TURN;
    struct buoy_model *model = model_of(&input);
    return model;
}

// Checks the answer for an upright cube: cut by a plane that leaves through its sides alone, its V
// is (2h)² × the height of the plane at its middle above its base, whatever the slopes.
static void check_cube(const struct buoy_wave *waves, const struct buoy_body_forces *got,
                       const struct stepping_state *state, double half, double share) {
    long double plane[3];
    double high = 0.0, steep = 0.0;
    fit(waves, crowd.water.time, state->position, half, plane);
    for (size_t w = 0; w < wave_count; ++w) {
        high += (double)waves[w].amplitude;
        steep += (double)waves[w].amplitude * 6.2831853 / (double)waves[w].wavelength;
    }
    const double *f = got->buoyancy.force, x = -f[0] / f[2], y = -f[1] / f[2];
    FAIL_IF(!(fabs(x - (double)plane[0]) <= share * steep + 1e-15 &&
              fabs(y - (double)plane[1]) <= share * steep + 1e-15),
            "slopes %.17g %.17g, expected %.17g %.17g: off by %g and %g of the sum of "
            "amplitude x k",
            x, y, (double)plane[0], (double)plane[1], fabs(x - (double)plane[0]) / steep,
            fabs(y - (double)plane[1]) / steep);
    const double depth = (double)plane[2] - (state->position[2] - half);
    if (fabs(depth - half) + half * ((double)fabsl(plane[0]) + (double)fabsl(plane[1])) < half) {
        const double found = got->volume / (4.0 * half * half);
        FAIL_IF(!(fabs(found - depth) <= share * high + 1e-6 * 2.0 * half),
                "depth %.17g, expected %.17g: off by %g of the amplitudes", found, depth,
                fabs(found - depth) / high);
    }
}

// Waves from a tenth of the body's length to a thousand times it, near and far from the origin.
TEST(waves) {
    struct rng rng = rng_make("step: waves");
    static const size_t counts[] = {5, 1, 7, 8, 9, 16, 17};
    for (int round = 0; round < 200; ++round) {
        wave_count = counts[round % 7];
        struct buoy_wave waves[most_waves] = {{0}};
        const float half = (float)exp(rng_between(&rng, -3.0, 3.0));
        const double far = round % 4 == 0 ? 1e5 : 10.0;
        struct buoy_model *model = make_cube(half);
        for (size_t w = 0; w < wave_count; ++w) {
            waves[w] = (struct buoy_wave){
                .wavelength = half * (float)exp(rng_between(&rng, -1.5, 7.0)),
                .direction = (float)rng_between(&rng, -4.0, 4.0),
                .phase = (float)rng_between(&rng, -4.0, 4.0),
                .period = (float)rng_between(&rng, 0.5, 20.0),
            };
            waves[w].wavelength = waves[w].wavelength < 0.1f ? 0.1f : waves[w].wavelength;
            waves[w].amplitude = waves[w].wavelength / 100.0f;
        }
        struct buoy_waves *prepared = waves_of(waves, wave_count, 9.81);
        stepping_random(&rng, 100, &crowd);
        for (size_t i = 0; i < crowd.count; ++i) {
            crowd.models[i] = model;
            memset(&crowd.states[i], 0, sizeof crowd.states[i]);
            crowd.states[i].rotation[3] = 1.0;
            crowd.states[i].position[0] = rng_between(&rng, -far, far);
            crowd.states[i].position[1] = rng_between(&rng, -far, far);
        }
        crowd.water.kind = BUOY_WATER_WAVES;
        crowd.water.waves = prepared;
        crowd.water.time = rng_between(&rng, 0.0, 1000.0);
        for (size_t i = 0; i < crowd.count; ++i) {
            long double plane[3];
            fit(waves, crowd.water.time, crowd.states[i].position, (double)half, plane);
            crowd.states[i].position[2] =
                (double)plane[2] + (double)half * rng_between(&rng, -0.5, 0.5);
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            check_cube(waves, &results[i], &crowd.states[i], (double)half, buoy_bound_step_fit());
        }
    }
}

// Where averages go from series to closed forms, at x = 2 of a ball of radius √(5/3) h, and where
// they end, at 2²⁰ turns.
TEST(hand_over) {
    static const double places[] = {0.5, 1.5,  2.0 - 2e-6,    2.0 + 2e-6,   2.5,
                                    5.0, 50.0, 6.28 * 943718, 6.3 * 1153433};
    struct buoy_model *model = make_cube(1.0f);
    wave_count = 1;
    stepping_random(&(struct rng){1}, 1, &crowd);
    memset(&crowd.states[0], 0, sizeof crowd.states[0]);
    crowd.states[0].rotation[3] = 1.0;
    for (size_t i = 0; i < 8 * (sizeof places / sizeof *places); ++i) {
        const double k = places[i / 8] / sqrt(5.0 / 3.0);
        struct buoy_wave waves[most_waves] = {{.wavelength = (float)(6.283185307179586 / k),
                                               .direction = 0.5f,
                                               .phase = (float)(i % 8),
                                               .period = 4.0f}};
        waves[0].amplitude = waves[0].wavelength / 50.0f;
        struct buoy_waves *prepared = waves_of(waves, 1, 9.81);
        crowd.models[0] = model;
        crowd.water = buoy_calm_sea(BUOY_Z_UP);
        crowd.water.kind = BUOY_WATER_WAVES;
        crowd.water.waves = prepared;
        const struct buoy_step_query stepped = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &stepped, results);
        check_cube(waves, &results[0], &crowd.states[0], 1.0, buoy_bound_step_fit());
    }
}

// The water about a body as a plane, in the caller's frame: what fits it in double.
static struct buoy_water flat_about(const struct buoy_model *model, enum buoy_frame frame,
                                    const struct stepping_state *state) {
    const struct buoy_axes *axes = buoy_axes_of(frame);
    const double *row = model->row, *t = &row[BUOY_MODEL_TURN];
    struct buoy_spread spread;
    struct buoy_pose pose;
    struct buoy_rotation rotation;
    double q[4], at[3], middle[3];
    memcpy(q, state->rotation, sizeof q);
    memcpy(at, state->position, sizeof at);
    buoy_axes_turn_from(axes, q);
    buoy_axes_from(axes, at);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        pose.rotation[i] = q[3] * t[i] + q[i] * t[3] + q[j] * t[k] - q[k] * t[j];
    }
    pose.rotation[3] = q[3] * t[3] - q[0] * t[0] - q[1] * t[1] - q[2] * t[2];
    assert_true(buoy_pose_rotation(&pose, &rotation));
    buoy_rotate(&rotation, &row[BUOY_MODEL_MIDDLE], middle);
    for (int k = 0; k < 6; ++k) {
        spread.second[k] = row[BUOY_MODEL_SPREAD + k] / 5.0;
        spread.centroid[k % 3] = row[BUOY_MODEL_CENTROID + k % 3];
        middle[k % 3] += k < 3 ? at[k] : 0.0;
    }
    struct buoy_water water = crowd.water;
    struct buoy_plane64 *plane = &water.plane64;
    const enum buoy_status status =
        buoy_find_surface(&crowd.water, &rotation, middle, &spread, plane->normal, &plane->d);
    assert_int_equal(status, BUOY_OK);
    buoy_axes_to(axes, plane->normal);
    water.kind = BUOY_WATER_PLANE;
    water.level = 0.0;
    return water;
}

// Bodies of any model, in any frame, are answered as in the plane that fits the water about them.
TEST(planes) {
    struct rng rng = rng_make("step: the planes that bodies meet");
    for (int round = 0; round < 40; ++round) {
        const enum buoy_frame frame = (enum buoy_frame)(round % 5);
        stepping_random(&rng, stepping_most, &crowd);
        if (round % 2) {
            stepping_into_waves(&crowd, rng_between(&rng, 0.0, 9.0));
        } else {
            stepping_onto_patch(&crowd);
        }
        crowd.water.level = rng_between(&rng, -0.5, 0.5);
        struct buoy_step_query query = stepping_query(&crowd);
        query.frame = frame;
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            const struct buoy_model *model = crowd.models[i];
            const struct buoy_water water = flat_about(model, frame, &crowd.states[i]);
            struct buoy_step_query one = query;
            struct buoy_body_forces flat;
            one.water = &water;
            one.models = &crowd.models[i];
            one.states = stepping_states(&crowd.states[i]);
            one.count = 1;
            stepping_ask(buoy_kernel_find("step/auto/best"), &one, &flat);
            const double whole = model->info.volume, most = 1e-4 * 1e4 * whole;
            FAIL_IF(!(fabs(results[i].volume - flat.volume) <= 1e-4 * whole),
                    "%s: volume %.9g, in the plane %.9g, of %g", stepping_made[crowd.made[i]].name,
                    results[i].volume, flat.volume, whole);
            for (int k = 0; k < 3; ++k) {
                const double off = fabs(results[i].buoyancy.force[k] - flat.buoyancy.force[k]);
                const double turned = fabs(results[i].buoyancy.torque[k] - flat.buoyancy.torque[k]);
                FAIL_IF(!(off <= most && turned <= most * model->info.diagonal),
                        "%s: off by %g N and %g N m", stepping_made[crowd.made[i]].name, off,
                        turned);
            }
        }
    }
}

// A swirl, and how often it was asked about.
struct swirl {
    size_t asked, most;
};

static void find_swirl(void *context, const double *points, size_t count, double *velocities) {
    struct swirl *swirl = context;
    swirl->asked += count;
    swirl->most = count > swirl->most ? count : swirl->most;
    for (size_t i = 0; i < count; ++i) {
        velocities[3 * i] += 0.25 * points[3 * i + 1];
        velocities[3 * i + 1] -= 0.25 * points[3 * i];
    }
}

// With a current by place, each body meets the velocity at its own centre of buoyancy.
TEST(currents) {
    struct rng rng = rng_make("step: currents");
    for (int round = 0; round < 30; ++round) {
        struct swirl swirl = {0, 0};
        static struct buoy_body_forces alone;
        stepping_random(&rng, 1 + rng_below(&rng, stepping_most), &crowd);
        if (round % 2) {
            stepping_into_waves(&crowd, 1.0);
        }
        crowd.water.current_at = find_swirl;
        crowd.water.current_context = &swirl;
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        assert_int_equal(swirl.asked, crowd.count);
        assert_true(swirl.most <= 32); // at once
        for (size_t i = 0; i < crowd.count; ++i) {
            struct buoy_step_query one = query;
            struct buoy_water water = crowd.water;
            const double *c = results[i].centre;
            water.current_at = NULL;
            water.current[0] += 0.25 * c[1];
            water.current[1] -= 0.25 * c[0];
            one.water = &water;
            one.models = &crowd.models[i];
            one.states = stepping_states(&crowd.states[i]);
            one.count = 1;
            stepping_ask(buoy_kernel_find("step/auto/best"), &one, &alone);
            assert_memory_equal(&alone, &results[i], sizeof alone);
        }
    }
}

// A grid in which the water has one velocity says what `current` does, in lanes as well.
TEST(flow) {
    static struct buoy_body_forces expected[stepping_most];
    struct rng rng = rng_make("step: flow in a grid");
    const float speed[2] = {0.75f, -1.25f};
    struct buoy_flow_grid flow = {0};
    stepping_random(&rng, stepping_most, &crowd);
    stepping_onto_patch(&crowd);
    flow.patch = crowd.water.patch;
    for (int k = 0; k < 2; ++k) {
        flow.velocity[k] = (struct buoy_texels){&speed[k], 0, 0, BUOY_TEXEL_FLOAT};
        crowd.water.current[k] = (double)speed[k];
    }
    crowd.water.current[2] = 0.0;
    const struct buoy_step_query query = stepping_query(&crowd);
    stepping_ask(buoy_kernel_find("step/auto/best"), &query, expected);
    crowd.water.current_at = buoy_flow_grid_velocity;
    crowd.water.current_context = &flow;
    stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
    assert_memory_equal(expected, results, sizeof results);
}

// Answers do not depend on where on earth: still water and bodies, moved by powers of two.
TEST(far_away) {
    struct rng rng = rng_make("step: far away");
    static struct buoy_body_forces near_origin[stepping_most];
    stepping_random(&rng, stepping_most, &crowd);
    crowd.water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_step_query query = stepping_query(&crowd);
    stepping_ask(buoy_kernel_find("step/auto/best"), &query, near_origin);
    for (size_t i = 0; i < crowd.count; ++i) {
        crowd.states[i].position[0] += 0x1p20;
        crowd.states[i].position[1] -= 0x1p20;
    }
    stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
    for (size_t i = 0; i < crowd.count; ++i) {
        const struct buoy_body_forces *a = &results[i], *b = &near_origin[i];
        for (int k = 0; k < 3; ++k) {
            assert_true(a->buoyancy.force[k] == b->buoyancy.force[k]);
            assert_true(a->buoyancy.torque[k] == b->buoyancy.torque[k]);
            assert_true(a->drag.force[k] == b->drag.force[k]);
            assert_true(a->drag.torque[k] == b->drag.torque[k]);
        }
    }
}

// Water so high or low that its plane's offset, in units of its normal, is beyond floats.
TEST(deep_and_dry) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    const struct floating_body body = floating_at_rest(mesh);
    for (int is_deep = 0; is_deep < 2; ++is_deep) {
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        water.plane = (struct buoy_plane){{0.0f, 0.0f, 1e-30f}, is_deep ? 1e30f : -1e30f};
        const struct buoy_body_forces got = floating_ask(&body, &water, floating_no_drag);
        assert_true(fabs(got.volume - is_deep) <= 1e-6);
    }
}

TEST_FIXTURE(stepping_make, NULL)
