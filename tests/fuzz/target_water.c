// The family `water` against libm in double, and patches against the triangles they consist of.
#include "targets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy_water.h"
#include "bytes.h"
#include "kernels.h"

enum {
    MOST_POINTS = 24,
    MOST_WAVES = 6,
};

struct points {
    double x[MOST_POINTS], y[MOST_POINTS];
    size_t count;
};

// The question at hand.
static struct buoy_wave waves[MOST_WAVES];
static size_t count;
static double now;
static struct points points;

struct answer {
    float height[MOST_POINTS], slope_x[MOST_POINTS], slope_y[MOST_POINTS];
};

static struct buoy_surface query_of(struct answer *answer) {
    return (struct buoy_surface){points.x,       points.y,        points.count,
                                 answer->height, answer->slope_x, answer->slope_y};
}

static void make_points(struct fuzz_bytes *bytes, double most) {
    points.count = 1 + fuzz_below(bytes, MOST_POINTS);
    for (size_t i = 0; i < points.count; ++i) {
        points.x[i] = fuzz_double(bytes, most);
        points.y[i] = fuzz_double(bytes, most);
    }
}

// -------------------------------------------------------------------------------------- waves

static void describe_waves(void) {
    for (size_t i = 0; i < count; ++i) {
        fprintf(stderr, "amplitude %.9g, length %.9g, direction %.9g, phase %.9g, period %.9g\n",
                (double)waves[i].amplitude, (double)waves[i].wavelength, (double)waves[i].direction,
                (double)waves[i].phase, (double)waves[i].period);
    }
    fprintf(stderr, "at %.17g s, points", now);
    for (size_t i = 0; i < points.count; ++i) {
        fprintf(stderr, " %.17g,%.17g", points.x[i], points.y[i]);
    }
    fputc('\n', stderr);
}

static float make_length(struct fuzz_bytes *bytes) {
    const float x = fabsf(fuzz_coordinate(bytes));
    return x > 0.0f ? x : 1.0f;
}

static size_t make_waves(struct fuzz_bytes *bytes) {
    const size_t made = fuzz_below(bytes, MOST_WAVES + 1);
    for (size_t i = 0; i < made; ++i) {
        waves[i].amplitude = fminf(fabsf(fuzz_coordinate(bytes)), 1e17f);
        waves[i].wavelength = make_length(bytes);
        waves[i].direction = fuzz_coordinate(bytes);
        waves[i].phase = fuzz_coordinate(bytes);
        waves[i].period = fuzz_one_in(bytes, 3) ? make_length(bytes) : 0.0f;
    }
    return made;
}

// Whether errors are documented of such waves.
static bool is_promised(const struct buoy_wave *wave) {
    const double pi = 3.14159265358979323846;
    const double period = wave->period > 0.0f
                              ? (double)wave->period
                              : sqrt(2.0 * pi * (double)wave->wavelength / BUOY_GRAVITY);
    // As large phases and directions are, libm's arguments are right to a rounding of them: 1e-9.
    return (double)wave->wavelength >= 0.1 && period >= 0.1 &&
           fabs((double)wave->direction) <= 1e6 && fabs((double)wave->phase) <= 1e6;
}

// A height and slopes by libm; and the sums of amplitudes and of steepness.
struct level {
    double height, slope_x, slope_y, amplitude, steepness;
};

static struct level true_level(double x, double y) {
    const double pi = 3.14159265358979323846;
    struct level level = {0};
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_wave *wave = &waves[i];
        const double k = 2.0 * pi / (double)wave->wavelength, a = (double)wave->amplitude;
        const double omega =
            wave->period > 0.0f ? 2.0 * pi / (double)wave->period : sqrt(BUOY_GRAVITY * k);
        const double dx = cos((double)wave->direction), dy = sin((double)wave->direction);
        const double phase = k * (x * dx + y * dy) - omega * now + (double)wave->phase;
        level.height += a * sin(phase);
        level.slope_x += a * k * dx * cos(phase);
        level.slope_y += a * k * dy * cos(phase);
        level.amplitude += a;
        level.steepness += a * k;
    }
    return level;
}

