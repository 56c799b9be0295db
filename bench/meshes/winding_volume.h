// The volume that triangles enclose, closed or not, by generalised winding numbers.
#ifndef MESHES_WINDING_VOLUME_H
#define MESHES_WINDING_VOLUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The generalised winding number of a point is the solid angle of all triangles seen from it, over
// 4π (Jacobson, Kavan, Sorkine-Hornung 2013). Inside a closed surface it is 1, outside 0; near
// holes it goes from one to the other without a step. A point above ½ counts as inside, and once,
// however often the surface winds around it.
struct winding_volume {
    double volume;   // of the points above ½
    double error;    // the standard error of that, from above
    double doubtful; // of the points between ¼ and ¾, which may be on either side of the surface
    double least;    // of the points from ¾ on: the volume if doubtful points are all outside
};

// Asks for one point at random in each of 24³ cells of the bounding box. `positions` has x,y,z of
// each vertex, `indices` three vertices of each triangle. The same input gives the same points.
// Returns false if there is no memory. O(n log n) for n triangles.
bool winding_volume_find(const double *positions, const uint32_t *indices, size_t triangle_count,
                         struct winding_volume *found);

// Writes the volume, its error, and, if points are doubtful, its range.
void winding_volume_print(const struct winding_volume *winding, char text[100]);

#endif
