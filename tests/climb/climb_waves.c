// Heights and slopes of waves; one variant per method: the others return its bits.
#include <float.h>
#include <math.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "climbers.h"
#include "dispatch/methods.h"

// Where buoy_waves_sample() promises to keep to its bound.
#define FARTHEST 1e6
#define SHORTEST 0.1

#define MOST_WAVES 12
#define NUMBERS 5 // amplitude, wavelength, direction, phase, period

static const long double two_pi = 6.283185307179586476925286766559L;

// Fixed: how many waves. Then x, y, time, and the numbers of each wave.
static void start(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question) {
    (void)family;
    const double far = pow(10.0, rng_between(rng, -3.0, 6.0));
    const size_t count = 1 + rng_below(rng, MOST_WAVES);
    const double alike = rng_between(rng, 0.1, 10.0);
    const bool in_phase = rng_below(rng, 2) == 0;
    question->fixed = 1;
    question->count = 4;
    question->x[0] = (double)count;
    for (int i = 1; i < 4; ++i) {
        question->x[i] = far * rng_between(rng, -1.0, 1.0);
    }
    for (size_t w = 0; w < count; ++w) {
        double *wave = &question->x[question->count];
        wave[0] = in_phase ? 1.0 : ldexp(rng_between(rng, 0.0, 1.0), -(int)rng_below(rng, 30));
        wave[1] = in_phase ? alike : SHORTEST * pow(10.0, rng_between(rng, 0.0, 3.0));
        wave[2] = in_phase ? 0.5 : rng_between(rng, -10.0, 10.0);
        wave[3] = in_phase ? 0.5 : rng_between(rng, -10.0, 10.0);
        wave[4] = in_phase || rng_below(rng, 2) ? 0.0 : rng_between(rng, SHORTEST, 20.0);
        question->count += NUMBERS;
    }
}

struct asked {
    struct buoy_wave waves[MOST_WAVES];
    size_t count;
    double x, y, time;
};

static bool read(const struct climb_question *question, struct asked *asked) {
    asked->count = (size_t)question->x[0];
    asked->x = question->x[1];
    asked->y = question->x[2];
    asked->time = question->x[3];
    bool good =
        fabs(asked->x) <= FARTHEST && fabs(asked->y) <= FARTHEST && fabs(asked->time) <= FARTHEST;
    for (size_t w = 0; w < asked->count; ++w) {
        const double *x = &question->x[4 + NUMBERS * w];
        const struct buoy_wave wave = {(float)x[0], (float)x[1], (float)x[2], (float)x[3],
                                       (float)x[4]};
        asked->waves[w] = wave;
        good = good && wave.amplitude >= 1e-12f && wave.amplitude <= 1e12f &&
               (double)wave.wavelength >= SHORTEST && wave.wavelength <= 1e12f &&
               fabsf(wave.direction) <= 1e6f && fabsf(wave.phase) <= 1e6f &&
               (wave.period == 0.0f || (double)wave.period >= SHORTEST) && wave.period <= 1e12f;
    }
    return good;
}

static struct climb_ratio judge_kernel(const struct buoy_kernel *kernel, const struct asked *asked,
                                       const struct buoy_waves *made, const long double truth[3],
                                       const double sizes[2], struct climb_ratio worst) {
    float height, slope_x, slope_y;
    struct buoy_surface query = {.x = &asked->x,
                                 .y = &asked->y,
                                 .count = 1,
                                 .height = &height,
                                 .slope_x = &slope_x,
                                 .slope_y = &slope_y};
    query.kernel = kernel;
    if (buoy_waves_sample(made, asked->time, &query, NULL) != BUOY_OK) {
        return (struct climb_ratio){(double)INFINITY, kernel->id};
    }
    const double off = (double)fabsl((long double)height - truth[0]) / sizes[0];
    const double off_x = (double)fabsl((long double)slope_x - truth[1]) / sizes[1];
    const double off_y = (double)fabsl((long double)slope_y - truth[2]) / sizes[1];
    worst = climb_note(worst, kernel->id, "height", off, buoy_bound_water_waves());
    return climb_note(worst, kernel->id, "slope", fmax(off_x, off_y), buoy_bound_water_waves());
}

static struct climb_ratio judge(const struct climb_family *family,
                                const struct climb_question *question) {
    (void)family;
    struct climb_ratio worst = {.ratio = -1.0, .what = "nothing"};
    struct asked asked;
    struct buoy_waves *made;
    if (LDBL_MANT_DIG <= DBL_MANT_DIG || !read(question, &asked) ||
        buoy_waves_create(asked.waves, asked.count, BUOY_GRAVITY, 0.0, &made, NULL) != BUOY_OK) {
        return worst;
    }
    long double truth[3];
    double sizes[2];
    memset(truth, 0, 3 * sizeof *truth);
    sizes[0] = sizes[1] = 0.0;
    for (size_t i = 0; i < asked.count; ++i) {
        const struct buoy_wave *wave = &asked.waves[i];
        const long double k = two_pi / (long double)wave->wavelength;
        const long double a = (long double)wave->amplitude, theta = (long double)wave->direction;
        const long double omega = wave->period > 0.0f ? two_pi / (long double)wave->period
                                                      : sqrtl((long double)BUOY_GRAVITY * k);
        const long double cx = cosl(theta), cy = sinl(theta);
        const long double along = (long double)asked.x * cx + (long double)asked.y * cy;
        const long double phase =
            k * along - omega * (long double)asked.time + (long double)wave->phase;
        truth[0] += a * sinl(phase);
        truth[1] += a * k * cx * cosl(phase);
        truth[2] += a * k * cy * cosl(phase);
        sizes[0] += (double)a;
        sizes[1] += (double)(a * k);
    }
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (strcmp(kernel->method->family, "water") == 0 && climb_asks(kernel)) {
            worst = judge_kernel(kernel, &asked, made, truth, sizes, worst);
        }
    }
    buoy_waves_destroy(made);
    return worst;
}

static void print(const struct climb_family *family, const struct climb_question *question,
                  FILE *file) {
    (void)family;
    for (size_t i = 0; i < question->count; ++i) {
        fprintf(file, "%s%.17g",
                i ? "," : "waves, x, y, time, each wave's numbers: ", question->x[i]);
    }
    fprintf(file, "\n");
}

const struct climb_family climb_waves = {
    .name = "waves", .start = start, .judge = judge, .print = print};
