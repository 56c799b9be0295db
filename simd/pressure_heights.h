// Heights of a body's vertices above any water, each found once. For templates, on whatever
// lanes_<isa>.h came before.
//
// Places are found in double, from the vertices as given, and so is the difference between the
// levels of a vertex and of the water. Rounded to float are the height itself, the place within a
// cell and the water's rise there. Units: metres, but heights are in the mesh's unit of length, in
// which the body is about 1 long.
#ifndef BUOY_PRESSURE_HEIGHTS_H
#define BUOY_PRESSURE_HEIGHTS_H

#include "base/vector.h"
#include "bodies/immersion.h"
#include "boxes.h"
#include "water/water.h"
#include "water_waves.h"

// The bound of all heights, so that no product with one overflows.
#define WETTING_MOST_HEIGHT 0x1p60

// A vertex's place along one axis of a patch, in cells from a whole one near the body: row·x + at.
// The patch's samples there are first … last.
struct wetting_axis {
    double row[3], at;
    double first, last;
};

// A body and its water while the vertices are examined.
struct wetting {
    const struct buoy_immersion *immersion;
    double unit; // 1 / (the mesh's unit × the length of the immersion's `up`)
    union {
        double floor_offset; // of patches: buoy_offset_of_floor()
        float flush; // of planes: the immersion's, in the mesh's unit; 0 above another reference
    };
    struct waves_query waves; // of waves
    struct wetting_axis along_x, along_y;
    struct buoy_baked_plane high, low;      // levels of the water in the blocks' frame
    float *heights;                         // 16 for each points
    _Alignas(64) float highest[BUOY_LANES]; // of each logical lane
};

static inline struct wetting_axis wetting_axis_of(const struct buoy_immersion *immersion,
                                                  int axis) {
    const struct buoy_patch *patch = immersion->water->patch;
    const double spacing = axis == 0 ? patch->dx : patch->dy;
    const double samples = axis == 0 ? patch->columns : patch->rows;
    const double cell = (double)patch->cell[axis], *row = immersion->rotation.row[axis];
    const double at = (immersion->position[axis] - patch->base[axis]) / spacing;
    const double middle = at + buoy_dot(row, immersion->mesh->middle) / spacing;
    const double whole = buoy_clamp(floor(middle), cell, cell + samples - 1.0);
    return (struct wetting_axis){
        .row = {row[0] / spacing, row[1] / spacing, row[2] / spacing},
        .at = at - whole,
        .first = cell - whole,
        .last = cell + samples - 1.0 - whole,
    };
}

static inline void wetting_begin(const struct buoy_immersion *immersion, float *heights,
                                 struct wetting *wetting) {
    wetting->immersion = immersion;
    wetting->heights = heights;
    wetting->unit = immersion->mesh->inverse_scale / immersion->length;
    wetting->flush = (float)(buoy_immersion_flush(immersion) * immersion->mesh->inverse_scale);
    if (immersion->water->kind == BUOY_WATER_WAVES) {
        wetting->waves = waves_query_of(immersion->water->waves, immersion->water->time, false);
    } else if (immersion->water->kind == BUOY_WATER_PATCH) {
        wetting->floor_offset = buoy_offset_of_floor();
        wetting->along_x = wetting_axis_of(immersion, 0);
        wetting->along_y = wetting_axis_of(immersion, 1);
    }
    wetting->high = buoy_level_plane(immersion, immersion->high);
    wetting->low = buoy_level_plane(immersion, immersion->low);
}

// row·x + at for LANES_WIDTH vertices from lane i on.
static inline lanes_double wetting_along(const double row[3], double at, const lanes_double x[3]) {
    lanes_double s = lanes_double_muladd(x[0], lanes_double_splat(row[0]), lanes_double_splat(at));
    s = lanes_double_muladd(x[1], lanes_double_splat(row[1]), s);
    return lanes_double_muladd(x[2], lanes_double_splat(row[2]), s);
}

// The cell, counted from the patch's first, and the distance into it, from 0 to 1. A place on the
// line between two cells is in either of them.
static inline void wetting_find_cell(const struct wetting_axis *axis, double floor_offset,
                                     const lanes_double x[3], lanes *cell, lanes *share) {
    const lanes_double to_integer = lanes_double_splat(BUOY_TO_WHOLE);
    const lanes_double first = lanes_double_splat(axis->first);
    lanes_double at = wetting_along(axis->row, axis->at, x);
    at = lanes_double_min(lanes_double_max(at, first), lanes_double_splat(axis->last));
    lanes_double whole =
        lanes_double_add(lanes_double_sub(at, lanes_double_splat(floor_offset)), to_integer);
    whole = lanes_double_sub(whole, to_integer);
    whole = lanes_double_min(lanes_double_max(whole, first), lanes_double_splat(axis->last - 1.0));
    *cell = lanes_narrow(lanes_double_sub(whole, first));
    *share = lanes_narrow(lanes_double_sub(at, whole));
}

