// Bodies of revolution with any even triangle count.
#include <math.h>
#include <stdlib.h>

#include "shapes.h"

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
    // each ring gets the rounded running total less the vertices of the rings before it.
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

// ------------------------------------------------------------------------------------------ barrel

#define LENGTH 1.0
#define END_RADIUS 0.3
#define BELLY_RADIUS 0.4

// A flat end with `bands` bands, and a side with `staves` bands, whose radius is a parabola in z.
static void place_barrel_rings(struct shape_ring *rings, uint32_t bands, uint32_t staves) {
    const double bulge = BELLY_RADIUS - END_RADIUS;
    const uint32_t count = 2 * (bands - 1) + staves + 1;
    for (uint32_t k = 0; k + 1 < bands; ++k) {
        const double r = END_RADIUS * (k + 1) / bands;
        rings[k] = (struct shape_ring){.r = r, .z = LENGTH / 2.0};
        rings[count - 1 - k] = (struct shape_ring){.r = r, .z = -LENGTH / 2.0};
    }
    for (uint32_t k = 0; k <= staves; ++k) {
        const double t = 1.0 - 2.0 * k / staves; // z over half the length
        rings[bands - 1 + k] =
            (struct shape_ring){.r = BELLY_RADIUS - bulge * t * t, .z = t * (LENGTH / 2.0)};
    }
}

bool shape_barrel(size_t triangles, struct mesh_data *data) {
    const double bulge = BELLY_RADIUS - END_RADIUS;
    const double area = 2.0 * SHAPE_PI *
                        (END_RADIUS * END_RADIUS + (BELLY_RADIUS - bulge / 3.0) * LENGTH); // nearly
    const uint32_t half_count = shape_half_count(triangles, 6);
    const double distance = shape_ring_distance(area, half_count);
    const uint32_t bands = (uint32_t)fmax(1.0, END_RADIUS / distance + 0.5);
    uint32_t staves = (uint32_t)fmax(1.0, LENGTH / distance + 0.5);
    const uint32_t most = half_count / 3 - 1 - 2 * (bands - 1); // no ring below 3 vertices
    staves = staves > most ? most : staves;

    const uint32_t count = 2 * (bands - 1) + staves + 1;
    struct shape_ring *rings = malloc(count * sizeof *rings);
    if (!rings) {
        return false;
    }
    place_barrel_rings(rings, bands, staves);
    const bool made = shape_revolve(data, half_count, rings, count, LENGTH / 2.0, -LENGTH / 2.0);
    free(rings);
    // π ∫ (belly − bulge t²)² over the length
    data->closed_form_volume =
        SHAPE_PI * LENGTH *
        (BELLY_RADIUS * BELLY_RADIUS - 2.0 / 3.0 * BELLY_RADIUS * bulge + bulge * bulge / 5.0);
    return made;
}

// ------------------------------------------------------------------------------------------ sphere

#define RADIUS 0.5

bool shape_unit_sphere(size_t triangles, struct mesh_data *data) {
    const uint32_t half_count = shape_half_count(triangles, 3);
    uint32_t count =
        shape_round(SHAPE_PI / shape_ring_distance(4.0 * SHAPE_PI, half_count + 2)) - 1;
    count = count > half_count / 3 ? half_count / 3 : count;
    struct shape_ring *rings = malloc(count * sizeof *rings);
    if (!rings) {
        return false;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const struct shape_direction d = shape_turn(k + 1, 2 * (count + 1));
        rings[k] = (struct shape_ring){.r = d.y, .z = d.x};
    }
    const bool made = shape_revolve(data, half_count, rings, count, 1.0, -1.0);
    free(rings);
    return made;
}

bool shape_sphere(size_t triangles, struct mesh_data *data) {
    if (!shape_unit_sphere(triangles, data)) {
        return false;
    }
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        data->positions[i] *= RADIUS; // a power of two: exact
    }
    data->closed_form_volume = 4.0 / 3.0 * SHAPE_PI * RADIUS * RADIUS * RADIUS;
    return true;
}

