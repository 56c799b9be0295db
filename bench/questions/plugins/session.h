// A plug-in's kernel at work: the hulls it has prepared, and what went wrong.
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include <stdbool.h>

#include "buoyancy.h"

struct plugin_session;

// Opens a session of a plug-in's kernel. Hulls are prepared as queries about them come. Returns 0,
// or CLI_BAD after complaining.
int session_open(const struct buoy_kernel *kernel, struct plugin_session **session);

// Hands the hulls back. NULL is allowed.
void session_close(struct plugin_session *session);

// Has the functions of struct buoy_kernel ask this session's plug-in until the session is left.
// They answer with NaN if a session's kernel has declined or failed.
void session_enter(struct plugin_session *session);
void session_leave(void);

// Why the kernel does not answer these queries, or ""; and how it failed to, or "".
const char *session_declined(const struct plugin_session *session);
const char *session_failure(const struct plugin_session *session);

#endif
