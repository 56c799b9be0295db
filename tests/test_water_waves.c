// Waves: heights and slopes against libm in long double, their dispersion, and refusals.
#include <float.h>
#include <string.h>

#include "body.h"
#include "buoyancy_step.h"
#include "buoyancy_water.h"
#include "dispatch/registry.h"
#include "next_kernel.h"
#include "owned.h"
#include "pressing.h"
#include "refusal.h"
#include "rng.h"
#include "test.h"
#include "water/turns.h"

enum {
    most_points = 100,
    most_waves = 12
};
static const long double two_pi = 6.283185307179586476925286766559L;

static double xs[most_points], ys[most_points];
static float height[most_points], slope_x[most_points], slope_y[most_points];

static struct buoy_surface query_of(size_t count) {
    return (struct buoy_surface){
        .x = xs, .y = ys, .count = count, .height = height, .slope_x = slope_x, .slope_y = slope_y};
}

static void random_points(struct rng *rng, double far) {
    for (size_t i = 0; i < most_points; ++i) {
        xs[i] = rng_between(rng, -far, far);
        ys[i] = rng_between(rng, -far, far);
    }
}

static struct buoy_waves *make(const struct buoy_wave *waves, size_t count) {
    return waves_of(waves, count, BUOY_GRAVITY);
}

static void check_sums(const struct buoy_wave *waves, size_t count, double time) {
    struct buoy_waves *made = make(waves, count);
    struct buoy_surface query = query_of(most_points);
    double most = 0.0, steepest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        most += waves[i].amplitude;
        steepest += (double)two_pi * waves[i].amplitude / waves[i].wavelength;
    }
    assert_int_equal(buoy_waves_sample(made, time, &query, NULL), BUOY_OK);
    for (size_t p = 0; p < most_points; ++p) {
        long double sum[3] = {0, 0, 0};
        for (size_t i = 0; i < count; ++i) {
            // Height and slopes of one wave.
            const struct buoy_wave *wave = &waves[i];
            const double px = xs[p];
            const double py = ys[p];
            const long double k = two_pi / wave->wavelength;
            const long double omega =
                wave->period > 0 ? two_pi / wave->period : sqrtl((long double)BUOY_GRAVITY * k);
            const long double cx = cosl(wave->direction), cy = sinl(wave->direction);
            const long double phase = k * (px * cx + py * cy) - omega * time + wave->phase;
            sum[0] += wave->amplitude * sinl(phase);
            sum[1] += wave->amplitude * k * cx * cosl(phase);
            sum[2] += wave->amplitude * k * cy * cosl(phase);
        }
        FAIL_IF(!(fabsl(height[p] - sum[0]) <= 1e-6 * most) ||
                    !(fabsl(slope_x[p] - sum[1]) <= 1e-6 * steepest) ||
                    !(fabsl(slope_y[p] - sum[2]) <= 1e-6 * steepest),
                "%zu waves at (%.17g, %.17g), time %.17g: height %.9g, slopes %.9g %.9g; "
                "expected %.9Lg, %.9Lg %.9Lg",
                count, xs[p], ys[p], time, (double)height[p], (double)slope_x[p],
                (double)slope_y[p], sum[0], sum[1], sum[2]);
    }
}

TEST(heights_and_slopes) {
#if LDBL_MANT_DIG <= DBL_MANT_DIG
    SKIP("long double is double here");
#else
    static const double far[] = {1.0, 100.0, 1e6}, late[] = {0.0, 100.0, 1e6};
    struct rng rng = rng_make("waves");
    for (size_t round = 0; round < 60; ++round) {
        struct buoy_wave waves[most_waves];
        const size_t count = rng_below(&rng, most_waves + 1);
        for (size_t i = 0; i < count; ++i) {
            const double turned = rng_below(&rng, 4) ? 10.0 : 1e6; // angles of many turns, too
            waves[i] = (struct buoy_wave){
                .amplitude = (float)rng_between(&rng, 0.0, 3.0),
                .wavelength = (float)exp(rng_between(&rng, log(0.1), log(500.0))),
                .direction = (float)rng_between(&rng, -turned, turned),
                .phase = (float)rng_between(&rng, -turned, turned),
                .period = rng_below(&rng, 2) ? (float)rng_between(&rng, 0.1, 20.0) : 0.0f,
            };
        }
        random_points(&rng, far[round % 3]);
        check_sums(waves, count, rng_between(&rng, -1.0, 1.0) * late[round / 3 % 3]);
    }
#endif
}

