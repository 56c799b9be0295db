// Vertices of a mesh in units of the cells of an m × m × m grid over its bounding box, for lines
// through the cells (columns.h). The centre of cell i is at i.
#ifndef BUOY_GRID_H
#define BUOY_GRID_H

#include "mesh/columns.h"
#include "mesh/mesh.h"

// A coordinate in the mesh's own frame, in cells.
static inline double buoy_in_cells(const struct buoy_mesh *mesh, float x, int axis, uint32_t m) {
    const double half = mesh->half_extent[axis];
    const double baked = ((double)x - mesh->middle[axis]) * mesh->inverse_scale;
    return (baked + half) * (m / (2.0 * half)) - 0.5;
}

static inline struct buoy_corner buoy_grid_corner(const struct buoy_mesh *mesh, uint32_t i,
                                                  uint32_t m) {
    return (struct buoy_corner){buoy_in_cells(mesh, mesh->triangles->px[i], 0, m),
                                buoy_in_cells(mesh, mesh->triangles->py[i], 1, m),
                                buoy_in_cells(mesh, mesh->triangles->pz[i], 2, m)};
}

// Visits all crossings of the surface with the grid's vertical lines.
static inline void buoy_visit_grid(const struct buoy_mesh *mesh, uint32_t m,
                                   buoy_crossing_visitor *visit, void *context) {
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const struct buoy_corner triangle[3] = {buoy_grid_corner(mesh, mesh->triangles->i0[t], m),
                                                buoy_grid_corner(mesh, mesh->triangles->i1[t], m),
                                                buoy_grid_corner(mesh, mesh->triangles->i2[t], m)};
        buoy_visit_crossings(m, triangle, visit, context);
    }
}

#endif
