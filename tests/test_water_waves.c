// Waves: heights and slopes against libm in long double, their dispersion, and
// refusals.
#include <float.h>

#include "buoyancy_water.h"
#include "dispatch/registry.h"
#include "owned.h"
#include "rng.h"
#include "test.h"

enum {
    most_points = 100,
    most_waves = 12
};
static const long double two_pi = 6.283185307179586476925286766559L;

static double x[most_points], y[most_points];
static float height[most_points], slope_x[most_points], slope_y[most_points];

static struct buoy_surface query_of(size_t count) {
    return (struct buoy_surface){
        .x = x, .y = y, .count = count, .height = height, .slope_x = slope_x, .slope_y = slope_y};
}

static void random_points(struct rng *rng, double far) {
    for (size_t i = 0; i < most_points; ++i) {
        x[i] = rng_between(rng, -far, far);
        y[i] = rng_between(rng, -far, far);
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
            const double px = x[p];
            const double py = y[p];
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
                count, x[p], y[p], time, (double)height[p], (double)slope_x[p], (double)slope_y[p],
                sum[0], sum[1], sum[2]);
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
        x[count] = (double)r;
        y[count++] = 0.0;
        const float step = r < 0.0001221f || r > 0.499999f ? 1.0f : 97.0f;
        r += step * (nextafterf(r, 1.0f) - r);
        if (count == most_points || r > 0.5f) {
            struct buoy_surface query = query_of(count);
            assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_OK);
            for (size_t p = 0; p < count; ++p) {
                const double off = fabs((double)height[p] - sin(k * x[p]));
                const double slope_off = fabs((double)slope_x[p] - k * cos(k * x[p]));
                // A slope is rounded twice more, and its steepness is.
                FAIL_IF(!(off <= 3.7 * 0x1p-24) || !(slope_off <= (3.7 + 2.0) * 0x1p-24 * k),
                        "at %.9g: off by %.3g u, slope by %.3g u", x[p], off * 0x1p24,
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
    x[0] = 2.0; // the crest of all
    y[0] = 0.0;
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
                       sin(k * x[p] - sqrt(BUOY_GRAVITY * k) * 3.0 + (double)waves[i].phase);
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
            x[0] = 12.5 + speeds[i] * time; // the crest of sin kx
            y[0] = 1234.5;                  // it runs along x: anywhere along y
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
    x[0] = 1e18;
    y[0] = -1e18;
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
    x[0] = 1.0;
    y[0] = (double)nan;
    height[0] = 7.0f;
    struct buoy_surface query = query_of(1);
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_ERROR_ELEMENT);
    assert_true(isnan(height[0]));
    height[0] = 7.0f;
    y[0] = 0.0;
    query.slope_y = NULL;
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_ERROR_ARGUMENT);
    assert_true(height[0] == 7.0f);
    query.slope_x = NULL;
    assert_int_equal(buoy_waves_sample(made, 0.0, &query, NULL), BUOY_OK);
    assert_true(height[0] == 0.0f);
}
