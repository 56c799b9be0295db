// pressure/kerner: lanes = triangles. A template, included by every_method.h once for each
// instruction set.
//
// Heights above the water are found once per vertex (pressure_heights.h); then each triangle's
// depth is integrated over its submerged part (pressure_weights.h). Blocks above the highest water
// need no more than the test of their boxes, and blocks below the lowest need no clipping.
//
// Rounding. Heights are right to their last bit, except for the water's rise within a cell. Each
// term q A is computed in double, and the sums are in double, because the terms are up to a
// diagonal deep and cancel: in float, sums of thousands would lose three digits. What remains is
// the rounding of each vertex's height, by u of the diagonal; the vertices' roundings average. For
// a body wholly submerged, depths are counted from the body's own level, because far down floats
// are coarse and a constant pressure on a closed surface adds up to nothing; below a plane,
// Archimedes' law gives the answer.
#include "bodies/immersion.h"
#include "dispatch/methods.h"
#include "pressure_drag.h"
#include "pressure_heights.h"
#include "pressure_weights.h"

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

// Finds which blocks of node n are wholly submerged and which may cross the water, as bits.
static inline void press_classify(const struct press *press, uint32_t n, unsigned *wet,
                                  unsigned *cut) {
    const struct wetting *wetting = &press->wetting;
    const struct buoy_mesh *mesh = wetting->immersion->mesh;
    if (press->submerged) {
        const uint32_t left = mesh->blocks->block_count - n * BUOY_LANES;
        *wet = left < BUOY_LANES ? (1u << left) - 1 : 0xffffu;
        *cut = 0;
        return;
    }
    boxes_classify(&mesh->blocks->nodes[n], &wetting->high, wet, cut);
    const unsigned any = *wet | *cut;
    if (wetting->immersion->low < wetting->immersion->high) {
        boxes_classify(&mesh->blocks->nodes[n], &wetting->low, wet, cut);
    }
    *cut = any & ~*wet;
}

static inline void press_blocks(struct press *press, bool moves) {
    const struct buoy_mesh *mesh = press->wetting.immersion->mesh;
    for (uint32_t n = 0; n < mesh->blocks->node_count; ++n) {
        unsigned wet, cut;
        press_classify(press, n, &wet, &cut);
        for (; wet; wet &= wet - 1) {
            press_block(press, n * BUOY_LANES + buoy_lowest_bit(wet), true, moves);
        }
        for (; cut; cut &= cut - 1) {
            press_block(press, n * BUOY_LANES + buoy_lowest_bit(cut), false, moves);
        }
    }
}

static void press_still(struct press *press) {
    press_blocks(press, false);
}

static void press_moving(struct press *press) {
    press_blocks(press, true);
    drag_flush(&press->drag);
}

// Heights of a body wholly submerged are counted from the height of one vertex.
static inline void press_find_heights(struct press *press) {
    struct wetting *wetting = &press->wetting;
    const struct buoy_immersion *immersion = wetting->immersion;
    const bool closed = immersion->mesh->closed;
    bool below = closed && immersion->side == BUOY_SIDE_WET;
    if (!below) {
        below = wetting_find_all_heights(wetting, 0.0);
    }
    press->submerged = closed && below;
    if (press->submerged) {
        wetting_forget_highest(wetting);
        wetting_find_heights(wetting, 0, 0.0);
        wetting_find_all_heights(wetting, (double)wetting->heights[0]);
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
    press_find_heights(&press);
    memset(&press.sums, 0, sizeof press.sums);
    memset(&press.drag, 0, sizeof press.drag);
    if (query->motion) {
        drag_begin(&immersion, query->motion, &press.resist, &press.drag);
        press_moving(&press);
    } else {
        press_still(&press);
    }
    if (!press.drag.failed) {
        press_finish(&press, result);
        if (waterline && !press.submerged) {
            buoy_waterline_find(&immersion, press.wetting.heights, waterline);
        }
    }
    return !press.drag.failed;
}
