// Splitting polygons into triangles.
#ifndef MESHES_TRIANGULATE_H
#define MESHES_TRIANGULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Working memory for polygons of up to `capacity` corners.
struct triangulator {
    size_t capacity;
    double *x, *y;             // corners, projected along the polygon's normal
    uint32_t *previous, *next; // corners not cut off yet, in a ring
    uint32_t *reflex;          // reflex corners, which may lie in an ear's way
    bool *is_reflex;
    uint64_t budget; // remaining tests of a corner against an ear
};

bool triangulator_make(struct triangulator *triangulator, size_t capacity);
void triangulator_free(struct triangulator *triangulator);

// Writes the count − 2 triangles of a polygon of at least 3 corners: `corners` are vertices of
// `positions` (x, y, z each), in order around it; concave polygons are fine, and convex ones become
// a fan about their first corner. Whatever the polygon, the triangles have its border. One that
// crosses itself or has no area is fanned: that is right for volumes, which are signed, but areas
// count folds twice. False if the budget ran out: some polygons take time as the cube of their
// size.
bool triangulate(struct triangulator *triangulator, const double *positions,
                 const uint32_t *corners, size_t count, uint32_t *triangles);

#endif