// The water's level in a patch: the level of a cell's lowest-numbered corner, and the rise from
// there. Cells are split along the diagonal from that corner.
static inline void wetting_patch_level(const struct wetting *wetting, const lanes_double x[3],
                                       lanes *level, lanes *rise) {
    const struct buoy_patch *patch = wetting->immersion->water->patch;
    _Alignas(4 * LANES_WIDTH) uint32_t index[LANES_WIDTH];
    lanes column, row, u, v, h00, h10, h01, h11;
    wetting_find_cell(&wetting->along_x, wetting->floor_offset, x, &column, &u);
    wetting_find_cell(&wetting->along_y, wetting->floor_offset, x, &row, &v);
    // Below 2²⁴: exact.
    lanes_store_index(index, lanes_muladd(row, lanes_splat((float)patch->columns), column));
    lanes_gather2(patch->heights, index, &h00, &h10);
    lanes_gather2(patch->heights + patch->columns, index, &h01, &h11);
    const lanes_mask above = lanes_less(u, v);
    const lanes rise_x = lanes_select(above, lanes_sub(h11, h01), lanes_sub(h10, h00));
    const lanes rise_y = lanes_select(above, lanes_sub(h01, h00), lanes_sub(h11, h10));
    *level = h00;
    *rise = lanes_muladd(v, rise_y, lanes_mul(u, rise_x));
}

// Heights of LANES_WIDTH vertices, from the water's level and rise, above a reference.
static inline lanes wetting_height_above(const struct wetting *wetting, const lanes_double x[3],
                                         lanes level, lanes rise, double reference) {
    const struct buoy_immersion *immersion = wetting->immersion;
    lanes_double s = wetting_along(immersion->up, immersion->level, x);
    s = lanes_double_sub(s, lanes_double_add(lanes_widen(level), lanes_widen(rise)));
    s = lanes_double_mul(s, lanes_double_splat(wetting->unit));
    s = lanes_double_sub(s, lanes_double_splat(reference));
    s = lanes_double_max(s, lanes_double_splat(-WETTING_MOST_HEIGHT));
    return lanes_narrow(lanes_double_min(s, lanes_double_splat(WETTING_MOST_HEIGHT)));
}

static inline void wetting_find_wave_heights(const struct wetting *wetting,
                                             const struct buoy_points *points,
                                             struct waves_points *found) {
    const struct buoy_immersion *immersion = wetting->immersion;
    const struct buoy_rotation *rotation = &immersion->rotation;
    const double *position = immersion->position;
    for (int l = 0; l < BUOY_LANES; ++l) {
        const double x[3] = {points->x[l], points->y[l], points->z[l]};
        found->x[l] = buoy_dot(rotation->row[0], x) + position[0];
        found->y[l] = buoy_dot(rotation->row[1], x) + position[1];
    }
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        waves_add_up(&wetting->waves, i, found);
    }
}

// Before heights are found.
static inline void wetting_forget_highest(struct wetting *wetting) {
    for (int i = 0; i < BUOY_LANES; ++i) {
        wetting->highest[i] = -INFINITY;
    }
}

// Heights of 16 vertices above a reference.
static inline void wetting_find_heights(struct wetting *wetting, uint32_t which, double reference) {
    const struct buoy_points *points = &wetting->immersion->mesh->blocks->points[which];
    const enum buoy_water_kind kind = wetting->immersion->water->kind;
    float *heights = wetting->heights + (size_t)which * BUOY_LANES;
    struct waves_points waves;
    if (kind == BUOY_WATER_WAVES) {
        wetting_find_wave_heights(wetting, points, &waves);
    }
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        const lanes_double x[3] = {lanes_widen(lanes_load(&points->x[i])),
                                   lanes_widen(lanes_load(&points->y[i])),
                                   lanes_widen(lanes_load(&points->z[i]))};
        lanes level = lanes_splat(0.0f), rise = level;
        if (kind == BUOY_WATER_PATCH) {
            wetting_patch_level(wetting, x, &level, &rise);
        } else if (kind == BUOY_WATER_WAVES) {
            level = lanes_load(&waves.height[i]);
        }
        lanes s = wetting_height_above(wetting, x, level, rise, reference);
        if (kind == BUOY_WATER_PLANE && wetting->flush > 0.0f) {
            s = lanes_keep(lanes_less(lanes_splat(wetting->flush), lanes_abs(s)), s);
        }
        lanes_store(&heights[i], s);
        lanes_store(&wetting->highest[i], lanes_max(lanes_load(&wetting->highest[i]), s));
    }
}

static inline void wetting_skip_heights(struct wetting *wetting, uint32_t which) {
    float *heights = wetting->heights + (size_t)which * BUOY_LANES;
    for (int i = 0; i < BUOY_LANES; ++i) {
        heights[i] = wetting->highest[i] = 1.0f;
    }
}

// The heights of all vertices that something submerged may need; other vertices are only marked
// dry. Returns whether every vertex is submerged below the reference.
static inline bool wetting_find_all_heights(struct wetting *wetting, double reference) {
    const struct buoy_mesh *mesh = wetting->immersion->mesh;
    if (reference != 0.0 && wetting->immersion->water->kind == BUOY_WATER_PLANE) {
        wetting->flush = 0.0f;
    }
    wetting_forget_highest(wetting);
    for (uint32_t n = 0; n < mesh->blocks->point_node_count; ++n) {
        unsigned wet, cut;
        boxes_classify(&mesh->blocks->point_nodes[n], &wetting->high, &wet, &cut);
        const uint32_t first = n * BUOY_LANES, left = mesh->blocks->points_count - first;
        for (uint32_t i = 0; i < left && i < BUOY_LANES; ++i) {
            if ((wet | cut) >> i & 1u) {
                wetting_find_heights(wetting, first + i, reference);
            } else {
                wetting_skip_heights(wetting, first + i);
            }
        }
    }
    bool submerged = true;
    for (int i = 0; i < BUOY_LANES; ++i) {
        submerged = submerged && wetting->highest[i] < 0.0f;
    }
    return submerged;
}

#undef WETTING_MOST_HEIGHT

#endif
