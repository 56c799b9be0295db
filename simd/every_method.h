// Every template method, for one instruction set. Include it once per source, after defining
//
//   BUOY_VARIANT(name)  the exported name of this variant, e.g. name##_avx2
//
// and including one lanes_<isa>.h.
//
// With one of BUOY_ONLY_VOLUME, BUOY_ONLY_HYDROSTATICS, BUOY_ONLY_INDEXED, BUOY_ONLY_SHAPES and
// BUOY_ONLY_STEP defined, the source holds those families alone: CMake compiles each source five
// times side by side. Without any of them it holds all families.
#ifndef BUOY_VARIANT
#error "define BUOY_VARIANT(name) before including this template"
#endif

#if !defined BUOY_ONLY_VOLUME && !defined BUOY_ONLY_HYDROSTATICS && !defined BUOY_ONLY_INDEXED &&  \
    !defined BUOY_ONLY_SHAPES && !defined BUOY_ONLY_STEP
#define BUOY_ONLY_VOLUME
#define BUOY_ONLY_HYDROSTATICS
#define BUOY_ONLY_INDEXED
#define BUOY_ONLY_SHAPES
#define BUOY_ONLY_STEP
#endif

// The static functions that compilers do not inline into a kernel and that take time, renamed so
// that a profiler shows their variant: no two variants may share the name of a large function,
// which tests/test_symbols.sh checks.
#define barely_wet_node BUOY_VARIANT(barely_wet_node)
#define barely_wet_volume BUOY_VARIANT(barely_wet_volume)
#define batch_answer_barely_wet BUOY_VARIANT(batch_answer_barely_wet)
#define box_waterplane BUOY_VARIANT(box_waterplane)
#define box_wetting BUOY_VARIANT(box_wetting)
#define boxes_classify BUOY_VARIANT(boxes_classify)
#define capsule_volumes BUOY_VARIANT(capsule_volumes)
#define capsule_wetting BUOY_VARIANT(capsule_wetting)
#define cone_volumes BUOY_VARIANT(cone_volumes)
#define cone_wetting BUOY_VARIANT(cone_wetting)
#define corners_rest BUOY_VARIANT(corners_rest)
#define corners_turn BUOY_VARIANT(corners_turn)
#define corners_turns BUOY_VARIANT(corners_turns)
#define corners_valid BUOY_VARIANT(corners_valid)
#define cut_leaves64_add BUOY_VARIANT(cut_leaves64_add)
#define cut_leaves64_sum_all BUOY_VARIANT(cut_leaves64_sum_all)
#define cylinder_volumes BUOY_VARIANT(cylinder_volumes)
#define cylinder_wetting BUOY_VARIANT(cylinder_wetting)
#define drag_block BUOY_VARIANT(drag_block)
#define drag_flush BUOY_VARIANT(drag_flush)
#define ellipsoid_volumes BUOY_VARIANT(ellipsoid_volumes)
#define ellipsoid_wetting BUOY_VARIANT(ellipsoid_wetting)
#define hierarchy64_clip_round BUOY_VARIANT(hierarchy64_clip_round)
#define hierarchy64_sum BUOY_VARIANT(hierarchy64_sum)
#define hierarchy64_sum_tree BUOY_VARIANT(hierarchy64_sum_tree)
#define hierarchy_clip_round BUOY_VARIANT(hierarchy_clip_round)
#define hierarchy_sum BUOY_VARIANT(hierarchy_sum)
#define hierarchy_sum_node BUOY_VARIANT(hierarchy_sum_node)
#define hierarchy_sum_tree BUOY_VARIANT(hierarchy_sum_tree)
#define hierarchy_sum_two_levels BUOY_VARIANT(hierarchy_sum_two_levels)
#define hydrostatics_answer BUOY_VARIANT(hydrostatics_answer)
#define hydrostatics_blocks_sum BUOY_VARIANT(hydrostatics_blocks_sum)
#define hydrostatics_clip_round BUOY_VARIANT(hydrostatics_clip_round)
#define hydrostatics_hierarchy_sum BUOY_VARIANT(hydrostatics_hierarchy_sum)
#define hydrostatics_indexed_sum BUOY_VARIANT(hydrostatics_indexed_sum)
#define hydrostatics_sum_node BUOY_VARIANT(hydrostatics_sum_node)
#define hydrostatics_sum_tree BUOY_VARIANT(hydrostatics_sum_tree)
#define hydrostatics_walk_round BUOY_VARIANT(hydrostatics_walk_round)
#define indexed64_answer BUOY_VARIANT(indexed64_answer)
#define indexed64_sum BUOY_VARIANT(indexed64_sum)
#define indexed_answer BUOY_VARIANT(indexed_answer)
#define indexed_answer_baked BUOY_VARIANT(indexed_answer_baked)
#define indexed_answer_kept BUOY_VARIANT(indexed_answer_kept)
#define indexed_crowd BUOY_VARIANT(indexed_crowd)
#define plain_ask BUOY_VARIANT(plain_ask)
#define plain_balls BUOY_VARIANT(plain_balls)
#define plain_boxes BUOY_VARIANT(plain_boxes)
#define plain_capsules BUOY_VARIANT(plain_capsules)
#define plain_cylinders BUOY_VARIANT(plain_cylinders)
#define press_block BUOY_VARIANT(press_block)
#define press_blocks BUOY_VARIANT(press_blocks)
#define resist_lanes BUOY_VARIANT(resist_lanes)
#define shapes_answer BUOY_VARIANT(shapes_answer)
#define shapes_answer_few BUOY_VARIANT(shapes_answer_few)
#define shapes_answer_turns BUOY_VARIANT(shapes_answer_turns)
#define shapes_turn_surfaces BUOY_VARIANT(shapes_turn_surfaces)
#define sphere_volumes BUOY_VARIANT(sphere_volumes)
#define sphere_wetting BUOY_VARIANT(sphere_wetting)
#define step_add_patch BUOY_VARIANT(step_add_patch)
#define step_add_waves BUOY_VARIANT(step_add_waves)
#define step_add_waves_alone BUOY_VARIANT(step_add_waves_alone)
#define step_answer_turn BUOY_VARIANT(step_answer_turn)
#define step_ask_currents BUOY_VARIANT(step_ask_currents)
#define step_ask_shapes BUOY_VARIANT(step_ask_shapes)
#define step_do_many BUOY_VARIANT(step_do_many)
#define step_find_balls BUOY_VARIANT(step_find_balls)
#define step_find_boxes BUOY_VARIANT(step_find_boxes)
#define step_find_capsules BUOY_VARIANT(step_find_capsules)
#define step_find_cylinders BUOY_VARIANT(step_find_cylinders)
#define step_find_mixed BUOY_VARIANT(step_find_mixed)
#define step_find_volumes BUOY_VARIANT(step_find_volumes)
#define step_fit_planes BUOY_VARIANT(step_fit_planes)
#define step_hold BUOY_VARIANT(step_hold)
#define step_is_inside BUOY_VARIANT(step_is_inside)
#define step_keep_in_pool BUOY_VARIANT(step_keep_in_pool)
#define step_leave_outside BUOY_VARIANT(step_leave_outside)
#define step_let_decay BUOY_VARIANT(step_let_decay)
#define step_meet_planes BUOY_VARIANT(step_meet_planes)
#define step_solve_alike BUOY_VARIANT(step_solve_alike)
#define step_solve_alone BUOY_VARIANT(step_solve_alone)
#define step_solve_mesh BUOY_VARIANT(step_solve_mesh)
#define step_solve_meshes BUOY_VARIANT(step_solve_meshes)
#define step_solve_shapes BUOY_VARIANT(step_solve_shapes)
#define step_solve_some BUOY_VARIANT(step_solve_some)
#define step_solve_tasks BUOY_VARIANT(step_solve_tasks)
#define step_solve_uncut BUOY_VARIANT(step_solve_uncut)
#define sums_find_barely_wet BUOY_VARIANT(sums_find_barely_wet)
#define sums_flush BUOY_VARIANT(sums_flush)
#define surface_begin BUOY_VARIANT(surface_begin)
#define surface_flush BUOY_VARIANT(surface_flush)
#define volume_blocks_sum BUOY_VARIANT(volume_blocks_sum)
#define walk_classify BUOY_VARIANT(walk_classify)
#define walk_enter BUOY_VARIANT(walk_enter)
#define walk_look BUOY_VARIANT(walk_look)
#define walk_on BUOY_VARIANT(walk_on)
#define walk_start BUOY_VARIANT(walk_start)
#define waves_add_up BUOY_VARIANT(waves_add_up)
#define wetting_find_all_heights BUOY_VARIANT(wetting_find_all_heights)
#define wetting_find_heights BUOY_VARIANT(wetting_find_heights)

// What compilers inline depends on what else a source holds.
#if defined BUOY_ONLY_VOLUME || defined BUOY_ONLY_HYDROSTATICS
#include "blocks.h"
#include "hierarchy.h"
#endif
#ifdef BUOY_ONLY_VOLUME
#include "hierarchy64.h"
#include "volume_batch.h"
#endif
#ifdef BUOY_ONLY_HYDROSTATICS
#include "polygon_batch.h"
#endif
#ifdef BUOY_ONLY_INDEXED
#include "indexed.h"
#endif
#ifdef BUOY_ONLY_SHAPES
#include "shapes_box.h"
#include "shapes_caps.h"
#include "shapes_cone.h"
#include "shapes_round.h"
#endif
#ifdef BUOY_ONLY_STEP // inlines water, as pressure does
#include "box_corners.h"
#include "pressure_kerner.h"
#include "step_fused.h"
#include "water_waves.h"
#endif

// The end of the target that the lanes header began.
#if defined(LANES_TARGET_PUSHED)
#pragma clang attribute pop
#endif
