// Water that is not plane: the best-fit plane that each body of a step meets. For templates, on
// whatever lanes_<isa>.h came before.
//
// ../kernels/water/water.h says which plane that is, and ../kernels/water/fit.c why: a wave A sin(φ
// + k·y) adds A sin φ F to the height at the body's centroid and A k cos φ H to the slopes there,
// with
//   F = 3 (sin x − x cos x) / x³,   H = 15 ((3 − x²) sin x − 3 x cos x) / x⁵,
// x² = 5 × the second moment of the body's volume along k. So two phases are reduced in double for
// each wave, and a long wave's slope is not a difference of heights.
// ../kernels/bounds/bounds_forces.c has the error analysis.
#ifndef BUOY_STEP_WAVES_H
#define BUOY_STEP_WAVES_H

#include "step_patch.h"
#include "step_plain.h"
#include "water_waves.h"

// Waves whose sums are in float before they are moved to double.
#define STEP_RUN 8

// Footprints of LANES_WIDTH bodies.
struct step_footprint {
    lanes_double x, y, xx, xy, yy;
};

// Sums over waves, for LANES_WIDTH bodies.
struct step_fit {
    lanes height, slope_x, slope_y;
};

// sin 2πr, |r| ≤ ½, by a fold that rounds nothing: a share of itself off, however small it is.
static inline lanes step_sine(lanes r) {
    const lanes size = lanes_abs(r), zero = lanes_splat(0.0f);
    const lanes fold = lanes_min(size, lanes_sub(lanes_splat(0.5f), size));
    const lanes up = waves_sine_of_quarter(fold);
    return lanes_select(lanes_less(r, zero), lanes_sub(zero, up), up);
}

// F and H up to x = 2, by the square of turns s: Chebyshev's interpolations of (F − 1)/s and
// (H − 1)/s at five points, within 1.3e-8 with their coefficients in float.
#define STEP_SERIES_TO 0x1.9f02f6p-4f // (2/2π)²
static inline lanes step_series(lanes s, const float c[5]) {
    lanes sum = lanes_splat(c[4]);
    for (int n = 3; n >= 0; --n) {
        sum = lanes_muladd(sum, s, lanes_splat(c[n]));
    }
    return lanes_muladd(sum, s, lanes_splat(1.0f));
}
static const float step_height_series[5] = {-0x1.f952e0p+1f, 0x1.643d28p+2f, -0x1.046f0ap+2f,
                                            0x1.d2ad92p+0f, -0x1.0c8140p-1f};
static const float step_slope_series[5] = {-0x1.68f20ep+1f, 0x1.8bd22ep+1f, -0x1.d98510p+0f,
                                           0x1.671a88p-1f, -0x1.685cb6p-3f};

// F and H of bodies across whose reach a wave turns so often, squared. Below x = 2 the closed forms
// cancel, and series take their place, alone for waves that are long for all. From 2²⁰ turns on,
// both are as good as 0.
static inline void step_average(lanes_double square, double shift, lanes *of_height,
                                lanes *of_slope) {
    const lanes zero = lanes_splat(0.0f), two_pi = lanes_splat(0x1.921fb6p+2f);
    const lanes limited = lanes_min(lanes_max(lanes_narrow(square), zero), lanes_splat(0x1p40f));
    const lanes_mask small = lanes_less(limited, lanes_splat(STEP_SERIES_TO));
    *of_height = step_series(limited, step_height_series);
    *of_slope = step_series(limited, step_slope_series);
    if (lanes_bits(small) == (1u << LANES_WIDTH) - 1) {
        return;
    }
    const lanes turns = lanes_sqrt(limited);
    const lanes r = waves_fraction_of_turns(lanes_widen(turns), shift);
    const lanes sine = step_sine(r);
    const lanes cosine = waves_sine_of_quarter(lanes_sub(lanes_splat(0.25f), lanes_abs(r)));
    const lanes x = lanes_max(lanes_mul(turns, two_pi), lanes_splat(2.0f));
    const lanes per_x = lanes_div(lanes_splat(1.0f), x), per_square = lanes_mul(per_x, per_x);
    const lanes sine_x = lanes_mul(sine, per_x); // (sin x)/x
    const lanes height =
        lanes_mul(lanes_splat(3.0f), lanes_mul(lanes_sub(sine_x, cosine), per_square));
    // 15 ((3 (sin x)/x − 3 cos x) / x² − (sin x)/x) / x²
    const lanes slope =
        lanes_mul(lanes_splat(15.0f), lanes_mul(lanes_sub(height, sine_x), per_square));
    *of_height = lanes_select(small, *of_height, height);
    *of_slope = lanes_select(small, *of_slope, slope);
}

