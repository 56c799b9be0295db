// Finds the best of some candidates at one point of the grid.
#include "duel.h"

#include <math.h>
#include <stdlib.h>

#include "ranking.h"

// After so many rounds, candidates whose least time is so many times that of the fastest are
// dropped. Least times, and never after one or two rounds: an interruption makes one time ten times
// as long, and a neighbour on the same core makes several 1.4 times as long. By medians from the
// first round on, ten of 400 points lost their fastest kernel.
static const struct {
    size_t rounds;
    double factor;
} drops[] = {{3, 2.0}, {4, 1.4}, {2 * DUEL_FEWEST_ROUNDS, 1.1}};

// In deviations of the wins that luck gives a candidate that is ahead by just DUEL_LEVEL: one look
// after 5 to 61 rounds sees SURE by luck once in 26 to 128 times, and one of many looks from 15
// rounds on sees MORE_THAN_SURE once in about 120.
#define SURE 2.0
#define MORE_THAN_SURE 3.0

struct contest {
    struct duel *duel;
    double times[DUEL_MOST_CANDIDATES][DUEL_MOST_ROUNDS];
    size_t rounds[DUEL_MOST_CANDIDATES]; // that a candidate took part in
    bool dropped[DUEL_MOST_CANDIDATES];
    double spread[DUEL_MOST_CANDIDATES]; // as a share of the median
};

// The median and spread of a candidate's times relative to those of another that took part in all
// of its rounds: what slows both down makes no difference.
static void summarise(struct contest *contest, size_t candidate, size_t other) {
    struct duel *duel = contest->duel;
    double ratios[DUEL_MOST_ROUNDS];
    size_t order;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        ratios[r] = contest->times[candidate][r] / contest->times[other][r];
    }
    struct ranking_candidate summary = {.samples = ratios,
                                        .sample_count = contest->rounds[candidate]};
    ranking_make(&summary, 1, &order);
    duel->relative[candidate] = summary.median;
    contest->spread[candidate] = summary.spread / summary.median;
}

// The least of a candidate's times in the first rounds.
static double least_of(const struct contest *contest, size_t candidate, size_t rounds) {
    double least = HUGE_VAL;
    for (size_t r = 0; r < rounds; ++r) {
        least = fmin(least, contest->times[candidate][r]);
    }
    return least;
}

// The ratio of a candidate's least time to that of another, in the rounds that it took part in.
static double ratio_of_least(const struct contest *contest, size_t candidate, size_t other) {
    const size_t rounds = contest->rounds[candidate];
    return least_of(contest, candidate, rounds) / least_of(contest, other, rounds);
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

// In how many of its rounds a candidate was ahead of another one by more than what is level.
static size_t count_wins(const struct contest *contest, size_t candidate, size_t other) {
    size_t wins = 0;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        wins += DUEL_LEVEL * contest->times[candidate][r] < contest->times[other][r];
    }
    return wins;
}

// How sure a sign test is that a candidate is ahead of another one by more than what is level: in
// deviations of the wins that luck would give it if it were ahead by just that. Medians and spreads
// alone are not enough: where memory is shared with other machines times come in bursts, and every
// second run would choose something else.
static double sureness(const struct contest *contest, size_t candidate, size_t other) {
    const double rounds = (double)contest->rounds[candidate];
    return (2.0 * (double)count_wins(contest, candidate, other) - rounds) / sqrt(rounds);
}

// Whether medians do not tell a candidate from the fastest.
static bool is_level(const struct contest *contest, size_t candidate, size_t fastest) {
    const double *relative = contest->duel->relative;
    const double ratio = relative[candidate] / relative[fastest];
    const double spread = contest->spread[fastest] + contest->spread[candidate];
    return ratio <= DUEL_LEVEL || ratio <= 1.0 + spread;
}

static void drop_the_slow(struct contest *contest) {
    const struct duel *duel = contest->duel;
    double factor = HUGE_VAL;
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i) {
        factor = duel->rounds >= drops[i].rounds ? drops[i].factor : factor;
    }
    const size_t fastest = fastest_of(contest);
    for (size_t k = 0; k < duel->count; ++k) {
        const bool slow = ratio_of_least(contest, k, fastest) > factor;
        const bool sure =
            duel->rounds < DUEL_FEWEST_ROUNDS ||
            (!is_level(contest, k, fastest) && sureness(contest, k, fastest) <= -SURE);
        // The current one is what the others are compared with.
        contest->dropped[k] = contest->dropped[k] || (k != duel->current && slow && sure);
    }
}

static bool is_ahead(const struct contest *contest, size_t candidate) {
    return !contest->dropped[candidate] &&
           sureness(contest, candidate, contest->duel->current) >= SURE;
}

// Whether more rounds hardly change the choice: no candidate may be ahead of the current one; or
// the fastest won every round, by twice the spread; or it passes the stricter test after many
// rounds.
static bool is_settled(const struct contest *contest) {
    const struct duel *duel = contest->duel;
    const size_t fastest = fastest_of(contest);
    if (fastest != duel->current) {
        const double lead = 1.0 - duel->relative[fastest];
        const bool always = lead >= 2.0 * contest->spread[fastest] &&
                            count_wins(contest, fastest, duel->current) == contest->rounds[fastest];
        const bool long_enough = duel->rounds >= DUEL_MANY_ROUNDS &&
                                 sureness(contest, fastest, duel->current) >= MORE_THAN_SURE;
        if (always || long_enough) {
            return true;
        }
    }
    for (size_t k = 0; k < duel->count; ++k) {
        if (k != duel->current && !contest->dropped[k] &&
            sureness(contest, k, duel->current) > -SURE) {
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

void duel_go_on(struct duel *duel, const struct duel_clock *clock, size_t fewest, size_t most) {
    struct contest *contest = duel->contest;
    while (duel->rounds < most && !(duel->rounds >= fewest && is_settled(contest)) &&
           run_round(contest, clock)) {
        ++duel->rounds;
        for (size_t k = 0; k < duel->count; ++k) {
            if (!contest->dropped[k]) {
                ++contest->rounds[k];
                summarise(contest, k, duel->current);
            }
        }
        drop_the_slow(contest);
    }
}

// Whether a candidate is level with the best.
static bool is_as_good(const struct contest *contest, size_t candidate, size_t best) {
    const double *relative = contest->duel->relative;
    return relative[candidate] <= DUEL_LEVEL * relative[best] ||
           sureness(contest, best, candidate) < SURE;
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
    for (size_t k = 0; !(is_ahead(contest, first) && is_as_good(contest, first, best)); ++k) {
        first = k;
    }
    return first;
}

bool duel_open(struct duel *duel) {
    duel->contest = calloc(1, sizeof *duel->contest);
    if (duel->contest) {
        duel->contest->duel = duel;
    }
    duel->rounds = 0;
    return duel->contest != NULL;
}

void duel_end(struct duel *duel) {
    struct contest *contest = duel->contest;
    if (contest) {
        duel->is_decided = duel->rounds >= DUEL_FEWEST_ROUNDS;
        duel->chosen = choose(contest);
    }
    // Times relative to the chosen one's. A candidate that was dropped early took part in few
    // rounds, in which the chosen one may have been interrupted: there, again, least times tell
    // more.
    for (size_t k = 0; contest && k < duel->count; ++k) {
        if (contest->rounds[k] >= DUEL_FEWEST_ROUNDS) {
            summarise(contest, k, duel->chosen);
        } else if (contest->rounds[k] > 0) {
            duel->relative[k] = ratio_of_least(contest, k, duel->chosen);
        }
    }
    free(contest);
    duel->contest = NULL;
}
