// Attitudes of rest, where the energy n·(g − c) is level: weight and buoyancy lie on one vertical;
// and walks between attitudes, which keep the energy level across their way.
#ifndef BUOY_REST_H
#define BUOY_REST_H

#include "queries/flotation.h"
#include "queries/section.h"

// A flotation with the energy's slope and curvature across n.
struct buoy_rest {
    struct buoy_flotation at;
    double e[3], f[3];        // axes across n
    double slope[2];          // along e and f
    struct buoy_principal gm; // metacentric heights; its axes are e and f
};

// A curvature below this share of its range counts as 0. Rounding leaves 10⁻¹⁵ κ (baked frame).
#define BUOY_FLAT 1e-7

// Floats a body with n up, from a flotation nearby if that is not NULL; false if it cannot float
// there with its open edges dry.
bool buoy_rest_at(const struct buoy_floater *floater, const double n[3],
                  const struct buoy_flotation *near, struct buoy_rest *rest);

// The attitude reached from n by steps of given lengths along e and f; n and the result have unit
// length.
void buoy_turn(const struct buoy_rest *rest, double along_e, double along_f, double n[3]);

// Rolls downhill from *rest to a minimum of the energy. False if it finds none.
bool buoy_roll_downhill(const struct buoy_floater *floater, struct buoy_rest *rest);

// Goes to a level place near *rest, of any kind, by Newton's method. False if it finds none.
bool buoy_find_level(const struct buoy_floater *floater, struct buoy_rest *rest);

// Whether nothing lies lower nearby.
bool buoy_rest_is_stable(const struct buoy_floater *floater, const struct buoy_rest *rest);

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
