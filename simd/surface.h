// Wetted area and waterplane: what a pass adds up beyond V and V c. For templates, on whatever
// lanes_<isa>.h came before.
//
// Wetted area: Σ f |A| over cut triangles, and sums over wet blocks or items of the tree that were
// prepared with the mesh.
//
// Waterplane. Its outline, the waterline, is where cut triangles meet the water: each has one
// segment, from P on the edge a–b to Q on the edge a–c (weights.h). By Green's theorem, with p any
// point of the water, X = P − p, Y = Q − p and the segment's triangle (p, P, Q) of area a,
//   A_w = Σ a,   A_w (w − p) = Σ a (X + Y) / 3,
//   ∫ (x − p)(x − p)ᵀ dA = Σ a (X Xᵀ + Y Yᵀ + (X + Y)(X + Y)ᵀ) / 12,
// The cost is in proportion to the waterline, and nothing if no triangle is cut. All is done in the
// projection along the axis nearest to the normal, onto the two others, u and v. The stretch from
// the projection to the water, and the third coordinate, follow from the plane at the end, in
// double.
//
// Rounding. The two triangles at an edge find the same bits for a point on it: P is symmetric in
// the edge's ends, down to the order of its two products, which are never fused. So segments form
// closed polygons, whatever P's rounding, and 2a = X × (Y − X) has no large terms that must cancel:
// Y − X is as short as the segment. The rounding of heights remains (sums.h): it moves P along its
// edge, by as much as if the body had been that little larger or smaller there.
#ifndef BUOY_SURFACE_H
#define BUOY_SURFACE_H

#include <string.h>

#include "bits.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "sums.h"

// Sums over cut triangles: f |A| and 2a, and 2a times S = X + Y and times X Xᵀ + Y Yᵀ + S Sᵀ.
enum surface_sum {
    SURFACE_AREA,
    SURFACE_A,
    SURFACE_U,
    SURFACE_V,
    SURFACE_UU,
    SURFACE_UV,
    SURFACE_VV,
    SURFACE_SUMS
};

struct surface {
    struct buoy_shadow axes;
    float apex_u, apex_v; // p
    bool has_waterplane;  // else areas are all that is added up
    bool flush;           // a face that is flush with the water is partly wet
    float flush_height;   // mesh/plane.h
    double wet_area;      // of what is wholly submerged
    double sum[SURFACE_SUMS];
    _Alignas(64) float lane[SURFACE_SUMS][BUOY_LANES]; // since the last flush
};

// How many of its sums a surface has.
static inline size_t surface_count(const struct surface *surface) {
    return surface->has_waterplane ? SURFACE_SUMS : SURFACE_AREA + 1;
}

// For a surface that knows whether it has a waterplane; nothing of that is set without.
static __attribute__((noinline, unused)) void surface_begin(struct surface *surface,
                                                            const struct sums_pass *pass) {
    surface->wet_area = 0.0;
    surface->flush = false;
    surface->flush_height = (float)buoy_flush_height(&pass->centred, !pass->precise);
    memset(surface->sum, 0, surface_count(surface) * sizeof *surface->sum);
    memset(surface->lane, 0, surface_count(surface) * sizeof *surface->lane);
    if (surface->has_waterplane) {
        surface->axes = buoy_shadow_axes(&pass->plane);
        surface->apex_u = (float)pass->p[surface->axes.u];
        surface->apex_v = (float)pass->p[surface->axes.v];
    }
}

// Notes whether any of LANES_WIDTH triangles, not all of them dry, is flush with the water. Hardly
// any is.
static inline void surface_note_flush(const lanes s[3], const lanes_mask submerged[3], lanes area,
                                      struct surface *surface) {
    const lanes highest = lanes_max(lanes_abs(s[0]), lanes_max(lanes_abs(s[1]), lanes_abs(s[2])));
    const lanes_mask flush = lanes_less(highest, lanes_splat(surface->flush_height));
    if (lanes_bits(flush)) {
        const lanes_mask wet = lanes_or(submerged[0], lanes_or(submerged[1], submerged[2]));
        const lanes_mask has_area = lanes_less(lanes_splat(0.0f), area);
        surface->flush |= lanes_bits(lanes_and(lanes_and(wet, flush), has_area)) != 0;
    }
}