static inline __attribute__((always_inline)) void
step_add_wave(const struct buoy_prepared_wave *wave, double time, double shift,
              const struct step_footprint *at, struct step_fit *fit) {
    const lanes_double turns_x = lanes_double_splat(wave->turns_x);
    const lanes_double turns_y = lanes_double_splat(wave->turns_y);
    const lanes_double at_origin = lanes_double_splat(wave->phase - wave->turns_t * time);
    const lanes_double turns = lanes_double_add(
        lanes_double_add(lanes_double_mul(turns_x, at->x), lanes_double_mul(turns_y, at->y)),
        at_origin);
    const lanes r = waves_fraction_of_turns(turns, shift);
    const lanes cosine = waves_sine_of_quarter(lanes_sub(lanes_splat(0.25f), lanes_abs(r)));
    const lanes_double xx = lanes_double_splat(wave->turns_x * wave->turns_x);
    const lanes_double xy = lanes_double_splat(2.0 * (wave->turns_x * wave->turns_y));
    const lanes_double yy = lanes_double_splat(wave->turns_y * wave->turns_y);
    const lanes_double square = lanes_double_add(
        lanes_double_add(lanes_double_mul(xx, at->xx), lanes_double_mul(xy, at->xy)),
        lanes_double_mul(yy, at->yy));
    lanes of_height, of_slope;
    step_average(square, shift, &of_height, &of_slope);
    const lanes high = lanes_mul(lanes_splat(wave->amplitude), step_sine(r));
    const lanes steep = lanes_mul(cosine, of_slope);
    fit->height = lanes_muladd(high, of_height, fit->height);
    fit->slope_x = lanes_muladd(steep, lanes_splat(wave->steep_x), fit->slope_x);
    fit->slope_y = lanes_muladd(steep, lanes_splat(wave->steep_y), fit->slope_y);
}

// Fits planes to waves: their slopes and heights go into the rows of `up`.
static void step_add_waves(struct step_portion *portion, const struct step_footprints *footprints,
                           double shift) {
    const struct buoy_water *water = portion->shared->water;
    const struct buoy_waves *waves = water->waves;
    for (size_t i = 0; i < portion->count; i += LANES_WIDTH) {
        const struct step_footprint at = {
            lanes_double_load(&footprints->centre[0][i]),
            lanes_double_load(&footprints->centre[1][i]),
            lanes_double_load(&footprints->ellipse[0][i]),
            lanes_double_load(&footprints->ellipse[1][i]),
            lanes_double_load(&footprints->ellipse[2][i]),
        };
        lanes_double height = lanes_double_splat(0.0), slope_x = height, slope_y = height;
        for (size_t first = 0; first < waves->count; first += STEP_RUN) {
            const size_t left = waves->count - first, last = left < STEP_RUN ? left : STEP_RUN;
            const lanes zero = lanes_splat(0.0f);
            struct step_fit fit = {zero, zero, zero};
            for (size_t w = first; w < first + last; ++w) {
                step_add_wave(&waves->waves[w], water->time, shift, &at, &fit);
            }
            height = lanes_double_add(height, lanes_widen(fit.height));
            slope_x = lanes_double_add(slope_x, lanes_widen(fit.slope_x));
            slope_y = lanes_double_add(slope_y, lanes_widen(fit.slope_y));
        }
        lanes_double_store(&portion->up[0][i], slope_x);
        lanes_double_store(&portion->up[1][i], slope_y);
        lanes_double_store(&portion->up[2][i], height);
    }
}

#if LANES_WIDTH > 1 && !defined LANES_FMA // sums of one body are not fused
#define STEP_ALONE
// What waves add for one body, lanes being waves.
struct step_added {
    _Alignas(64) float height[BUOY_LANES], slope_x[BUOY_LANES], slope_y[BUOY_LANES];
};

