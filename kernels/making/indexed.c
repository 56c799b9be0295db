// A small mesh by its vertices: heights are taken once a vertex, and triangles know theirs by
// number.
#include "base/arithmetic.h"

#include "making/bake.h"

#include "base/vector.h"
#include "mesh/leaves.h"

static void fill_lane(const struct buoy_mesh *mesh, uint32_t triangle,
                      struct buoy_indexed_block *block, int lane) {
    const struct buoy_triangles *of = mesh->triangles;
    const uint32_t first = of->i0[triangle];
    double v[3][3], a[3];
    buoy_exact_corners(mesh, mesh->middle, triangle, v);
    buoy_area_vector(v, a);
    block->corners[lane] = first | of->i1[triangle] << 8 | of->i2[triangle] << 16 | first << 24;
    block->k[lane] = (float)buoy_dot(a, v[0]);
    block->ax[lane] = (float)a[0];
    block->ay[lane] = (float)a[1];
    block->az[lane] = (float)a[2];
    for (int k = 0; k < 3; ++k) {
        block->x[k][lane] = (float)(v[0][k] + v[1][k] + v[2][k]);
    }
}

// What lies behind the last triangle is 0 from the beginning.
void buoy_indexed_fill(struct buoy_mesh *mesh, const double origin[3]) {
    const struct buoy_triangles *of = mesh->triangles;
    const float *const axes[3] = {of->x, of->y, of->z};
    const uint32_t room = buoy_indexed_room(mesh), last = mesh->vertex_count - 1;
    struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, room);
    float *exact = buoy_indexed_exact(mesh, room);
    for (uint32_t i = 0; i < room; ++i) {
        const uint32_t vertex = i < last ? i : last;
        double v[3];
        buoy_exact_vertex(mesh, origin, vertex, v);
        for (uint32_t k = 0; k < 3; ++k) {
            mesh->indexed[k * room + i] = axes[k][vertex];
            exact[k * room + i] = (float)v[k];
        }
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        fill_lane(mesh, t, &blocks[t / BUOY_LANES], (int)(t % BUOY_LANES));
    }
}
