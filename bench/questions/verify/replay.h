// The shell command that puts one query of `verify` to one kernel again.
#ifndef BENCH_REPLAY_H
#define BENCH_REPLAY_H

#include "accuracy.h"
#include "trial.h"

// Returns a command of one to three lines, in memory that the caller frees; NULL if there is no
// memory. `mesh` is the specification, NULL for a family with a substitute. The command is of
// `eval` where that gives the answer that `verify` judged, or else of `verify --query`.
char *replay_command(const struct trial *trial, const struct verify_settings *settings,
                     const char *mesh, const struct buoy_kernel *kernel, size_t query,
                     enum accuracy_kind kind);

#endif
