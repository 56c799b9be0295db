// Attitudes of rest, where the energy n·(g − c) is level: weight and buoyancy lie on one vertical.
#ifndef BUOY_REST_H
#define BUOY_REST_H

#include "queries/flotation.h"
#include "queries/principal.h"

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

#endif
