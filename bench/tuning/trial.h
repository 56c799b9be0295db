// Finds the best of some candidates at one point of the grid: times them in turn until one leads by
// more than the spread, or time ends. Knows nothing of kernels and clocks, so that tests can plant
// times.
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#define TRIAL_MOST_CANDIDATES 32
#define TRIAL_FEWEST_ROUNDS 5
#define TRIAL_MOST_ROUNDS 15

// Candidates whose times differ by no more than this are level.
#define TRIAL_LEVEL 1.03

// Where times come from.
struct trial_clock {
    void *context;
    // Measures: nanoseconds that a candidate takes for one body.
    double (*time)(void *context, size_t candidate);
    // Whether time has ended.
    bool (*is_over)(void *context);
};

struct trial {
    size_t count;   // of candidates, in the order in which level ones are preferred
    size_t current; // the one to keep: preferred to all others that are level

    // ---- results
    size_t rounds;
    size_t chosen;
    bool is_decided; // false: time ended before TRIAL_FEWEST_ROUNDS, and the current one stays
    // Medians of the times relative to the current candidate's in the same round.
    double relative[TRIAL_MOST_CANDIDATES];
};

// The fastest candidate is chosen, or one that is level with it: within TRIAL_LEVEL, or within the
// spread. A candidate that is far behind is not timed again. Returns false if out of memory.
bool trial_run(struct trial *trial, const struct trial_clock *clock);

#endif
