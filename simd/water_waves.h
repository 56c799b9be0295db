// water/waves: heights and slopes of a sum of sinusoids; lanes = points. A template, included by
// every_method.h once for each instruction set.
//
// Each phase is found in double, in turns, and brought to r in [−½, ½] by taking its nearest
// integer off. With a = |r|, sin 2πr is ±sin of the fold ¼ − |a − ¼| and cos 2πr is the sine of
// ¼ − a, both in [−¼, ¼], where an odd polynomial of degree 9 is within 1.7e-7 of the sine:
// Chebyshev's interpolation of sin(2π√z)/√z at five points of [0, 1/16].
#ifndef BUOY_WATER_WAVES_H
#define BUOY_WATER_WAVES_H

#include "cut_blocks.h"
#include "methods.h"
#include "waves.h"

// Sixteen points, the last ones repeated where fewer are left.
struct wave_points {
    _Alignas(64) double x[BUOY_LANES], y[BUOY_LANES];
    _Alignas(64) float height[BUOY_LANES], slope_x[BUOY_LANES], slope_y[BUOY_LANES];
};

static inline lanes sine_of_quarter(lanes r) {
    const lanes z = lanes_mul(r, r);
    lanes s = lanes_splat(0x1.3e1420p+5f);
    s = lanes_muladd(s, z, lanes_splat(-0x1.32531ep+6f));
    s = lanes_muladd(s, z, lanes_splat(0x1.4668f0p+6f));
    s = lanes_muladd(s, z, lanes_splat(-0x1.4abbc4p+5f));
    s = lanes_muladd(s, z, lanes_splat(0x1.921fb6p+2f));
    return lanes_mul(s, r);
}

// The fraction of a number of turns, in [−½, ½]; 0 where it is lost in the rounding of the number.
static inline float fraction_of_turns(double turns) {
    const double most = 0x1p51, to_integer = 0x1.8p52;
    const double u = turns > -most && turns < most ? turns : 0.0;
    return (float)(u - ((u + to_integer) - to_integer));
}

static inline void add_wave(const struct buoy_prepared_wave *wave, double time, bool slopes,
                            struct wave_points *points) {
    _Alignas(64) float turns[BUOY_LANES];
    const double at_origin = wave->phase - wave->turns_t * time;
    for (int l = 0; l < BUOY_LANES; ++l) {
        turns[l] = fraction_of_turns(wave->turns_x * points->x[l] + wave->turns_y * points->y[l] +
                                     at_origin);
    }
    const lanes quarter = lanes_splat(0.25f), zero = lanes_splat(0.0f);
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        const lanes r = lanes_load(&turns[i]), a = lanes_abs(r);
        const lanes fold = lanes_sub(quarter, lanes_abs(lanes_sub(a, quarter)));
        const lanes up = sine_of_quarter(fold);
        const lanes sine = lanes_select(lanes_less(r, zero), lanes_sub(zero, up), up);
        accumulate(&points->height[i], sine, lanes_splat(wave->amplitude));
        if (!slopes) {
            continue;
        }
        const lanes cosine = sine_of_quarter(lanes_sub(quarter, a));
        accumulate(&points->slope_x[i], cosine, lanes_splat(wave->steep_x));
        accumulate(&points->slope_y[i], cosine, lanes_splat(wave->steep_y));
    }
}

void BUOY_VARIANT(buoy_water_waves)(const struct buoy_waves *waves, double time,
                                    const struct buoy_surface_query *query) {
    struct wave_points points;
    for (size_t first = 0; first < query->count; first += BUOY_LANES) {
        const size_t left = query->count - first;
        const size_t count = left < BUOY_LANES ? left : BUOY_LANES;
        for (size_t l = 0; l < BUOY_LANES; ++l) {
            const size_t from = first + (l < count ? l : count - 1);
            points.x[l] = query->x[from];
            points.y[l] = query->y[from];
            points.height[l] = points.slope_x[l] = points.slope_y[l] = 0.0f;
        }
        for (size_t i = 0; i < waves->count; ++i) {
            add_wave(&waves->waves[i], time, true, &points);
        }
        memcpy(query->height + first, points.height, count * sizeof(float));
        if (query->slope_x) {
            memcpy(query->slope_x + first, points.slope_x, count * sizeof(float));
            memcpy(query->slope_y + first, points.slope_y, count * sizeof(float));
        }
    }
}

#endif
