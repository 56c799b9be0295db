// Bodies that meet water as a plane, in a pool.
//
// What is submerged of such a body is known, and its centre, but not its shape: what a wall cuts
// off is estimated from the body's box. Along each axis of the world, the wet part of the box is an
// interval; the body keeps the share of its volume that the pool holds of that interval, and its
// centre of buoyancy moves as the interval shrinks. So a body within the walls floats as it does
// everywhere, one outside not at all, and in between the force grows without a jump, along the
// water's normal. Volume and centre are exact for boxes level in level water; buoyancy_pressure.h
// has the family that cuts any mesh.
#ifndef BUOY_POOL_H
#define BUOY_POOL_H

#include <math.h>

#include "buoyancy_water.h"

// A body that a pool may hold in part: the middle of its box, how far that reaches from there along
// the axes of the world, and the plane that it meets: its unit normal, and how far the middle lies
// below it.
struct buoy_wader {
    double middle[3], reach[3], up[3], depth;
};

// How far a box reaches along an axis of the world, from that axis in the box's frame and the box's
// half extents there.
static inline double buoy_reach(const double axis[3], const double half[3]) {
    return fabs(axis[0]) * half[0] + fabs(axis[1]) * half[1] + fabs(axis[2]) * half[2];
}

// The share of its wet part that a pool holds, 0 to 1, and along each axis what becomes of places
// relative to the middle: x → to + shrink (x − from).
struct buoy_held {
    double share, from[3], to[3], shrink[3];
};

// All of it is held if there is no pool. Of a body that is dry, the whole box counts.
void buoy_pool_hold(const struct buoy_region *region, const struct buoy_wader *wader,
                    struct buoy_held *held);

// Keeps what is held of a volume and its centre, relative to the middle. Does nothing to what is
// held whole, to the bit. The centre of what is not held at all is the middle.
void buoy_pool_keep(const struct buoy_held *held, double *volume, double *wetted_area,
                    double centre[3]);

#endif
