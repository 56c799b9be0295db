// Linearly implicit steps.
#ifndef BUOY_IMPLICIT_H
#define BUOY_IMPLICIT_H

#include "step/kick.h"

// Moves a body of a block by a step, from what acts on it at the step's beginning.
enum buoy_status buoy_step_implicitly(const struct buoy_moment *moment, double dt,
                                      const struct buoy_met_forces *met, struct buoy_kick *kick,
                                      struct buoy_motion_block *block, size_t index,
                                      struct buoy_error *error);

#endif
