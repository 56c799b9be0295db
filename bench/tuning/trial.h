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

// Candidates whose regrets differ by no more than this are level.
#define TRIAL_LEVEL 1.03

enum {
    TRIAL_HOT,
    TRIAL_COLD,
    TRIAL_WORKLOADS,
};

// Where times come from.
struct trial_clock {
    void *context;
    // Measures: nanoseconds that a candidate takes for one body in a workload.
    double (*time)(void *context, size_t candidate, int workload);
    // Whether time has ended.
    bool (*is_over)(void *context);
};

struct trial {
    size_t count;   // of candidates, in the order in which level ones are preferred
    size_t current; // the one that is chosen today: preferred to all others that are level
    bool measures[TRIAL_WORKLOADS];

    // ---- results
    size_t rounds;
    size_t chosen;
    bool is_decided; // false: time ended before TRIAL_FEWEST_ROUNDS, and the current one stays
    // Nanoseconds relative to the current candidate's in the same round: medians.
    double relative[TRIAL_MOST_CANDIDATES][TRIAL_WORKLOADS];
};

// The library cannot know whether a mesh is in the caches. A candidate's regret is the largest of
// its times over the best candidate's time in the same workload; the one with the least regret is
// chosen: it is never far from the best, hot or cold. Regrets are level if they are within
// TRIAL_LEVEL or their difference is within the spread. A candidate that is far behind is not timed
// again. Returns false if out of memory.
bool trial_run(struct trial *trial, const struct trial_clock *clock);

// A candidate's regret; needs trial_run().
double trial_regret(const struct trial *trial, size_t candidate);

#endif
