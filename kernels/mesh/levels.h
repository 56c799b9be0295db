// Water that is flush with a face.
//
// Positions in doubles are rounded relative to the mesh's centre, the water is not: a deck whose
// decimals lie exactly in the water would be wet or dry by luck. So a mesh in doubles knows its
// levels: along each axis the coordinates, as they were rounded, of the faces square to it, and of
// its two ends. Water that is level with one of them, but for the rounding of both, is put there
// exactly. Meshes in floats need none of this: nothing was rounded.
#ifndef BUOY_LEVELS_H
#define BUOY_LEVELS_H

#include "mesh/mesh.h"

// The offset of a plane square to an axis, in the baked frame, moved to the level that it is flush
// with, if any. How far that may be: the level's own rounding and that of the offset, but no
// farther than any vertex was moved; and `more`, what else the offset is off by.
double buoy_settle_along(const struct buoy_mesh *mesh, const double n[3], int axis, double offset,
                         double more);

// The axis that a normal runs along, or -1.
static inline int buoy_axis_along(const double n[3]) {
    return n[0] == 0.0 ? (n[1] == 0.0   ? 2
                          : n[2] == 0.0 ? 1
                                        : -1)
                       : (n[1] == 0.0 && n[2] == 0.0 ? 0 : -1);
}

static inline double buoy_settle_within(const struct buoy_mesh *mesh, const double n[3],
                                        double offset, double more) {
    if (!mesh->in_doubles) {
        return offset;
    }
    const int axis = buoy_axis_along(n);
    return axis < 0 ? offset : buoy_settle_along(mesh, n, axis, offset, more);
}

// The offset of any plane, settled.
static inline double buoy_settle(const struct buoy_mesh *mesh, const double n[3], double offset) {
    return buoy_settle_within(mesh, n, offset, 0.0);
}

#endif