// For one wave, 1 m long and high, at floats x from 0 to ½: r = x is exact, and so is everything
// but the sine, which simd/water_waves.h says is within 3.7 u. Takes one of 97 floats from 2⁻¹³ up,
// and all near both ends.
TEST(sine) {
    const struct buoy_wave wave = {.amplitude = 1.0f, .wavelength = 1.0f};
    struct buoy_waves *made = make(&wave, 1);
    const double k = (double)two_pi;
    size_t count = 0;
    for (float r = 0x1p-13f; r <= 0.5f;) {
        xs[count] = (double)r;
        ys[count++] = 0.0;
        const float step = r < 0.0001221f || r > 0.499999f ? 1.0f : 97.0f;
        r += step * (nextafterf(r, 1.0f) - r);
        if (count == most_points || r > 0.5f) {
            struct buoy_surface query = query_of(count);
            assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_OK);
            for (size_t p = 0; p < count; ++p) {
                const double off = fabs((double)height[p] - sin(k * xs[p]));
                const double slope_off = fabs((double)slope_x[p] - k * cos(k * xs[p]));
                // A slope is rounded twice more, and its steepness is.
                FAIL_IF(!(off <= 3.7 * 0x1p-24) || !(slope_off <= (3.7 + 2.0) * 0x1p-24 * k),
                        "at %.9g: off by %.3g u, slope by %.3g u", xs[p], off * 0x1p24,
                        slope_off * 0x1p24 / k);
            }
            count = 0;
        }
    }
}

// One wave as high as a house and as many ripples as there may be, all in phase: none is lost.
TEST(many_waves) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    double most = 0.0;
    for (size_t i = 0; i < BUOY_MAX_WAVES; ++i) {
        waves[i] = (struct buoy_wave){.amplitude = i == 0 ? 1.0f : 2.9e-8f, .wavelength = 8.0f};
        most += (double)waves[i].amplitude;
    }
    struct buoy_waves *made = make(waves, BUOY_MAX_WAVES);
    xs[0] = 2.0; // the crest of all
    ys[0] = 0.0;
    struct buoy_surface query = query_of(1);
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_OK);
    assert_true(fabs((double)height[0] - most) <= 1e-6 * most);
}

// Numbers of waves around those at which sums are handed on (8) and lists end, or might: each wave
// counts, and counts as itself.
TEST(every_wave_counts) {
    static const size_t counts[] = {
        1, 7, 8, 9, 15, 16, 17, 255, 256, 257, 511, 512, 513, BUOY_MAX_WAVES - 1, BUOY_MAX_WAVES};
    static struct buoy_wave waves[BUOY_MAX_WAVES + 1];
    struct rng rng = rng_make("every wave counts");
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        const size_t count = counts[c];
        for (size_t i = 0; i < count; ++i) {
            // A row of unlike waves along x, as high as its number says.
            waves[i] = (struct buoy_wave){.amplitude = (float)(i + 1) / (float)count,
                                          .wavelength = (float)rng_between(&rng, 5.0, 50.0),
                                          .phase = (float)rng_between(&rng, 0.0, 6.0)};
        }
        struct buoy_waves *made = make(waves, count);
        struct buoy_surface query = query_of(20);
        random_points(&rng, 100.0);
        assert_int_equal(buoy_waves_sample(made, 3.0, &query, NULL), BUOY_OK);
        for (size_t p = 0; p < 20; ++p) {
            double sum = 0.0, most = 0.0;
            for (size_t i = 0; i < count; ++i) {
                const double k = (double)two_pi / (double)waves[i].wavelength;
                sum += (double)waves[i].amplitude *
                       sin(k * xs[p] - sqrt(BUOY_GRAVITY * k) * 3.0 + (double)waves[i].phase);
                most += (double)waves[i].amplitude;
            }
            // buoyancy_water.h: 1e-6 of the amplitudes; libm's own phase is right to 1e-13.
            FAIL_IF(!(fabs((double)height[p] - sum) <= 1e-6 * most),
                    "%zu waves: height %.9g, expected %.9g", count, (double)height[p], sum);
        }
    }
    struct buoy_waves *made;
    struct buoy_error error;
    assert_int_equal(buoy_waves_create(waves, BUOY_MAX_WAVES + 1, BUOY_GRAVITY, 0.0, &made, &error),
                     BUOY_ERROR_ARGUMENT);
    assert_null(made);
    assert_non_null(strstr(error.message, "at most 1024"));
}

