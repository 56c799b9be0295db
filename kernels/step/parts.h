// Parts of bodies: checked, and what is known of each in its shape's frame and of all in the
// model's.
#ifndef BUOY_STEP_PARTS_H
#define BUOY_STEP_PARTS_H

#include "bodies/pose.h"
#include "buoyancy_step.h"
#include "mesh/spread.h"

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

// Puts one mesh, which the caller owns, in the place of all closed meshes among a body's parts that
// are answered as meshes; the other parts move up. Where there are fewer than two of them nothing
// changes, and `merged` receives NULL.
enum buoy_status buoy_merge_meshes(struct buoy_part *parts, struct buoy_part_info *infos,
                                   size_t *count, struct buoy_mesh **merged,
                                   struct buoy_error *error);

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
