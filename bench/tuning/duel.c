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

// In how many of its rounds a candidate was ahead of the current one by more than what is level.
static size_t count_wins(const struct contest *contest, size_t candidate) {
    size_t wins = 0;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        const double current = contest->times[contest->duel->current][r];
        wins += DUEL_LEVEL * contest->times[candidate][r] < current;
    }
    return wins;
}

// Whether a candidate is ahead of the current one for certain: beyond the spread, and in all rounds
// but one of eight. Medians alone are not enough: where memory is shared with other machines, every
// second run would choose something else.
static bool is_ahead(const struct contest *contest, size_t candidate) {
    const size_t rounds = contest->rounds[candidate];
    return !contest->dropped[candidate] && !is_level(contest, contest->duel->current, candidate) &&
           count_wins(contest, candidate) + rounds / 8 >= rounds;
}

// Whether more rounds hardly change the choice: no candidate may be ahead of the current one, or
// the fastest always was, by far more than the spread.
static bool is_settled(const struct contest *contest) {
    const struct duel *duel = contest->duel;
    const size_t fastest = fastest_of(contest);
    if (fastest != duel->current) {
        const double lead = 1.0 - duel->relative[fastest];
        if (lead >= 2.0 * contest->spread[fastest] &&
            count_wins(contest, fastest) == contest->rounds[fastest]) {
            return true;
        }
    }
    for (size_t k = 0; k < duel->count; ++k) {
        if (k != duel->current && !contest->dropped[k] &&
            DUEL_LEVEL * duel->relative[k] < 1.0 + contest->spread[k]) {
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
    size_t best = duel->current;
    for (size_t k = 0; k < duel->count; ++k) {
        if (is_ahead(contest, k) && duel->relative[k] < duel->relative[best]) {
            best = k;
        }
    }
    if (best == duel->current || !duel->is_decided) {
        return duel->current;
    }
    size_t first = duel->before;
    for (size_t k = 0; !(is_ahead(contest, first) && is_level(contest, first, best)); ++k) {
        first = k;
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
