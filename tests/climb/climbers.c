#include "climbers.h"

const struct climb_family *const climb_families[] = {
    &climb_draft,
    &climb_hydrostatics,
    &climb_hydrostatics64,
    &climb_pressure,
    &climb_pressure64,
    &climb_pressure_centre,
    &climb_volume_blocks,
    &climb_volume_hierarchy,
    &climb_volume_batch,
    &climb_volume_blocks64,
    &climb_volume_hierarchy64,
    &climb_volume_catto,
    &climb_volume_catto64,
    &climb_volume_voxel,
    &climb_polygon,
    &climb_waves,
    &climb_box,
    &climb_shapes,
    &climb_forces,
    NULL,
};
