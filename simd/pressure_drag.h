// Drag, lift and skin friction of the submerged parts of 16 triangles (buoyancy_pressure.h has the
// formulas). For templates, on whatever lanes_<isa>.h came before.
//
// In float, summed over 16 logical lanes and flushed to double every SUMS_FLUSH blocks, because
// coefficients are known to two digits at best. With A n the area vector, p = n·u and σ = |u|,
//   σ² (n·û) û = p u,   σ² (n·û) (n − (n·û) û) = p (σ n − (p/σ) u),   t = u − p n,
// so that all divisors are lengths, which are kept above 0.
#ifndef BUOY_PRESSURE_DRAG_H
#define BUOY_PRESSURE_DRAG_H

#include "bodies/immersion.h"
#include "sums.h"
#include "vectors.h"

// The submerged parts of 16 triangles: their shares of the area, and centres in the blocks' frame.
struct drag_parts {
    _Alignas(64) float share[BUOY_LANES], centre[3][BUOY_LANES];
};

// For a step, the sums of bodies/immersion.h, in the order there: of each logical lane, not yet
// flushed, and of all.
struct resist {
    _Alignas(64) float sums[BUOY_RESISTANCE_SUMS][BUOY_LANES];
    double totals[BUOY_RESISTANCE_SUMS];
};

struct drag {
    _Alignas(64) float force[3][BUOY_LANES], torque[3][BUOY_LANES]; // not yet flushed
    double total_force[3], total_torque[3];
    const struct buoy_immersion *immersion;
    const struct buoy_surface_motion *motion;
    double origin[3]; // of the blocks' frame, in the mesh's
    // A point x of the blocks' frame moves at start + spin × x.
    float start[3], spin[3];
    struct resist *resist; // with a step
    int unflushed;
    bool failed; // current_at gave an invalid velocity
};

static inline void drag_begin(const struct buoy_immersion *immersion,
                              const struct buoy_surface_motion *motion, struct resist *resist,
                              struct drag *drag) {
    struct buoy_drift drift;
    memset(drag, 0, sizeof *drag);
    if (motion->dt > 0.0) {
        memset(resist, 0, sizeof *resist);
        drag->resist = resist;
    }
    drag->immersion = immersion;
    drag->motion = motion;
    buoy_find_drift(immersion, motion, &drift);
    buoy_block_origin(immersion->mesh, drag->origin);
    buoy_add_cross(drift.spin, drag->origin, drift.start);
    for (int i = 0; i < 3; ++i) {
        drag->start[i] = (float)drift.start[i];
        drag->spin[i] = (float)(drift.spin[i] * immersion->mesh->scale);
    }
}

static inline void drag_flush(struct drag *drag) {
    for (int i = 0; i < 3; ++i) {
        drag->total_force[i] += lanes_sum16(drag->force[i]);
        drag->total_torque[i] += lanes_sum16(drag->torque[i]);
    }
    memset(drag->force, 0, sizeof drag->force);
    memset(drag->torque, 0, sizeof drag->torque);
    if (drag->resist) {
        for (int i = 0; i < BUOY_RESISTANCE_SUMS; ++i) {
            drag->resist->totals[i] += lanes_sum16(drag->resist->sums[i]);
        }
        memset(drag->resist->sums, 0, sizeof drag->resist->sums);
    }
    drag->unflushed = 0;
}

// The centre of a cut triangle's share f of the area is Σ β v / 3 f; a wet one has β = f = 1.
static inline void drag_set_parts(struct drag_parts *parts, const struct buoy_block *block, int i,
                                  lanes f, const lanes beta[3]) {
    const lanes three_f = lanes_mul(lanes_splat(3.0f), lanes_max(f, lanes_splat(FLT_MIN)));
    const lanes per_f = lanes_div(lanes_splat(1.0f), three_f);
    const float(*const corners[3])[BUOY_LANES] = {block->x, block->y, block->z};
    lanes_store(&parts->share[i], f);
    for (int k = 0; k < 3; ++k) {
        const lanes x[3] = {lanes_load(&corners[k][0][i]), lanes_load(&corners[k][1][i]),
                            lanes_load(&corners[k][2][i])};
        lanes_store(&parts->centre[k][i], lanes_mul(weights_sum(beta, x), per_f));
    }
}

