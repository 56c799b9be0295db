// The progress of a long job and its remaining time, on one line of the terminal.
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *job; // "checking"
    size_t done, total;
    double began, shown; // seconds
    bool silent;         // in a pipe, which has not been told of the job yet
};

void progress_begin(struct progress *progress, const char *job, size_t total);

// Begins a job that is mostly short, so that no cli_stage() announces it: progress_show()
// does so once it has taken two seconds.
void progress_begin_silently(struct progress *progress, const char *job, size_t total);

// Shows the item in work; at most fifty times a second, so that it costs nothing.
void progress_show(struct progress *progress, const char *what);

// Counts one item of the total as done.
void progress_step(struct progress *progress);

#endif
