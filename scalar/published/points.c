// volume/points/scalar: an approximation. M. Gomez, "Interactive Simulation of Water Surfaces"
// (Game Programming Gems, 2000), section on floating objects: points of the surface, each of which
// stands for a patch, carry the columns of water between themselves and the water's surface.
// Columns above patches that face down add to the submerged volume, those above patches that face
// up subtract. Here every triangle is a patch, and its point is its centre.
//
// A patch counts wholly or not at all, so the error is largest where few large triangles cross the
// water; it falls as triangles get smaller. A wholly submerged body has the exact volume, because
// depth is linear over a triangle; its centre of buoyancy is taken from the mesh. No bound on other
// errors is known.
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "each_plane.h"

// Sums over columns. Depths are along n, in units of 1/|n|² of its length.
struct columns {
    double volume; // Σ column
    double at[3];  // Σ column × its lower end
    double raised; // Σ column × half its depth, along n
};

// The heights and twice the area vector of a triangle, seen along n.
static inline void add_patch(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                             uint32_t t, struct columns *columns) {
    const uint32_t a = mesh->triangles->i0[t], b = mesh->triangles->i1[t],
                   c = mesh->triangles->i2[t];
    const float third = 1.0f / 3.0f;
    const float x = (mesh->triangles->x[a] + mesh->triangles->x[b] + mesh->triangles->x[c]) * third;
    const float y = (mesh->triangles->y[a] + mesh->triangles->y[b] + mesh->triangles->y[c]) * third;
    const float z = (mesh->triangles->z[a] + mesh->triangles->z[b] + mesh->triangles->z[c]) * third;
    const float depth = plane->d - (plane->nx * x + plane->ny * y + plane->nz * z);
    if (!(depth > 0.0f)) {
        return;
    }
    const float ux = mesh->triangles->x[b] - mesh->triangles->x[a],
                vx = mesh->triangles->x[c] - mesh->triangles->x[a];
    const float uy = mesh->triangles->y[b] - mesh->triangles->y[a],
                vy = mesh->triangles->y[c] - mesh->triangles->y[a];
    const float uz = mesh->triangles->z[b] - mesh->triangles->z[a],
                vz = mesh->triangles->z[c] - mesh->triangles->z[a];
    const float up = plane->nx * (uy * vz - uz * vy) + plane->ny * (uz * vx - ux * vz) +
                     plane->nz * (ux * vy - uy * vx);
    const double column = -(double)(up * depth);
    columns->volume += column;
    columns->at[0] += column * (double)x;
    columns->at[1] += column * (double)y;
    columns->at[2] += column * (double)z;
    columns->raised += column * 0.5 * (double)depth;
}

static void answer(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   struct buoy_volume *result) {
    struct columns columns = {.volume = 0.0};
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        add_patch(mesh, plane, t, &columns);
    }
    // Twice the area, and depth and area each in units of n's length.
    const double inverse_n2 = buoy_inverse_n2(plane);
    const double per = 0.5 * inverse_n2, up = columns.raised * inverse_n2;
    const double vc[3] = {per * (columns.at[0] + up * plane->n[0]),
                          per * (columns.at[1] + up * plane->n[1]),
                          per * (columns.at[2] + up * plane->n[2])};
    buoy_answer_sums(mesh, plane, per * columns.volume, vc, result);
}

void buoy_volume_points_scalar(const struct buoy_volume_query *query,
                               struct buoy_volume *restrict results) {
    each_plane(query, answer, results);
}
