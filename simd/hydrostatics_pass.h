// What both methods of `hydrostatics` do with their sums. For templates, on whatever lanes_<isa>.h
// came before.
#ifndef BUOY_HYDROSTATICS_PASS_H
#define BUOY_HYDROSTATICS_PASS_H

#include "mesh/leaves.h"
#include "mesh/plane.h"
#include "sums.h"
#include "surface.h"

// The waterplane from a pass's sums. These are over its shadow; the waterplane is larger by |n| /
// n_up.
static inline struct buoy_shadow hydrostatics_waterplane(const struct sums_pass *pass) {
    const struct buoy_baked_plane *plane = &pass->centred;
    const struct surface *surface = pass->surface;
    const double *sum = surface->sum, n_up = plane->n[surface->axes.up];
    const double stretch = 1.0 / (n_up * sqrt(buoy_inverse_n2(plane)));
    struct buoy_shadow w = surface->axes;
    w.area = 0.5 * sum[SURFACE_A] * stretch;
    if (w.area != 0.0) {
        w.pu = (double)surface->apex_u - pass->shift[w.u];
        w.pv = (double)surface->apex_v - pass->shift[w.v];
        w.eu = sum[SURFACE_U] / (3.0 * sum[SURFACE_A]);
        w.ev = sum[SURFACE_V] / (3.0 * sum[SURFACE_A]);
        w.uu = sum[SURFACE_UU] * stretch / 24.0;
        w.uv = sum[SURFACE_UV] * stretch / 24.0;
        w.vv = sum[SURFACE_VV] * stretch / 24.0;
    }
    return w;
}

// Whether any vertex as given is submerged.
static inline bool hydrostatics_wets(const struct buoy_mesh *mesh,
                                     const struct buoy_baked_plane *plane) {
    double low, high;
    buoy_corner_range(mesh, plane->n, &low, &high);
    return low - plane->offset < 0.0;
}

// Prepares to repeat the surface's sums for a body that is barely wet, with heights in double.
// False if there is nothing to add up: a body without thickness displaces nothing and may still be
// wet; a dry body is not wet, whatever heights in float say.
static inline bool hydrostatics_look_closely(struct sums_pass *pass, double v) {
    pass->precise = true;
    if (v != 0.0 || hydrostatics_wets(pass->mesh, &pass->centred)) {
        return true;
    }
    surface_begin(pass->surface, pass);
    return false;
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
        shadow = hydrostatics_waterplane(pass);
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
