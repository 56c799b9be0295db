// The plane that fits water best under a body: in waves in closed form, on patches by a cubature.
//
// Waves. For η = a sin(φ + k·y), with y from the centroid and the ellipsoid's density of y
// symmetric, the weighted mean of η is a sin φ F, F = ∫ cos k·y, and of y η it is a cos φ ∫ y sin
// k·y = −a cos φ ∇F. The projection on k of an ellipsoid has the density ¾ (1 − ξ²) of ξ, with the
// reach x/|k|, x² = k A k. So
//   F = 3 (sin x − x cos x) / x³,   −∇F = 3 A k ((3 − x²) sin x − 3 x cos x) / x⁵,
// and the slopes, the second moments A/5 divided out, are a k cos φ H,
//   H = 15 ((3 − x²) sin x − 3 x cos x) / x⁵.
// Both are 1 in long waves and die away as x⁻² and x⁻³ in short ones. (F = 3 j₁/x, H = 15 j₂/x²
// with spherical Bessel functions.)
//
// Patches. Seen from above the density is √(1 − r²) over the ellipse. Gauss's rule of two radii for
// that in r², and eight directions, are exact up to degree 7.
#include "base/arithmetic.h"

#include "water/water.h"

#include <math.h>

#include "water/turns.h"

// sin 2πr, |r| ≤ ¼, within 1e-9: the series up to x¹³.
static double sine_of_quarter(double r) {
    const double x = 2.0 * BUOY_PI * r, z = x * x;
    double sum = 1.0 - z * (1.0 / 156.0);
    sum = 1.0 - z * (1.0 / 110.0) * sum;
    sum = 1.0 - z * (1.0 / 72.0) * sum;
    sum = 1.0 - z * (1.0 / 42.0) * sum;
    sum = 1.0 - z * (1.0 / 20.0) * sum;
    sum = 1.0 - z * (1.0 / 6.0) * sum;
    return x * sum;
}

static void find_direction(double turns, double *cosine, double *sine) {
    const double r = turns - floor(turns + 0.5), a = fabs(r);
    const double up = sine_of_quarter(0.25 - fabs(a - 0.25));
    *cosine = sine_of_quarter(0.25 - a);
    *sine = r < 0.0 ? -up : up;
}

// 1 − z/(2·1 (2·1 + c)) (1 − z/(2·2 (2·2 + c)) (1 − …)): F with c = 3, H with c = 5. At z = 4 the
// first term left out is below 1e-12.
static inline double series(double z, double c) {
    double sum = 1.0;
    for (int n = 9; n > 0; --n) {
        sum = 1.0 - z * (1.0 / (2.0 * n * (2.0 * n + c))) * sum;
    }
    return sum;
}

// Where the series hand over to the closed forms, which cancel before: x = 2.
#define SERIES_MOST 4.0
// More turns than this are as good as infinitely many: F and H are below 1e-12.
#define TURNS_MOST 1048576.0

// How a body averages a wave that has as many turns along its reach.
static void average(double turns_squared, double *of_height, double *of_slope) {
    const double z = 4.0 * BUOY_PI * BUOY_PI * turns_squared;
    if (z <= SERIES_MOST) {
        *of_height = series(z, 3.0);
        *of_slope = series(z, 5.0);
        return;
    }
    const double turns = fmin(sqrt(turns_squared), TURNS_MOST), x = 2.0 * BUOY_PI * turns;
    double cosine, sine;
    find_direction(turns, &cosine, &sine);
    *of_height = 3.0 * (sine - x * cosine) / (x * x * x);
    *of_slope = 15.0 * ((3.0 - x * x) * sine - 3.0 * x * cosine) / (x * x * x * x * x);
}

