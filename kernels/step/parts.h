// Parts of bodies: checked, and what is known of each in its shape's frame.
#ifndef BUOY_STEP_PARTS_H
#define BUOY_STEP_PARTS_H

#include "bodies/pose.h"
#include "buoyancy_step.h"

// A part's shape, in the shape's frame.
struct buoy_part_info {
    double volume;
    double centre[3], half_extent[3]; // of its bounding box
    double centroid[3];
    double spread[9];              // ∫ (x − centroid)ᵢ (x − centroid)ⱼ dV
    enum buoy_shape_kind answered; // as which kind it is answered: a box also for meshes like one
    float size[3];                 // as that kind
    struct buoy_rotation rotation; // of the shape's frame in the body's
};

// Checks the index-th part of a body and describes it.
enum buoy_status buoy_part_get_info(const struct buoy_part *part, size_t index,
                                    struct buoy_part_info *info, struct buoy_error *error);

// Whether a body may have that many parts.
enum buoy_status buoy_check_parts(const struct buoy_part *parts, size_t count,
                                  struct buoy_error *error);

#endif
