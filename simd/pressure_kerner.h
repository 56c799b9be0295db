// pressure/kerner: lanes = triangles. A template, included by every_method.h once for each
// instruction set.
//
// Heights above the water are found once per vertex; then each triangle's depth is integrated over
// its submerged part (weights.h). Blocks above the highest water need no more than the test of
// their boxes, and blocks below the lowest need no clipping.
//
// Rounding. Heights are right to their last bit, except for the water's rise within a cell. Each
// term q A is computed in double, and the sums are in double, because the terms are up to a
// diagonal deep and cancel: in float, sums of thousands would lose three digits. What remains is
// the rounding of each vertex's height, by u of the diagonal; the vertices' roundings average. For
// a body wholly submerged, depths are counted from the body's own level, because far down floats
// are coarse and a constant pressure on a closed surface adds up to nothing; below a plane,
// Archimedes' law gives the answer.
#ifndef BUOY_PRESSURE_KERNER_H
#define BUOY_PRESSURE_KERNER_H

#include "base/vector.h"
#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "pressure_drag.h"
#include "walk.h"
#include "water/water.h"
#include "water_waves.h"
#include "weights.h"

// ----------------------------------------------------------------------------------------- heights

// Places are found in double, from the vertices as given, and so is the difference between the
// levels of a vertex and of the water. Rounded to float are the height itself, the place within a
// cell and the water's rise there. Units: metres, but heights are in the mesh's unit of length, in
// which the body is about 1 long.

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
        const struct buoy_immersion *immersion = wetting->immersion;
        const struct buoy_rotation *rotation = &immersion->rotation;
        const double *position = immersion->position;
        for (int l = 0; l < BUOY_LANES; ++l) {
            const double x[3] = {points->x[l], points->y[l], points->z[l]};
            waves.x[l] = buoy_dot(rotation->row[0], x) + position[0];
            waves.y[l] = buoy_dot(rotation->row[1], x) + position[1];
        }
        for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
            waves_add_up(&wetting->waves, i, &waves);
        }
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
        const struct buoy_immersion *immersion = wetting->immersion;
        lanes_double t = wetting_along(immersion->up, immersion->level, x);
        t = lanes_double_sub(t, lanes_double_add(lanes_widen(level), lanes_widen(rise)));
        t = lanes_double_mul(t, lanes_double_splat(wetting->unit));
        t = lanes_double_sub(t, lanes_double_splat(reference));
        t = lanes_double_max(t, lanes_double_splat(-WETTING_MOST_HEIGHT));
        lanes s = lanes_narrow(lanes_double_min(t, lanes_double_splat(WETTING_MOST_HEIGHT)));
        if (kind == BUOY_WATER_PLANE && wetting->flush > 0.0f) {
            s = lanes_keep(lanes_less(lanes_splat(wetting->flush), lanes_abs(s)), s);
        }
        lanes_store(&heights[i], s);
        lanes_store(&wetting->highest[i], lanes_max(lanes_load(&wetting->highest[i]), s));
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
                float *of = wetting->heights + (size_t)(first + i) * BUOY_LANES;
                for (int l = 0; l < BUOY_LANES; ++l) {
                    of[l] = wetting->highest[l] = 1.0f;
                }
            }
        }
    }
    bool submerged = true;
    for (int i = 0; i < BUOY_LANES; ++i) {
        submerged = submerged && wetting->highest[i] < 0.0f;
    }
    return submerged;
}

// ---------------------------------------------------------------------------------------- pressure

// For each logical lane: ∫ depth dA × 3, ∫ depth x × dA × 12, the wetted area.
struct press_sums {
    _Alignas(64) double force[3][BUOY_LANES], torque[3][BUOY_LANES], area[BUOY_LANES];
};

// A pass over the blocks.
struct press {
    struct wetting wetting;
    bool submerged; // wholly; then heights are above a reference
    struct press_sums sums;
    struct drag drag;
    struct resist resist; // with a step
};