// Crests of deep water run at g T / 2π; a wave of a given period at wavelength / T.
TEST(crests_run) {
    const struct buoy_wave deep = {.amplitude = 1.0f, .wavelength = 50.0f};
    const struct buoy_wave given = {.amplitude = 1.0f, .wavelength = 50.0f, .period = 4.0f};
    const double k = (double)two_pi / 50.0, speeds[2] = {sqrt(BUOY_GRAVITY / k), 12.5};
    const struct buoy_wave *const waves[2] = {&deep, &given};
    for (int i = 0; i < 2; ++i) {
        struct buoy_waves *made = make(waves[i], 1);
        for (int step = 0; step < 15; ++step) {
            const double time = 7.0 * step;
            xs[0] = 12.5 + speeds[i] * time; // the crest of sin kx
            ys[0] = 1234.5;                  // it runs along x: anywhere along y
            struct buoy_surface query = query_of(1);
            assert_int_equal(buoy_waves_sample(made, time, &query, NULL), BUOY_OK);
            assert_true(fabs((double)height[0] - 1.0) <= 1e-6);
            assert_true(fabs((double)slope_x[0]) <= 1e-6 * k);
        }
    }
}

TEST(far_beyond_reach) {
    const struct buoy_wave wave = {.amplitude = 1.0f, .wavelength = 1e-38f};
    struct buoy_wave calm = wave;
    struct buoy_waves *made;
    assert_int_equal(buoy_waves_create(&wave, 1, 9.81, 0.0, &made, NULL), BUOY_ERROR_ARGUMENT);
    assert_null(made);
    calm.amplitude = 1e-30f;
    made = make(&calm, 1);
    xs[0] = 1e18;
    ys[0] = -1e18;
    struct buoy_surface query = query_of(1);
    assert_int_equal(buoy_waves_sample(made, 1e300, &query, NULL), BUOY_OK);
    assert_true(isfinite(height[0]) && isfinite(slope_x[0]) && isfinite(slope_y[0]));
}

static void expect_refused(struct buoy_wave wave, enum buoy_status status) {
    const struct buoy_wave waves[2] = {{.amplitude = 1.0f, .wavelength = 1.0f}, wave};
    struct buoy_waves *made;
    struct buoy_error error;
    assert_int_equal(buoy_waves_create(waves, 2, 9.81, 0.0, &made, &error), status);
    assert_null(made);
    assert_non_null(strstr(error.message, "wave 1"));
}

TEST(refusals) {
    const float nan = NAN, infinite = INFINITY;
    expect_refused((struct buoy_wave){nan, 1, 0, 0, 0}, BUOY_ERROR_NON_FINITE);
    expect_refused((struct buoy_wave){1, infinite, 0, 0, 0}, BUOY_ERROR_NON_FINITE);
    expect_refused((struct buoy_wave){1, 1, 0, 0, nan}, BUOY_ERROR_NON_FINITE);
    expect_refused((struct buoy_wave){-1, 1, 0, 0, 0}, BUOY_ERROR_ARGUMENT);
    expect_refused((struct buoy_wave){1, 0, 0, 0, 0}, BUOY_ERROR_ARGUMENT);
    expect_refused((struct buoy_wave){1, 1, 0, 0, -1}, BUOY_ERROR_ARGUMENT);
    struct buoy_waves *made;
    assert_int_equal(buoy_waves_create(NULL, 0, 0.0, 0.0, &made, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_waves_create(NULL, 0, 9.81, -1.0, &made, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_waves_create(NULL, 0, 9.81, (double)nan, &made, NULL),
                     BUOY_ERROR_NON_FINITE);
    assert_int_equal(buoy_waves_create(NULL, 0, (double)nan, 0.0, &made, NULL),
                     BUOY_ERROR_NON_FINITE);

    made = make(NULL, 0);
    xs[0] = 1.0;
    ys[0] = (double)nan;
    height[0] = 7.0f;
    struct buoy_surface query = query_of(1);
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_ERROR_ELEMENT);
    assert_true(isnan(height[0]));
    height[0] = 7.0f;
    ys[0] = 0.0;
    query.slope_y = NULL;
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_ERROR_ARGUMENT);
    assert_true(height[0] == 7.0f);
    query.slope_x = NULL;
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_OK);
    assert_true(height[0] == 0.0f);
}

