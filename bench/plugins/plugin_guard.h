// Runs code that may crash or never end in a child process, so that the program can say so.
#ifndef BENCH_GUARD_H
#define BENCH_GUARD_H

#include <stdbool.h>
#include <stddef.h>

// What the child tells: memory that both processes share.
struct guard {
    char stage[200];     // what it is doing, e.g. "while it was loaded"
    char complaint[400]; // what it found wrong, or ""
    char declined[200];  // why a plug-in does not want to do it, or ""
    int status;          // the program's exit code, where the child decides on that
    bool done;           // it came to its end
};

// The child's own task. It may write to the guard, and returns.
typedef void guard_task(void *context, struct guard *guard);

// Runs the task in a child process and waits for its end, at most for the time limit. If the child
// does not come to its end, the complaint says how it ended and at which stage: "crashed (SIGSEGV)
// while it was loaded". What the child prints is lost, unless it keeps the standard streams.
// Returns 0, or CLI_BAD after complaining that no child could be started.
int guard_run(guard_task *task, void *context, bool keep_streams, struct guard *outcome);

// In a child: says what is being done, in printf()'s way. Elsewhere it does nothing.
void guard_stage(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// In a child: whether a quarter of the time limit is over, so that long work may stop early.
bool guard_is_late(void);

// Reads the time limit of the following children from the environment variable BUOY_PLUGIN_SECONDS;
// it is 60 s without that. Returns 0, or CLI_BAD after complaining.
int guard_set_limit(void);

#endif
