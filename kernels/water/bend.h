// How far the level of water may be from one that is interpolated over a triangle: proven bounds.
#ifndef BUOY_BEND_H
#define BUOY_BEND_H

#include "buoyancy_water.h"

// What is known of the water everywhere. Sums over waves of a, a k, a k² and a k³: how high they
// reach, how steep they may be, how much their slopes may change in a metre, and how much that may.
struct buoy_bend {
    const struct buoy_water *water;
    double height, slope, curve, twist;
};

struct buoy_bend buoy_bend_of(const struct buoy_water *water);

// Bounds for one triangle, in metres; infinite where none is known. `level` holds anywhere. For a
// triangle that lies in the water with its whole area, `smooth` is that bound without the water's
// surface in it, and `second` is the bound for interpolation by squares, from corners and middles
// of edges. `edge` is the edge from that corner to the next that is best cut in two.
struct buoy_bend_bounds {
    double level, smooth, second;
    int edge;
};

// A triangle's corners, places of the world.
struct buoy_bend_corners {
    double x[3][3];
};

struct buoy_bend_bounds buoy_bend_over(const struct buoy_bend *bend,
                                       const struct buoy_bend_corners *corners);

// Whether a triangle lies below the water's surface with its whole area, given the least depth of
// its corners, positive.
bool buoy_bend_is_below(const struct buoy_bend *bend, const struct buoy_bend_corners *corners,
                        double depth);

#endif
