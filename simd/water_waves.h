// water/waves: heights and slopes of a sum of sinusoids; lanes = points. A template, included by
// every_method.h once for each instruction set.
//
// Each phase is found in double, in turns, and reduced to r in [−½, ½] by subtracting its nearest
// integer. With a = |r|, sin 2πr is ±sin 2πz of the fold z = ¼ − |a − ¼|, and cos 2πr is sin 2πz of
// z = ¼ − a. Both z are in [−¼, ¼], where an odd polynomial of degree 9 is within 1.7e-7 of the
// sine: Chebyshev's interpolation of sin(2π√z)/√z at five points of [0, 1/16].
// ../kernels/bounds/bounds_forces.c has the error analysis.
#ifndef BUOY_WATER_WAVES_H
#define BUOY_WATER_WAVES_H

#include "base/vector.h"
#include "dispatch/methods.h"
#include "mesh/mesh.h"
#include "water/water.h"

// Sixteen points, the last ones repeated where fewer are left.
struct waves_points {
    _Alignas(64) double x[BUOY_LANES], y[BUOY_LANES];
    _Alignas(64) float height[BUOY_LANES], slope_x[BUOY_LANES], slope_y[BUOY_LANES];
};

static inline lanes waves_sine_of_quarter(lanes r) {
    const lanes z = lanes_mul(r, r);
    lanes s = lanes_splat(0x1.3e1420p+5f);
    s = lanes_muladd(s, z, lanes_splat(-0x1.32531ep+6f));
    s = lanes_muladd(s, z, lanes_splat(0x1.4668f0p+6f));
    s = lanes_muladd(s, z, lanes_splat(-0x1.4abbc4p+5f));
    s = lanes_muladd(s, z, lanes_splat(0x1.921fb6p+2f));
    return lanes_mul(s, r);
}

// Place and time of a question, and the way to round.
struct waves_query {
    const struct buoy_waves *waves;
    double time;
    bool slopes;
    double shift; // makes adding BUOY_TO_WHOLE round to the nearest whole number
};

static inline struct waves_query waves_query_of(const struct buoy_waves *waves, double time,
                                                bool slopes) {
    return (struct waves_query){waves, time, slopes, 0.5 - buoy_offset_of_floor()};
}

// The fractions of numbers of turns, in [−½, ½]; 0 where they are lost in the rounding of the
// number.
static inline __attribute__((always_inline)) lanes waves_fraction_of_turns(lanes_double turns,
                                                                           double shift) {
    const lanes_double to_integer = lanes_double_splat(BUOY_TO_WHOLE);
    lanes_double shifted = turns;
    if (shift != 0.0) { // the processor does not round to the nearest
        shifted = lanes_double_add(turns, lanes_double_splat(shift));
    }
    const lanes_double nearest =
        lanes_double_sub(lanes_double_add(shifted, to_integer), to_integer);
    const lanes r = lanes_narrow(lanes_double_sub(turns, nearest));
    return lanes_keep(lanes_less(lanes_abs(r), lanes_splat(0.6f)), r);
}

// sin 2πr, |r| ≤ ½.
static inline lanes waves_sine_of_turns(lanes r) {
    const lanes quarter = lanes_splat(0.25f), zero = lanes_splat(0.0f);
    const lanes fold = lanes_sub(quarter, lanes_abs(lanes_sub(lanes_abs(r), quarter)));
    const lanes up = waves_sine_of_quarter(fold);
    return lanes_select(lanes_less(r, zero), lanes_sub(zero, up), up);
}

// Waves whose sums are in float before they are moved to double, so that 1024 waves lose no more
// than eight.
#define WAVES_RUN 8

