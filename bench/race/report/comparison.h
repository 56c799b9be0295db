// Two files of results, benchmark by benchmark: which are slower in the second one, beyond noise.
#ifndef BENCH_COMPARISON_H
#define BENCH_COMPARISON_H

#include "results_model.h"

// With fewer repetitions nobody can tell noise from difference; as in ranking.h.
#define COMPARISON_FEWEST 5

enum comparison_verdict {
    COMPARISON_SLOWER,
    COMPARISON_FASTER,
    COMPARISON_LEVEL,   // within threshold and noise
    COMPARISON_UNCLEAR, // too few repetitions, or a cold workload of a noisy run
};

// Ratios are times of B over times of A: above 1, B is slower.
struct comparison_row {
    const struct result *a, *b;
    double ratio;     // of the medians
    double low, high; // its interval; NaN if it is unclear
    enum comparison_verdict verdict;
};

struct comparison {
    struct comparison_row *rows; // the slowest first
    size_t count;
    size_t verdicts[COMPARISON_UNCLEAR + 1]; // how many rows have each
    // Benchmarks that have no partner, or were not timed in one of the files.
    const struct result **only_a, **only_b;
    size_t only_a_count, only_b_count;

    double mean, mean_low,
        mean_high;       // geometric mean of the clear ratios; NaN bounds if there are few
    bool mean_is_slower; // beyond threshold and noise

    double visible; // the ratio from which one row alone is slower, median; NaN if none is clear
};

// Compares. A row is slower if its whole interval lies above 1 + threshold, and faster if it lies
// below 1 / (1 + threshold). A row of a cold workload must also differ from 1 twice as much as all
// others of that workload: where a process's memory lies is drawn once, for all repetitions, and
// makes up to 1.4 between two runs on an idle machine.
//
// The intervals hold for all rows at once with a probability of 95 %: with hundreds of benchmarks,
// a rerun would else fail nearly always. The logarithm of a row's ratio has two sources of noise:
//
// 1. Repetitions scatter. The standard error of a median is 1.2533 spread / √repetitions, of the
//    ratio both files' together, and at least the median of all rows', because a smaller one is
//    luck.
// 2. Two runs of one program differ by more than their repetitions show: pages and tables lie
//    elsewhere in memory, above all in cold workloads. What this amounts to is visible in the
//    ratios themselves: w is the width of the shortest interval that holds a third of those of the
//    row's workload (of all rows' if that is more, or if the workload has few). If many kernels are
//    slower alike, the interval is as short as if nothing had changed.
//
// Half the interval is √((z × error)² + (6 w)²). z is the quantile of 0.025 / rows, normal but
// farther out for few repetitions. 6 w are 5 standard deviations of normal scatter; w is limited to
// log(1 + threshold), because it is no noise if everything changed by different amounts. These
// constants were chosen on reruns of the whole `run` on a busy machine.
//
// Returns 0, or CLI_BAD after complaining: no benchmark is in both files, out of memory.
int comparison_make(const struct results *a, const struct results *b, double threshold,
                    struct comparison *comparison);
void comparison_free(struct comparison *comparison);

// Hands every fact that makes times of two files less comparable to `say`, a line each: noise,
// different machines, compilers and so on. `labels` name the files.
typedef void comparison_say(const char *line, void *context);
void comparison_differences(const struct results *a, const struct results *b,
                            const char *const labels[2], comparison_say *say, void *context);

// Whether B is slower: any row, or the mean of all.
bool comparison_failed(const struct comparison *comparison);

#endif
