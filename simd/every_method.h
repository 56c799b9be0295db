// Every template method, for one instruction set. Include it once per source, after defining
//
//   BUOY_VARIANT(name)  the exported name of this variant, e.g. name##_avx2
//
// and including one lanes_<isa>.h. It undefines the parameter at its end.
#ifndef BUOY_VARIANT
#error "define BUOY_VARIANT(name) before including this template"
#endif

// The static functions that compilers do not inline into a kernel and that take time, renamed so
// that a profiler shows their variant: no two variants may share the name of a large function,
// which tests/test_symbols.sh checks.
#define barely_wet_blocks BUOY_VARIANT(barely_wet_blocks)
#define barely_wet_volume BUOY_VARIANT(barely_wet_volume)
#define corners_rest BUOY_VARIANT(corners_rest)
#define corners_turns BUOY_VARIANT(corners_turns)
#define corners_valid BUOY_VARIANT(corners_valid)
#define drag_block BUOY_VARIANT(drag_block)
#define forces_answer BUOY_VARIANT(forces_answer)
#define hierarchy_clip_round BUOY_VARIANT(hierarchy_clip_round)
#define hierarchy_sum BUOY_VARIANT(hierarchy_sum)
#define hydrostatics_query BUOY_VARIANT(hydrostatics_query)
#define hydrostatics_sum BUOY_VARIANT(hydrostatics_sum)
#define press_block BUOY_VARIANT(press_block)
#define press_blocks BUOY_VARIANT(press_blocks)
#define sums_answer_query BUOY_VARIANT(sums_answer_query)
#define sums_find_barely_wet BUOY_VARIANT(sums_find_barely_wet)
#define sums_finish BUOY_VARIANT(sums_finish)
#define volume_blocks_sum BUOY_VARIANT(volume_blocks_sum)
#define walk_enter BUOY_VARIANT(walk_enter)
#define walk_look BUOY_VARIANT(walk_look)
#define waves_add_up BUOY_VARIANT(waves_add_up)
#define wetting_find_all_heights BUOY_VARIANT(wetting_find_all_heights)
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

#undef barely_wet_blocks
#undef barely_wet_volume
#undef corners_rest
#undef corners_turns
#undef corners_valid
#undef drag_block
#undef forces_answer
#undef hierarchy_clip_round
#undef hierarchy_sum
#undef hydrostatics_query
#undef hydrostatics_sum
#undef press_block
#undef press_blocks
#undef sums_answer_query
#undef sums_find_barely_wet
#undef sums_finish
#undef volume_blocks_sum
#undef walk_enter
#undef walk_look
#undef waves_add_up
#undef wetting_find_all_heights
#undef wetting_find_heights
#undef BUOY_VARIANT
