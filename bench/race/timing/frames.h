// Frames timed one by one: the usual time of a step, and that of the rare ones which players feel.
// Beside each frame a loop of fixed work is timed that takes about as long and touches no memory:
// what disturbs the machine disturbs that loop, too.
#ifndef BENCH_FRAMES_H
#define BENCH_FRAMES_H

#include <stddef.h>

struct frames_job {
    void (*prepare)(void *context, size_t frame); // before the clock starts
    void (*step)(void *context, size_t frame);    // what is timed
    void *context;
};

// Nanoseconds of each frame, and of the loop beside it.
struct frames {
    double *step, *control;
    size_t count, room;
    size_t turns; // of the loop
};

// Makes room, warms up on the job's first frames, and finds out how many turns of the loop take as
// long as a frame does. Returns 0, or CLI_BAD after complaining; frames_free() is allowed either
// way.
int frames_make(const struct frames_job *job, size_t room, struct frames *frames);
void frames_free(struct frames *frames);

// Times so many frames more, for which there must be room.
void frames_time(const struct frames_job *job, size_t count, struct frames *frames);

// Percentiles of some times, by nearest rank, and the longest.
struct frames_tail {
    double p50, p99, p999, most;
};
// Sorts the times.
struct frames_tail frames_tail(double *times, size_t count);

#endif