static void judge_waves(const char *kernel, const struct answer *got) {
    bool promised = fabs(now) <= 1e6;
    for (size_t i = 0; i < count; ++i) {
        promised = promised && is_promised(&waves[i]);
    }
    for (size_t i = 0; i < points.count; ++i) {
        const double x = points.x[i], y = points.y[i];
        const struct level level = true_level(x, y);
        const double height = (double)got->height[i];
        const double sx = (double)got->slope_x[i], sy = (double)got->slope_y[i];
        // Nothing is higher than the sum of all amplitudes, nor steeper, wherever it is.
        if (!(fabs(height) <= level.amplitude * (1.0 + 1e-6) + 0x1p-149) ||
            !(fabs(sx) <= level.steepness * (1.0 + 1e-6) + 0x1p-149) ||
            !(fabs(sy) <= level.steepness * (1.0 + 1e-6) + 0x1p-149)) {
            fuzz_fail("%s: waves of %g in all are %g high, of slope %g in all (%g, %g) steep",
                      kernel, level.amplitude, height, level.steepness, sx, sy);
        }
        if (promised && fabs(x) <= 1e6 && fabs(y) <= 1e6) {
            // The rounding to float: of each wave, and of each sum.
            const double least = (double)(2 * count) * 0x1p-149;
            fuzz_expect(kernel, "height / amplitudes", fabs(height - level.height),
                        1e-6 * level.amplitude + least);
            fuzz_expect(kernel, "slope along x", fabs(sx - level.slope_x),
                        1e-6 * level.steepness + least);
            fuzz_expect(kernel, "slope along y", fabs(sy - level.slope_y),
                        1e-6 * level.steepness + least);
        }
    }
}

static void put_waves(struct fuzz_bytes *bytes) {
    static struct answer answers[FUZZ_MOST_KERNELS];
    const struct fuzz_kernels *kernels = fuzz_kernels_of("water");
    struct buoy_waves *made;
    count = make_waves(bytes);
    now = fuzz_double(bytes, fuzz_one_in(bytes, 2) ? 1e17 : 1e6);
    fuzz_describe = describe_waves;
    make_points(bytes, fuzz_one_in(bytes, 2) ? 1e17 : 1e6);
    if (buoy_waves_create(waves, count, BUOY_GRAVITY, &made, NULL) != BUOY_OK) {
        return;
    }
    memset(answers, 0, sizeof answers); // of which fewer points than there is room are asked
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k].kernel;
        struct buoy_surface query = query_of(&answers[k]);
        fuzz_watch();
        const enum buoy_status status = buoy_waves_sample_with(kernel, made, now, &query, NULL);
        fuzz_expect_no_flags(kernel->id);
        if (status != BUOY_OK) {
            fuzz_fail("%s: %s", kernel->id, buoy_status_text(status));
        }
        fuzz_expect_twins(kernels, k, answers, 1, 1, sizeof *answers);
        judge_waves(kernel->id, &answers[k]);
    }
    buoy_waves_destroy(made);
    fuzz_count(points.count, points.count * kernels->count);
}

// -------------------------------------------------------------------------------------- patch

enum {
    MOST_SIDE = 5
};

static struct buoy_patch *make_patch(struct fuzz_bytes *bytes, struct buoy_patch_grid *grid,
                                     float *heights) {
    struct buoy_patch *patch;
    grid->columns = 2 + (uint32_t)fuzz_below(bytes, MOST_SIDE - 1);
    grid->rows = 2 + (uint32_t)fuzz_below(bytes, MOST_SIDE - 1);
    grid->origin[0] = fuzz_double(bytes, 1e12);
    grid->origin[1] = fuzz_double(bytes, 1e12);
    grid->spacing[0] = fmaxf(1e-9f, make_length(bytes));
    grid->spacing[1] = fmaxf(1e-9f, make_length(bytes));
    for (size_t i = 0; i < (size_t)grid->columns * grid->rows; ++i) {
        heights[i] = fmaxf(-1e18f, fminf(1e18f, fuzz_coordinate(bytes)));
    }
    if (buoy_patch_create(grid, &patch, NULL) != BUOY_OK) {
        return NULL;
    }
    if (buoy_patch_set(patch, heights, NULL) != BUOY_OK) {
        fuzz_fail("heights are refused");
    }
    return patch;
}

