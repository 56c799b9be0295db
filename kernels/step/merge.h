// Meshes of a body that become one.
#ifndef BUOY_STEP_MERGE_H
#define BUOY_STEP_MERGE_H

#include "buoyancy_step.h"
#include "step/parts.h"

// Puts one mesh, which the caller owns, in the place of all closed meshes among a body's parts that
// are answered as meshes; the other parts move up. Where there are fewer than two of them nothing
// changes, and `merged` receives NULL.
enum buoy_status buoy_merge_meshes(struct buoy_part *parts, struct buoy_part_info *infos,
                                   size_t *count, struct buoy_mesh **merged,
                                   struct buoy_error *error);

#endif
