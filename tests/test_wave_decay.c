// Waves whose pressure dies away with depth, and the water's velocity in them: against closed forms
// and integrals, and what may not change.
#include "base/memory.h"
#include "base/vector.h"
#include "body.h"
#include "floating.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"
#include "water/turns.h"
#include "water/water.h"

static const double pi = 3.14159265358979323846;
static const double weight = BUOY_SEA_WATER * BUOY_GRAVITY;

static struct buoy_waves *make_wave(double amplitude, double wavelength) {
    const struct buoy_wave wave = {.amplitude = (float)amplitude, .wavelength = (float)wavelength};
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    return waves;
}

static struct pressing in_waves(const struct buoy_mesh *mesh, const struct buoy_waves *waves,
                                enum buoy_wave_pressure pressure) {
    struct pressing pressing = {.body = "a body",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.kind = BUOY_WATER_WAVES;
    pressing.water.waves = waves;
    pressing.water.wave_pressure = pressure;
    return pressing;
}

// The case of issue 14: 200 m down a cube is pushed aside by 2 980 N, or not at all.
TEST(deep) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    struct buoy_waves *waves = make_wave(0.5, 10.0);
    double most = 0.0;
    for (int step = 0; step < 16; ++step) {
        struct pressing still = in_waves(mesh, waves, BUOY_WAVES_STATIC);
        still.pose.position[0] = 10.0 * step / 16.0;
        still.pose.position[2] = -200.0;
        struct pressing decaying = still;
        decaying.water.wave_pressure = BUOY_WAVES_DECAY;
        const struct buoy_kernel *kernel;
        for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
            const bool lumps = strcmp(kernel->method->name, "centre") == 0;
            most = fmax(most, fabs(ask_pressure(kernel, &still).force[0]));
            const struct buoy_pressure got = ask_pressure(kernel, &decaying);
            assert_true(fabs(got.force[0]) <= 1e-6 * weight && fabs(got.force[1]) <= 1e-6 * weight);
            assert_true(lumps || fabs(got.force[2] - weight) <= 1e-6 * weight);
        }
    }
    assert_true(most > 2900.0 && most < 3200.0);
}

// ------------------------------------------------------------------------------------ functions

TEST(exponential) {
    struct rng rng = rng_make("exponential");
    assert_true(buoy_exponential(0.0) == 1.0);
    assert_true(buoy_exponential(-0.0) == 1.0);
    assert_true(buoy_exponential(-700.0) == 0.0 && buoy_exponential(-1e300) == 0.0);
    assert_true(buoy_exponential(-(double)INFINITY) == 0.0);
    assert_true(fabs(buoy_exponential(-699.99) / exp(-699.99) - 1.0) <= 1e-15);
    for (int i = 0; i < 100000; ++i) {
        const double x = -pow(10.0, rng_between(&rng, -18.0, 2.84)), y = exp(x);
        FAIL_IF(!(fabs(buoy_exponential(x) - y) <= 6e-16 * y), "e^%.17g is %.17g, not %.17g", x,
                buoy_exponential(x), y);
    }
}

// Levels and velocities of two waves by the C library's functions; in deep water the pressure and
// the speed are those of the formula, and at the surface the pressure is 0.
TEST(formulas) {
    const struct buoy_wave given[2] = {
        {.amplitude = 0.5f, .wavelength = 10.0f, .direction = 0.5f, .phase = 1.0f},
        {.amplitude = 0.25f, .wavelength = 4.0f, .direction = -1.0f, .period = 2.0f}};
    struct buoy_waves *waves = waves_of(given, 2, BUOY_GRAVITY);
    struct rng rng = rng_make("formulas");
    for (int i = 0; i < 2000; ++i) {
        struct buoy_orbital_motion motion = {.waves = waves, .time = rng_between(&rng, -10, 10)};
        double x[3], u[3], expected[3] = {1.0, -2.0, 0.5}, level = 0.0, sum = 0.0;
        memcpy(motion.current, expected, sizeof expected);
        for (int k = 0; k < 3; ++k) {
            x[k] = rng_between(&rng, -8.0, k == 2 ? 1.5 : 8.0);
        }
        for (int pass = 0; pass < 2; ++pass) {
            for (int w = 0; w < 2; ++w) {
                const double k = 2.0 * pi / (double)given[w].wavelength, a = given[w].amplitude;
                const double omega = given[w].period > 0.0f ? 2.0 * pi / (double)given[w].period
                                                            : sqrt(BUOY_GRAVITY * k);
                const double c = cos((double)given[w].direction);
                const double s = sin((double)given[w].direction);
                const double phase =
                    k * (x[0] * c + x[1] * s) - omega * motion.time + (double)given[w].phase;
                const double decay = exp(k * fmin(x[2] - level, 0.0));
                if (pass == 0) {
                    sum += a * sin(phase);
                    continue;
                }
                const double speed = a * omega * exp(k * fmin(x[2], 0.0));
                sum += a * decay * sin(phase);
                expected[0] += speed * sin(phase) * c;
                expected[1] += speed * sin(phase) * s;
                expected[2] -= speed * cos(phase);
            }
            if (pass == 0) {
                level = sum;
                sum = 0.0;
            }
        }
        buoy_waves_orbital_velocity(&motion, x, 1, u);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(u[k] - expected[k]) <= 1e-12);
        }
        assert_true(fabs(buoy_waves_pressure_level(waves, motion.time, x) - sum) <= 1e-12);
        x[2] = level;
        assert_true(fabs(buoy_waves_pressure_level(waves, motion.time, x) - level) <= 1e-12);
    }
}

