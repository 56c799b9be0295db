// How far the level of water may be from one that is interpolated over a triangle.
//
// Means. A point x of a triangle is a mean of its corners, Σ λₖ vₖ, and so is what is interpolated
// there. For a function f with a second derivative within M, f(vₖ) − f(x) is its first derivative
// at x times vₖ − x, whose mean is 0, and a rest within M/2 |vₖ − x|². Along one direction in which
// the triangle has the span s, the mean of the squares is at most (s/2)², which gives M s²/8; in
// space the corners lie in a ball of radius h/√3, with h the longest edge, which gives M h²/6.
// Squares that are interpolated from corners and middles of edges are exact for f up to its second
// derivative, about the middle of the span or ball; the rest is within M₃/6 × (s/2)³ or (h/√3)³,
// with M₃ a bound of the third derivative, and what is interpolated of it within 5/3 of that, the
// largest sum of the magnitudes of the six weights: M₃ s³/18 and M₃ h³/11.
//
// Waves, quasi-static. Each wave is a function of one direction: a min(2, (k s)²/8), as two values
// of it never differ by more than 2 a; and a min(8/3, (k s)³/18).
//
// Waves that decay: Σ a e^{k ζ} sin θ (or cosh k(ζ + h)/cosh kh, whose derivatives are within as
// many k of it; at the bottom its second one jumps, so that none of the third is known there), with
// ζ = min(z − η, 0). With S = Σ a k, C = Σ a k² and D = Σ a k³ the derivatives of ζ along any
// direction are within 1 + S, C and D, those of e^{k ζ} follow, and with Q = 2 + S the level's
// second derivative is within Σ a e (k² Q² + k C) and its third within Σ a e (k³ Q³ + 3 k² C Q + k
// D), where e is e^{k ζ} at the highest ζ there is. At the surface the gradient jumps, by S (1 + S)
// at most. A function whose gradients are all within g of one of them is interpolated to within g ×
// Σ λₖ |vₖ − x| ≤ g h/√3: here g is half of the jump, and M h, by which gradients differ on either
// side.
//
// Patches: g is half of the diagonal of the box that holds the slopes of all cells that the
// triangle is above, also where h is the longest edge as seen from above. Nor do two levels differ
// by more than the highest and the lowest of these cells.
#include "base/arithmetic.h"

#include "water/water.h"

#include <math.h>

#include "base/vector.h"
#include "water/turns.h"

enum {
    MOST_CELLS = 64, // that are looked at for one triangle; above more, any slope is possible
};

static double wave_number(const struct buoy_prepared_wave *wave) {
    return 2.0 * BUOY_PI * sqrt(wave->turns_x * wave->turns_x + wave->turns_y * wave->turns_y);
}

struct buoy_bend buoy_bend_of(const struct buoy_water *water) {
    struct buoy_bend bend = {.water = water};
    const size_t count = water->kind == BUOY_WATER_WAVES ? water->waves->count : 0;
    for (size_t i = 0; i < count; ++i) {
        const double a = water->waves->waves[i].amplitude, k = wave_number(&water->waves->waves[i]);
        bend.height += a;
        bend.slope += a * k;
        bend.curve += a * k * k;
        bend.twist += a * k * k * k;
    }
    return bend;
}

// The largest of three, and which one.
static int largest(const double x[3]) {
    return x[0] >= x[1] ? (x[0] >= x[2] ? 0 : 2) : x[1] >= x[2] ? 1 : 2;
}

// Squares of the lengths of the edges, seen from above or in space.
static void measure_edges(const struct buoy_bend_corners *corners, int axes, double squares[3]) {
    for (int k = 0; k < 3; ++k) {
        squares[k] = 0.0;
        for (int i = 0; i < axes; ++i) {
            const double along = corners->x[(k + 1) % 3][i] - corners->x[k][i];
            squares[k] += along * along;
        }
    }
}

// ------------------------------------------------------------------------------------ waves

// The best edge to cut is the one over which the waves bend most.
static struct buoy_bend_bounds over_waves(const struct buoy_waves *waves,
                                          const struct buoy_bend_corners *corners) {
    double level = 0.0, second = 0.0, bends[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < waves->count; ++i) {
        const struct buoy_prepared_wave *wave = &waves->waves[i];
        const double a = wave->amplitude;
        double span = 0.0;
        for (int k = 0; k < 3; ++k) {
            const double *from = corners->x[k], *to = corners->x[(k + 1) % 3];
            const double turns =
                wave->turns_x * (to[0] - from[0]) + wave->turns_y * (to[1] - from[1]);
            const double radians = 2.0 * BUOY_PI * fabs(turns);
            bends[k] += a * radians * radians;
            span = fmax(span, radians);
        }
        level += a * fmin(2.0, span * span / 8.0);
        second += a * fmin(8.0 / 3.0, span * span * span / 18.0);
    }
    return (struct buoy_bend_bounds){level, level, second, largest(bends)};
}

