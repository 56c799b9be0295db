// A model's frame, and how the volume of its parts spreads in it.
#ifndef BUOY_FRAME_H
#define BUOY_FRAME_H

#include "mesh/spread.h"
#include "step/parts.h"

// The model's axes in the body's frame, and where the body's box lies, in the body's frame.
struct buoy_model_frame {
    struct buoy_rotation axes;
    double middle[3], half_extent[3];
};

void buoy_model_find_frame(const struct buoy_part *parts, const struct buoy_part_info *infos,
                           size_t count, struct buoy_model_frame *frame);

// All parts together, in the model's frame.
void buoy_model_find_spread(const struct buoy_model_input *input,
                            const struct buoy_part_info *infos,
                            const struct buoy_model_frame *frame, struct buoy_spread *spread);

// The inverse of a rotation.
struct buoy_rotation buoy_transpose(const struct buoy_rotation *rotation);

#endif
