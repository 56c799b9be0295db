// What waves do below their surface.
#ifndef BUOY_ORBITAL_H
#define BUOY_ORBITAL_H

#include "water/waves.h"

// The level from which a hydrostatic depth gives the pressure of waves at a point of the world: Σ a
// e^{kz'} sin θ, which is η at the surface and above.
double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]);

#endif