static inline __attribute__((always_inline)) void
step_look_at_waves(const struct buoy_wave_lanes *waves, size_t l, double time, double shift,
                   const struct step_footprint *at, struct step_added *added) {
    const lanes_double turns_x = lanes_double_load(&waves->turns_x[l]);
    const lanes_double turns_y = lanes_double_load(&waves->turns_y[l]);
    const lanes_double past =
        lanes_double_mul(lanes_double_load(&waves->turns_t[l]), lanes_double_splat(time));
    const lanes_double turns = lanes_double_add(
        lanes_double_add(lanes_double_mul(turns_x, at->x), lanes_double_mul(turns_y, at->y)),
        lanes_double_sub(lanes_double_load(&waves->phase[l]), past));
    const lanes r = waves_fraction_of_turns(turns, shift);
    const lanes cosine = waves_sine_of_quarter(lanes_sub(lanes_splat(0.25f), lanes_abs(r)));
    const lanes_double xy =
        lanes_double_mul(lanes_double_splat(2.0), lanes_double_mul(turns_x, turns_y));
    const lanes_double square = lanes_double_add(
        lanes_double_add(lanes_double_mul(lanes_double_mul(turns_x, turns_x), at->xx),
                         lanes_double_mul(xy, at->xy)),
        lanes_double_mul(lanes_double_mul(turns_y, turns_y), at->yy));
    lanes of_height, of_slope;
    step_average(square, shift, &of_height, &of_slope);
    const lanes high = lanes_mul(lanes_load(&waves->amplitude[l]), step_sine(r));
    const lanes steep = lanes_mul(cosine, of_slope);
    lanes_store(&added->height[l], lanes_mul(high, of_height));
    lanes_store(&added->slope_x[l], lanes_mul(steep, lanes_load(&waves->steep_x[l])));
    lanes_store(&added->slope_y[l], lanes_mul(steep, lanes_load(&waves->steep_y[l])));
}

// For one body, in the order of step_add_waves(), and with its bits.
static void step_add_waves_alone(const struct buoy_water *water,
                                 const struct buoy_footprint *footprint, struct buoy_fit *fit) {
    const double shift = 0.5 - buoy_offset_of_floor();
    const struct buoy_waves *waves = water->waves;
    const struct step_footprint at = {
        lanes_double_splat(footprint->centre[0]), lanes_double_splat(footprint->centre[1]),
        lanes_double_splat(footprint->ellipse[0]), lanes_double_splat(footprint->ellipse[1]),
        lanes_double_splat(footprint->ellipse[2])};
    double height = 0.0, slope_x = 0.0, slope_y = 0.0;
    struct step_added added;
    for (size_t first = 0; first < waves->count; first += STEP_RUN) {
        const size_t left = waves->count - first, last = left < STEP_RUN ? left : STEP_RUN;
        const size_t begin = first % BUOY_LANES;
        float run[3] = {0.0f, 0.0f, 0.0f};
        for (size_t l = 0; l < last && (begin + l) % LANES_WIDTH == 0; l += LANES_WIDTH) {
            step_look_at_waves(&waves->lanes[first / BUOY_LANES], begin + l, water->time, shift,
                               &at, &added);
        }
        for (size_t l = begin; l < begin + last; ++l) {
            run[0] += added.height[l];
            run[1] += added.slope_x[l];
            run[2] += added.slope_y[l];
        }
        height += (double)run[0];
        slope_x += (double)run[1];
        slope_y += (double)run[2];
    }
    *fit = (struct buoy_fit){height, slope_x, slope_y};
}
#endif

// Bodies seen from above: their centroids, and R A Rᵀ along x and y, for the tensor A of each.
static void step_find_footprints(const struct step_portion *portion,
                                 struct step_footprints *footprints) {
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        doubles rotation[9], spread[8], centroid[4], turned[2][3];
        step_read_model(portion, i, BUOY_MODEL_CENTROID, centroid);
        step_read_model(portion, i, BUOY_MODEL_SPREAD, spread);
        step_read_model(portion, i, BUOY_MODEL_SPREAD + 4, &spread[4]);
        for (int k = 0; k < 9; ++k) {
            rotation[k] = doubles_load(&portion->rotation[k][i]);
        }
        const doubles rows[3][3] = {{spread[0], spread[1], spread[2]},
                                    {spread[1], spread[3], spread[4]},
                                    {spread[2], spread[4], spread[5]}};
        for (int k = 0; k < 2; ++k) {
            const doubles off = doubles_dot(&rotation[3 * k], centroid);
            doubles_store(&footprints->centre[k][i],
                          doubles_add(doubles_load(&portion->middle[k][i]), off));
            for (int j = 0; j < 3; ++j) {
                turned[k][j] = doubles_dot(rows[j], &rotation[3 * k]);
            }
        }
        doubles_store(&footprints->ellipse[0][i], doubles_dot(turned[0], rotation));
        doubles_store(&footprints->ellipse[1][i], doubles_dot(turned[0], &rotation[3]));
        doubles_store(&footprints->ellipse[2][i], doubles_dot(turned[1], &rotation[3]));
    }
}

