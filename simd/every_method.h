// Every template method, for one instruction set. Include it once per source, after defining
//
//   BUOY_VARIANT(name)  the exported name of this variant, e.g. name##_avx2
//
// and including one lanes_<isa>.h. It undefines the parameter at its end.
#ifndef BUOY_VARIANT
#error "define BUOY_VARIANT(name) before including this template"
#endif

// The static functions that take most of the time, renamed so that a profiler shows their variant.
#define corners_turns BUOY_VARIANT(corners_turns)
#define drag_block BUOY_VARIANT(drag_block)
#define forces_answer BUOY_VARIANT(forces_answer)
#define hierarchy_clip_round BUOY_VARIANT(hierarchy_clip_round)
#define hierarchy_sum BUOY_VARIANT(hierarchy_sum)
#define hydrostatics_sum BUOY_VARIANT(hydrostatics_sum)
#define press_block BUOY_VARIANT(press_block)
#define volume_blocks_sum BUOY_VARIANT(volume_blocks_sum)
#define waves_add_up BUOY_VARIANT(waves_add_up)
#define wetting_find_heights BUOY_VARIANT(wetting_find_heights)

#include "box_corners.h"
#include "forces_batch.h"
#include "hydrostatics_blocks.h"
#include "polygon_batch.h"
#include "pressure_kerner.h"
#include "volume_batch.h"
#include "volume_blocks.h"
#include "volume_hierarchy.h"
#include "water_waves.h"

#undef corners_turns
#undef drag_block
#undef forces_answer
#undef hierarchy_clip_round
#undef hierarchy_sum
#undef hydrostatics_sum
#undef press_block
#undef volume_blocks_sum
#undef waves_add_up
#undef wetting_find_heights
#undef BUOY_VARIANT
