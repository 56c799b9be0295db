// Faces that are flush with water square to no axis.
//
// Such a plane is never level with a face to the last bit, whatever is flush in decimals. So a face
// counts as flush if each of its corners is as near to the water as rounding may have moved corner
// and water, and as far as a kernel's heights are off (kernels/bounds/bounds_hydrostatics.c). Water
// flush with a face that is partly wet is lowered, for areas and the waterplane alone, so far that
// the face is dry for certain.
#ifndef BUOY_FLUSH_H
#define BUOY_FLUSH_H

#include "mesh/plane.h"

// How near, as a share of the plane's reach. The normal's and the corner's rounding are two
// roundings of the reach, off-centre corners' three; and heights in float from an apex in the body
// ten more.
#define BUOY_FLUSH 0x4p-24
#define BUOY_FLUSH_IN_FLOAT 0x10p-24

// How near, in the baked frame; 0 if the plane is square to an axis (levels.h).
static inline double buoy_flush_height(const struct buoy_baked_plane *plane, bool in_float) {
    return buoy_axis_along(plane->n) >= 0
               ? 0.0
               : plane->reach * (in_float ? BUOY_FLUSH_IN_FLOAT : BUOY_FLUSH);
}

static inline void buoy_lower_plane(struct buoy_baked_plane *plane, double flush_height) {
    plane->offset -= 2.0 * flush_height;
    plane->d = (float)plane->offset;
}

#endif
