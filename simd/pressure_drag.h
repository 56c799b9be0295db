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

struct drag {
    _Alignas(64) float force[3][BUOY_LANES], torque[3][BUOY_LANES]; // not yet flushed
    double total_force[3], total_torque[3];
    const struct buoy_immersion *immersion;
    const struct buoy_surface_motion *motion;
    double origin[3]; // of the blocks' frame, in the mesh's
    // A point x of the blocks' frame moves at start + spin × x.
    float start[3], spin[3];
    int unflushed;
    bool failed; // current_at gave an invalid velocity
};

static inline void drag_begin(const struct buoy_immersion *immersion,
                              const struct buoy_surface_motion *motion, struct drag *drag) {
    struct buoy_drift drift;
    memset(drag, 0, sizeof *drag);
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

// Triangles that others hide feel nothing.
static inline void drag_hide_parts(const struct drag *drag, uint32_t b, struct drag_parts *parts) {
    const struct buoy_mesh *mesh = drag->immersion->mesh;
    const uint32_t first = b * BUOY_LANES, left = mesh->triangle_count - first;
    for (uint32_t l = 0; l < BUOY_LANES && l < left; ++l) {
        parts->share[l] = drag->motion->hidden[mesh->order[first + l]] ? 0.0f : parts->share[l];
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

// The force on parts of an area with normal n that move at u.
static inline void drag_forces(const struct buoy_surface_motion *motion, lanes area,
                               const lanes n[3], const lanes u[3], lanes force[3]) {
    const lanes p = lanes_dot(n, u), speed = lanes_length(u);
    lanes t[3];
    for (int k = 0; k < 3; ++k) {
        t[k] = lanes_sub(u[k], lanes_mul(p, n[k]));
    }
    const lanes leading = lanes_mul(area, lanes_max(p, lanes_splat(0.0f)));
    const lanes drag = lanes_mul(leading, lanes_splat(-(float)motion->drag));
    const lanes lift = lanes_mul(leading, lanes_splat(-(float)motion->lift));
    const lanes skin =
        lanes_mul(lanes_mul(area, lanes_length(t)), lanes_splat(-(float)motion->skin));
    const lanes sine = lanes_div(p, lanes_max(speed, lanes_splat(1e-18f)));
    const lanes along_u = lanes_sub(drag, lanes_mul(lift, sine));
    const lanes along_n = lanes_mul(lift, speed);
    for (int k = 0; k < 3; ++k) {
        force[k] = lanes_muladd(along_u, u[k], lanes_muladd(along_n, n[k], lanes_mul(skin, t[k])));
    }
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
    drag_forces(drag->motion, lanes_mul(whole, share), n, u, force);
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
        drag_hide_parts(drag, b, parts);
    }
    if (flows) {
        memset(current, 0, sizeof current);
        drag_find_currents(drag, parts, current);
    }
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        drag_lanes(drag, &mesh->blocks[b], mesh->areas[b].area, parts, flows ? current : NULL, i);
    }
    if (++drag->unflushed == SUMS_FLUSH) {
        drag_flush(drag);
    }
}

#endif
