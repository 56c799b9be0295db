/**
 * @file buoyancy_foreign.h
 * For programs in other languages, which describe the library's structs by themselves: their sizes,
 * to be compared when such a program starts, and their defaults, filled in place. What buoyancy.h
 * says about errors and threads holds here, too.
 */
#ifndef BUOYANCY_FOREIGN_H
#define BUOYANCY_FOREIGN_H

#include "buoyancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the size of a public struct that callers fill: an input, a query or a part of one.
 *
 * @param name  its name, such as "buoy_step_query"
 * @return bytes, as sizeof has it; 0 if no such struct is known
 */
BUOY_API size_t buoy_struct_bytes(const char *name);

/**
 * Fills such a struct with zeros, or as its function `…_default()`, buoy_pose_identity() or
 * buoy_calm_sea() does.
 *
 * @param name   its name
 * @param value  receives the default
 * @param bytes  the caller's size of it
 * @param error  receives status and message; may be NULL
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT (a null pointer, another size than the library's);
 *         BUOY_ERROR_UNKNOWN_NAME. After an error the struct is untouched
 */
BUOY_API enum buoy_status buoy_struct_fill(const char *name, void *value, size_t bytes,
                                           struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
