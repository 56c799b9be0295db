// hydrostatics/blocks: volume/blocks, whose V and c it returns to the bit, with wetted area and
// waterplane added up in the same pass (surface.h). A template, included by every_method.h once for
// each instruction set.
#include "blocks_pass.h"
#include "dispatch/methods.h"
#include "mesh/corners.h"
#include "mesh/waterplane.h"

// The waterplane from a pass's sums. These are over its shadow; the waterplane is larger by |n| /
// n_up.
static struct buoy_shadow hydrostatics_waterplane(const struct buoy_mesh *mesh,
                                                  const struct buoy_baked_plane *plane,
                                                  const struct surface *surface) {
    const double *sum = surface->sum, n_up = plane->n[surface->axes.up];
    const double stretch = 1.0 / (n_up * sqrt(buoy_inverse_n2(plane)));
    struct buoy_shadow w = surface->axes;
    w.area = 0.5 * sum[SURFACE_A] * stretch;
    if (w.area != 0.0) {
        w.pu = (double)surface->apex_u - mesh->shift[w.u];
        w.pv = (double)surface->apex_v - mesh->shift[w.v];
        w.eu = sum[SURFACE_U] / (3.0 * sum[SURFACE_A]);
        w.ev = sum[SURFACE_V] / (3.0 * sum[SURFACE_A]);
        w.uu = sum[SURFACE_UU] * stretch / 24.0;
        w.uv = sum[SURFACE_UV] * stretch / 24.0;
        w.vv = sum[SURFACE_VV] * stretch / 24.0;
    }
    return w;
}

static void hydrostatics_sum(const struct sums_pass *pass, struct sums *sums) {
    surface_begin(pass->surface, pass);
    blocks_sum_with(pass, sums, pass->surface);
}

// Whether any vertex as given is submerged.
static bool hydrostatics_wets(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane) {
    const double *n = plane->n;
    bool wet = false;
    for (uint32_t i = 0; i < mesh->vertex_count && !wet; ++i) {
        double x[3];
        buoy_exact_vertex(mesh, mesh->middle, i, x);
        wet = buoy_dot(n, x) - plane->offset < 0.0;
    }
    return wet;
}

// Repeats the surface's sums for a body that is barely wet, with heights in double. A body without
// thickness displaces nothing and may still be wet; a dry body is not wet, whatever heights in
// float say.
static void hydrostatics_sum_again(struct sums_pass *pass, double v) {
    if (v != 0.0 || hydrostatics_wets(pass->mesh, &pass->centred)) {
        struct sums sums;
        pass->precise = true;
        hydrostatics_sum(pass, &sums);
    } else {
        surface_begin(pass->surface, pass);
    }
}

static void hydrostatics_query(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane,
                               double d, struct buoy_hydrostatics *result) {
    struct surface surface;
    struct sums_pass pass = {.mesh = mesh,
                             .shift = mesh->shift,
                             .precise = !mesh->compact,

                             .surface = &surface};
    pass.centred = buoy_bake_plane_at(mesh, caller_plane, d);
    const struct buoy_baked_plane plane = pass.centred;
    if (plane.side == BUOY_SIDE_DRY) {
        buoy_answer_all_dry(mesh, result);
        return;
    }
    if (plane.side == BUOY_SIDE_WET && plane.offset > plane.reach) {
        buoy_answer_all_wet(mesh, result);
        return;
    }
    struct buoy_volume wet;
    double c[3] = {0.0, 0.0, 0.0};
    const double v = sums_find_volume(&pass, hydrostatics_sum, c);
    if (pass.barely_wet || v == 0.0) {
        hydrostatics_sum_again(&pass, v);
    }
    if (plane.side == BUOY_SIDE_WET) { // with what lies in its box's face at the waterplane
        buoy_answer_wet(mesh, &wet);
    } else {
        buoy_answer_found(mesh, &plane, v, c, &wet);
    }
    buoy_answer_without_waterplane(mesh, &wet, result);
    buoy_answer_wetted_area(mesh, surface.wet_area + surface.sum[SURFACE_AREA], result);
    buoy_answer_waterplane(mesh, &plane, hydrostatics_waterplane(mesh, &plane, &surface), result);
}

void BUOY_VARIANT(buoy_hydrostatics_blocks)(const struct buoy_hydrostatics_query *request,
                                            struct buoy_hydrostatics *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        const struct buoy_plane *plane = &request->planes[i];
        const double d = buoy_offset_of(request->planes, request->offsets, i);
        hydrostatics_query(request->mesh, plane, d, &results[i]);
    }
}