// ------------------------------------------------------------------------------------- water level

// Waves and patches about a level: a lake and the bodies in it, lifted together, answer as they
// did. Coordinates are multiples of 2^-20 and levels powers of two, so that nothing is rounded by
// it.

static const double levels[] = {128.0, -4096.0, 0.5};

static double on_grid(struct rng *rng, double range) {
    return nearbyint(rng_between(rng, -range, range) * 0x1p20) * 0x1p-20;
}

// Waves, waves that die away, and a patch.
enum {
    water_count = 3
};

static struct buoy_water make_water(size_t which) {
    static const struct buoy_wave waves[] = {
        {.amplitude = 0.3f, .wavelength = 7.0f, .direction = 0.4f, .phase = 1.0f},
        {.amplitude = 0.1f, .wavelength = 2.0f, .direction = 2.0f, .phase = 0.2f}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves_of(waves, 2, 9.81);
    water.time = 3.25;
    water.wave_pressure = which == 1 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    if (which == 2) {
        water.kind = BUOY_WATER_PATCH;
        water.patch = patch_of_waves(water.waves, 6.0, 33, 33);
    }
    return water;
}

TEST(step) {
    struct rng rng = rng_make("water's level, step");
    static const enum buoy_shape_kind kinds[] = {BUOY_SHAPE_BOX, BUOY_SHAPE_SPHERE,
                                                 BUOY_SHAPE_CAPSULE};
    enum {
        count = 33
    };
    const struct buoy_model *models[count];
    for (size_t i = 0; i < count; ++i) {
        struct buoy_part part = buoy_part_default();
        struct buoy_model_input input = {0};
        part.shape.kind = kinds[i % 3];
        part.shape.size[0] = 0.5f;
        part.shape.size[1] = i % 3 == 1 ? 0.0f : 0.75f;
        part.shape.size[2] = i % 3 == 0 ? 0.25f : 0.0f;
        input.parts = &part;
        input.part_count = 1;
        input.mass.mass = 100.0;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        models[i] = model_of(&input);
    }
    for (size_t w = 0; w < water_count; ++w) {
        struct {
            double position[3], rotation[4], velocity[3], spin[3];
        } states[count];
        for (size_t i = 0; i < count; ++i) {
            memset(&states[i], 0, sizeof states[i]);
            for (size_t k = 0; k < 3; ++k) {
                states[i].position[k] = on_grid(&rng, k < 2 ? 4.0 : 0.7);
            }
            rng_direction(&rng, states[i].rotation);
        }
        struct buoy_water water = make_water(w);
        struct buoy_step_query query = {0};
        struct buoy_body_forces at_zero[count], lifted[count], alone[count];
        query.models = models;
        query.states.position = buoy_doubles(states[0].position, sizeof states[0]);
        query.states.rotation = buoy_doubles(states[0].rotation, sizeof states[0]);
        query.states.velocity = buoy_doubles(states[0].velocity, sizeof states[0]);
        query.states.spin = buoy_doubles(states[0].spin, sizeof states[0]);
        query.count = count;
        query.water = &water;
        assert_int_equal(buoy_water_forces_compute(&query, at_zero, NULL), BUOY_OK);
        for (size_t l = 0; l < COUNT_OF(levels); ++l) {
            for (size_t i = 0; i < count; ++i) {
                states[i].position[2] += levels[l];
            }
            water.level = levels[l];
            assert_int_equal(buoy_water_forces_compute(&query, lifted, NULL), BUOY_OK);
            for (uint32_t i = 0; i < count; ++i) {
                const struct buoy_body_forces *was = &at_zero[i], *is = &lifted[i];
                // Where waves die away, the plane is one of the world, and rounded there.
                const double most = w == 1 ? 1e-12 * 100.0 * fabs(levels[l]) : 0.0;
                for (size_t k = 0; k < 3; ++k) {
                    assert_true(fabs(is->buoyancy.force[k] - was->buoyancy.force[k]) <= 1e3 * most);
                    assert_true(fabs(is->buoyancy.torque[k] - was->buoyancy.torque[k]) <=
                                1e3 * most);
                }
                assert_true(fabs(is->volume - was->volume) <= most);
                assert_true(fabs(is->centre[2] - levels[l] - was->centre[2]) <= 1e-12);
                query.bodies = &i;
                query.count = 1;
                assert_int_equal(buoy_water_forces_compute(&query, alone, NULL), BUOY_OK);
                assert_memory_equal(&alone[i], is, sizeof *is);
                query.bodies = NULL;
                query.count = count;
            }
            for (size_t i = 0; i < count; ++i) {
                states[i].position[2] -= levels[l];
            }
        }
    }
}

TEST(pressure) {
    static _Alignas(64) char scratch[1 << 16];
    struct body body = body_builtin("builtin:barrel:100");
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_KEEP_ALL);
    struct rng rng = rng_make("water's level, pressure");
    for (size_t w = 0; w < water_count; ++w) {
        struct pressing pressing = {.body = "a barrel", .mesh = mesh, .water = make_water(w)};
        pressing.pose = buoy_pose_identity();
        for (size_t k = 0; k < 3; ++k) {
            pressing.pose.position[k] = on_grid(&rng, k < 2 ? 3.0 : 0.2);
        }
        rng_direction(&rng, pressing.pose.rotation);
        pressing.pose.rotation[3] = 0.0;
        const struct buoy_kernel *kernel;
        for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
            double points[2][600];
            struct buoy_waterline line[2];
            struct buoy_pressure got[2];
            for (int lifted = 0; lifted < 2; ++lifted) {
                pressing.water.level = lifted ? 128.0 : 0.0;
                pressing.pose.position[2] += pressing.water.level;
                struct buoy_pressure_query query =
                    pressing_query(&pressing, scratch, sizeof scratch);
                line[lifted] = (struct buoy_waterline){.points = points[lifted], .capacity = 100};
                query.kernel = kernel;
                assert_int_equal(buoy_pressure_compute(&query, &line[lifted], &got[lifted], NULL),
                                 BUOY_OK);
                pressing.pose.position[2] -= pressing.water.level;
            }
            // What is about the origin has a longer arm, which is level: it turns about it alike.
            assert_memory_equal(got[1].force, got[0].force, sizeof got[0].force);
            assert_memory_equal(got[1].torque, got[0].torque, sizeof got[0].torque);
            assert_true(got[1].wetted_area == got[0].wetted_area);
            assert_int_equal(line[1].count, line[0].count);
            for (size_t i = 0; i < 6 * line[0].count && i < 600; ++i) {
                const double up = i % 3 == 2 ? 128.0 : 0.0;
                assert_true(fabs(points[1][i] - up - points[0][i]) <= 1e-12);
            }
        }
    }
}