// -------------------------------------------------------------------------------------------- star

// In the direction (x, y, z) the surface lies at RADIUS (1 + DEPTH p), p = x⁴ + y⁴ + z⁴ − 3/5: the
// lowest polynomial, of mean zero on the sphere, that has the symmetry of a cube. p runs from −4/15
// on the diagonals to 2/5 on the axes, the radius from 0.18 to 0.72.
#define STAR_RADIUS 0.4
#define DEPTH 2.0

bool shape_star(size_t triangles, struct mesh_data *data) {
    if (!shape_unit_sphere(triangles, data)) {
        return false;
    }
    for (size_t i = 0; i < data->vertex_count; ++i) {
        double *v = data->positions + 3 * i;
        const double x = v[0], y = v[1], z = v[2];
        const double p = x * x * (x * x) + y * y * (y * y) + z * z * (z * z) - 3.0 / 5.0;
        const double r = STAR_RADIUS * (1.0 + DEPTH * p);
        v[0] = mesh_rounded(r * x);
        v[1] = mesh_rounded(r * y);
        v[2] = mesh_rounded(r * z);
    }
    // V = ⅓ ∫ r³ over all directions, from the means of p² and p³ on the sphere, which follow from
    // those of monomials: mean of x^2a y^2b z^2c = (2a−1)!! (2b−1)!! (2c−1)!! / (2(a+b+c)+1)!!.
    const double mean_q2 = 41.0 / 105.0, mean_q3 = 1371.0 / 5005.0; // of q = x⁴ + y⁴ + z⁴
    const double mean_q = 3.0 / 5.0;
    const double mean_p2 = mean_q2 - mean_q * mean_q;
    const double mean_p3 = mean_q3 - 3.0 * mean_q * mean_q2 + 2.0 * mean_q * mean_q * mean_q;
    data->closed_form_volume =
        4.0 / 3.0 * SHAPE_PI * STAR_RADIUS * STAR_RADIUS * STAR_RADIUS *
        (1.0 + 3.0 * DEPTH * DEPTH * mean_p2 + DEPTH * DEPTH * DEPTH * mean_p3);
    return true;
}

// ------------------------------------------------------------------------------------------- torus

#define MAJOR_RADIUS 1.0
#define MINOR_RADIUS 0.25

static const struct shape_family family = {
    .per_cell = 2,
    .least_across = 3,
    .least_along = 3,
    .step = 1,
    .aspect = MAJOR_RADIUS / MINOR_RADIUS,
};

bool shape_torus(size_t triangles, struct mesh_data *data) {
    const struct shape_grid grid = shape_nearest_grid(triangles, &family);
    const uint32_t across = grid.across, along = grid.along;
    if (!mesh_reserve(data, (size_t)across * along, shape_grid_triangles(&family, grid))) {
        return false;
    }
    for (uint32_t i = 0; i < along; ++i) {
        const struct shape_direction a = shape_turn(i, along);
        for (uint32_t j = 0; j < across; ++j) {
            const struct shape_direction b = shape_turn(j, across);
            const double r = MAJOR_RADIUS + MINOR_RADIUS * b.x;
            mesh_add_vertex(data, r * a.x, r * a.y, MINOR_RADIUS * b.y);
        }
    }
    for (uint32_t i = 0; i < along; ++i) {
        const uint32_t here = i * across, there = (i + 1) % along * across;
        for (uint32_t j = 0; j < across; ++j) {
            const uint32_t up = (j + 1) % across;
            mesh_add_quad(data, here + j, there + j, there + up, here + up);
        }
    }
    data->closed_form_volume =
        2.0 * SHAPE_PI * SHAPE_PI * MAJOR_RADIUS * MINOR_RADIUS * MINOR_RADIUS;
    return true;
}
