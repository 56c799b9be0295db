// Queries about small closed meshes: their row of numbers, and the mesh that it describes.
//
// The fixed numbers say what the parts are, the next ones where their vertices lie, and the family
// The fixed numbers describe the parts, the next ones the positions of their vertices, and the
// family appends its own numbers.
#ifndef TESTS_CLIMB_MESHES_H
#define TESTS_CLIMB_MESHES_H

#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "climb.h"

// Makes up a mesh of 4 to 64 triangles, of one to four parts of like or unlike sizes.
void climb_start_mesh(struct rng *rng, struct climb_question *question);

// Adds a plane: nx, ny, nz, d, that probably crosses the mesh.
void climb_start_plane(struct rng *rng, struct climb_question *question);

// The mesh of a question, and where the family's own numbers begin. NULL if it may not be asked:
// refused, inside out, or too large for floats.
struct buoy_mesh *climb_mesh(const struct climb_question *question, const double **rest);

// Whether part of a question's mesh is inside out although it was made, for sample lines at making
// are few: nothing is promised of it. Slow.
bool climb_is_inside_out(const struct climb_question *question);

// The plane whose four numbers are given; false if there is no such plane.
bool climb_plane(const double x[4], struct buoy_plane *plane);

// The true areas and waterplane, all of an answer but V and c.
void climb_find_surface(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                        struct buoy_hydrostatics *truth);

// Prints the mesh as an OBJ file, with a plane in its first line unless that is NULL.
void climb_print_mesh(const struct climb_question *question, const struct buoy_plane *plane,
                      FILE *file);

#endif