// From slopes, and heights at the centroids, to the planes that bodies meet.
static void step_meet_planes(struct step_portion *portion,
                             const struct step_footprints *footprints) {
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    const doubles from = doubles_splat(portion->shared->water->level);
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        doubles up[3], n[3], rotation[9], middle[3];
        step_load3(portion->up[0], i, up);
        step_load3(portion->middle[0], i, middle);
        const doubles x = doubles_sub(zero, up[0]), y = doubles_sub(zero, up[1]);
        const doubles off_x = doubles_sub(doubles_load(&footprints->centre[0][i]), middle[0]);
        const doubles off_y = doubles_sub(doubles_load(&footprints->centre[1][i]), middle[1]);
        doubles level = doubles_muladd(x, off_x, up[2]); // at the middle
        level = doubles_muladd(y, off_y, level);
        doubles square = doubles_muladd(x, x, one);
        square = doubles_muladd(y, y, square);
        up[2] = doubles_div(one, doubles_sqrt(square));
        up[0] = doubles_add(doubles_mul(x, up[2]), zero); // never −0
        up[1] = doubles_add(doubles_mul(y, up[2]), zero);
        for (int k = 0; k < 9; ++k) {
            rotation[k] = doubles_load(&portion->rotation[k][i]);
        }
        step_rotate_back(rotation, up, n);
        step_store3(portion->up[0], i, up);
        step_store3(portion->rows.normal[0], i, n);
        doubles_store(&portion->rows.depth[i],
                      doubles_mul(up[2], doubles_sub(level, doubles_sub(middle[2], from))));
    }
}

// The same of plain bodies, by their forms.
static void step_look_at_plain(const struct step_portion *portion,
                               struct step_footprints *footprints) {
    struct plain_turn turn = {.pass = portion->shared->batch->pass,
                              .alike = portion->alike,
                              .axes = portion->shared->batch->axes};
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        struct plain_footprint footprint;
        turn.body = &portion->body[i];
        turn.row = &portion->model[i];
        plain_look(&turn, portion->form, &footprint);
        for (int k = 0; k < 3; ++k) {
            doubles_store(&footprints->centre[k % 2][i], footprint.centre[k % 2]);
            doubles_store(&footprints->ellipse[k][i], footprint.ellipse[k]);
        }
    }
}

// Fits planes to waves or a patch: of plain bodies, slopes and heights, which go into the rows of
// `up`; of others, the planes that they meet. False if the water has no height there. Apart, so
// that its rows are not on the stack of what follows.
static __attribute__((noinline)) bool step_fit_planes(struct step_portion *portion, bool plain) {
    struct step_footprints footprints;
    bool found = true;
    if (plain) {
        step_look_at_plain(portion, &footprints);
    } else {
        step_find_footprints(portion, &footprints);
    }
    if (portion->shared->water->kind == BUOY_WATER_WAVES) {
        const double shift = 0.5 - buoy_offset_of_floor();
        if (portion->shared->batch->fit) {
            const struct buoy_footprint footprint = {
                {footprints.centre[0][0], footprints.centre[1][0]},
                {footprints.ellipse[0][0], footprints.ellipse[1][0], footprints.ellipse[2][0]}};
            struct buoy_fit fit;
            portion->shared->batch->fit(portion->shared->water, &footprint, &fit);
            portion->up[0][0] = fit.slope_x;
            portion->up[1][0] = fit.slope_y;
            portion->up[2][0] = fit.height;
        } else {
            step_add_waves(portion, &footprints, shift);
        }
    } else {
        found = step_add_patch(portion, &footprints);
    }
    if (!plain) {
        step_meet_planes(portion, &footprints);
    }
    return found;
}

#undef STEP_RUN
#undef STEP_SERIES_TO

#endif