// The water's velocity at the submerged parts, which varies with the place.
static void drag_find_currents(struct drag *drag, const struct drag_parts *parts,
                               float current[3][BUOY_LANES]) {
    double points[3 * BUOY_LANES], velocities[3 * BUOY_LANES];
    const double scale = drag->immersion->mesh->scale;
    int lane[BUOY_LANES];
    size_t count = 0;
    for (int l = 0; l < BUOY_LANES; ++l) {
        if (parts->share[l] > 0.0f) {
            for (int k = 0; k < 3; ++k) {
                points[3 * count + (size_t)k] =
                    drag->origin[k] + scale * (double)parts->centre[k][l];
            }
            lane[count++] = l;
        }
    }
    if (count > 0 && !buoy_find_current(drag->immersion, points, count, velocities)) {
        drag->failed = true;
        count = 0;
    }
    for (size_t j = 0; j < count; ++j) {
        for (int k = 0; k < 3; ++k) {
            current[k][lane[j]] = (float)velocities[3 * j + (size_t)k];
        }
    }
}

static inline void resist_add(float *sum, lanes a) {
    lanes_store(sum, lanes_add(lanes_load(sum), a));
}

// Adds parts at x of an area with normal n that move at u. With û = u/|u|, the part of friction
// along u is C_S A |t| (|t|/|u|)² u.
static void resist_lanes(struct resist *resist, const struct buoy_surface_motion *motion, int i,
                         lanes area, const lanes n[3], const lanes u[3], const lanes x[3]) {
    const lanes p = lanes_dot(n, u), speed = lanes_length(u);
    const lanes per_speed = lanes_div(lanes_splat(1.0f), lanes_max(speed, lanes_splat(1e-18f)));
    lanes t[3], g[3];
    for (int k = 0; k < 3; ++k) {
        t[k] = lanes_sub(u[k], lanes_mul(p, n[k]));
    }
    const lanes sliding = lanes_length(t), along = lanes_mul(sliding, per_speed);
    const lanes leading = lanes_mul(area, lanes_max(p, lanes_splat(0.0f)));
    const lanes skin = lanes_mul(lanes_mul(area, sliding), lanes_splat((float)motion->skin));
    const lanes k = lanes_muladd(leading, lanes_splat((float)motion->drag),
                                 lanes_mul(skin, lanes_mul(along, along)));
    const lanes across = lanes_sub(lanes_mul(leading, lanes_splat((float)motion->lift)),
                                   lanes_mul(skin, lanes_mul(p, per_speed)));
    lanes_cross(n, u, g);
    for (int j = 0; j < 3; ++j) {
        g[j] = lanes_mul(across, lanes_mul(g[j], per_speed));
    }
    const lanes kx[3] = {lanes_mul(k, x[0]), lanes_mul(k, x[1]), lanes_mul(k, x[2])};
    const lanes xg = lanes_dot(x, g);
    resist_add(&resist->sums[0][i], k);
    for (int j = 0; j < 3; ++j) {
        resist_add(&resist->sums[BUOY_RESISTANCE_X + j][i], kx[j]);
        resist_add(&resist->sums[BUOY_RESISTANCE_XX + j][i], lanes_mul(kx[j], x[j]));
        resist_add(&resist->sums[BUOY_RESISTANCE_G + j][i], g[j]);
        resist_add(&resist->sums[BUOY_RESISTANCE_XGX + j][i], lanes_mul(xg, x[j]));
        for (int l = 0; l < 3; ++l) {
            resist_add(&resist->sums[BUOY_RESISTANCE_XG + 3 * j + l][i], lanes_mul(x[j], g[l]));
        }
    }
    resist_add(&resist->sums[BUOY_RESISTANCE_XX + 3][i], lanes_mul(kx[0], x[1]));
    resist_add(&resist->sums[BUOY_RESISTANCE_XX + 4][i], lanes_mul(kx[0], x[2]));
    resist_add(&resist->sums[BUOY_RESISTANCE_XX + 5][i], lanes_mul(kx[1], x[2]));
}