// The height of the surface by its triangles, in double, and the largest height of its cell.
static double true_height(const struct buoy_patch_grid *grid, const float *heights, double x,
                          double y, double *largest) {
    const double u =
        fmax(0.0, fmin((x - grid->origin[0]) / (double)grid->spacing[0], grid->columns - 1.0));
    const double v =
        fmax(0.0, fmin((y - grid->origin[1]) / (double)grid->spacing[1], grid->rows - 1.0));
    const size_t i = (size_t)fmin(floor(u), grid->columns - 2.0);
    const size_t j = (size_t)fmin(floor(v), grid->rows - 2.0);
    const float *row = heights + j * grid->columns + i, *above = row + grid->columns;
    const double a = (double)row[0], b = (double)row[1], c = (double)above[0], d = (double)above[1];
    const double s = u - (double)i, t = v - (double)j;
    *largest = fmax(fmax(fabs(a), fabs(b)), fmax(fabs(c), fabs(d)));
    return s >= t ? a + s * (b - a) + t * (d - b) : a + t * (c - a) + s * (d - c);
}

static void put_patch(struct fuzz_bytes *bytes) {
    struct buoy_patch_grid grid;
    float heights[MOST_SIDE * MOST_SIDE];
    struct buoy_patch *patch = make_patch(bytes, &grid, heights);
    if (!patch) {
        return;
    }
    struct answer answer;
    fuzz_describe = NULL;
    points.count = 1 + fuzz_below(bytes, MOST_POINTS);
    for (size_t i = 0; i < points.count; ++i) {
        const bool wild = fuzz_one_in(bytes, 8);
        const double u = 2.0 * MOST_SIDE * fuzz_fraction(bytes), v = 6.0 * fuzz_fraction(bytes);
        const double x =
            wild ? fuzz_double(bytes, 1e17) : grid.origin[0] + u * (double)grid.spacing[0];
        const double y =
            wild ? fuzz_double(bytes, 1e17) : grid.origin[1] + v * (double)grid.spacing[1];
        points.x[i] = fmax(-1e17, fmin(1e17, x)); // what is farther is refused
        points.y[i] = fmax(-1e17, fmin(1e17, y));
    }
    struct buoy_surface query = query_of(&answer);
    fuzz_watch();
    const enum buoy_status status = buoy_patch_sample(patch, &query, NULL);
    fuzz_expect_no_flags("patch");
    if (status != BUOY_OK) {
        fuzz_fail("patch: %s", buoy_status_text(status));
    }
    for (size_t i = 0; i < points.count; ++i) {
        double largest;
        const double expected = true_height(&grid, heights, points.x[i], points.y[i], &largest);
        // Where the point lies in its cell is rounded, here and there, to a rounding of as many
        // cells as the patch is from the origin; heights are floats.
        const double away = fmax(fabs(points.x[i]) / (double)grid.spacing[0],
                                 fabs(points.y[i]) / (double)grid.spacing[1]);
        const double far = fmin(1.0, 8.0 * DBL_EPSILON * (away + MOST_SIDE));
        if (away < 1e14) {
            fuzz_expect("patch", "height", fabs((double)answer.height[i] - expected),
                        (FLT_EPSILON + 4.0 * far) * 2.0 * largest + 0x1p-148);
        }
        if (!isfinite(answer.height[i])) {
            fuzz_fail("patch: a height is not finite");
        }
    }
    buoy_patch_destroy(patch);
    fuzz_count(points.count, points.count);
}

static void run(const uint8_t *bytes, size_t size) {
    struct fuzz_bytes in = {bytes, bytes + size};
    if (fuzz_byte(&in) & 1) {
        put_waves(&in);
    } else {
        put_patch(&in);
    }
}

const struct fuzz_target fuzz_water = {
    "water", "waves against libm, patches against their triangles", 400, true, false, run};