static struct buoy_bend_bounds over_decaying(const struct buoy_bend *bend,
                                             const struct buoy_bend_corners *corners) {
    const struct buoy_waves *waves = bend->water->waves;
    const double top = fmax(corners->x[0][2], fmax(corners->x[1][2], corners->x[2][2]));
    const double ceiling = fmin(top + bend->height, 0.0), q = 2.0 + bend->slope;
    double squares[3], curve = 0.0, twist = 0.0;
    measure_edges(corners, 3, squares);
    const int edge = largest(squares);
    const double h = sqrt(squares[edge]);
    for (size_t i = 0; i < waves->count; ++i) {
        const double k = wave_number(&waves->waves[i]);
        const double a = waves->waves[i].amplitude * buoy_waves_decay(waves, k, ceiling);
        curve += a * k * (k * q * q + bend->curve);
        twist += a * k * (k * k * q * q * q + 3.0 * k * bend->curve * q + bend->twist);
    }
    const double lowest = fmin(corners->x[0][2], fmin(corners->x[1][2], corners->x[2][2]));
    const bool at_bottom = waves->depth > 0.0 && lowest - bend->height <= -waves->depth;
    const double jump = bend->slope * (1.0 + bend->slope), root3 = 1.7320508075688772;
    return (struct buoy_bend_bounds){
        .level = (0.5 * jump + curve * h) * h / root3,
        .smooth = curve * h * h / 6.0,
        .second = at_bottom ? (double)INFINITY : twist * h * h * h / 11.0,
        .edge = edge,
    };
}

// A wave's level differs from its height by no more than S times the depth below the surface, so
// that a depth d below that level is one of d / (1 + S) below the surface.
bool buoy_bend_is_below(const struct buoy_bend *bend, const struct buoy_bend_corners *corners,
                        double depth) {
    return bend->water->kind == BUOY_WATER_WAVES &&
           depth / (1.0 + bend->slope) > over_waves(bend->water->waves, corners).level;
}

// ----------------------------------------------------------------------------------- patches

// The slopes and heights that there are.
struct extent {
    double low[3], high[3]; // along x, along y, height
};

static void widen(struct extent *extent, int which, double value) {
    extent->low[which] = fmin(extent->low[which], value);
    extent->high[which] = fmax(extent->high[which], value);
}

static struct buoy_bend_bounds over_patch(const struct buoy_patch *patch,
                                          const struct buoy_bend_corners *corners) {
    double squares[3];
    measure_edges(corners, 2, squares);
    const int edge = largest(squares);
    double first[2], last[2]; // of the cells that the triangle is above
    bool leaves[2];           // the grid
    for (int i = 0; i < 2; ++i) {
        const double spacing = i == 0 ? patch->dx : patch->dy;
        const double end = (double)(i == 0 ? patch->columns : patch->rows) - 2.0;
        const double low = fmin(corners->x[0][i], fmin(corners->x[1][i], corners->x[2][i]));
        const double high = fmax(corners->x[0][i], fmax(corners->x[1][i], corners->x[2][i]));
        const double from = (low - patch->base[i]) / spacing - (double)patch->cell[i];
        const double to = (high - patch->base[i]) / spacing - (double)patch->cell[i];
        first[i] = fmin(fmax(floor(from), 0.0), end);
        last[i] = fmin(fmax(floor(to), 0.0), end);
        leaves[i] = from < 0.0 || to > end + 1.0;
    }
    const double infinite = (double)INFINITY;
    double level = (double)patch->highest - (double)patch->lowest;
    if ((last[0] - first[0] + 1.0) * (last[1] - first[1] + 1.0) <= MOST_CELLS) {
        struct extent extent = {{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
        for (size_t j = (size_t)first[1]; j <= (size_t)last[1]; ++j) {
            for (size_t i = (size_t)first[0]; i <= (size_t)last[0]; ++i) {
                const float *low = patch->heights + j * patch->columns + i;
                const float *high = low + patch->columns;
                for (int k = 0; k < 2; ++k) {
                    const float *along = k ? high : low;
                    widen(&extent, 0, ((double)along[1] - (double)along[0]) / patch->dx);
                    widen(&extent, 1, ((double)high[k] - (double)low[k]) / patch->dy);
                    widen(&extent, 2, low[k]);
                    widen(&extent, 2, high[k]);
                }
            }
        }
        for (int i = 0; i < 2; ++i) {
            if (leaves[i]) {
                widen(&extent, i, 0.0);
            }
        }
        const double x = extent.high[0] - extent.low[0], y = extent.high[1] - extent.low[1];
        level =
            fmin(extent.high[2] - extent.low[2], 0.5 * sqrt((x * x + y * y) * squares[edge] / 3.0));
    }
    return (struct buoy_bend_bounds){level, level, infinite, edge};
}

// -------------------------------------------------------------------------------------- water

struct buoy_bend_bounds buoy_bend_over(const struct buoy_bend *bend,
                                       const struct buoy_bend_corners *corners) {
    switch (bend->water->kind) {
    case BUOY_WATER_WAVES:
        return bend->water->wave_pressure == BUOY_WAVES_DECAY
                   ? over_decaying(bend, corners)
                   : over_waves(bend->water->waves, corners);
    case BUOY_WATER_PATCH:
        return over_patch(bend->water->patch, corners);
    default:
        return (struct buoy_bend_bounds){0.0, 0.0, 0.0, 0};
    }
}
