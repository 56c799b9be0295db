// What waves do below their surface.
#ifndef BUOY_ORBITAL_H
#define BUOY_ORBITAL_H

#include "water/waves.h"

// The level from which a hydrostatic depth gives the pressure of waves at a point of the world: Σ a
// cosh k(z' + h)/cosh kh sin θ, which is η at the surface and above.
double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]);

// The decay itself, for z ≤ 0; below the bottom, where no water is, what it is there.
double buoy_waves_decay(const struct buoy_waves *waves, double k, double z);

#endif
