// How drag, lift and friction of a surface depend on its motion, and what they are within a step.
#ifndef BUOY_RESISTANCE_H
#define BUOY_RESISTANCE_H

#include "bodies/immersion.h"

// Sums over the submerged parts of a surface. A part at x that moves at u through the water feels a
// force F = −k u + g × u, which any force is that takes energy: k = −F·u/|u|², g = u × F/|u|². The
// sums are, in this order: k; k x; k x xᵀ, as xx, yy, zz, xy, xz, yz; g; x gᵀ by rows; (x·g) x.
enum {
    BUOY_RESISTANCE_X = 1,
    BUOY_RESISTANCE_XX = 4,
    BUOY_RESISTANCE_G = 10,
    BUOY_RESISTANCE_XG = 13,
    BUOY_RESISTANCE_XGX = 22,
    BUOY_RESISTANCE_SUMS = 25,
};

static inline void buoy_add_resistance(const double x[3], double k, const double g[3],
                                       double sums[BUOY_RESISTANCE_SUMS]) {
    const double along = buoy_dot(x, g);
    sums[0] += k;
    for (int i = 0; i < 3; ++i) {
        sums[BUOY_RESISTANCE_X + i] += k * x[i];
        sums[BUOY_RESISTANCE_XX + i] += k * x[i] * x[i];
        sums[BUOY_RESISTANCE_G + i] += g[i];
        sums[BUOY_RESISTANCE_XGX + i] += along * x[i];
        for (int j = 0; j < 3; ++j) {
            sums[BUOY_RESISTANCE_XG + 3 * i + j] += x[i] * g[j];
        }
    }
    sums[BUOY_RESISTANCE_XX + 3] += k * x[0] * x[1];
    sums[BUOY_RESISTANCE_XX + 4] += k * x[0] * x[2];
    sums[BUOY_RESISTANCE_XX + 5] += k * x[1] * x[2];
}

// Whether I⁻¹ can be a body's: symmetric, without negative eigenvalues, to within roundings.
bool buoy_is_inverse_inertia(const double matrix[9]);

// Replaces the drag of an answer by that of the motion's step. `resistance`: the sums above, / ρ,
// with x from the sums' origin and counted in their unit.
void buoy_pressure_resist(const struct buoy_immersion *immersion,
                          const struct buoy_surface_motion *motion,
                          const struct buoy_pressure_sums *sums, const double *resistance,
                          struct buoy_pressure *result);

#endif