static inline void drag_lanes(struct drag *drag, const struct buoy_block *block,
                              const float areas[BUOY_LANES], const struct drag_parts *parts,
                              float current[3][BUOY_LANES], int i) {
    const lanes whole = lanes_load(&areas[i]), share = lanes_load(&parts->share[i]);
    const lanes per_area = lanes_div(lanes_splat(1.0f), lanes_max(whole, lanes_splat(FLT_MIN)));
    const lanes n[3] = {lanes_mul(lanes_narrow(lanes_double_load(&block->ax[i])), per_area),
                        lanes_mul(lanes_narrow(lanes_double_load(&block->ay[i])), per_area),
                        lanes_mul(lanes_narrow(lanes_double_load(&block->az[i])), per_area)};
    const lanes spin[3] = {lanes_splat(drag->spin[0]), lanes_splat(drag->spin[1]),
                           lanes_splat(drag->spin[2])};
    lanes x[3], u[3], force[3], torque[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_load(&parts->centre[k][i]);
    }
    lanes_cross(spin, x, u);
    for (int k = 0; k < 3; ++k) {
        u[k] = lanes_add(lanes_splat(drag->start[k]), u[k]);
        if (current) {
            u[k] = lanes_sub(u[k], lanes_load(&current[k][i]));
        }
    }
    // The force on parts of an area with normal n that move at u.
    const lanes area = lanes_mul(whole, share);
    const lanes p = lanes_dot(n, u), speed = lanes_length(u);
    lanes t[3];
    for (int k = 0; k < 3; ++k) {
        t[k] = lanes_sub(u[k], lanes_mul(p, n[k]));
    }
    const lanes leading = lanes_mul(area, lanes_max(p, lanes_splat(0.0f)));
    const lanes dragged = lanes_mul(leading, lanes_splat(-(float)drag->motion->drag));
    const lanes lift = lanes_mul(leading, lanes_splat(-(float)drag->motion->lift));
    const lanes skin =
        lanes_mul(lanes_mul(area, lanes_length(t)), lanes_splat(-(float)drag->motion->skin));
    const lanes sine = lanes_div(p, lanes_max(speed, lanes_splat(1e-18f)));
    const lanes along_u = lanes_sub(dragged, lanes_mul(lift, sine));
    const lanes along_n = lanes_mul(lift, speed);
    for (int k = 0; k < 3; ++k) {
        force[k] = lanes_muladd(along_u, u[k], lanes_muladd(along_n, n[k], lanes_mul(skin, t[k])));
    }
    if (drag->resist) {
        resist_lanes(drag->resist, drag->motion, i, area, n, u, x);
    }
    lanes_cross(x, force, torque);
    for (int k = 0; k < 3; ++k) {
        lanes_store(&drag->force[k][i], lanes_add(lanes_load(&drag->force[k][i]), force[k]));
        lanes_store(&drag->torque[k][i], lanes_add(lanes_load(&drag->torque[k][i]), torque[k]));
    }
}

static inline void drag_block(struct drag *drag, uint32_t b, struct drag_parts *parts) {
    const struct buoy_mesh *mesh = drag->immersion->mesh;
    _Alignas(64) float current[3][BUOY_LANES];
    const bool flows = drag->immersion->water->current_at;
    if (drag->motion->hidden) {
        // Triangles that others hide feel nothing.
        const uint32_t first = b * BUOY_LANES, left = mesh->triangle_count - first;
        for (uint32_t l = 0; l < BUOY_LANES && l < left; ++l) {
            parts->share[l] =
                drag->motion->hidden[mesh->blocks->order[first + l]] ? 0.0f : parts->share[l];
        }
    }
    if (flows) {
        memset(current, 0, sizeof current);
        drag_find_currents(drag, parts, current);
    }
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        drag_lanes(drag, &mesh->blocks->blocks[b], mesh->blocks->areas[b].area, parts,
                   flows ? current : NULL, i);
    }
    if (++drag->unflushed == SUMS_FLUSH) {
        drag_flush(drag);
    }
}

#endif
