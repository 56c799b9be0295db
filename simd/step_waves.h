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

#include "step_plain.h"
#include "step_portion.h"
#include "water/water.h"
#include "water_waves.h"

// ----------------------------------------------------------------------------------------- patches

// Lanes are bodies. These are the operations of ../kernels/water/fit.c and ../kernels/water/patch.c
// in their order, so that a body in a crowd gets the bits that it gets alone. Cells are found as
// whole numbers whichever way the processor rounds.

// Bodies seen from above: struct buoy_footprint, in rows.
struct step_footprints {
    _Alignas(64) double centre[2][STEP_ROW];
    _Alignas(64) double ellipse[3][STEP_ROW];
};

#if LANES_WIDTH > 1

#define STEP_DIRECTIONS (BUOY_FIT_PLACES / 2)

// One axis of a patch: the place of its first sample, and its last cell.
struct step_axis {
    double first, spacing, last;
};

// Places of LANES_WIDTH bodies on a patch: the lowest corners of their cells, and how far into
// these.
struct step_places {
    _Alignas(4 * LANES_WIDTH) uint32_t corner[LANES_WIDTH];
    lanes_double u, v;
};

// Finds the cells along an axis, counted from 0, and the distances into them.
static STEP_INLINE lanes_double step_find_cells(const struct step_axis *axis, lanes_double x,
                                                lanes_double *share) {
    const lanes_double first = lanes_double_splat(axis->first);
    const lanes_double last = lanes_double_splat(axis->last);
    lanes_double kept =
        lanes_double_div(lanes_double_sub(x, first), lanes_double_splat(axis->spacing));
    kept = lanes_double_min(kept, lanes_double_splat(axis->last + 1.0));
    kept = lanes_double_max(kept, lanes_double_splat(0.0));
    const lanes_double cell = lanes_double_min(lanes_double_floor(kept), last);
    *share = lanes_double_sub(kept, cell);
    return cell;
}

// Finds the places of the rule on one of its radii, under the bodies from the i-th on.
static STEP_INLINE void step_find_places(const struct step_footprints *footprints, size_t i,
                                         const struct step_axis axes[2], double columns,
                                         double radius,
                                         struct step_places places[STEP_DIRECTIONS]) {
    const lanes_double xx = lanes_double_load(&footprints->ellipse[0][i]);
    const lanes_double xy = lanes_double_load(&footprints->ellipse[1][i]);
    const lanes_double yy = lanes_double_load(&footprints->ellipse[2][i]);
    const lanes_double r = lanes_double_splat(radius);
    for (int j = 0; j < STEP_DIRECTIONS; ++j) {
        const double *to = buoy_fit_rule.direction[j];
        const lanes_double to_x = lanes_double_splat(to[0]), to_y = lanes_double_splat(to[1]);
        const lanes_double x = lanes_double_mul(xx, to_x);
        const lanes_double y =
            lanes_double_add(lanes_double_mul(xy, to_x), lanes_double_mul(yy, to_y));
        const lanes_double column = step_find_cells(
            &axes[0],
            lanes_double_add(lanes_double_load(&footprints->centre[0][i]), lanes_double_mul(r, x)),
            &places[j].u);
        const lanes_double row = step_find_cells(
            &axes[1],
            lanes_double_add(lanes_double_load(&footprints->centre[1][i]), lanes_double_mul(r, y)),
            &places[j].v);
        // Below 2²⁴: exact.
        lanes_store_index(places[j].corner, lanes_narrow(lanes_double_muladd(
                                                row, lanes_double_splat(columns), column)));
    }
}

