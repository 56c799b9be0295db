// The progress of a long job and its remaining time, on one line of the terminal.
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stddef.h>

struct progress {
    const char *job; // "checking"
    size_t done, total;
    double began, shown; // seconds
};

void progress_begin(struct progress *progress, const char *job, size_t total);

// Shows the item in work; at most fifty times a second, so that it costs nothing.
void progress_show(struct progress *progress, const char *what);

// Counts one item of the total as done.
void progress_step(struct progress *progress);

#endif
