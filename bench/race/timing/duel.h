// Finds the best of some candidates at one point of the grid: times them by turns until the choice
// is certain, or time ends. Knows nothing of kernels and clocks, so that tests can plant times.
#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include <stdbool.h>
#include <stddef.h>

#define DUEL_MOST_CANDIDATES 32
#define DUEL_FEWEST_ROUNDS 5
#define DUEL_MANY_ROUNDS 15
#define DUEL_MOST_ROUNDS 61

// Candidates whose times differ by no more than this are level: half of the 3 % by which the
// choices of two runs may differ. The other half is for what measuring misses.
#define DUEL_LEVEL 1.015

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
    size_t before;  // preferred to all others but that, where they are level; read by duel_end()
    struct contest *contest; // duel_open()'s

    // ---- results
    size_t rounds;
    size_t chosen;
    bool is_decided; // false: time ended before DUEL_FEWEST_ROUNDS, and the current one stays
    // Medians of the times relative to the chosen candidate's in the same round, or the ratio of
    // least times where it took part in few rounds; until duel_end(), medians relative to the
    // current one's.
    double relative[DUEL_MOST_CANDIDATES];
};

// Returns false if out of memory.
bool duel_open(struct duel *duel);

// Goes on to at most `most` rounds in all, DUEL_MOST_ROUNDS at most; if the choice is certain, to
// `fewest`. What slows a machine down lasts for milliseconds or seconds, so that a duel is better
// fought in several parts. A candidate that is far behind is not timed again.
void duel_go_on(struct duel *duel, const struct duel_clock *clock, size_t fewest, size_t most);

// The current candidate is chosen unless others are certainly ahead; then the fastest of these, or
// one that is level with it. Frees what duel_open() made.
void duel_end(struct duel *duel);

#endif