// The direction of a wave's phase at a body's centre, and how the body averages it.
static void look_at(const struct buoy_prepared_wave *wave, double time,
                    const struct buoy_footprint *footprint, double *cosine, double *sine,
                    double *of_height, double *of_slope) {
    const double *at = footprint->centre, *a = footprint->ellipse;
    const double x = wave->turns_x, y = wave->turns_y;
    find_direction(x * at[0] + y * at[1] + (wave->phase - wave->turns_t * time), cosine, sine);
    average(fmax(x * (x * a[0] + 2.0 * (y * a[1])) + y * y * a[2], 0.0), of_height, of_slope);
}

// The mean of e^{−kz} over depths z from d − h to d + h: e^{−kd} sinh(kh)/(kh). Its series is good
// to 1e-12 where it is taken.
static double average_decay(double k, double d, double h) {
    const double y = k * h, z = y * y;
    if (z > 1.0) {
        return (buoy_exponential(-k * (d - h)) - buoy_exponential(-k * (d + h))) / (2.0 * y);
    }
    double sum = 1.0;
    for (int n = 6; n > 0; --n) {
        sum = 1.0 + z * (1.0 / (2.0 * n * (2.0 * n + 1.0))) * sum;
    }
    return buoy_exponential(-k * d) * sum;
}

// Means over such depths, in water of depth D: of cosh k(D − z)/cosh kD, by which the waves pull
// sideways, and of sinh k(D − z)/cosh kD, by which they pull upward, over the first. In deep water
// both are e^{−kz}.
struct decay {
    double left, upward;
};

static struct decay find_decay(double k, double d, double h, double deep) {
    if (!(deep > 0.0)) {
        return (struct decay){average_decay(k, d, h), 1.0};
    }
    const double at = fmin(d, deep), half = fmin(h, deep); // not below the bottom
    const double down = average_decay(k, at, half);
    const double mirrored = average_decay(k, 2.0 * deep - at, half);
    return (struct decay){(down + mirrored) / (1.0 + buoy_exponential(-2.0 * k * deep)),
                          down > 0.0 ? (down - mirrored) / (down + mirrored) : 1.0};
}

void buoy_water_pull(const struct buoy_waves *waves, double time, const struct buoy_sunken *body,
                     struct buoy_pull *pull) {
    const double *a = body->footprint.ellipse;
    const double *u = body->upright;
    // A slab with the same second moment, but not above the water.
    const double half = fmin(body->depth, sqrt(0.6 * u[2]));
    *pull = (struct buoy_pull){.force = {0.0, 0.0, 1.0}};
    for (size_t i = 0; i < waves->count; ++i) {
        const struct buoy_prepared_wave *wave = &waves->waves[i];
        const double x = wave->turns_x, y = wave->turns_y;
        const double k = 2.0 * BUOY_PI * sqrt(x * x + y * y);
        const struct decay decay = find_decay(k, body->depth, half, waves->depth);
        double cosine, sine, of_height, of_slope;
        look_at(wave, time, &body->footprint, &cosine, &sine, &of_height, &of_slope);
        const double steep = (double)wave->amplitude * k, share = decay.left * of_height;
        const double steep_x = (double)wave->steep_x, steep_y = (double)wave->steep_y;
        pull->force[0] -= share * cosine * steep_x;
        pull->force[1] -= share * cosine * steep_y;
        pull->force[2] -= share * sine * steep * decay.upward;
        // M k⃗, and M ẑ × k.
        const double turns = 0.4 * BUOY_PI, per = 0.2 * k, turn = decay.left * of_slope;
        cosine *= decay.upward;
        const double mx = turns * (a[0] * x + a[1] * y), my = turns * (a[1] * x + a[2] * y);
        const double mz = turns * (u[0] * x + u[1] * y);
        const double nx = per * u[0], ny = per * u[1], nz = per * u[2];
        pull->torque[0] -=
            turn * (cosine * (steep * my - nz * steep_y) + sine * (mz * steep_y + steep * ny));
        pull->torque[1] +=
            turn * (cosine * (steep * mx - nz * steep_x) + sine * (mz * steep_x + steep * nx));
        pull->torque[2] +=
            turn * (sine * (mx * steep_y - my * steep_x) - cosine * (nx * steep_y - ny * steep_x));
    }
}