static inline __attribute__((always_inline)) void
waves_add_up_shifted(const struct waves_query *query, double shift, int i,
                     struct waves_points *points) {
    const struct buoy_waves *waves = query->waves;
    const lanes_double x = lanes_double_load(&points->x[i]), y = lanes_double_load(&points->y[i]);
    lanes_double height = lanes_double_splat(0.0), slope_x = height, slope_y = height;
    for (size_t first = 0; first < waves->count; first += WAVES_RUN) {
        const size_t left = waves->count - first, last = left < WAVES_RUN ? left : WAVES_RUN;
        const lanes zero = lanes_splat(0.0f);
        lanes run = zero, run_x = zero, run_y = zero;
        for (size_t w = first; w < first + last; ++w) {
            const struct buoy_prepared_wave *wave = &waves->waves[w];
            const lanes_double along_x = lanes_double_mul(lanes_double_splat(wave->turns_x), x);
            const lanes_double along_y = lanes_double_mul(lanes_double_splat(wave->turns_y), y);
            const lanes_double at_origin =
                lanes_double_splat(wave->phase - wave->turns_t * query->time);
            const lanes r = waves_fraction_of_turns(
                lanes_double_add(lanes_double_add(along_x, along_y), at_origin), shift);
            run = lanes_muladd(waves_sine_of_turns(r), lanes_splat(wave->amplitude), run);
            if (query->slopes) {
                const lanes cosine =
                    waves_sine_of_quarter(lanes_sub(lanes_splat(0.25f), lanes_abs(r)));
                run_x = lanes_muladd(cosine, lanes_splat(wave->steep_x), run_x);
                run_y = lanes_muladd(cosine, lanes_splat(wave->steep_y), run_y);
            }
        }
        height = lanes_double_add(height, lanes_widen(run));
        slope_x = lanes_double_add(slope_x, lanes_widen(run_x));
        slope_y = lanes_double_add(slope_y, lanes_widen(run_y));
    }
    lanes_store(&points->height[i], lanes_narrow(height));
    lanes_store(&points->slope_x[i], lanes_narrow(slope_x));
    lanes_store(&points->slope_y[i], lanes_narrow(slope_y));
}

// Heights and, if wanted, slopes of all waves at the points from lane i on. A processor that rounds
// to the nearest has a loop of its own, without a test for each wave.
static inline void waves_add_up(const struct waves_query *query, int i,
                                struct waves_points *points) {
    if (query->shift == 0.0) {
        waves_add_up_shifted(query, 0.0, i, points);
    } else {
        waves_add_up_shifted(query, query->shift, i, points);
    }
}

// Copies up to 16 floats in pieces of fixed sizes: a call of memcpy() takes 30 ns for what was just
// written.
static inline void waves_copy(float *to, const float *from, size_t count) {
    if (count & 16) {
        memcpy(to, from, 16 * sizeof *to);
        return;
    }
    if (count & 8) {
        memcpy(to, from, 8 * sizeof *to);
        to += 8;
        from += 8;
    }
    if (count & 4) {
        memcpy(to, from, 4 * sizeof *to);
        to += 4;
        from += 4;
    }
    if (count & 2) {
        memcpy(to, from, 2 * sizeof *to);
        to += 2;
        from += 2;
    }
    if (count & 1) {
        *to = *from;
    }
}

void BUOY_VARIANT(buoy_water_waves)(const struct buoy_waves *waves, double time,
                                    struct buoy_surface *query) {
    const struct waves_query asked = waves_query_of(waves, time, query->slope_x);
    struct waves_points points;
    for (size_t first = 0; first < query->count; first += BUOY_LANES) {
        const size_t left = query->count - first;
        const size_t count = left < BUOY_LANES ? left : BUOY_LANES;
        for (size_t l = 0; l < BUOY_LANES; ++l) {
            const size_t from = first + (l < count ? l : count - 1);
            points.x[l] = query->x[from];
            points.y[l] = query->y[from];
        }
        for (int i = 0; i < (int)count; i += LANES_WIDTH) {
            waves_add_up(&asked, i, &points);
        }
        waves_copy(query->height + first, points.height, count);
        if (query->slope_x) {
            waves_copy(query->slope_x + first, points.slope_x, count);
            waves_copy(query->slope_y + first, points.slope_y, count);
        }
    }
}

#endif
