#include "climbers.h"

#include "families.h"

static const struct climb_family box = {.name = "box", .rows = &family_box};
static const struct climb_family polygon = {.name = "polygon", .rows = &family_polygon};
static const struct climb_family basin = {.name = "basin", .rows = &family_basin};
static const struct climb_family forces = {.name = "forces", .rows = &family_forces};
static const struct climb_family shapes = {.name = "shapes", .rows = &family_shapes_mixed};

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
    &polygon,
    &basin,
    &climb_waves,
    &box,
    &shapes,
    &forces,
    NULL,
};
