/**
 * @file buoyancy_foreign.h
 * For programs in other languages, which describe the library's structs by themselves: their sizes,
 * to be compared when such a program starts, and their defaults, filled in place. What buoyancy.h
 * says about errors and threads holds here, too.
 */
#ifndef BUOYANCY_FOREIGN_H
#define BUOYANCY_FOREIGN_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the size of a public struct that callers fill: an input, a query or a part of one.
    name: its name, such as "buoy_step_query".
    Returns bytes, as sizeof has it; 0 if no such struct is known. */
BUOY_API size_t buoy_struct_bytes(const char *name);

/** Fills such a struct with zeros, or as its function `…_default()`, buoy_pose_identity() or
    buoy_calm_sea(BUOY_Z_UP) does.
    name: its name.
    value: receives the default.
    bytes: the caller's size of it.
    Returns BUOY_ERROR_ARGUMENT (another size than the library's); BUOY_ERROR_UNKNOWN_NAME. */
BUOY_API enum buoy_status buoy_struct_fill(const char *name, void *value, size_t bytes,
                                           struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
