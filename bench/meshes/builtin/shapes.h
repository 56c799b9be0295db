// The built-in bodies, one function each, and the code they share. A body is made with the triangle
// count nearest to the requested count; false means out of memory.
//
// Bit for bit the same on every machine: only + − × ÷ √ in double precision, which IEEE 754 rounds
// in one way, no fused multiply-add (cmake/compiler.cmake), and one rounding of the result to f32.
#ifndef MESHES_SHAPES_H
#define MESHES_SHAPES_H

#include "internal.h"

#define SHAPE_PI 3.14159265358979323846

typedef bool shape_function(size_t triangles, struct mesh_data *data);

shape_function shape_box;
shape_function shape_sphere;
shape_function shape_torus;
shape_function shape_wigley;
shape_function shape_catamaran;
shape_function shape_barrel;
shape_function shape_star;

// The surface of a box of n[0] × n[1] × n[2] cells; `at` says where the c-th of n borders between
// cells lies along an axis.
typedef double shape_coordinate(uint32_t c, uint32_t n, double half);
bool shape_lattice(const uint32_t n[3], shape_coordinate *at, const double half[3],
                   struct mesh_data *data);

// A point (x, y) on the unit circle.
struct shape_direction {
    double x, y;
};

// `numerator`/`denominator` of a turn from (1, 0) towards (0, 1), for 0 ≤ numerator ≤ denominator.
// Directions that mirror each other have the same coordinates.
struct shape_direction shape_turn(uint32_t numerator, uint32_t denominator);

// The nearest integer to x in [0, 2^31), halves up.
uint32_t shape_round(double x);

// A circle of vertices about the z axis.
struct shape_ring {
    double r, z;
    uint32_t size;  // vertices, at least 3
    uint32_t first; // index of the first one
};

// Half the triangle count of a body of revolution; this is also the total number of vertices in its
// rings.
uint32_t shape_half_count(size_t triangles, uint32_t smallest);

// The distance between rings that makes triangles equilateral: half_count vertices have two
// triangles each of area side² √3/4, and their rings are side √3/2 apart.
double shape_ring_distance(double area, uint32_t half_count);

// Makes a body of revolution with 2 × half_count triangles: the point (0, 0, top), rings from top
// to bottom, the point (0, 0, bottom). The function chooses the sizes of the rings in proportion to
// their radii. Needs 3 × count ≤ half_count.
bool shape_revolve(struct mesh_data *data, uint32_t half_count, struct shape_ring *rings,
                   uint32_t count, double top, double bottom);

// A sphere of radius 1; shape_sphere() and shape_star() scale it.
bool shape_unit_sphere(size_t triangles, struct mesh_data *data);

// Bodies made of `along` cells in one direction and some multiple of `across` in the other. Their
// triangle count is
//   per_cell × across × along + per_across × across + per_across_2 × across².
struct shape_family {
    int per_cell, per_across, per_across_2;
    uint32_t least_across, least_along;
    uint32_t step; // `along` is a multiple of this
    double aspect; // ideal along / across
};

struct shape_grid {
    uint32_t across, along;
};

// The grid whose count is nearest to `triangles`, among widths within a tenth of the ideal one.
struct shape_grid shape_nearest_grid(size_t triangles, const struct shape_family *family);
size_t shape_grid_triangles(const struct shape_family *family, struct shape_grid grid);

// Skins the gap between two cross-sections of `size` vertices each, port side down, starboard side
// up, the second section forward of the first along x. Vertices may repeat within a section; the
// triangles that collapse are left out. `rising[p]` picks the diagonal of the cell between
// positions p and p + 1: from p here to p + 1 there, else from p there to p + 1 here.
void shape_loft(struct mesh_data *data, const uint32_t *here, const uint32_t *there,
                const bool *rising, size_t size);

// Half breadth of the Wigley hull over B/2, at x = 2x/L in [−1, 1] and z = z/T in [−1, 0].
double shape_wigley_breadth(double x, double z);

#endif