// Fits planes to the patch under LANES_WIDTH bodies: slopes and heights go into the rows of `up`.
// Places are found before heights, so that no place waits for another's heights.
static STEP_INLINE void step_fit_patch(struct step_portion *portion, const struct step_axis axes[2],
                                       const struct step_footprints *footprints, size_t i) {
    const struct buoy_patch *patch = portion->shared->water->patch;
    const struct buoy_fit_rule *rule = &buoy_fit_rule;
    struct step_places places[STEP_DIRECTIONS];
    lanes_double mean = lanes_double_splat(0.0), along_x = mean, along_y = mean;
    for (int k = 0; k < 2; ++k) {
        const double r = rule->radius[k];
        step_find_places(footprints, i, axes, (double)patch->columns, r, places);
        for (int j = 0; j < STEP_DIRECTIONS; ++j) {
            const double x = r * rule->direction[j][0], y = r * rule->direction[j][1];
            const struct step_places *at = &places[j];
            lanes low[2], high[2];
            lanes_gather2(patch->heights, at->corner, &low[0], &low[1]);
            lanes_gather2(patch->heights + patch->columns, at->corner, &high[0], &high[1]);
            const lanes_double h00 = lanes_widen(low[0]), h10 = lanes_widen(low[1]);
            const lanes_double h01 = lanes_widen(high[0]), h11 = lanes_widen(high[1]);
            const lanes_double rise_x = lanes_double_if_less(
                at->u, at->v, lanes_double_sub(h11, h01), lanes_double_sub(h10, h00));
            const lanes_double rise_y = lanes_double_if_less(
                at->u, at->v, lanes_double_sub(h01, h00), lanes_double_sub(h11, h10));
            const lanes_double height = lanes_double_add(h00, lanes_double_mul(at->u, rise_x));
            const lanes_double rounded = lanes_widen(
                lanes_narrow(lanes_double_add(height, lanes_double_mul(at->v, rise_y))));
            const lanes_double part =
                lanes_double_mul(lanes_double_splat(rule->weight[k]), rounded);
            mean = lanes_double_add(mean, part);
            along_x = lanes_double_add(along_x, lanes_double_mul(lanes_double_splat(x), part));
            along_y = lanes_double_add(along_y, lanes_double_mul(lanes_double_splat(y), part));
        }
    }
    const lanes_double five = lanes_double_splat(5.0);
    const lanes_double xx = lanes_double_load(&footprints->ellipse[0][i]);
    const lanes_double xy = lanes_double_load(&footprints->ellipse[1][i]);
    const lanes_double yy = lanes_double_load(&footprints->ellipse[2][i]);
    const lanes_double slope_y = lanes_double_div(lanes_double_mul(five, along_y), yy);
    const lanes_double rest =
        lanes_double_sub(lanes_double_mul(five, along_x), lanes_double_mul(xy, slope_y));
    lanes_double_store(&portion->up[0][i], lanes_double_div(rest, xx));
    lanes_double_store(&portion->up[1][i], slope_y);
    lanes_double_store(&portion->up[2][i], mean);
}

// Heights and slopes on a patch. False if a body is too far away.
static __attribute__((noinline)) bool step_add_patch(struct step_portion *portion,
                                                     struct step_footprints *footprints) {
    const struct buoy_patch *patch = portion->shared->water->patch;
    const struct step_axis axes[2] = {
        {buoy_patch_x(patch, 0), (double)patch->dx, (double)patch->columns - 2.0},
        {buoy_patch_y(patch, 0), (double)patch->dy, (double)patch->rows - 2.0}};
    const doubles zero = doubles_splat(0.0), one = doubles_splat(1.0);
    doubles beyond = zero;
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; i += DOUBLES_WIDTH) {
        doubles a[3], centre[2];
        for (int k = 0; k < 3; ++k) {
            a[k] = doubles_load(&footprints->ellipse[k][i]);
            centre[k % 2] = doubles_load(&footprints->centre[k % 2][i]);
        }
        const doubles least = doubles_mul(doubles_add(a[0], a[2]), doubles_splat(1.0 / 1024.0));
        a[0] = doubles_sqrt(doubles_add(a[0], least));
        a[1] = doubles_div(a[1], a[0]);
        a[2] = doubles_sub(doubles_add(a[2], least), doubles_mul(a[1], a[1]));
        a[2] = doubles_sqrt(doubles_max(a[2], least));
        doubles far = doubles_add(a[0], a[2]);
        for (int k = 0; k < 2; ++k) {
            far = doubles_add(far, doubles_max(centre[k], doubles_sub(zero, centre[k])));
        }
        far = doubles_add(far, doubles_max(a[1], doubles_sub(zero, a[1])));
        beyond = doubles_add(beyond,
                             doubles_if_less(far, doubles_splat(0.9 * BUOY_FARTHEST), zero, one));
        step_store3(footprints->ellipse[0], i, a);
    }
    if (doubles_sum(beyond) != 0.0) {
        return false;
    }
    for (size_t i = 0; i < portion->count; i += LANES_WIDTH) {
        step_fit_patch(portion, axes, footprints, i);
    }
    return true;
}

#else

// Heights and slopes on a patch. False if a body is too far away.
static __attribute__((noinline)) bool step_add_patch(struct step_portion *portion,
                                                     const struct step_footprints *footprints) {
    bool found = true;
    for (size_t i = 0; i < portion->count || i % LANES_WIDTH != 0; ++i) {
        struct buoy_footprint footprint;
        struct buoy_fit fit = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k) {
            footprint.ellipse[k] = footprints->ellipse[k][i];
            footprint.centre[k % 2] = footprints->centre[k % 2][i];
        }
        if (i < portion->count) {
            found = buoy_water_fit(portion->shared->water, &footprint, &fit) == BUOY_OK && found;
        }
        portion->up[0][i] = fit.slope_x;
        portion->up[1][i] = fit.slope_y;
        portion->up[2][i] = fit.height;
    }
    return found;
}

#endif

// ------------------------------------------------------------------------------------------- waves

// Waves whose sums are in float before they are moved to double.
#define STEP_RUN 8

