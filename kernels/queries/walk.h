// Walks between attitudes, which keep the energy level across their way.
#ifndef BUOY_STABILITY_WALK_H
#define BUOY_STABILITY_WALK_H

#include "queries/rest.h"

// Attitudes that walks from one to another have passed, and the range of their energies.
struct buoy_trail {
    double low, high;
    size_t count;
    double up[128][3];
};

// Whether a walk along a trail would pass an attitude, which has an energy of its own, and stay
// within `band` of that.
bool buoy_trail_passes(const struct buoy_trail *trail, const double up[3], double energy,
                       double band);

// Whether a walk from an attitude, or from where its trail comes nearest, to a rest stays within
// `band` of the rest's energy. The walk bends to follow a ring along which the energy hardly
// changes. The trail, which may be NULL, is continued as far as the walk stays within the band.
bool buoy_walk_is_level(const struct buoy_floater *floater, const double from[3],
                        const struct buoy_rest *rest, double band, struct buoy_trail *trail);

// Sets *pass to the highest place on a straight walk between two minima, or to the lowest between
// two maxima. False if the body cannot float all the way with its open edges dry.
bool buoy_walk_to_pass(const struct buoy_floater *floater, const double from[3], const double to[3],
                       bool minima, struct buoy_rest *pass);

#endif
