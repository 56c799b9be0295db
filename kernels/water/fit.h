// The plane that fits water best under a body.
//
// The body is taken for the ellipsoid of uniform density that has its centroid and its second
// moments. The plane is the least-squares fit to the water's heights, weighted by how much of the
// ellipsoid lies above and below each place. The ellipse that the ellipsoid covers, seen from
// above, has the tensor A = 5 × the second moments of x and y; a share 1 − ξ² of the ellipsoid's
// greatest cross-section lies at a distance ξ from its middle, in shares of its reach.
#ifndef BUOY_FIT_H
#define BUOY_FIT_H

#include "buoyancy_water.h"

// A body seen from above: its centroid, and A: xx, xy, yy.
struct buoy_footprint {
    double centre[2], ellipse[3];
};

// A plane: its height at the footprint's centre, and its slopes.
struct buoy_fit {
    double height, slope_x, slope_y;
};

// Finds the plane in waves or on a patch. BUOY_ERROR_NON_FINITE if a place is too far away.
enum buoy_status buoy_water_fit(const struct buoy_water *water,
                                const struct buoy_footprint *footprint, struct buoy_fit *fit);

// What is submerged of a body, as waves that die away with depth see it: from above, how its
// places spread vertically, and how far its centre of buoyancy lies below the surface.
struct buoy_sunken {
    struct buoy_footprint footprint;
    double upright[3]; // 5 × the second moments xz, yz, zz
    double depth;      // vertical, ≥ 0
};

// What such waves do to it (bodies/placing.c): a force over ρ g V, and a torque over ρ g V about
// its centre of buoyancy.
struct buoy_pull {
    double force[3], torque[3];
};
void buoy_water_pull(const struct buoy_waves *waves, double time, const struct buoy_sunken *body,
                     struct buoy_pull *pull);

// Where patches are sampled: a rule for the ellipse that is exact for polynomials of degree 7, of
// 16 places on two similar ellipses. Weights are those of a place on each.
#define BUOY_FIT_PLACES 16
struct buoy_fit_rule {
    double radius[2], weight[2], direction[BUOY_FIT_PLACES / 2][2];
};
extern const struct buoy_fit_rule buoy_fit_rule;

#endif
