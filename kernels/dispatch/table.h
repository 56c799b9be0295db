// How tables of kernels are written: dispatch.c has the library's, scalar/published/ those of
// kernels for benchmarks alone.
#ifndef BUOY_TABLE_H
#define BUOY_TABLE_H

#include "dispatch/registry.h"

#define TRIANGLES BUOY_MESH_KEEP_TRIANGLES
#define BLOCKS BUOY_MESH_KEEP_BLOCKS
#define FACETS BUOY_MESH_KEEP_FACETS
#define TREE BUOY_MESH_KEEP_TREE

// keeps, here and below: what it reads of what only some meshes keep.
#define VOLUME_METHOD(method, keeps, scratch, bound, count_examined)                               \
    {                                                                                              \
        .family = "volume", .name = method, .reads = keeps, .volume = {                            \
            .scratch_bytes = scratch,                                                              \
            .bounds = buoy_bound_##bound,                                                          \
            .examined = count_examined,                                                            \
        }                                                                                          \
    }

#define BOX_METHOD(method, bound)                                                                  \
    {                                                                                              \
        .family = "box", .name = method, .box = {.bounds = buoy_bound_box_##bound }                \
    }

#define SHAPES_METHOD(method, set_of_kinds, bound)                                                 \
    {                                                                                              \
        .family = "shapes", .name = method, .shapes = {.kinds = set_of_kinds, .bounds = bound }    \
    }

#define HYDROSTATICS_METHOD(method, keeps, volume, surface, count_examined)                        \
    {                                                                                              \
        .family = "hydrostatics", .name = method, .reads = keeps, .hydrostatics = {                \
            .bounds = buoy_bound_##volume,                                                         \
            .surface_bounds = buoy_bound_##surface##_surface,                                      \
            .examined = count_examined,                                                            \
        }                                                                                          \
    }

#define PRESSURE_METHOD(method, bound)                                                             \
    {                                                                                              \
        .family = "pressure", .name = method, .reads = FACETS, .pressure = {                       \
            .bounds = buoy_bound_pressure_##bound                                                  \
        }                                                                                          \
    }

// One line of the table: a method's only variant of that name.
#define KERNEL(family, name_of_method, isa_name, function)                                         \
    {                                                                                              \
        .id = #family "/" #name_of_method "/" isa_name, .isa = isa_name,                           \
        .method = &family##_##name_of_method, .deterministic = true, .family = function,           \
    }

#endif
