// From what a kernel knows of a waterplane, in the baked frame, to the caller's answer.
#ifndef BUOY_WATERPLANE_H
#define BUOY_WATERPLANE_H

#include "buoyancy_hydrostatics.h"
#include "plane.h"

// An answer's volume and centre of buoyancy, and no waterplane.
static inline void buoy_answer_without_waterplane(const struct buoy_mesh *mesh,
                                                  const struct buoy_volume *wet,
                                                  struct buoy_hydrostatics *result) {
    *result = (struct buoy_hydrostatics){
        .volume = wet->volume,
        .c = {wet->cx, wet->cy, wet->cz},
        .w = {mesh->centre[0], mesh->centre[1], mesh->centre[2]},
    };
}

static inline void buoy_answer_all_dry(const struct buoy_mesh *mesh,
                                       struct buoy_hydrostatics *result) {
    struct buoy_volume dry;
    buoy_answer_dry(mesh, &dry);
    buoy_answer_without_waterplane(mesh, &dry, result);
}

static inline void buoy_answer_all_wet(const struct buoy_mesh *mesh,
                                       struct buoy_hydrostatics *result) {
    struct buoy_volume wet;
    buoy_answer_wet(mesh, &wet);
    buoy_answer_without_waterplane(mesh, &wet, result);
    result->wetted_area = mesh->area * (mesh->scale * mesh->scale);
}

// The wetted area, baked frame; rounding is kept from leaving the possible.
static inline void buoy_answer_wetted_area(const struct buoy_mesh *mesh, double area,
                                           struct buoy_hydrostatics *result) {
    if (mesh->closed) {
        area = buoy_clamp(area, 0.0, mesh->area);
    }
    result->wetted_area = area * (mesh->scale * mesh->scale);
}

// Moves w, a point of the plane that rounding put outside the bounding box, along the plane into
// it: towards where the box's diagonal that leads upwards meets the water.
static inline void buoy_keep_in_box(const struct buoy_mesh *mesh,
                                    const struct buoy_baked_plane *plane, double w[3]) {
    const double along = buoy_clamp(plane->offset / plane->reach, -1.0, 1.0);
    double inside[3], step = 1.0;
    for (int i = 0; i < 3; ++i) {
        const double half = mesh->half_extent[i], n = plane->n[i];
        inside[i] = n > 0.0 ? along * half : n < 0.0 ? -along * half : 0.0;
        const double way = fabs(w[i] - inside[i]);
        const double room = w[i] > inside[i] ? half - inside[i] : half + inside[i];
        step = way * step > room ? room / way : step;
    }
    for (int i = 0; i < 3; ++i) {
        const double half = mesh->half_extent[i];
        w[i] = step < 1.0 ? buoy_clamp(inside[i] + step * (w[i] - inside[i]), -half, half) : w[i];
    }
}

// A waterplane by its shadow along the axis `up`, the nearest to the normal, on the axes u and v,
// which follow it in cyclic order; baked frame. The third coordinate follows from the plane, that
// of differences from n·x = 0. Sums are over the waterplane itself, which is larger than its
// shadow.
struct buoy_shadow {
    int u, v, up;
    double area;
    double wu, wv;     // the centroid
    double uu, uv, vv; // second moments about it
};

static inline struct buoy_shadow buoy_shadow_axes(const struct buoy_baked_plane *plane) {
    const double x = fabs(plane->n[0]), y = fabs(plane->n[1]), z = fabs(plane->n[2]);
    const int up = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return (struct buoy_shadow){.up = up, .u = (up + 1) % 3, .v = (up + 2) % 3};
}

// The answer of such a waterplane; none, if its area is 0 but for rounding.
static inline void buoy_answer_waterplane(const struct buoy_mesh *mesh,
                                          const struct buoy_baked_plane *plane,
                                          struct buoy_shadow shadow,
                                          struct buoy_hydrostatics *result) {
    const int u = shadow.u, v = shadow.v, up = shadow.up;
    const double *n = plane->n, by_u = 0.0 - n[u] / n[up], by_v = 0.0 - n[v] / n[up];
    if (mesh->closed ? !(shadow.area > 0.0) : shadow.area == 0.0) {
        return;
    }
    if (mesh->closed) { // rounding is kept from leaving the possible
        shadow.uu = shadow.uu > 0.0 ? shadow.uu : 0.0;
        shadow.vv = shadow.vv > 0.0 ? shadow.vv : 0.0;
        const double most = sqrt(shadow.uu * shadow.vv);
        shadow.uv = buoy_clamp(shadow.uv, -most, most);
    }
    double w[3], m[3][3];
    w[u] = shadow.wu;
    w[v] = shadow.wv;
    w[up] = plane->offset / n[up] + by_u * w[u] + by_v * w[v];
    if (mesh->closed) {
        buoy_keep_in_box(mesh, plane, w);
    }
    m[u][u] = shadow.uu;
    m[v][v] = shadow.vv;
    m[u][v] = m[v][u] = shadow.uv;
    m[u][up] = m[up][u] = by_u * shadow.uu + by_v * shadow.uv;
    m[v][up] = m[up][v] = by_u * shadow.uv + by_v * shadow.vv;
    m[up][up] = by_u * m[u][up] + by_v * m[v][up];
    if (mesh->closed && !(m[up][up] > 0.0)) {
        m[up][up] = 0.0; // the two terms may cancel, of a waterplane that is a line
    }

    const double s = mesh->scale, s2 = s * s, s4 = s2 * s2;
    result->waterplane_area = shadow.area * s2;
    for (int i = 0; i < 3; ++i) {
        result->w[i] = w[i] * s + mesh->centre[i];
    }
    result->xx = m[0][0] * s4;
    result->xy = m[0][1] * s4;
    result->xz = m[0][2] * s4;
    result->yy = m[1][1] * s4;
    result->yz = m[1][2] * s4;
    result->zz = m[2][2] * s4;
}

#endif
