// A plug-in's kernel at work: the hulls it has prepared, and what went wrong.
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include <stdbool.h>

#include "base/status.h"
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

// ---- Says where a plug-in ended the program.

// From now on, a fault or an exit() while a plug-in works is a line on stderr. A fault then ends
// the program as it does anyway, an exit() with CLI_BAD.
void blame_begin(void);

// What a plug-in is doing from now on, such as "in a query of volume/mine/float": a text that stays
// valid; NULL: nothing.
void blame(const char *what);

// As blame(), in printf()'s way.
void blame_format(const char *format, ...) BUOY_PRINTF(1, 2);

// What a plug-in is doing may take so many seconds from now on; then a line says that it hangs, and
// the program ends with CLI_BAD. 0: as long as it likes.
void blame_limit(unsigned seconds);

#endif
