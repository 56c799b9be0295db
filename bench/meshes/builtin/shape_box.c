// The unit cube about the origin; each face is n × n squares, 12 n² triangles in all.
#include "shapes.h"

#include <math.h>

// The lattice points (i, j, k) on the surface are numbered layer by layer: all of k = 0, the rims
// of 0 < k < n, all of k = n.
static uint32_t vertex_of(uint32_t n, const uint32_t c[3]) {
    const uint32_t i = c[0], j = c[1], k = c[2];
    const uint32_t layer = (n + 1) * (n + 1);
    if (k == 0 || k == n) {
        return (k == 0 ? 0 : layer + (n - 1) * 4 * n) + j * (n + 1) + i;
    }
    const uint32_t rim = layer + (k - 1) * 4 * n;
    if (j == 0) {
        return rim + i;
    }
    if (i == n) {
        return rim + n + j;
    }
    return j == n ? rim + 3 * n - i : rim + 4 * n - j;
}

static void place_vertex(struct mesh_data *data, uint32_t n, const uint32_t c[3]) {
    double *p = data->positions + (size_t)3 * vertex_of(n, c);
    for (int axis = 0; axis < 3; ++axis) {
        p[axis] = mesh_rounded((double)c[axis] / n - 0.5);
    }
}

// One face: the lattice coordinate `axis` is 0 or n. Two or three faces write each border vertex,
// always at the same point.
static void add_face(struct mesh_data *data, uint32_t n, int axis, bool high) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t c[3];
    c[axis] = high ? n : 0;
    for (c[v] = 0; c[v] <= n; ++c[v]) {
        for (c[u] = 0; c[u] <= n; ++c[u]) {
            place_vertex(data, n, c);
            if (c[u] == n || c[v] == n) {
                continue;
            }
            uint32_t corner[4]; // counter-clockwise seen from the high side
            for (unsigned k = 0; k < 4; ++k) {
                uint32_t q[3] = {c[0], c[1], c[2]};
                q[u] += k == 1 || k == 2;
                q[v] += k >= 2;
                corner[k] = vertex_of(n, q);
            }
            mesh_add_quad(data, corner[0], corner[high ? 1 : 3], corner[2], corner[high ? 3 : 1]);
        }
    }
}

bool shape_box(size_t triangles, struct mesh_data *data) {
    // The nearest of 12 n² and 12 (n + 1)².
    uint32_t n = (uint32_t)sqrt((double)triangles / 12.0);
    const uint32_t next = n + 1;
    const size_t above = (size_t)12 * next * next;
    if (n == 0 ||
        (above <= MESH_MAX_TRIANGLES && above - triangles < triangles - (size_t)12 * n * n)) {
        n = next;
    }
    if (!mesh_reserve(data, (size_t)6 * n * n + 2, (size_t)12 * n * n)) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        add_face(data, n, axis, false);
        add_face(data, n, axis, true);
    }
    data->vertex_count = (size_t)6 * n * n + 2;
    data->closed_form_volume = 1.0;
    return true;
}