// Water of any depth, against the C library's cosh and sinh: how fast a wave runs, the pressure's
// level and the velocity. At kh = 20 it is deep; and nothing overflows.
TEST(depths) {
    static const double kh[] = {0.1, 0.58, 3.0, 20.0, 1e4, 1e300};
    const double g = BUOY_GRAVITY, a = 0.0078125, k = 2.0 * pi / 8.0;
    const struct buoy_wave wave = {.amplitude = 0.0078125f, .wavelength = 8.0f};
    struct buoy_waves *deep = waves_of(&wave, 1, g);
    for (size_t i = 0; i < sizeof kh / sizeof *kh; ++i) {
        const double h = kh[i] / k, omega = sqrt(g * k * tanh(kh[i]));
        struct buoy_waves *waves = waves_in(&wave, 1, g, h);
        struct rng rng = rng_make("depths");
        for (int n = 0; n < 500; ++n) {
            const double t = rng_between(&rng, 0.0, 10.0), far = rng_between(&rng, -8.0, 8.0);
            const double share = rng_between(&rng, 0.0, 1.0), theta = k * far - omega * t;
            const double level = a * sin(theta), low = -fmin(h, 8.0);
            const double below = share * low, x[3] = {far, 1.0, below};
            struct buoy_orbital_motion motion = {.waves = waves, .time = t};
            double u[3], v[3];
            buoy_waves_orbital_velocity(&motion, x, 1, u);
            if (kh[i] <= 3.0) {
                const double per = a * omega / sinh(kh[i]), at = fmax(below - level, -h);
                const double under = fmin(at, 0.0);
                const double p = a * cosh(k * (under + h)) / cosh(kh[i]) * sin(theta);
                const double got = buoy_waves_pressure_level(waves, t, x);
                assert_true(fabs(got - (at < 0.0 ? p : level)) <= 1e-12);
                assert_true(fabs(u[0] - per * cosh(k * (below + h)) * sin(theta)) <= 1e-12);
                assert_true(fabs(u[2] + per * sinh(k * (below + h)) * cos(theta)) <= 1e-12);
            } else {
                motion.waves = deep;
                buoy_waves_orbital_velocity(&motion, x, 1, v);
                assert_true(fabs(u[0] - v[0]) <= 1e-11 && fabs(u[2] - v[2]) <= 1e-11);
                assert_true(fabs(buoy_waves_pressure_level(waves, t, x) -
                                 buoy_waves_pressure_level(deep, t, x)) <= 1e-11);
            }
        }
        const double under[3] = {0.0, 0.0, -2.0 * h}; // the bottom's pressure, and no rising water
        struct buoy_orbital_motion motion = {.waves = waves, .time = 1.0};
        double u[3];
        buoy_waves_orbital_velocity(&motion, under, 1, u);
        assert_true(u[2] == 0.0 && isfinite(u[0]));
    }
}

