// Irregular seas: what a sea's waves have in common with its spectrum.
#include <string.h>

#include "buoyancy_water.h"
#include "refusal.h"
#include "rng.h"
#include "test.h"
#include "water/turns.h"

#define PI 3.14159265358979323846

static struct buoy_wave waves[BUOY_MAX_WAVES];

static void make(const struct buoy_sea *sea, double depth, size_t count) {
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
            make(&sea, 0.0, counts[c]);
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
        make(&sea, 0.0, 1000);
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
        make(&sea, 0.0, count);
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
    make(&sea, 0.0, BUOY_MAX_WAVES);
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
        make(&sea, 0.0, 400);
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
        make(&sea, depths[d], 100);
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
    make(&sea, 0.0, 64);
    memcpy(before, waves, sizeof before);
    other.seed = 4;
    make(&other, 0.0, 64);
    for (size_t i = 0; i < 63; ++i) {
        assert_true(waves[i].period != before[i].period && waves[i].phase != before[i].phase);
    }
    make(&sea, 0.0, 64);
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
