// Makes small closed bodies and water planes from bytes.
#ifndef FUZZ_BODIES_H
#define FUZZ_BODIES_H

#include "buoyancy.h"
#include "bytes.h"

enum {
    FUZZ_MOST_VERTICES = 40,
    FUZZ_MOST_TRIANGLES = 48,
};

struct fuzz_body {
    float positions[3 * FUZZ_MOST_VERTICES];
    size_t vertex_count;
    uint32_t indices[3 * FUZZ_MOST_TRIANGLES];
    size_t triangle_count;
    // Nothing of it is inside out, so that what is submerged of it is between nothing and all of
    // it, and is what exact arithmetic says. Of others the library makes the nearest it can.
    bool is_sound;
    bool is_open; // a triangle is missing
};

// Makes a body: tetrahedra of any corners, which may overlap or share corners, a box along the axes
// of any ends, or a bipyramid or cube that is bent; of any size, anywhere.
void fuzz_body_make(struct fuzz_bytes *bytes, struct fuzz_body *body);

// The mesh, which the caller destroys; NULL if it is refused, as flat bodies are.
struct buoy_mesh *fuzz_body_mesh(struct fuzz_bytes *bytes, const struct fuzz_body *body);

// Prints a body as OBJ, of numbers that are exact.
void fuzz_body_print(const struct fuzz_body *body);
void fuzz_plane_print(const struct buoy_plane *plane);

// A plane about the body: level, all but level, along a face or any; through a vertex, a few steps
// of float from one, between two, or anywhere. Its normal is not zero.
struct buoy_plane fuzz_plane(struct fuzz_bytes *bytes, const struct fuzz_body *body);

#endif
