// Filling in a caller's error record.
#ifndef BUOY_STATUS_H
#define BUOY_STATUS_H

#include <stdio.h>

#include "buoyancy.h"

#if defined(__MINGW_PRINTF_FORMAT) // MinGW's own printf(), which knows C99's %zu
#define BUOY_PRINTF(text, values) __attribute__((format(__MINGW_PRINTF_FORMAT, text, values)))
#elif defined(__GNUC__)
#define BUOY_PRINTF(text, values) __attribute__((format(printf, text, values)))
#else
#define BUOY_PRINTF(text, values)
#endif

// Records a status and its message, cut to fit; `error` may be NULL. Returns the status, so that
// a failing check is one line.
enum buoy_status buoy_fail(struct buoy_error *error, enum buoy_status status, const char *format,
                           ...) BUOY_PRINTF(3, 4);

// Records success and an empty message.
enum buoy_status buoy_succeed(struct buoy_error *error);

// Records out of memory.
enum buoy_status buoy_fail_memory(struct buoy_error *error);

#endif
