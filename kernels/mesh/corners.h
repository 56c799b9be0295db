// The corners of a mesh's triangles in double: in the baked frame, but not rounded.
#ifndef BUOY_CORNERS_H
#define BUOY_CORNERS_H

#include "base/vector.h"
#include "mesh/mesh.h"

// A vertex, relative to an origin in the mesh's own frame and in the baked frame's scale, not
// rounded.
static inline void buoy_exact_vertex(const struct buoy_mesh *mesh, const double origin[3],
                                     uint32_t vertex, double v[3]) {
    const struct buoy_triangles *of = mesh->triangles;
    v[0] = (of->px[vertex] - origin[0]) * mesh->inverse_scale;
    v[1] = (of->py[vertex] - origin[1]) * mesh->inverse_scale;
    v[2] = (of->pz[vertex] - origin[2]) * mesh->inverse_scale;
}

// An end of an open edge, in the baked frame, not rounded.
static inline void buoy_open_point(const struct buoy_mesh *mesh, uint32_t i, double v[3]) {
    for (int k = 0; k < 3; ++k) {
        v[k] =
            (mesh->open_points[3 * (size_t)i + (size_t)k] - mesh->middle[k]) * mesh->inverse_scale;
    }
}

// The three corners of a triangle.
static inline void buoy_exact_corners(const struct buoy_mesh *mesh, const double origin[3],
                                      uint32_t triangle, double v[3][3]) {
    buoy_exact_vertex(mesh, origin, mesh->triangles->i0[triangle], v[0]);
    buoy_exact_vertex(mesh, origin, mesh->triangles->i1[triangle], v[1]);
    buoy_exact_vertex(mesh, origin, mesh->triangles->i2[triangle], v[2]);
}

// Twice the outward area vector of a triangle, (v2 − v1) × (v3 − v1).
static inline void buoy_twice_area_vector(double v[3][3], double area[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = v[1][k] - v[0][k];
        b[k] = v[2][k] - v[0][k];
    }
    buoy_cross_product(a, b, area);
}

static inline void buoy_area_vector(double v[3][3], double area[3]) {
    buoy_twice_area_vector(v, area);
    for (int k = 0; k < 3; ++k) {
        area[k] *= 0.5;
    }
}

#endif
