// Closed bodies as plain arrays, which can be made, joined and transformed before they become
// meshes. Both belong to the test that makes them (test_keep()).
#ifndef TESTS_BODY_H
#define TESTS_BODY_H

#include "buoyancy.h"
#include "rng.h"

struct mesh_data;

struct body {
    float *positions; // x,y,z of each vertex
    size_t vertex_count;
    uint32_t *indices; // three of each triangle, counter-clockwise from outside
    size_t triangle_count;
};

// A body of that size, its arrays yet to be filled.
struct body body_alloc(size_t vertex_count, size_t triangle_count);
struct body body_copy(const struct body *body);

// A copy, rounded to float.
struct body body_of_data(const struct mesh_data *data);

// A built-in of the program.
struct body body_builtin(const char *specification);

// A box around the origin: 12 triangles.
struct body body_box(float hx, float hy, float hz);

// A cube of side 2, some 2^16 away along each axis: of what lies below z = `low` + t the volume is
// 4 t, exactly.
struct body body_cube_far_out(double *low);

// A corner of a box: the origin and a point on each axis. 4 triangles.
struct body body_corner(float x, float y, float z);

// Two apexes over an uneven ring of `sides` ≥ 3 points: 2 × sides triangles. Star-shaped about its
// middle, hence without self-intersections, but not convex.
struct body body_bipyramid(struct rng *rng, size_t sides);

// An uneven ring of `sides` points, all above z = 0, and an apex below: open at the top.
struct body body_open_cone(struct rng *rng, size_t sides);

// The polygon with corners (profile[2i], profile[2i+1]) = (r, z), counter-clockwise in the (r, z)
// plane, r > 0, swept around the z axis in `segments` steps: a ring.
struct body body_ring(const double *profile, size_t corners, size_t segments);

// Small bodies of every sort, which `auto` answers by their vertices: a box, a plank, a barrel, a
// ball, one without any symmetry, and one with a hole.
enum {
    body_smalls = 6
};
void body_make_small(struct rng *rng, struct body bodies[body_smalls]);

// The Wigley hull |y| ≤ B/2 (1 − (2x/L)²)(1 − (z/T)²), −T ≤ z ≤ 0, on a grid of columns × rows.
struct body body_wigley(double length, double beam, double draught, size_t columns, size_t rows);

// Two cubes of side 2 along the x axis, whose centres are `far` from the origin.
struct body body_two_cubes(double far);

// Both bodies in one.
struct body body_joined(struct body a, struct body b);

// The surface with each triangle split into four at the middles of its edges. Exact if no
// coordinate needs its last bit.
struct body body_refine(const struct body *body);

// Rounds coordinates to multiples of 1/2¹⁰ of a power of two ≥ the largest: 11 bits each, so that
// small integer combinations of them are exact.
void body_coarsen(struct body *body);

// x → m x + t for every vertex, m by rows, computed in double, rounded to float.
void body_transform(struct body *body, const double m[9], const double t[3]);
void body_scale(struct body *body, double factor);
void body_move(struct body *body, const double t[3]);
struct body body_moved(struct body body, double x, double y, double z);

// Rotates about the origin, `times` times by the same oblique angle.
void body_turn(struct body *body, int times);

// Winds a triangle or all of them the other way.
void body_flip(struct body *body, size_t triangle);
void body_flip_all(struct body *body);
struct body body_inside_out(struct body body);

// Lists the triangles of a body in another, random order.
void body_shred(struct rng *rng, struct body *body);

// A copy with room for more vertices and triangles; and one triangle more where there is room.
struct body body_with_room(const struct body *body, size_t vertices, size_t triangles);
void body_add_triangle(struct body *body, uint32_t a, uint32_t b, uint32_t c);

// How many triangles run from vertex a to b.
size_t body_runs(const struct body *body, uint32_t a, uint32_t b);

// The least and the greatest n·x of any vertex x, for a plane's n.
void body_extent(const struct body *body, struct buoy_plane plane, double *low, double *high);

// The input of a mesh; and the mesh: the test fails if it is refused.
struct buoy_mesh_input body_input(const struct body *body, unsigned flags);
struct buoy_mesh *body_mesh(const struct body *body, unsigned flags);
struct buoy_mesh *mesh_of(struct body body, unsigned flags);

// The mesh of body_box().
struct buoy_mesh *body_box_mesh(float hx, float hy, float hz);

// A mesh with spheres packed into it, for volume/spheres.
struct buoy_mesh *body_packed(const struct body *body, unsigned flags, unsigned spheres);

// What is said of a mesh, or of a body's.
struct buoy_mesh_info mesh_info(const struct buoy_mesh *mesh);
struct buoy_mesh_info body_info(const struct body *body, unsigned flags);

#endif