// Adds the areas of the wet items among 16; `wet` has a bit for each.
static inline void surface_add_wet(const double *areas, unsigned wet, struct surface *surface) {
    for (; wet; wet &= wet - 1) {
        surface->wet_area += areas[buoy_lowest_bit(wet)];
    }
}

// Where the water cuts the edges a–b and a–c, along one axis and less an apex.
static inline void surface_cut_points(const struct weights_cut *cut, const lanes corner[3],
                                      lanes apex, lanes *x, lanes *y) {
    lanes a = corner[0], b = corner[1], c = corner[2];
    lanes_swap_if(cut->odd2, &a, &b);
    lanes_swap_if(cut->odd3, &a, &c);
    *x = lanes_sub(lanes_add(lanes_mul(cut->ub, a), lanes_mul(cut->tb, b)), apex);
    *y = lanes_sub(lanes_add(lanes_mul(cut->uc, a), lanes_mul(cut->tc, c)), apex);
}

// Adds the segments of LANES_WIDTH triangles, any of which is cut, with sums in lanes from the i-th
// on. u, v: their corners along the two axes.
static inline __attribute__((always_inline)) void
surface_add_segments(const lanes u[3], const lanes v[3], int i, const struct weights_cut *cut,
                     struct surface *surface) {
    lanes xu, yu, xv, yv;
    surface_cut_points(cut, u, lanes_splat(surface->apex_u), &xu, &yu);
    surface_cut_points(cut, v, lanes_splat(surface->apex_v), &xv, &yv);
    // Counter-clockwise as seen from above, the waterline runs from P to Q if a is above the water
    // and a, b, c are in the triangle's order.
    const lanes cross =
        lanes_sub(lanes_mul(xu, lanes_sub(yv, xv)), lanes_mul(xv, lanes_sub(yu, xu)));
    const lanes_mask forth = lanes_xor(cut->most, lanes_or(cut->odd2, cut->odd3));
    const lanes a = lanes_select(forth, cross, lanes_sub(lanes_splat(0.0f), cross));
    const lanes su = lanes_add(xu, yu), sv = lanes_add(xv, yv);
    lanes_store(&surface->lane[SURFACE_A][i],
                lanes_add(lanes_load(&surface->lane[SURFACE_A][i]), a));
    weights_accumulate(&surface->lane[SURFACE_U][i], a, su);
    weights_accumulate(&surface->lane[SURFACE_V][i], a, sv);
    weights_accumulate(&surface->lane[SURFACE_UU][i], a,
                       lanes_muladd(su, su, lanes_muladd(xu, xu, lanes_mul(yu, yu))));
    weights_accumulate(&surface->lane[SURFACE_UV][i], a,
                       lanes_muladd(su, sv, lanes_muladd(xu, xv, lanes_mul(yu, yv))));
    weights_accumulate(&surface->lane[SURFACE_VV][i], a,
                       lanes_muladd(sv, sv, lanes_muladd(xv, xv, lanes_mul(yv, yv))));
}

static __attribute__((noinline, unused)) void surface_flush(struct surface *surface) {
    const size_t sums = surface_count(surface);
    for (size_t i = 0; i < sums; ++i) {
        surface->sum[i] += lanes_sum16(surface->lane[i]);
    }
    memset(surface->lane, 0, sums * sizeof *surface->lane);
}

// ----------------------------------------------------------------------------------------- answers

// What all methods of `hydrostatics` do with their sums.

// Prepares to repeat the surface's sums for a body that is barely wet, with heights in double.
// False if there is nothing to add up: a body without thickness displaces nothing and may still be
// wet; a dry body is not wet, whatever heights in float say.
static inline bool hydrostatics_look_closely(struct sums_pass *pass, double v) {
    double low = 0.0, high;
    pass->precise = true;
    if (v == 0.0) {
        buoy_corner_range(pass->mesh, pass->centred.n, &low, &high);
        if (!(low - pass->centred.offset < 0.0)) { // no vertex as given is submerged
            surface_begin(pass->surface, pass);
            return false;
        }
    }
    return true;
}