TEST(heights_and_orbits) {
    for (size_t w = 0; w < water_count; ++w) {
        struct buoy_water water = make_water(w);
        const double x[2] = {0.5, -2.0}, y[2] = {1.0, 3.0};
        float low[2], high[2];
        struct buoy_surface surface = {.x = x, .y = y, .count = 2, .height = low};
        assert_int_equal(buoy_water_sample(&water, &surface, NULL), BUOY_OK);
        water.level = 128.0;
        surface.height = high;
        assert_int_equal(buoy_water_sample(&water, &surface, NULL), BUOY_OK);
        for (int i = 0; i < 2; ++i) {
            assert_true((double)high[i] == (double)(float)((double)low[i] + 128.0));
        }
        if (water.waves) {
            const double points[2][6] = {{1.0, 2.0, -0.75, 0.0, 1.0, 0.5},
                                         {1.0, 2.0, 127.25, 0.0, 1.0, 128.5}};
            double velocities[2][6];
            for (int i = 0; i < 2; ++i) {
                struct buoy_orbital_motion orbital = {0};
                orbital.waves = water.waves;
                orbital.time = 1.5;
                orbital.level = i ? 128.0 : 0.0;
                buoy_waves_orbital_velocity(&orbital, points[i], 2, velocities[i]);
            }
            assert_memory_equal(velocities[0], velocities[1], sizeof velocities[0]);
        }
    }
}

