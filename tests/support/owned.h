// What belongs to the test that makes it; the test fails if it is refused.
#ifndef TESTS_OWNED_H
#define TESTS_OWNED_H

#include "buoyancy_step.h"

struct buoy_waves *waves_of(const struct buoy_wave *waves, size_t count, double gravity);
struct buoy_waves *waves_in(const struct buoy_wave *waves, size_t count, double gravity,
                            double depth);
struct buoy_patch *patch_of(const struct buoy_patch_grid *grid);
struct buoy_model *model_of(const struct buoy_model_input *input);

#endif
