// The families to climb in: each has a file climb_<name>.c, and a line here and in climbers.c,
// which also lists those of rows.
#ifndef TESTS_CLIMB_CLIMBERS_H
#define TESTS_CLIMB_CLIMBERS_H

#include "climb.h"

extern const struct climb_family climb_draft;
extern const struct climb_family climb_hydrostatics;
extern const struct climb_family climb_hydrostatics64;
extern const struct climb_family climb_pressure;
extern const struct climb_family climb_pressure64;
extern const struct climb_family climb_pressure_centre;
extern const struct climb_family climb_volume_blocks;
extern const struct climb_family climb_volume_hierarchy;
extern const struct climb_family climb_volume_batch;
extern const struct climb_family climb_volume_blocks64;
extern const struct climb_family climb_volume_hierarchy64;
extern const struct climb_family climb_volume_catto;
extern const struct climb_family climb_volume_catto64;
extern const struct climb_family climb_volume_voxel;
extern const struct climb_family climb_waves;

#endif
