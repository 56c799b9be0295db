// Boxes as lattices of cells: the unit cube, whose faces are n × n squares, 12 n² triangles in all,
// and boxes of any size for mesh_data_of_shape().
#include "shapes.h"

#include <math.h>

// The lattice points (i, j, k) on the surface are numbered layer by layer: all of k = 0, the rims
// of the layers between, all of the last.
static uint32_t vertex_of(const uint32_t n[3], const uint32_t c[3]) {
    const uint32_t i = c[0], j = c[1], k = c[2];
    const uint32_t layer = (n[0] + 1) * (n[1] + 1), rim = 2 * (n[0] + n[1]);
    if (k == 0 || k == n[2]) {
        return (k == 0 ? 0 : layer + (n[2] - 1) * rim) + j * (n[0] + 1) + i;
    }
    const uint32_t first = layer + (k - 1) * rim;
    if (j == 0) {
        return first + i;
    }
    if (i == n[0]) {
        return first + n[0] + j;
    }
    return j == n[1] ? first + 2 * n[0] + n[1] - i : first + rim - j;
}

// One face: the lattice coordinate `axis` is 0 or the last. Two or three faces write each border
// vertex, always at the same point.
static void add_face(struct mesh_data *data, const uint32_t n[3], shape_coordinate *at,
                     const double half[3], int axis, bool high) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t c[3];
    c[axis] = high ? n[axis] : 0;
    for (c[v] = 0; c[v] <= n[v]; ++c[v]) {
        for (c[u] = 0; c[u] <= n[u]; ++c[u]) {
            double *p = data->positions + (size_t)3 * vertex_of(n, c);
            for (int k = 0; k < 3; ++k) {
                p[k] = mesh_rounded(at(c[k], n[k], half[k]) + 0.0); // no negative zeros
            }
            if (c[u] == n[u] || c[v] == n[v]) {
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

bool shape_lattice(const uint32_t n[3], shape_coordinate *at, const double half[3],
                   struct mesh_data *data) {
    const size_t quads = 2 * ((size_t)n[0] * n[1] + (size_t)n[1] * n[2] + (size_t)n[2] * n[0]);
    if (!mesh_reserve(data, quads + 2, 2 * quads)) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        add_face(data, n, at, half, axis, false);
        add_face(data, n, at, half, axis, true);
    }
    data->vertex_count = quads + 2;
    return true;
}

static double in_unit_cube(uint32_t c, uint32_t n, double half) {
    return (double)c / n - half;
}

bool shape_box(size_t triangles, struct mesh_data *data) {
    static const double half[3] = {0.5, 0.5, 0.5};
    // The nearest of 12 n² and 12 (n + 1)².
    uint32_t n = (uint32_t)sqrt((double)triangles / 12.0);
    const uint32_t next = n + 1;
    const size_t above = (size_t)12 * next * next;
    if (n == 0 ||
        (above <= MESH_MAX_TRIANGLES && above - triangles < triangles - (size_t)12 * n * n)) {
        n = next;
    }
    const bool made = shape_lattice((uint32_t[3]){n, n, n}, in_unit_cube, half, data);
    data->closed_form_volume = made ? 1.0 : data->closed_form_volume;
    return made;
}
