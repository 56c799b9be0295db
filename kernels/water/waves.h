// The layout of prepared waves: what their kernels read. Engines see it as an opaque pointer.
#ifndef BUOY_WAVES_H
#define BUOY_WAVES_H

#include "buoyancy_water.h"
#include "mesh/mesh.h"

// Sixteen waves, member by member.
struct buoy_wave_lanes {
    _Alignas(64) double turns_x[BUOY_LANES], turns_y[BUOY_LANES], turns_t[BUOY_LANES];
    _Alignas(64) double phase[BUOY_LANES];
    _Alignas(64) float amplitude[BUOY_LANES], steep_x[BUOY_LANES], steep_y[BUOY_LANES];
};

// Phases are counted in turns, of which only the fraction matters: it is found in double, where the
// place and the time are still exact, and is small enough for float from there on.
struct buoy_waves {
    size_t count;
    double depth;                  // of the water at rest, metres; 0: deep
    struct buoy_wave_lanes *lanes; // the waves again, 16 at a time; 0 beyond the last
    struct buoy_prepared_wave {
        double turns_x, turns_y; // per metre
        double turns_t;          // per second, to be subtracted
        double phase;            // turns
        float amplitude;
        float steep_x, steep_y; // amplitude × wave number, along x and y
    } waves[];
};

// The level from which a hydrostatic depth gives the pressure of waves at a point of the world: Σ a
// cosh k(z' + h)/cosh kh sin θ, which is η at the surface and above.
double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]);

// The decay itself, for z ≤ 0; below the bottom, where no water is, what it is there.
double buoy_waves_decay(const struct buoy_waves *waves, double k, double z);

#endif
