// Why meshes are refused, and what helps: one table, from which all refusals take their last words,
// and the guide its table. Programs in other languages put their own words for flags.
#ifndef BUOY_CURES_H
#define BUOY_CURES_H

#include "base/status.h"

// ROW(NAME, why a mesh is refused, as the guide puts it, what helps).
#define BUOY_CURES(ROW)                                                                            \
    ROW(SPLIT, "faces do not share vertices at equal positions",                                   \
        "BUOY_MESH_WELD merges equal positions, which closes it")                                  \
    ROW(APART, "vertices that should be one lie a little apart",                                   \
        "BUOY_MESH_REPAIR merges them, which closes it")                                           \
    ROW(WOUND, "triangles are wound inward, or against each other",                                \
        "BUOY_MESH_REPAIR winds it outward")                                                       \
    ROW(TWICE, "triangles are written twice",                                                      \
        "BUOY_MESH_REPAIR drops what is written twice, which closes it")                           \
    ROW(OPEN, "it has holes, or surfaces that end within it",                                      \
        "BUOY_MESH_CLOSE puts lids on open edges")                                                 \
    ROW(INSIDE_OUT, "it crosses itself and is inside out in part",                                 \
        "BUOY_MESH_ACCEPT_INSIDE_OUT takes the signed sum, without bounds")                        \
    ROW(FLAT, "it is flat",                                                                        \
        "nothing is inside a sheet: give it thickness, or float a box instead")                    \
    ROW(NUMBER, "a coordinate is infinite or not a number", "mend it where the mesh is made")      \
    ROW(FAR, "a vertex is beyond float's range from the others",                                   \
        "scale the mesh down, or drop that vertex")                                                \
    ROW(INDEX, "a triangle names a vertex that is not there",                                      \
        "indices count from 0, within all vertices of the mesh")                                   \
    ROW(LARGE, "it has too many triangles or vertices",                                            \
        "split it, or leave out detail: water does not see it")                                    \
    ROW(TANGLED, "too many of its parts cross each other", "merge such parts, or wind each outward")

#define BUOY_CAUSE(name, cause, words) BUOY_CAUSE_##name,
enum buoy_cause {
    BUOY_CURES(BUOY_CAUSE) BUOY_CAUSES
};
#undef BUOY_CAUSE

extern const char *const buoy_cures[BUOY_CAUSES]; // the end of each refusal

// Refuses a mesh: as buoy_fail(), and says what helps. If not all fits, what is wrong is cut.
enum buoy_status buoy_refuse_for(struct buoy_error *error, enum buoy_status status,
                                 enum buoy_cause cause, const char *format, ...) BUOY_PRINTF(4, 5);
#ifdef __clang_analyzer__ // as buoy_fail()
#define buoy_refuse_for(error, status, cause, ...)                                                 \
    ((void)(buoy_refuse_for)(error, status, cause, __VA_ARGS__), (status))
#endif

#endif
