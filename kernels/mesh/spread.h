// How a body's volume spreads about its centroid: what a body as a whole is taken for where its
// surface does not matter, in waves and by angular drag.
#ifndef BUOY_SPREAD_H
#define BUOY_SPREAD_H

#include <stdbool.h>

// In a frame whose origin is the middle of the body's bounding box.
struct buoy_spread {
    double centroid[3];
    double second[6]; // second moments about it, per volume: xx, xy, xz, yy, yz, zz
    double length;    // the mean of the three extents of the box with the same second moments
};

// Makes it from a centroid and second moments. If these cannot be a body's, as may be where a mesh
// is open or covers space twice, they are replaced by those of its bounding box: `sound` is false
// if that is known. Returns whether they were not.
bool buoy_spread_make(const double centroid[3], double second[3][3], const double half_extent[3],
                      bool sound, struct buoy_spread *spread);

// That of a bounding box.
void buoy_spread_of_box(const double half_extent[3], struct buoy_spread *spread);

// Where member i, j of a symmetric matrix is among its six.
static inline int buoy_symmetric(int i, int j) {
    const int low = i < j ? i : j;
    return low * (5 - low) / 2 + (i < j ? j : i);
}

#endif
