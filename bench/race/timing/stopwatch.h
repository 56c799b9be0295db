// The one stopwatch: queries that are asked in turn, round and round, and how long that takes.
// `run` has Google Benchmark read the clock around it; `tune`, `profile` and `approximate` read it
// here.
#ifndef BENCH_STOPWATCH_H
#define BENCH_STOPWATCH_H

#include <stddef.h>

#include "clock.h"

struct stopwatch_job {
    // Asks the queries from `begin` to before `end`, which are whole calls.
    void (*ask)(const void *context, size_t begin, size_t end);
    const void *context;
    size_t count, per_call; // queries; a multiple of those in a call
    size_t next;            // query to go on with
};

// Asks so many queries, a multiple of those in a call.
void stopwatch_ask(struct stopwatch_job *job, size_t queries);

// Does so, and returns the seconds that it took on a clock.
double stopwatch_time(struct stopwatch_job *job, size_t queries, clock_function *clock);

// The least of the times on the wall of as many slices as take `enough` seconds undisturbed, three
// at least: an interruption leaves no fewer, the first slice warms up. Disturbances add time, and
// to some kernels more than to others.
double stopwatch_least(struct stopwatch_job *job, size_t queries, double enough);

// A number of queries that takes at least that long, on the wall: `fewest` times a power of two.
size_t stopwatch_fit(struct stopwatch_job *job, size_t fewest, double seconds);

// Times jobs in turn, so that a slow spell of the machine hits one sample of many: nanoseconds of
// CPU time a query, samples[k] being the k-th sample of each job. A sample takes 2 ms or more.
void stopwatch_alternate(struct stopwatch_job *jobs, size_t count, size_t rounds,
                         double *const *samples);

#endif