// ----------------------------------------------------------------------------- patches

// The radii are the roots of u² − 8/9 u + 8/63, u = r².
#define DIAGONAL 0.70710678118654752440
const struct buoy_fit_rule buoy_fit_rule = {
    .radius = {0.42289252395210203, 0.84264512226340556},
    .weight = {0.072958250331675944, 0.052041749668324056},
    .direction = {{1.0, 0.0},
                  {DIAGONAL, DIAGONAL},
                  {0.0, 1.0},
                  {-DIAGONAL, DIAGONAL},
                  {-1.0, 0.0},
                  {-DIAGONAL, -DIAGONAL},
                  {0.0, -1.0},
                  {DIAGONAL, -DIAGONAL}},
};

static enum buoy_status fit_patch(const struct buoy_patch *patch,
                                  const struct buoy_footprint *footprint, struct buoy_fit *fit) {
    const struct buoy_fit_rule *rule = &buoy_fit_rule;
    const double *ellipse = footprint->ellipse, least = (ellipse[0] + ellipse[2]) * (1.0 / 1024.0);
    double root[3], x[BUOY_FIT_PLACES], y[BUOY_FIT_PLACES], mean = 0.0, along[2] = {0.0, 0.0};
    float height[BUOY_FIT_PLACES];
    // U, lower triangular, with U Uᵀ = A. So that a plate on edge has two dimensions, too, its
    // ellipse is at least a 32nd as wide as long.
    root[0] = sqrt(ellipse[0] + least);
    root[1] = ellipse[1] / root[0];
    root[2] = sqrt(fmax(ellipse[2] + least - root[1] * root[1], least));
    for (int i = 0; i < BUOY_FIT_PLACES; ++i) {
        const double *to = rule->direction[i % 8], r = rule->radius[i / 8];
        x[i] = footprint->centre[0] + r * (root[0] * to[0]);
        y[i] = footprint->centre[1] + r * (root[1] * to[0] + root[2] * to[1]);
    }
    struct buoy_surface surface = {.x = x, .y = y, .count = BUOY_FIT_PLACES, .height = height};
    if (buoy_patch_sample(patch, &surface, NULL) != BUOY_OK) {
        return BUOY_ERROR_NON_FINITE; // a place is, or lies too far away
    }
    for (int i = 0; i < BUOY_FIT_PLACES; ++i) {
        const double part = rule->weight[i / 8] * (double)height[i];
        mean += part;
        for (int k = 0; k < 2; ++k) {
            along[k] += rule->radius[i / 8] * rule->direction[i % 8][k] * part;
        }
    }
    fit->height = mean;
    fit->slope_y = 5.0 * along[1] / root[2];
    fit->slope_x = (5.0 * along[0] - root[1] * fit->slope_y) / root[0];
    return BUOY_OK;
}

enum buoy_status buoy_water_fit(const struct buoy_water *water,
                                const struct buoy_footprint *footprint, struct buoy_fit *fit) {
    const double *at = footprint->centre;
    if (water->kind == BUOY_WATER_PATCH) {
        return fit_patch(water->patch, footprint, fit);
    }
    if (!(fabs(at[0]) <= BUOY_FARTHEST) || !(fabs(at[1]) <= BUOY_FARTHEST)) {
        return BUOY_ERROR_NON_FINITE;
    }
    *fit = (struct buoy_fit){0.0, 0.0, 0.0};
    for (size_t i = 0; i < water->waves->count; ++i) {
        const struct buoy_prepared_wave *wave = &water->waves->waves[i];
        double cosine, sine, of_height, of_slope;
        look_at(wave, water->time, footprint, &cosine, &sine, &of_height, &of_slope);
        fit->height += (double)wave->amplitude * sine * of_height;
        fit->slope_x += (double)wave->steep_x * cosine * of_slope;
        fit->slope_y += (double)wave->steep_y * cosine * of_slope;
    }
    return BUOY_OK;
}
