// The best-fit planes of a step's bodies on a patch; lanes = bodies. For templates, on whatever
// lanes_<isa>.h came before.
//
// These are the operations of ../kernels/water/fit.c and ../kernels/water/patch.c in their order,
// so that a body in a crowd gets the bits that it gets alone. Cells are found as whole numbers
// whichever way the processor rounds.
#ifndef BUOY_STEP_PATCH_H
#define BUOY_STEP_PATCH_H

#include "step_portion.h"
#include "water/water.h"

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

// Heights there, rounded to float.
static STEP_INLINE lanes_double step_find_heights(const struct buoy_patch *patch,
                                                  const struct step_places *at) {
    lanes low[2], high[2];
    lanes_gather2(patch->heights, at->corner, &low[0], &low[1]);
    lanes_gather2(patch->heights + patch->columns, at->corner, &high[0], &high[1]);
    const lanes_double h00 = lanes_widen(low[0]), h10 = lanes_widen(low[1]);
    const lanes_double h01 = lanes_widen(high[0]), h11 = lanes_widen(high[1]);
    const lanes_double rise_x =
        lanes_double_if_less(at->u, at->v, lanes_double_sub(h11, h01), lanes_double_sub(h10, h00));
    const lanes_double rise_y =
        lanes_double_if_less(at->u, at->v, lanes_double_sub(h01, h00), lanes_double_sub(h11, h10));
    const lanes_double height = lanes_double_add(h00, lanes_double_mul(at->u, rise_x));
    return lanes_widen(lanes_narrow(lanes_double_add(height, lanes_double_mul(at->v, rise_y))));
}

// Takes the roots of the footprints' tensors in their place. False if a body is too far away: its
// places then reach beyond a bound that is short of BUOY_FARTHEST.
static STEP_INLINE bool step_take_roots(const struct step_portion *portion,
                                        struct step_footprints *footprints) {
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
    return doubles_sum(beyond) == 0.0;
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
            const lanes_double part = lanes_double_mul(lanes_double_splat(rule->weight[k]),
                                                       step_find_heights(patch, &places[j]));
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
    if (!step_take_roots(portion, footprints)) {
        return false;
    }
    for (size_t i = 0; i < portion->count; i += LANES_WIDTH) {
        step_fit_patch(portion, axes, footprints, i);
    }
    return true;
}

#undef STEP_DIRECTIONS

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

#endif
