// What is submerged of a shape, in long double, for planes in long double: meshes and boxes by
// clipping triangle by triangle, primitives that are round by integration along their axis. Shares
// nothing with the kernels.
#ifndef BUOY_SUBMERGED_TRUTH_H
#define BUOY_SUBMERGED_TRUTH_H

#include "buoyancy_step.h"
#include "forces_truth.h"

// In the shape's frame. Relative errors are about 1e-15 of the whole, 1e-12 for round shapes; those
// of the wetted area of an ellipsoid of 1:10 are 1e-9.
struct submerged_truth {
    real volume;    // V
    real moment[3]; // ∫ x dV
    real area;      // wetted
};

// The part of a shape with n·x < d, where n has unit length; the whole shape if d is large. `mesh`
// is for BUOY_SHAPE_MESH. Returns BUOY_OK or BUOY_ERROR_MEMORY.
enum buoy_status submerged_truth_find(const struct buoy_shape *shape, const struct buoy_mesh *mesh,
                                      const real n[3], real d, struct submerged_truth *truth);

#endif
