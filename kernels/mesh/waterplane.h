// Answers of hydrostatics: a waterplane in the caller's frame.
#ifndef BUOY_WATERPLANE_H
#define BUOY_WATERPLANE_H

#include "buoyancy_hydrostatics.h"
#include "mesh/plane.h"

// An answer's volume and centre of buoyancy, and no waterplane.
static inline void buoy_answer_without_waterplane(const struct buoy_mesh *mesh,
                                                  const struct buoy_volume *wet,
                                                  struct buoy_hydrostatics *result) {
    *result = (struct buoy_hydrostatics){
        .volume = wet->volume,
        .centre = {wet->centre[0], wet->centre[1], wet->centre[2]},
        .waterplane_centroid = {mesh->centre[0], mesh->centre[1], mesh->centre[2]},
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

// A waterplane given by its shadow along the axis `up`, the nearest to the normal, on the axes u
// and v, which follow `up` in cyclic order; baked frame. The third coordinate follows from the
// plane; for differences, from n·x = 0. Sums are over the waterplane itself, which is larger than
// its shadow.
struct buoy_shadow {
    int u, v, up;
    double area;
    double pu, pv;     // a point near it
    double eu, ev;     // the centroid, less that
    double uu, uv, vv; // second moments about the point
};

static inline struct buoy_shadow buoy_shadow_axes(const struct buoy_baked_plane *plane) {
    const double x = fabs(plane->n[0]), y = fabs(plane->n[1]), z = fabs(plane->n[2]);
    const int up = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return (struct buoy_shadow){.up = up, .u = (up + 1) % 3, .v = (up + 2) % 3};
}

// The answer that has a body's V and c, a wetted area in the baked frame, and such a waterplane, or
// NULL; no waterplane if its area is 0 but for rounding. A function of its own: for once a query,
// code for each instruction set is not worth its bytes.
void buoy_answer_surface(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                         const struct buoy_volume *wet, double wetted_area,
                         const struct buoy_shadow *shadow, struct buoy_hydrostatics *result);

// The deepest vertex dropped onto the plane, baked frame, into p, if any vertex is submerged.
void buoy_deepest_foot(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                       double p[3]);

#endif
