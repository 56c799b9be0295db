// The errors of buoyancy and of its torque, as a physics engine meets them.
#ifndef BENCH_FORCE_ERRORS_H
#define BENCH_FORCE_ERRORS_H

#include "buoyancy.h"

// Medians over planes: of |ΔF| / F, and of |ΔT| / (F × diagonal), where F is the true buoyancy and
// T its torque about the centre of the bounding box. NaN if every plane leaves the body dry.
struct force_errors {
    double force, torque;
};

// Returns 0, or CLI_BAD after complaining.
int force_errors_find(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                      const struct buoy_volume *truth, const struct buoy_volume *answers,
                      struct force_errors *errors);

#endif
