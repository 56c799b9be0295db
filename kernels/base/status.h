// Filling in a caller's error record.
#ifndef BUOY_STATUS_H
#define BUOY_STATUS_H

#include <stdio.h>

#include "buoyancy_mesh.h"

#if defined(__MINGW_PRINTF_FORMAT) // MinGW's own printf(), which knows C99's %zu
#define BUOY_PRINTF(text, values) __attribute__((format(__MINGW_PRINTF_FORMAT, text, values)))
#else
#define BUOY_PRINTF(text, values) __attribute__((format(printf, text, values)))
#endif

// Records a status and its message, cut to fit; `error` may be NULL. Returns the status, so that
// a failing check is one line.
enum buoy_status buoy_fail(struct buoy_error *error, enum buoy_status status, const char *format,
                           ...) BUOY_PRINTF(3, 4);
#ifdef __clang_analyzer__ // it does not see what a function in another source returns
#define buoy_fail(error, status, ...) ((void)(buoy_fail)(error, status, __VA_ARGS__), (status))
#endif

// Returns what a call returns unless that is BUOY_OK: BUOY_TRY(check(query, error)).
#define BUOY_TRY(call)                                                                             \
    do {                                                                                           \
        const enum buoy_status status_ = (call);                                                   \
        if (status_ != BUOY_OK) {                                                                  \
            return status_;                                                                        \
        }                                                                                          \
    } while (0)

// Refuses what is wrong, by the function's `error`: BUOY_REFUSE_IF(!query, ARGUMENT, "no query").
#define BUOY_REFUSE_IF(wrong, kind, ...)                                                           \
    do {                                                                                           \
        if (wrong) {                                                                               \
            return buoy_fail(error, BUOY_ERROR_##kind, __VA_ARGS__);                               \
        }                                                                                          \
    } while (0)

// Records success and an empty message.
static inline enum buoy_status buoy_succeed(struct buoy_error *error) {
    if (error) {
        error->status = BUOY_OK;
        error->message[0] = '\0';
    }
    return BUOY_OK;
}

// Records out of memory.
enum buoy_status buoy_fail_memory(struct buoy_error *error);

// Records that scratch memory is smaller than needed, or not aligned.
enum buoy_status buoy_fail_scratch(struct buoy_error *error, size_t needed);

// Records what is wrong with the index-th plane.
enum buoy_status buoy_fail_plane(struct buoy_error *error, const struct buoy_plane *plane,
                                 size_t index);

#endif