// --------------------------------------------------------------------------------------- sea state

// Irregular seas: what a sea's waves have in common with its spectrum.

#define PI 3.14159265358979323846

static struct buoy_wave waves[BUOY_MAX_WAVES];

static void make_sea(const struct buoy_sea *sea, double depth, size_t count) {
    struct buoy_error error;
    FAIL_IF(buoy_sea_state(sea, BUOY_GRAVITY, depth, count, waves, &error) != BUOY_OK, "%s",
            error.message);
}

// Moments of the spectrum with Tp = 1, by libm and a rule finer than the library's, in u = 1/x², in
// which the tail is finite.
static double true_tz(double peakedness) {
    long double zeroth = 0.0L, second = 0.0L;
    const int steps = 400000;
    for (int i = 0; i < steps; ++i) {
        const long double u = 12.0L * (i + 0.5L) / steps, x = 1.0L / sqrtl(u);
        const long double off = (x - 1.0L) / (x <= 1.0L ? 0.07L : 0.09L);
        const long double energy = u * expl(-1.25L * u * u) * // x⁻⁵ dx is u du/2
                                   powl((long double)peakedness, expl(-0.5L * off * off));
        zeroth += energy;
        second += energy / u;
    }
    return (double)sqrtl(zeroth / second);
}

TEST(a_sea_has_the_height_and_the_mean_period_of_its_spectrum) {
    const double peaks[] = {1.0, 2.0, 3.3, 7.0, 20.0};
    const size_t counts[] = {1, 2, 7, 50, 100, 200, BUOY_MAX_WAVES};
    for (size_t p = 0; p < 5; ++p) {
        const double tz = true_tz(peaks[p]);
        for (size_t c = 0; c < 7; ++c) {
            const struct buoy_sea sea = {2.5, 8.0, peaks[p], 0.3, p % 2 ? 10.0 : 0.0, 40 * p + c};
            long double zeroth = 0.0L, second = 0.0L;
            make_sea(&sea, 0.0, counts[c]);
            for (size_t i = 0; i < counts[c]; ++i) {
                const long double a = waves[i].amplitude, t = waves[i].period;
                zeroth += a * a / 2;
                second += a * a / 2 / (t * t);
                assert_true(a >= 0.0L && (i == 0 || waves[i].period <= waves[i - 1].period));
            }
            assert_true(fabs(4.0 * sqrt((double)zeroth) / 2.5 - 1.0) <= 1e-6);
            const double found = sqrt((double)(zeroth / second)) / 8.0;
            FAIL_IF(!(fabs(found / tz - 1.0) <= 1e-4),
                    "gamma %g, %zu waves: Tz/Tp is %.9g, not %.9g", peaks[p], counts[c], found, tz);
        }
    }
}

// 100 waves around the peak have its energy where the spectrum has it: between .9 and 1.15 ω_p.
TEST(a_peaked_sea_has_its_energy_at_the_peak) {
    double share[2] = {0.0, 0.0};
    for (int peaked = 0; peaked < 2; ++peaked) {
        const struct buoy_sea sea = {1.0, 10.0, peaked ? 0.0 : 1.0, 0.0, 0.0, 5};
        make_sea(&sea, 0.0, 1000);
        for (size_t i = 0; i < 1000; ++i) {
            const double x = 10.0 / (double)waves[i].period, a = (double)waves[i].amplitude;
            share[peaked] += x >= 0.9 && x <= 1.15 ? 8.0 * a * a : 0.0;
        }
    }
    assert_true(fabs(share[0] - (exp(-1.25 / pow(1.15, 4)) - exp(-1.25 / pow(0.9, 4)))) < 2e-3);
    assert_true(share[1] > 1.5 * share[0]); // γ = 3.3
}

