// Finds the best of some candidates at one point of the grid.
#include "trial.h"

#include <math.h>
#include <stdlib.h>

#include "ranking.h"

// After so many rounds, candidates whose regret is so many times the least are dropped.
static const struct {
    size_t rounds;
    double factor;
} drops[] = {{1, 2.0}, {3, 1.4}, {TRIAL_FEWEST_ROUNDS, 1.1}};

struct contest {
    struct trial *trial;
    double times[TRIAL_MOST_CANDIDATES][TRIAL_WORKLOADS][TRIAL_MOST_ROUNDS];
    size_t rounds[TRIAL_MOST_CANDIDATES]; // that a candidate took part in
    bool dropped[TRIAL_MOST_CANDIDATES];
    double spread[TRIAL_MOST_CANDIDATES][TRIAL_WORKLOADS]; // as a share of the median
};

// The median and spread of a candidate's times relative to the current one's.
static void summarise(struct contest *contest, size_t candidate, int workload) {
    struct trial *trial = contest->trial;
    double ratios[TRIAL_MOST_ROUNDS];
    size_t order;
    for (size_t r = 0; r < contest->rounds[candidate]; ++r) {
        ratios[r] =
            contest->times[candidate][workload][r] / contest->times[trial->current][workload][r];
    }
    struct ranking_candidate summary = {.samples = ratios,
                                        .sample_count = contest->rounds[candidate]};
    ranking_make(&summary, 1, &order);
    trial->relative[candidate][workload] = summary.median;
    contest->spread[candidate][workload] = summary.spread / summary.median;
}

static void summarise_all(struct contest *contest) {
    for (size_t k = 0; k < contest->trial->count; ++k) {
        for (int w = 0; w < TRIAL_WORKLOADS; ++w) {
            if (contest->trial->measures[w]) {
                summarise(contest, k, w);
            }
        }
    }
}

static double best_of(const struct trial *trial, int workload) {
    double best = HUGE_VAL;
    for (size_t k = 0; k < trial->count; ++k) {
        best = fmin(best, trial->relative[k][workload]);
    }
    return best;
}

double trial_regret(const struct trial *trial, size_t candidate) {
    double regret = 1.0;
    for (int w = 0; w < TRIAL_WORKLOADS; ++w) {
        if (trial->measures[w]) {
            regret = fmax(regret, trial->relative[candidate][w] / best_of(trial, w));
        }
    }
    return regret;
}

static size_t least_regret(const struct contest *contest) {
    const struct trial *trial = contest->trial;
    size_t least = trial->current;
    for (size_t k = 0; k < trial->count; ++k) {
        if (!contest->dropped[k] && trial_regret(trial, k) < trial_regret(trial, least)) {
            least = k;
        }
    }
    return least;
}

static double worst_spread(const struct contest *contest, size_t candidate) {
    double worst = 0.0;
    for (int w = 0; w < TRIAL_WORKLOADS; ++w) {
        if (contest->trial->measures[w]) {
            worst = fmax(worst, contest->spread[candidate][w]);
        }
    }
    return worst;
}

// Whether a candidate cannot be told from the one with the least regret.
static bool is_level(const struct contest *contest, size_t candidate, size_t least) {
    const struct trial *trial = contest->trial;
    const double low = trial_regret(trial, least), high = trial_regret(trial, candidate);
    const double spread = worst_spread(contest, least) + worst_spread(contest, candidate);
    return !contest->dropped[candidate] &&
           (high <= TRIAL_LEVEL * low || high <= (1 + spread) * low);
}

static void drop_the_slow(struct contest *contest) {
    const struct trial *trial = contest->trial;
    double factor = HUGE_VAL;
    for (size_t i = 0; i < sizeof drops / sizeof *drops; ++i) {
        factor = trial->rounds >= drops[i].rounds ? drops[i].factor : factor;
    }
    const size_t least = least_regret(contest);
    for (size_t k = 0; k < trial->count; ++k) {
        // The current one is what the others are compared with.
        if (k != trial->current && k != least &&
            trial_regret(trial, k) > factor * trial_regret(trial, least) &&
            (trial->rounds < TRIAL_FEWEST_ROUNDS || !is_level(contest, k, least))) {
            contest->dropped[k] = true;
        }
    }
}

// Whether more rounds could change the choice: some candidate is level with the leader only because
// of the spread.
static bool is_settled(const struct contest *contest) {
    const struct trial *trial = contest->trial;
    const size_t least = least_regret(contest);
    for (size_t k = 0; k < trial->count; ++k) {
        if (is_level(contest, k, least) &&
            trial_regret(trial, k) > TRIAL_LEVEL * trial_regret(trial, least)) {
            return false;
        }
    }
    return true;
}

// Each candidate once in each workload, beginning with another one each time. Returns false if time
// ends before all of them had their turn; the round then does not count.
static bool run_round(struct contest *contest, const struct trial_clock *clock) {
    const struct trial *trial = contest->trial;
    for (int w = 0; w < TRIAL_WORKLOADS; ++w) {
        for (size_t i = 0; trial->measures[w] && i < trial->count; ++i) {
            const size_t k = (i + trial->rounds) % trial->count;
            if (contest->dropped[k]) {
                continue;
            }
            if (clock->is_over(clock->context)) {
                return false;
            }
            contest->times[k][w][trial->rounds] = clock->time(clock->context, k, w);
        }
    }
    return true;
}

static void run_rounds(struct contest *contest, const struct trial_clock *clock) {
    struct trial *trial = contest->trial;
    while (trial->rounds < TRIAL_MOST_ROUNDS && run_round(contest, clock)) {
        ++trial->rounds;
        for (size_t k = 0; k < trial->count; ++k) {
            contest->rounds[k] += !contest->dropped[k];
        }
        summarise_all(contest);
        drop_the_slow(contest);
        if (trial->rounds >= TRIAL_FEWEST_ROUNDS && is_settled(contest)) {
            return;
        }
    }
}

static void choose(struct contest *contest) {
    struct trial *trial = contest->trial;
    trial->is_decided = trial->rounds >= TRIAL_FEWEST_ROUNDS;
    trial->chosen = trial->current;
    if (!trial->is_decided) {
        return;
    }
    const size_t least = least_regret(contest);
    if (is_level(contest, trial->current, least)) {
        return;
    }
    size_t first = 0;
    while (!is_level(contest, first, least)) {
        ++first;
    }
    trial->chosen = first;
}

bool trial_run(struct trial *trial, const struct trial_clock *clock) {
    struct contest *contest = calloc(1, sizeof *contest);
    if (!contest) {
        return false;
    }
    contest->trial = trial;
    trial->rounds = 0;
    run_rounds(contest, clock);
    choose(contest);
    free(contest);
    return true;
}
