// Finds the best of some candidates at one point of the grid.
#include "trial.h"

#include <math.h>
#include <stdlib.h>

#include "ranking.h"

// After so many rounds, candidates that take so many times as long as the fastest are dropped.
static const struct {
    size_t rounds;
    double factor;
} drops[] = {{1, 2.0}, {3, 1.4}, {TRIAL_FEWEST_ROUNDS, 1.1}};

struct contest {
    struct trial *trial;
    double times[TRIAL_MOST_CANDIDATES][TRIAL_MOST_ROUNDS];
    size_t rounds[TRIAL_MOST_CANDIDATES]; // that a candidate took part in
    bool dropped[TRIAL_MOST_CANDIDATES];
    double spread[TRIAL_MOST_CANDIDATES]; // as a share of the median
};

// The median and spread of a candidate's times relative to the current one's: what slows both down
// makes no difference.
static void summarise(struct contest *contest, size_t candidate) {
    struct trial *trial = contest->trial;
    double ratios[TRIAL_MOST_ROUNDS];
    size_t order;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        ratios[r] = contest->times[candidate][r] / contest->times[trial->current][r];
    }
    struct ranking_candidate summary = {.samples = ratios,
                                        .sample_count = contest->rounds[candidate]};
    ranking_make(&summary, 1, &order);
    trial->relative[candidate] = summary.median;
    contest->spread[candidate] = summary.spread / summary.median;
}

static size_t fastest_of(const struct contest *contest) {
    const struct trial *trial = contest->trial;
    size_t fastest = trial->current;
    for (size_t k = 0; k < trial->count; ++k) {
        if (!contest->dropped[k] && trial->relative[k] < trial->relative[fastest]) {
            fastest = k;
        }
    }
    return fastest;
}

// Whether a candidate cannot be told from the fastest.
static bool is_level(const struct contest *contest, size_t candidate, size_t fastest) {
    const double *relative = contest->trial->relative;
    const double ratio = relative[candidate] / relative[fastest];
    const double spread = contest->spread[fastest] + contest->spread[candidate];
    return !contest->dropped[candidate] && (ratio <= TRIAL_LEVEL || ratio <= 1.0 + spread);
}

static void drop_the_slow(struct contest *contest) {
    const struct trial *trial = contest->trial;
    double factor = HUGE_VAL;
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i) {
        factor = trial->rounds >= drops[i].rounds ? drops[i].factor : factor;
    }
    const size_t fastest = fastest_of(contest);
    for (size_t k = 0; k < trial->count; ++k) {
        const bool slow = trial->relative[k] > factor * trial->relative[fastest];
        const bool sure = trial->rounds < TRIAL_FEWEST_ROUNDS || !is_level(contest, k, fastest);
        // The current one is what the others are compared with.
        contest->dropped[k] = contest->dropped[k] || (k != trial->current && slow && sure);
    }
}

// Whether more rounds hardly change the choice: no candidate is level only because of the spread.
static bool is_settled(const struct contest *contest) {
    const struct trial *trial = contest->trial;
    const size_t fastest = fastest_of(contest);
    for (size_t k = 0; k < trial->count; ++k) {
        if (is_level(contest, k, fastest) &&
            trial->relative[k] > TRIAL_LEVEL * trial->relative[fastest]) {
            return false;
        }
    }
    return true;
}

// Each candidate once, beginning with another one each time. Returns false if time ends before all
// of them had their turn; the round then does not count.
static bool run_round(struct contest *contest, const struct trial_clock *clock) {
    const struct trial *trial = contest->trial;
    for (size_t i = 0; i < trial->count; ++i) {
        const size_t k = (i + trial->rounds) % trial->count;
        if (contest->dropped[k]) {
            continue;
        }
        if (clock->is_over(clock->context)) {
            return false;
        }
        contest->times[k][trial->rounds] = clock->time(clock->context, k);
    }
    return true;
}

static void run_rounds(struct contest *contest, const struct trial_clock *clock) {
    struct trial *trial = contest->trial;
    while (trial->rounds < TRIAL_MOST_ROUNDS && run_round(contest, clock)) {
        ++trial->rounds;
        for (size_t k = 0; k < trial->count; ++k) {
            if (!contest->dropped[k]) {
                ++contest->rounds[k];
                summarise(contest, k);
            }
        }
        drop_the_slow(contest);
        if (trial->rounds >= TRIAL_FEWEST_ROUNDS && is_settled(contest)) {
            return;
        }
    }
}

static size_t choose(const struct contest *contest) {
    const struct trial *trial = contest->trial;
    const size_t fastest = fastest_of(contest);
    if (!trial->is_decided || is_level(contest, trial->current, fastest)) {
        return trial->current;
    }
    size_t first = 0;
    while (!is_level(contest, first, fastest)) {
        ++first;
    }
    return first;
}

bool trial_run(struct trial *trial, const struct trial_clock *clock) {
    struct contest *contest = calloc(1, sizeof *contest);
    if (!contest) {
        return false;
    }
    contest->trial = trial;
    trial->rounds = 0;
    run_rounds(contest, clock);
    trial->is_decided = trial->rounds >= TRIAL_FEWEST_ROUNDS;
    trial->chosen = choose(contest);
    free(contest);
    return true;
}
