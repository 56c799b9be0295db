// Whether a mesh is a box, for which there are closed forms.
#include "base/arithmetic.h"

#include "making/bake.h"

// The face of a box with corners low and high, 0 to 5, that a triangle lies in and is wound outward
// on; −1 if there is none.
static int find_face(const struct buoy_mesh *mesh, uint32_t triangle, const float low[3],
                     const float high[3]) {
    const struct buoy_triangles *of = mesh->triangles;
    const float *const x[3] = {of->px, of->py, of->pz};
    const uint32_t a = of->i0[triangle], b = of->i1[triangle], c = of->i2[triangle];
    for (int k = 0; k < 3; ++k) {
        const float *u = x[(k + 1) % 3], *v = x[(k + 2) % 3];
        if (x[k][a] != x[k][b] || x[k][b] != x[k][c]) {
            continue;
        }
        const double area = ((double)u[b] - (double)u[a]) * ((double)v[c] - (double)v[a]) -
                            ((double)v[b] - (double)v[a]) * ((double)u[c] - (double)u[a]);
        if (x[k][a] == high[k] && area > 0.0) {
            return 2 * k + 1;
        }
        if (x[k][a] == low[k] && area < 0.0) {
            return 2 * k;
        }
    }
    return -1;
}

// Lowest and highest coordinate along an axis. False if a vertex lies between them, or all at one.
static bool find_ends(const float *x, uint32_t count, float *low, float *high) {
    *low = *high = x[0];
    for (uint32_t i = 1; i < count; ++i) {
        *low = x[i] < *low ? x[i] : *low;
        *high = x[i] > *high ? x[i] : *high;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (x[i] != *low && x[i] != *high) {
            return false;
        }
    }
    return *low < *high;
}

// Two triangles on each of the six faces, wound outward, that close: then the two on a face share a
// diagonal, for no other triangle has it, and cover the face.
bool buoy_triangles_are_box(const struct buoy_mesh *mesh) {
    const struct buoy_triangles *of = mesh->triangles;
    if (!mesh->closed || mesh->triangle_count != 12 || mesh->vertex_count != 8) {
        return false;
    }
    float low[3], high[3];
    if (!find_ends(of->px, 8, &low[0], &high[0]) || !find_ends(of->py, 8, &low[1], &high[1]) ||
        !find_ends(of->pz, 8, &low[2], &high[2])) {
        return false;
    }
    int on_face[6] = {0};
    for (uint32_t i = 0; i < 12; ++i) {
        const int face = find_face(mesh, i, low, high);
        if (face < 0) {
            return false;
        }
        ++on_face[face];
    }
    for (int i = 0; i < 6; ++i) {
        if (on_face[i] != 2) {
            return false;
        }
    }
    return true;
}