// The correlation of the sea at one place with itself later: 1 where it repeats.
static double correlation(size_t count, double later) {
    double sum = 0.0, all = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double a = (double)waves[i].amplitude;
        sum += a * a * cos(2.0 * PI * later / (double)waves[i].period);
        all += a * a;
    }
    return sum / all;
}

TEST(a_sea_does_not_repeat_within_an_hour) {
    const size_t counts[] = {50, 100, 200};
    for (uint64_t seed = 0; seed < 12; ++seed) {
        const size_t count = counts[seed % 3];
        const struct buoy_sea sea = {2.0, 6.0 + (double)seed, 3.3, 0.0, 0.0, seed};
        double most = 0.0;
        make_sea(&sea, 0.0, count);
        const double step = sea.peak_period / 16.0;
        const long steps = (long)(3600.0 / step);
        for (long i = 320; i < steps; ++i) {
            most = fmax(most, correlation(count, step * (double)i));
        }
        FAIL_IF(!(most < 0.6), "seed %u: %zu waves of %g s come back by %g", (unsigned)seed, count,
                sea.peak_period, most);
    }
}

// Phases lie anywhere, and have nothing to do with each other.
TEST(phases_are_even) {
    const struct buoy_sea sea = {1.0, 8.0, 0.0, 0.0, 0.0, 3};
    make_sea(&sea, 0.0, BUOY_MAX_WAVES);
    for (int turns = 1; turns <= 3; ++turns) { // moments are 1/√1024 on average
        double sum[4] = {0.0};
        for (size_t i = 0; i < BUOY_MAX_WAVES; ++i) {
            const double phase = (double)waves[i].phase;
            const double next = (double)waves[(i + 1) % BUOY_MAX_WAVES].phase;
            const double angles[2] = {turns * phase, turns * (next - phase)};
            for (int k = 0; k < 4; ++k) {
                sum[k] += sin(angles[k / 2] + k % 2 * PI / 2.0) / BUOY_MAX_WAVES;
            }
            assert_true(phase >= 0.0 && phase <= 6.2831855);
        }
        assert_true(hypot(sum[0], sum[1]) < 0.12 && hypot(sum[2], sum[3]) < 0.12);
    }
}

// With cos²ˢ(δ/2) the mean of cos δ is s/(s + 1).
TEST(directions_are_spread_as_asked_and_alike_over_all_frequencies) {
    const double spreads[] = {0.5, 1.0, 4.0, 25.0, 1000.0};
    for (size_t s = 0; s < 5; ++s) {
        const struct buoy_sea sea = {1.0, 8.0, 0.0, 2.0, spreads[s], 17 + s};
        make_sea(&sea, 0.0, 400);
        for (size_t first = 0; first < 400; first += 200) {
            double along = 0.0, across = 0.0;
            for (size_t i = first; i < first + 200; ++i) {
                along += cos((double)waves[i].direction - 2.0) / 200.0;
                across += sin((double)waves[i].direction - 2.0) / 200.0;
            }
            const double tolerance = 0.03 / sqrt(spreads[s] + 1.0);
            assert_true(fabs(along - spreads[s] / (spreads[s] + 1.0)) < tolerance);
            assert_true(fabs(across) < tolerance);
        }
    }
}

TEST(waves_of_a_sea_obey_the_dispersion_at_its_depth) {
    const double depths[] = {0.0, 0.05, 3.0, 20.0, 1e9};
    for (size_t d = 0; d < 5; ++d) {
        const struct buoy_sea sea = {1.0, 8.0, 0.0, 0.0, 0.0, 1};
        make_sea(&sea, depths[d], 100);
        for (size_t i = 0; i < 100; ++i) {
            const double k = 2.0 * PI / (double)waves[i].wavelength;
            const double omega = 2.0 * PI / (double)waves[i].period;
            const double t = depths[d] > 0.0 ? tanh(k * depths[d]) : 1.0;
            assert_true(fabs(omega * omega / (BUOY_GRAVITY * k * t) - 1.0) < 5e-7);
        }
    }
}