// What goes with the water drifts along the waves at Stokes' speed, a² k ω e^{2kz} about a mean
// height z, and stays there. The velocity at a fixed point has no mean.
TEST(drift) {
    enum {
        PERIODS = 50,
        STEPS = 64 // a period
    };
    static const double depths[4] = {0.1, 0.4, 1.0, 1.8}; // times k
    for (int i = 0; i < 8; ++i) {
        const double wavelength = 10.0, k = 2.0 * pi / wavelength, steep = i < 4 ? 0.05 : 0.02;
        const double omega = sqrt(BUOY_GRAVITY * k), dt = 2.0 * pi / omega / STEPS;
        struct buoy_waves *waves = make_wave(steep / k, wavelength);
        struct buoy_orbital_motion motion = {0};
        double x[3] = {0.0, 0.0, -depths[i % 4] / k}, fixed[3] = {0.0, 0.0, 0.0}, mean = 0.0;
        const double still[3] = {x[0], x[1], x[2]};
        motion.waves = waves;
        for (int step = 0; step < PERIODS * STEPS; ++step) {
            double u[3];
            buoy_waves_orbital_velocity(&motion, still, 1, u);
            for (int axis = 0; axis < 3; ++axis) {
                fixed[axis] += u[axis] / (PERIODS * STEPS);
            }
            mean += x[2] / (PERIODS * STEPS);
            // The velocity at a place that drifts with the water, by Runge and Kutta's method of
            // fourth order.
            static const double parts[4] = {0.0, 0.5, 0.5, 1.0}, weights[4] = {1.0, 2.0, 2.0, 1.0};
            const double start = motion.time;
            double velocity[3] = {0.0, 0.0, 0.0}, moved[3] = {0.0, 0.0, 0.0};
            for (int v = 0; v < 4; ++v) {
                double at[3];
                for (int j = 0; j < 3; ++j) {
                    at[j] = x[j] + parts[v] * dt * velocity[j];
                }
                motion.time = start + parts[v] * dt;
                buoy_waves_orbital_velocity(&motion, at, 1, velocity);
                for (int j = 0; j < 3; ++j) {
                    moved[j] += weights[v] / 6.0 * dt * velocity[j];
                }
            }
            for (int j = 0; j < 3; ++j) {
                x[j] += moved[j];
            }
            motion.time = start + dt;
        }
        const double stokes = steep * steep / k * omega * exp(2.0 * k * mean);
        const double drift = x[0] / (PERIODS * STEPS * dt);
        print_message("ak = %g, k z = %.3f: drift %.6f m/s, by Stokes %.6f\n", steep, k * mean,
                      drift, stokes);
        assert_true(fabs(drift - stokes) <= 0.02 * stokes);
        assert_true(fabs(k * mean + depths[i % 4]) <= steep);
        assert_true(fabs(fixed[0]) <= 1e-9 && fabs(fixed[1]) <= 1e-9 && fabs(fixed[2]) <= 1e-9);
    }
}

// A body that drifts as the water around it feels no drag, and one at rest is carried along.
TEST(drag) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.25f, 0.25f, 0.25f), 0);
    struct buoy_waves *waves = make_wave(0.25, 40.0);
    struct buoy_orbital_motion orbital = {.waves = waves};
    struct buoy_surface_motion motion = {.drag = 1.0};
    struct pressing pressing = in_waves(mesh, waves, BUOY_WAVES_DECAY);
    pressing.pose.position[0] = 10.0; // below a crest
    pressing.pose.position[2] = -3.0;
    pressing.water.current_at = buoy_waves_orbital_velocity;
    pressing.water.current_context = &orbital;
    pressing.motion = &motion;
    const struct buoy_kernel *kernel;
    for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
        double u[3];
        memset(motion.velocity, 0, sizeof motion.velocity);
        const struct buoy_pressure rest = ask_pressure(kernel, &pressing);
        buoy_waves_orbital_velocity(&orbital, pressing.pose.position, 1, u);
        assert_true(u[0] > 0.15 && fabs(u[2]) < 1e-3);
        const double full = BUOY_SEA_WATER * 0.25 * u[0] * u[0];
        assert_true(fabs(rest.drag_force[0] - full) <= 0.1 * full);
        memcpy(motion.velocity, u, sizeof u);
        const struct buoy_pressure drifting = ask_pressure(kernel, &pressing);
        assert_true(fabs(drifting.drag_force[0]) <= 0.02 * full);
    }
}

// A motion without waves is no velocity, and what asks for one says so.
TEST(no_waves) {
    struct body body = body_box(0.25f, 0.25f, 0.25f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_orbital_motion orbital = {0};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct floating_body floating = floating_at_rest(mesh);
    struct buoy_body_forces forces;
    struct buoy_error error;
    water.current_at = buoy_waves_orbital_velocity;
    water.current_context = &orbital;
    assert_int_equal(floating_ask_within(&floating, &water, floating_no_drag, 0.0, &forces, &error),
                     BUOY_ERROR_ELEMENT);
    assert_string_equal(error.message,
                        "body 0: the current at its place is not finite (1 of 1 failed)");
    assert_true(isnan(forces.volume));
}

// Other water has no such pressure, and numbers that are none of the two are refused.
TEST(edges) {
    struct rng rng = rng_make("decay edges");
    struct waters waters = waters_make(&rng);
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:300"), 0);
    for (int round = 0; round < 30; ++round) {
        struct pressing pressing = random_pressing(&rng, mesh, &waters), plain = pressing;
        pressing.water.wave_pressure = BUOY_WAVES_DECAY;
        const struct buoy_kernel *kernel;
        for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            const struct buoy_pressure same = ask_pressure(kernel, &plain);
            const bool differs = memcmp(&got, &same, sizeof got) != 0;
            assert_true(!differs || pressing.water.kind == BUOY_WATER_WAVES);
            // The surface is the same: so is what is wet, but for triangles that waves cross.
            assert_true(fabs(got.wetted_area - same.wetted_area) <= 0.15 * same.wetted_area + 0.05);
        }
    }
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waters.waves;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    water.wave_pressure = BUOY_WAVES_DECAY;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_OK);
    water.wave_pressure = (enum buoy_wave_pressure)2;
    assert_int_equal(buoy_water_check(&water, NULL), BUOY_ERROR_ARGUMENT);
}

// ------------------------------------------------------------------------------- linear water