static inline void press_add(double *sum, lanes_double a) {
    lanes_double_store(sum, lanes_double_add(lanes_double_load(sum), a));
}

static inline void press_add_moment(double *sum, lanes_double a, lanes_double b, lanes_double c,
                                    lanes_double d) {
    press_add(sum, lanes_double_sub(lanes_double_mul(a, b), lanes_double_mul(c, d)));
}

// Adds what LANES_WIDTH triangles from lane i on contribute.
static inline void press_add_triangles(struct press_sums *sums, const struct buoy_block *block,
                                       int i, lanes q, const lanes gamma[3]) {
    lanes x[3], y[3], z[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_load(&block->x[k][i]);
        y[k] = lanes_load(&block->y[k][i]);
        z[k] = lanes_load(&block->z[k][i]);
    }
    const lanes_double wide_q = lanes_widen(q), gx = lanes_widen(weights_sum(gamma, x));
    const lanes_double gy = lanes_widen(weights_sum(gamma, y)),
                       gz = lanes_widen(weights_sum(gamma, z));
    const lanes_double ax = lanes_double_load(&block->ax[i]), ay = lanes_double_load(&block->ay[i]);
    const lanes_double az = lanes_double_load(&block->az[i]);
    press_add(&sums->force[0][i], lanes_double_mul(wide_q, ax));
    press_add(&sums->force[1][i], lanes_double_mul(wide_q, ay));
    press_add(&sums->force[2][i], lanes_double_mul(wide_q, az));
    press_add_moment(&sums->torque[0][i], gy, az, gz, ay);
    press_add_moment(&sums->torque[1][i], gz, ax, gx, az);
    press_add_moment(&sums->torque[2][i], gx, ay, gy, ax);
}

// `moves`: drag is wanted as well.
static inline void press_block(struct press *press, uint32_t b, bool wet, bool moves) {
    const struct buoy_mesh *mesh = press->wetting.immersion->mesh;
    const struct buoy_block *block = &mesh->blocks->blocks[b];
    const struct buoy_facets *facets = &mesh->blocks->facets[b];
    const lanes one = lanes_splat(1.0f);
    struct drag_parts parts;
    if (moves) {
        memset(&parts, 0, sizeof parts);
    }
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        lanes s[3], q, gamma[3], f = one, beta[3] = {one, one, one},
                                 area = lanes_load(&mesh->blocks->areas[b].area[i]);
        for (int k = 0; k < 3; ++k) {
            s[k] = lanes_gather(press->wetting.heights, &facets->vertex[k][i]);
        }
        if (wet) {
            depths_of_wet(s, &q, gamma);
        } else {
            lanes_mask m[3];
            for (int k = 0; k < 3; ++k) {
                m[k] = weights_are_submerged(s[k]);
            }
            if (!lanes_bits(lanes_or(m[0], lanes_or(m[1], m[2])))) {
                continue;
            }
            const struct weights_cut cut = weights_cut_of(s, m);
            depths_of_cut(&cut, s, m, &f, &q, gamma);
            area = lanes_mul(area, f);
            if (moves) {
                weights_of_cut(&cut, &f, beta);
            }
        }
        if (moves) {
            drag_set_parts(&parts, block, i, f, beta);
        }
        press_add_triangles(&press->sums, block, i, q, gamma);
        press_add(&press->sums.area[i], lanes_widen(area));
    }
    if (moves) {
        drag_block(&press->drag, b, &parts);
    }
}

static inline void press_blocks(struct press *press, bool moves) {
    const struct wetting *wetting = &press->wetting;
    const struct buoy_blocks *blocks = wetting->immersion->mesh->blocks;
    for (uint32_t n = 0; n < blocks->node_count; ++n) {
        unsigned wet, cut;
        if (press->submerged) {
            const uint32_t left = blocks->block_count - n * BUOY_LANES;
            wet = left < BUOY_LANES ? (1u << left) - 1 : 0xffffu;
            cut = 0;
        } else {
            boxes_classify(&blocks->nodes[n], &wetting->high, &wet, &cut);
            const unsigned any = wet | cut;
            if (wetting->immersion->low < wetting->immersion->high) {
                boxes_classify(&blocks->nodes[n], &wetting->low, &wet, &cut);
            }
            cut = any & ~wet;
        }
        for (; wet; wet &= wet - 1) {
            press_block(press, n * BUOY_LANES + buoy_lowest_bit(wet), true, moves);
        }
        for (; cut; cut &= cut - 1) {
            press_block(press, n * BUOY_LANES + buoy_lowest_bit(cut), false, moves);
        }
    }
}

