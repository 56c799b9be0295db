// Linearly implicit steps.
#ifndef BENCH_IMPLICIT_H
#define BENCH_IMPLICIT_H

#include "kick.h"

// Moves a body of a block by a step, from what acts on it at the step's beginning.
enum buoy_status motion_step_implicitly(const struct motion_moment *moment, double dt,
                                        const struct motion_met_forces *met,
                                        struct motion_kick *kick, struct motion_block *block,
                                        size_t index, struct buoy_error *error);

#endif
