// Finds the best of some candidates at one point of the grid.
#include "duel.h"

#include <math.h>
#include <stdlib.h>

#include "ranking.h"

// After so many rounds, candidates that take so many times as long as the fastest are dropped.
static const struct {
    size_t rounds;
    double factor;
} drops[] = {{1, 2.0}, {3, 1.4}, {DUEL_FEWEST_ROUNDS, 1.1}};

struct contest {
    struct duel *duel;
    double times[DUEL_MOST_CANDIDATES][DUEL_MOST_ROUNDS];
    size_t rounds[DUEL_MOST_CANDIDATES]; // that a candidate took part in
    bool dropped[DUEL_MOST_CANDIDATES];
    double spread[DUEL_MOST_CANDIDATES]; // as a share of the median
};

// The median and spread of a candidate's times relative to the current one's: what slows both down
// makes no difference.
static void summarise(struct contest *contest, size_t candidate) {
    struct duel *duel = contest->duel;
    double ratios[DUEL_MOST_ROUNDS];
    size_t order;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        ratios[r] = contest->times[candidate][r] / contest->times[duel->current][r];
    }
    struct ranking_candidate summary = {.samples = ratios,
                                        .sample_count = contest->rounds[candidate]};
    ranking_make(&summary, 1, &order);
    duel->relative[candidate] = summary.median;
    contest->spread[candidate] = summary.spread / summary.median;
}

static size_t fastest_of(const struct contest *contest) {
    const struct duel *duel = contest->duel;
    size_t fastest = duel->current;
    for (size_t k = 0; k < duel->count; ++k) {
        if (!contest->dropped[k] && duel->relative[k] < duel->relative[fastest]) {
            fastest = k;
        }
    }
    return fastest;
}

// Whether a candidate cannot be told from the fastest.
static bool is_level(const struct contest *contest, size_t candidate, size_t fastest) {
    const double *relative = contest->duel->relative;
    const double ratio = relative[candidate] / relative[fastest];
    const double spread = contest->spread[fastest] + contest->spread[candidate];
    return !contest->dropped[candidate] && (ratio <= DUEL_LEVEL || ratio <= 1.0 + spread);
}

static void drop_the_slow(struct contest *contest) {
    const struct duel *duel = contest->duel;
    double factor = HUGE_VAL;
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i) {
        factor = duel->rounds >= drops[i].rounds ? drops[i].factor : factor;
    }
    const size_t fastest = fastest_of(contest);
    for (size_t k = 0; k < duel->count; ++k) {
        const bool slow = duel->relative[k] > factor * duel->relative[fastest];
        const bool sure = duel->rounds < DUEL_FEWEST_ROUNDS || !is_level(contest, k, fastest);
        // The current one is what the others are compared with.
        contest->dropped[k] = contest->dropped[k] || (k != duel->current && slow && sure);
    }
}

// Whether more rounds hardly change the choice: no candidate is level only because of the spread.
static bool is_settled(const struct contest *contest) {
    const struct duel *duel = contest->duel;
    const size_t fastest = fastest_of(contest);
    for (size_t k = 0; k < duel->count; ++k) {
        if (is_level(contest, k, fastest) &&
            duel->relative[k] > DUEL_LEVEL * duel->relative[fastest]) {
            return false;
        }
    }
    return true;
}

// Each candidate once, beginning with another one each time. Returns false if time ends before all
// of them had their turn; the round then does not count.
static bool run_round(struct contest *contest, const struct duel_clock *clock) {
    const struct duel *duel = contest->duel;
    for (size_t i = 0; i < duel->count; ++i) {
        const size_t k = (i + duel->rounds) % duel->count;
        if (contest->dropped[k]) {
            continue;
        }
        if (clock->is_over(clock->context)) {
            return false;
        }
        contest->times[k][duel->rounds] = clock->time(clock->context, k);
    }
    return true;
}

static void run_rounds(struct contest *contest, const struct duel_clock *clock) {
    struct duel *duel = contest->duel;
    while (duel->rounds < DUEL_MOST_ROUNDS && run_round(contest, clock)) {
        ++duel->rounds;
        for (size_t k = 0; k < duel->count; ++k) {
            if (!contest->dropped[k]) {
                ++contest->rounds[k];
                summarise(contest, k);
            }
        }
        drop_the_slow(contest);
        if (duel->rounds >= DUEL_FEWEST_ROUNDS && is_settled(contest)) {
            return;
        }
    }
}

static size_t choose(const struct contest *contest) {
    const struct duel *duel = contest->duel;
    const size_t fastest = fastest_of(contest);
    if (!duel->is_decided || is_level(contest, duel->current, fastest)) {
        return duel->current;
    }
    size_t first = 0;
    while (!is_level(contest, first, fastest)) {
        ++first;
    }
    return first;
}

bool duel_run(struct duel *duel, const struct duel_clock *clock) {
    struct contest *contest = calloc(1, sizeof *contest);
    if (!contest) {
        return false;
    }
    contest->duel = duel;
    duel->rounds = 0;
    run_rounds(contest, clock);
    duel->is_decided = duel->rounds >= DUEL_FEWEST_ROUNDS;
    duel->chosen = choose(contest);
    free(contest);
    return true;
}
