// Bodies of revolution with any even triangle count.
#include "shapes.h"

#include <math.h>

uint32_t shape_half_count(size_t triangles, uint32_t smallest) {
    const uint32_t half = (uint32_t)(triangles / 2);
    return half < smallest ? smallest : half;
}

double shape_ring_distance(double area, uint32_t half_count) {
    return sqrt(area * sqrt(3.0) / (2.0 * half_count));
}

// Every other ring is turned by half a step, which makes better triangles between rings of similar
// size. Returns twice the angle of vertex i, in units of a turn / size.
static uint32_t twice_angle(uint32_t ring, uint32_t i) {
    return 2 * i + (ring & 1);
}

// The index of vertex i of a ring; the index after the last wraps to the first.
static uint32_t vertex_at(struct shape_ring ring, uint32_t i) {
    return ring.first + (i < ring.size ? i : 0);
}

// Triangles between ring k and the one below it: always step along the ring whose next edge has
// its middle first.
static void stitch(struct mesh_data *data, const struct shape_ring *rings, uint32_t k) {
    const struct shape_ring a = rings[k], b = rings[k + 1];
    uint32_t i = 0, j = 0;
    while (i < a.size || j < b.size) {
        const uint64_t middle_a = (uint64_t)(twice_angle(k, i) + 1) * b.size;
        const uint64_t middle_b = (uint64_t)(twice_angle(k + 1, j) + 1) * a.size;
        const uint32_t at_a = vertex_at(a, i), at_b = vertex_at(b, j);
        if (j == b.size || (i < a.size && middle_a <= middle_b)) {
            mesh_add_triangle(data, at_a, at_b, vertex_at(a, ++i));
        } else {
            mesh_add_triangle(data, at_b, vertex_at(b, ++j), at_a);
        }
    }
}

bool shape_revolve(struct mesh_data *data, uint32_t half_count, struct shape_ring *rings,
                   uint32_t count, double top, double bottom) {
    if (!mesh_reserve(data, (size_t)half_count + 2, (size_t)half_count * 2)) {
        return false;
    }
    // Three vertices per ring, and the rest in proportion to the radii, so that the sum is exact:
    // each
    // ring gets the rounded running total less the vertices of the rings before it.
    double radii = 0.0;
    for (uint32_t k = 0; k < count; ++k) {
        radii += rings[k].r;
    }
    const double per_radius = half_count / radii;
    double excess = 0.0;
    for (uint32_t k = 0; k < count; ++k) {
        excess += fmax(rings[k].r * per_radius - 3.0, 0.0);
    }
    const uint32_t spare = half_count - 3 * count;
    const double scale = excess > 0.0 ? spare / excess : 0.0;
    double running = 0.0;
    uint32_t given = 0;
    for (uint32_t k = 0; k < count; ++k) {
        running += fmax(rings[k].r * per_radius - 3.0, 0.0);
        const uint32_t due = k + 1 < count ? shape_round(running * scale) : spare;
        rings[k].size = 3 + due - given;
        given = due;
    }
    const uint32_t top_pole = mesh_add_vertex(data, 0.0, 0.0, top);
    for (uint32_t k = 0; k < count; ++k) {
        rings[k].first = (uint32_t)data->vertex_count;
        for (uint32_t i = 0; i < rings[k].size; ++i) {
            const struct shape_direction d = shape_turn(twice_angle(k, i), 2 * rings[k].size);
            mesh_add_vertex(data, rings[k].r * d.x, rings[k].r * d.y, rings[k].z);
        }
    }
    const uint32_t bottom_pole = mesh_add_vertex(data, 0.0, 0.0, bottom);

    const struct shape_ring first = rings[0], last = rings[count - 1];
    for (uint32_t i = 0; i < first.size; ++i) {
        mesh_add_triangle(data, top_pole, vertex_at(first, i), vertex_at(first, i + 1));
    }
    for (uint32_t k = 0; k + 1 < count; ++k) {
        stitch(data, rings, k);
    }
    for (uint32_t i = 0; i < last.size; ++i) {
        mesh_add_triangle(data, bottom_pole, vertex_at(last, i + 1), vertex_at(last, i));
    }
    return true;
}
