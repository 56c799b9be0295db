// Finds the best of some candidates at one point of the grid: times them in turn until the choice
// is certain, or time ends. Knows nothing of kernels and clocks, so that tests can plant times.
#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include <stdbool.h>
#include <stddef.h>

#define DUEL_MOST_CANDIDATES 32
#define DUEL_FEWEST_ROUNDS 5
#define DUEL_MOST_ROUNDS 15

// Candidates whose times differ by no more than this are level.
#define DUEL_LEVEL 1.03

// Where times come from.
struct duel_clock {
    void *context;
    // Measures: nanoseconds that a candidate takes for one body.
    double (*time)(void *context, size_t candidate);
    // Whether time has ended.
    bool (*is_over)(void *context);
};

struct duel {
    size_t count;   // of candidates, in the order in which level ones are preferred
    size_t current; // the one to keep: preferred to all others that are not certainly ahead
    size_t before;  // preferred to all others but that, where they are level

    // ---- results
    size_t rounds;
    size_t chosen;
    bool is_decided; // false: time ended before DUEL_FEWEST_ROUNDS, and the current one stays
    // Medians of the times relative to the current candidate's in the same round.
    double relative[DUEL_MOST_CANDIDATES];
};

// The current candidate is chosen unless others are certainly ahead; then the fastest of these, or
// one that is level with it: within DUEL_LEVEL, or within the spread. A candidate that is far
// behind is not timed again. Returns false if out of memory.
bool duel_run(struct duel *duel, const struct duel_clock *clock);

#endif
