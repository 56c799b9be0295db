// Walks between attitudes, which keep the energy level across their way.
#ifndef BUOY_WALK_H
#define BUOY_WALK_H

#include "stability/rest.h"

// Whether a walk from an attitude to a rest stays within `band` of the rest's energy. The walk
// bends to follow a ring along which the energy hardly changes.
bool buoy_walk_is_level(const struct buoy_floater *floater, const double from[3],
                        const struct buoy_rest *rest, double band);

// Sets *pass to the highest place on a straight walk between two minima, or to the lowest between
// two maxima. False if the body cannot float all the way with its open edges dry.
bool buoy_walk_to_pass(const struct buoy_floater *floater, const double from[3], const double to[3],
                       bool minima, struct buoy_rest *pass);

#endif