static inline void press_finish(const struct press *press, struct buoy_pressure *result) {
    const struct buoy_immersion *immersion = press->wetting.immersion;
    struct buoy_pressure_sums sums = {.unit = immersion->mesh->scale};
    buoy_block_origin(immersion->mesh, sums.origin);
    for (int i = 0; i < 3; ++i) {
        sums.force[i] = sums_of_doubles(press->sums.force[i], BUOY_LANES) / 3.0;
        sums.torque[i] = sums_of_doubles(press->sums.torque[i], BUOY_LANES) / 12.0;
        sums.drag_force[i] = press->drag.total_force[i];
        sums.drag_torque[i] = press->drag.total_torque[i];
    }
    sums.area = sums_of_doubles(press->sums.area, BUOY_LANES);
    buoy_pressure_answer(immersion, &sums, result);
    if (press->submerged && immersion->water->kind == BUOY_WATER_PLANE) {
        buoy_pressure_answer_wet(immersion, result);
    }
    if (press->drag.resist) {
        buoy_pressure_resist(immersion, press->drag.motion, &sums, press->resist.totals, result);
    }
}

bool BUOY_VARIANT(buoy_pressure_kerner)(const struct buoy_pressure_query *query,
                                        struct buoy_waterline *waterline,
                                        struct buoy_pressure *restrict result) {
    if (buoy_pressure_needs_doubles(query->mesh)) {
        return buoy_pressure_kerner64_scalar(query, waterline, result);
    }
    struct buoy_immersion immersion;
    struct press press;
    buoy_immerse(query, &immersion);
    const bool archimedes = immersion.side == BUOY_SIDE_WET && query->mesh->closed &&
                            query->water->kind == BUOY_WATER_PLANE && !query->motion;
    if (immersion.side == BUOY_SIDE_DRY || archimedes) {
        buoy_pressure_answer_dry(result);
        if (archimedes) {
            buoy_pressure_answer_wet(&immersion, result);
        }
        return true;
    }
    const bool decays =
        query->water->kind == BUOY_WATER_WAVES && query->water->wave_pressure == BUOY_WAVES_DECAY;
    if (immersion.pooled || decays) { // across a wall, or in waves whose pressure has no level
        return buoy_pressure_kerner64_scalar(query, waterline, result);
    }
    wetting_begin(&immersion, query->scratch, &press.wetting);
    // Heights of a body wholly submerged are counted from the height of one vertex.
    struct wetting *wetting = &press.wetting;
    const bool closed = query->mesh->closed;
    bool below = closed && immersion.side == BUOY_SIDE_WET;
    if (!below) {
        below = wetting_find_all_heights(wetting, 0.0);
    }
    press.submerged = closed && below;
    if (press.submerged) {
        wetting_forget_highest(wetting);
        wetting_find_heights(wetting, 0, 0.0);
        wetting_find_all_heights(wetting, (double)wetting->heights[0]);
    }
    memset(&press.sums, 0, sizeof press.sums);
    memset(&press.drag, 0, sizeof press.drag);
    if (query->motion) {
        drag_begin(&immersion, query->motion, &press.resist, &press.drag);
        press_blocks(&press, true);
        drag_flush(&press.drag);
    } else {
        press_blocks(&press, false);
    }
    if (!press.drag.failed) {
        press_finish(&press, result);
        if (waterline && !press.submerged) {
            buoy_waterline_find(&immersion, press.wetting.heights, waterline);
        }
    }
    return !press.drag.failed;
}

#endif