TEST(seeds_give_other_seas_and_the_same_one_again) {
    const struct buoy_sea sea = {2.0, 8.0, 0.0, 0.0, 8.0, 3};
    struct buoy_sea other = sea;
    static struct buoy_wave before[64];
    make_sea(&sea, 0.0, 64);
    memcpy(before, waves, sizeof before);
    other.seed = 4;
    make_sea(&other, 0.0, 64);
    for (size_t i = 0; i < 63; ++i) {
        assert_true(waves[i].period != before[i].period && waves[i].phase != before[i].phase);
    }
    make_sea(&sea, 0.0, 64);
    assert_memory_equal(waves, before, sizeof before);
}

TEST(logarithms_and_tangents_are_those_of_libm) {
    struct rng rng = rng_make("logarithms");
    for (int i = 0; i < 20000; ++i) {
        const double x = exp(rng_between(&rng, -30.0, 6.0)), log = buoy_logarithm(x);
        assert_true(fabs(log - (double)logl((long double)x)) <= 1e-15 * fmax(1.0, fabs(log)));
        assert_true(fabs(buoy_tangent(x) - (double)tanhl((long double)x)) <=
                    1e-15 * buoy_tangent(x));
    }
}

TEST(seas_out_of_range_are_refused) {
    const struct {
        struct buoy_sea sea;
        double gravity, depth;
        const char *words;
    } wrong[] = {
        {{-1.0, 8.0, 0.0, 0.0, 0.0, 0}, 9.81, 0.0, "significant height -1 must be from 0"},
        {{1.0, 0.0, 0.0, 0.0, 0.0, 0}, 9.81, 0.0, "peak period 0 must be"},
        {{1.0, 8.0, 0.5, 0.0, 0.0, 0}, 9.81, 0.0, "peakedness 0.5 must be from 1 to 20"},
        {{1.0, 8.0, 21.0, 0.0, 0.0, 0}, 9.81, 0.0, "peakedness 21"},
        {{1.0, 8.0, 0.0, 2e6, 0.0, 0}, 9.81, 0.0, "direction"},
        {{1.0, 8.0, 0.0, 0.0, -1.0, 0}, 9.81, 0.0, "spreading -1"},
        {{1.0, 8.0, 0.0, 0.0, 0.0, 0}, 0.0, 0.0, "gravity 0"},
        {{1.0, 8.0, 0.0, 0.0, 0.0, 0}, 9.81, -2.0, "depth -2"},
    };
    struct buoy_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        refusal_check(
            buoy_sea_state(&wrong[i].sea, wrong[i].gravity, wrong[i].depth, 1, waves, &error),
            &error, BUOY_ERROR_ARGUMENT, wrong[i].words);
    }
    const struct buoy_sea good = {1.0, 8.0, 0.0, 0.0, 0.0, 0};
    struct buoy_sea unknown = good;
    unknown.direction = (double)NAN;
    refusal_check(buoy_sea_state(&unknown, 9.81, 0.0, 1, waves, &error), &error,
                  BUOY_ERROR_NON_FINITE, "direction is not finite");
    refusal_check(buoy_sea_state(&good, 9.81, 0.0, BUOY_MAX_WAVES + 1, waves, &error), &error,
                  BUOY_ERROR_ARGUMENT, "1025 waves");
    refusal_check(buoy_sea_state(NULL, 9.81, 0.0, 1, waves, &error), &error, BUOY_ERROR_ARGUMENT,
                  "no sea");
    refusal_check(buoy_sea_state(&good, 9.81, 0.0, 1, NULL, &error), &error, BUOY_ERROR_ARGUMENT,
                  "no waves");
    assert_int_equal(buoy_sea_state(&good, 9.81, 0.0, 0, NULL, NULL), BUOY_OK);
}