// Footprints of LANES_WIDTH bodies.
struct step_footprint {
    lanes_double x, y, xx, xy, yy;
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

// A wave, or one in each lane: turns along x and y and at the origin.
struct step_wave {
    lanes_double turns_x, turns_y, at_origin;
};

// What a wave of amplitude and steepness 1 adds: to the height the product of `sine` and
// `of_height`, to slopes `steep`.
static inline __attribute__((always_inline)) void
step_look_at_wave(const struct step_wave *wave, double shift, const struct step_footprint *at,
                  lanes *sine, lanes *of_height, lanes *steep) {
    const lanes_double turns =
        lanes_double_add(lanes_double_add(lanes_double_mul(wave->turns_x, at->x),
                                          lanes_double_mul(wave->turns_y, at->y)),
                         wave->at_origin);
    const lanes r = waves_fraction_of_turns(turns, shift);
    const lanes cosine = waves_sine_of_quarter(lanes_sub(lanes_splat(0.25f), lanes_abs(r)));
    const lanes_double xx = lanes_double_mul(wave->turns_x, wave->turns_x);
    const lanes_double xy =
        lanes_double_mul(lanes_double_splat(2.0), lanes_double_mul(wave->turns_x, wave->turns_y));
    const lanes_double yy = lanes_double_mul(wave->turns_y, wave->turns_y);
    const lanes_double square = lanes_double_add(
        lanes_double_add(lanes_double_mul(xx, at->xx), lanes_double_mul(xy, at->xy)),
        lanes_double_mul(yy, at->yy));
    lanes of_slope;
    step_average(square, shift, of_height, &of_slope);
    *sine = step_sine(r);
    *steep = lanes_mul(cosine, of_slope);
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
            lanes run = zero, run_x = zero, run_y = zero;
            for (size_t w = first; w < first + last; ++w) {
                const struct buoy_prepared_wave *of = &waves->waves[w];
                const struct step_wave wave = {
                    lanes_double_splat(of->turns_x), lanes_double_splat(of->turns_y),
                    lanes_double_splat(of->phase - of->turns_t * water->time)};
                lanes sine, of_height, steep;
                step_look_at_wave(&wave, shift, &at, &sine, &of_height, &steep);
                const lanes high = lanes_mul(lanes_splat(of->amplitude), sine);
                run = lanes_muladd(high, of_height, run);
                run_x = lanes_muladd(steep, lanes_splat(of->steep_x), run_x);
                run_y = lanes_muladd(steep, lanes_splat(of->steep_y), run_y);
            }
            height = lanes_double_add(height, lanes_widen(run));
            slope_x = lanes_double_add(slope_x, lanes_widen(run_x));
            slope_y = lanes_double_add(slope_y, lanes_widen(run_y));
        }
        lanes_double_store(&portion->up[0][i], slope_x);
        lanes_double_store(&portion->up[1][i], slope_y);
        lanes_double_store(&portion->up[2][i], height);
    }
}

#if LANES_WIDTH > 1 && !defined LANES_FMA // sums of one body are not fused
#define STEP_ALONE
// For one body, lanes being waves, in the order of step_add_waves(), and with its bits.
static void step_add_waves_alone(const struct buoy_water *water,
                                 const struct buoy_footprint *footprint, struct buoy_fit *fit) {
    const double shift = 0.5 - buoy_offset_of_floor();
    const struct buoy_waves *waves = water->waves;
    const struct step_footprint at = {
        lanes_double_splat(footprint->centre[0]), lanes_double_splat(footprint->centre[1]),
        lanes_double_splat(footprint->ellipse[0]), lanes_double_splat(footprint->ellipse[1]),
        lanes_double_splat(footprint->ellipse[2])};
    double height = 0.0, slope_x = 0.0, slope_y = 0.0;
    _Alignas(64) float added[3][BUOY_LANES]; // to the height, and to the slopes
    for (size_t first = 0; first < waves->count; first += STEP_RUN) {
        const size_t left = waves->count - first, last = left < STEP_RUN ? left : STEP_RUN;
        const size_t begin = first % BUOY_LANES;
        float run[3] = {0.0f, 0.0f, 0.0f};
        const struct buoy_wave_lanes *of = &waves->lanes[first / BUOY_LANES];
        for (size_t l = begin; l < begin + last && l % LANES_WIDTH == 0; l += LANES_WIDTH) {
            const lanes_double past = lanes_double_mul(lanes_double_load(&of->turns_t[l]),
                                                       lanes_double_splat(water->time));
            const struct step_wave wave = {
                lanes_double_load(&of->turns_x[l]), lanes_double_load(&of->turns_y[l]),
                lanes_double_sub(lanes_double_load(&of->phase[l]), past)};
            lanes sine, of_height, steep;
            step_look_at_wave(&wave, shift, &at, &sine, &of_height, &steep);
            const lanes high = lanes_mul(lanes_load(&of->amplitude[l]), sine);
            lanes_store(&added[0][l], lanes_mul(high, of_height));
            lanes_store(&added[1][l], lanes_mul(steep, lanes_load(&of->steep_x[l])));
            lanes_store(&added[2][l], lanes_mul(steep, lanes_load(&of->steep_y[l])));
        }
        for (size_t l = begin; l < begin + last; ++l) {
            for (int k = 0; k < 3; ++k) {
                run[k] += added[k][l];
            }
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

#endif