// Prepares to repeat the surface's sums below what is flush with the water.
static inline void hydrostatics_lower(struct sums_pass *pass) {
    const double down = (double)pass->surface->flush_height;
    const double foot = 2.0 * down * buoy_inverse_n2(&pass->centred);
    buoy_lower_plane(&pass->centred, down);
    buoy_lower_plane(&pass->plane, down);
    for (int i = 0; i < 3; ++i) {
        pass->p[i] -= foot * pass->plane.n[i];
    }
}

// Begins a question about a pass's mesh, with sums for its surface. True if the water does not cut
// the body: then it is answered.
static inline bool hydrostatics_is_uncut(struct sums_pass *pass,
                                         const struct buoy_hydrostatics_query *query, size_t at,
                                         struct surface *surface,
                                         struct buoy_hydrostatics *result) {
    surface->has_waterplane = !query->without_waterplane;
    pass->surface = surface;
    double d;
    const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, at, &d);
    pass->centred = buoy_bake_plane_at(pass->mesh, &given, d);
    if (pass->centred.side == BUOY_SIDE_DRY) {
        buoy_answer_all_dry(pass->mesh, result);
        return true;
    }
    // What lies in its box's face at the waterplane remains.
    if (pass->centred.side == BUOY_SIDE_WET && pass->centred.offset > pass->centred.reach) {
        buoy_answer_all_wet(pass->mesh, result);
        return true;
    }
    return false;
}

// The answer, from V and c and the sums of the surface. plane: the centred one before it was
// lowered.
static inline void hydrostatics_finish(const struct sums_pass *pass,
                                       const struct buoy_baked_plane *plane,
                                       const struct buoy_volume *wet,
                                       struct buoy_hydrostatics *result) {
    const struct surface *surface = pass->surface;
    struct buoy_shadow shadow;
    if (surface->has_waterplane) {
        // Sums are over its shadow; the waterplane is larger by |n| / n_up.
        const double *sum = surface->sum, n_up = pass->centred.n[surface->axes.up];
        const double stretch = 1.0 / (n_up * sqrt(buoy_inverse_n2(&pass->centred)));
        shadow = surface->axes;
        shadow.area = 0.5 * sum[SURFACE_A] * stretch;
        if (shadow.area != 0.0) {
            shadow.pu = (double)surface->apex_u - pass->shift[shadow.u];
            shadow.pv = (double)surface->apex_v - pass->shift[shadow.v];
            shadow.eu = sum[SURFACE_U] / (3.0 * sum[SURFACE_A]);
            shadow.ev = sum[SURFACE_V] / (3.0 * sum[SURFACE_A]);
            shadow.uu = sum[SURFACE_UU] * stretch / 24.0;
            shadow.uv = sum[SURFACE_UV] * stretch / 24.0;
            shadow.vv = sum[SURFACE_VV] * stretch / 24.0;
        }
    }
    buoy_answer_surface(pass->mesh, plane, wet, surface->wet_area + surface->sum[SURFACE_AREA],
                        surface->has_waterplane ? &shadow : NULL, result);
}

// Answers a query's question by a method's sums, which include those of the pass's surface. The
// pass knows its mesh, its shift, and whether it is precise.
static inline __attribute__((always_inline)) void
hydrostatics_answer(struct sums_pass *pass, const struct buoy_hydrostatics_query *query, size_t at,
                    sums_function *sum, struct buoy_hydrostatics *result) {
    struct surface surface;
    if (hydrostatics_is_uncut(pass, query, at, &surface, result)) {
        return;
    }
    const struct buoy_baked_plane plane = pass->centred;
    struct buoy_volume wet;
    double c[3] = {0.0, 0.0, 0.0};
    const double v = sums_find_volume(pass, sum, c);
    struct sums sums;
    if ((pass->barely_wet || v == 0.0) && hydrostatics_look_closely(pass, v)) {
        sum(pass, &sums);
    }
    if (surface.flush) {
        hydrostatics_lower(pass);
        sum(pass, &sums);
    }
    if (plane.side == BUOY_SIDE_WET) {
        buoy_answer_wet(pass->mesh, &wet);
    } else {
        buoy_answer_found(pass->mesh, &plane, v, c, &wet);
    }
    hydrostatics_finish(pass, &plane, &wet, result);
}

#endif
