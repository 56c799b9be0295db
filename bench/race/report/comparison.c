// Two files of results, benchmark by benchmark.
#include "comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "reals.h"

#define CONFIDENCE 0.95
#define PER_MEDIAN 1.2533   // standard error of a median over that of a mean, normal noise
#define SHORTEST_THIRDS 6.0 // widths that a rerun's ratios stay within
#define FEWEST_RATIOS 6     // ratios whose scatter says anything
#define STANDING_OUT 2.0    // how much farther than all others a cold row must be

// ------------------------------------------------------------------------------ statistics

// The width of the shortest interval that holds a third of the values, three at least, which are
// sorted; 0 for few.
static double shortest_third(const double *sorted, size_t count) {
    const size_t further = count / 3 > 2 ? count / 3 : 2; // values in it but the first
    if (count < FEWEST_RATIOS) {
        return 0.0;
    }
    double shortest = HUGE_VAL;
    for (size_t i = 0; i + further < count; ++i) {
        shortest = fmin(shortest, sorted[i + further] - sorted[i]);
    }
    return shortest;
}

// The z that a normal variable exceeds with a probability, by bisection.
static double normal_quantile(double probability) {
    double low = 0.0, high = 40.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        if (0.5 * erfc(middle / sqrt(2.0)) > probability) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// Other programs take memory and caches from cold workloads above all: of a noisy run, they say
// nothing about this program.
static bool is_enough(const struct results *file, const struct result *benchmark) {
    const bool is_lost = benchmark->subject->cold && results_noisy(file);
    return benchmark->times.sample_count >= COMPARISON_FEWEST &&
           isfinite(benchmark->times.spread) && !is_lost;
}

// The standard error of a median's logarithm.
static double error_of(const struct result *benchmark) {
    return PER_MEDIAN * benchmark->times.spread / benchmark->times.median /
           sqrt((double)benchmark->times.sample_count);
}

static double error_of_ratio(const struct comparison_row *row) {
    return hypot(error_of(row->a), error_of(row->b));
}

// ------------------------------------------------------------------------------- intervals

struct noise {
    double *values; // room for one a row
    double z;       // standard errors in half an interval
    double error;   // the median of all rows' standard errors
    double width;   // the shortest third of all ratios
    double widest;  // what a width may be at most
};

// The logarithms of the ratios of some rows, sorted; those of too few repetitions are left out.
static size_t collect_ratios(const struct comparison_row *rows, size_t count, double *values) {
    size_t collected = 0;
    for (size_t i = 0; i < count; ++i) {
        if (rows[i].verdict != COMPARISON_UNCLEAR) {
            values[collected++] = log(rows[i].ratio);
        }
    }
    reals_sort(values, collected);
    return collected;
}

// Whether a row differs from 1 so much more than any other of its workload that its place in memory
// cannot be the reason.
static bool stands_out(const struct comparison_row *rows, size_t count, size_t index) {
    double largest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        if (i != index && rows[i].verdict != COMPARISON_UNCLEAR) {
            largest = fmax(largest, fabs(log(rows[i].ratio)));
        }
    }
    return fabs(log(rows[index].ratio)) > STANDING_OUT * largest;
}

// The rows of one workload.
static void judge_workload(struct comparison_row *rows, size_t count, double threshold,
                           const struct noise *noise) {
    const size_t collected = collect_ratios(rows, count, noise->values);
    const double own = shortest_third(noise->values, collected);
    const double width = fmin(fmax(own, noise->width), noise->widest);
    for (size_t i = 0; i < count; ++i) {
        struct comparison_row *row = &rows[i];
        if (row->verdict == COMPARISON_UNCLEAR) {
            continue;
        }
        const double error = fmax(error_of_ratio(row), noise->error);
        // How much farther out a quantile lies if the spread is an estimate from few repetitions,
        // which may be too small by luck: 1.5 for nine, 1.17 for twenty-five. Student's factor for
        // the spread's efficiency of 37 %, roughly.
        const size_t a = row->a->times.sample_count, b = row->b->times.sample_count;
        const double half = hypot(noise->z * (1.0 + 4.0 / (double)((a < b ? a : b) - 1)) * error,
                                  SHORTEST_THIRDS * width);
        row->low = row->ratio * exp(-half);
        row->high = row->ratio * exp(half);
        row->verdict = row->a->subject->cold && !stands_out(rows, count, i) ? COMPARISON_LEVEL
                       : row->low > 1.0 + threshold                         ? COMPARISON_SLOWER
                       : row->high < 1.0 / (1.0 + threshold)                ? COMPARISON_FASTER
                                                                            : COMPARISON_LEVEL;
    }
}

// The mean of the logarithms, with the interval that their scatter gives it.
static void average(struct comparison *comparison, double threshold) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    // If nothing can be told, it is the mean of what there is.
    const bool any = comparison->verdicts[COMPARISON_UNCLEAR] < comparison->count;
    for (size_t i = 0; i < comparison->count; ++i) {
        const struct comparison_row *row = &comparison->rows[i];
        if (!any || row->verdict != COMPARISON_UNCLEAR) {
            sum += log(row->ratio);
            squares += log(row->ratio) * log(row->ratio);
            ++count;
        }
    }
    const double mean = sum / count, variance = fmax(0.0, squares / count - mean * mean);
    comparison->mean = exp(mean);
    comparison->mean_low = comparison->mean_high = (double)NAN;
    if (any && count >= FEWEST_RATIOS) {
        const double half =
            normal_quantile(0.5 * (1.0 - CONFIDENCE)) * sqrt(variance / (count - 1.0));
        comparison->mean_low = comparison->mean * exp(-half);
        comparison->mean_high = comparison->mean * exp(half);
        comparison->mean_is_slower =
            comparison->mean > 1.0 + threshold && comparison->mean_low > 1.0;
    }
}

// A row that is slower by less, alone, is taken for noise.
static double find_visible(const struct comparison *comparison, double threshold, double *values) {
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; ++i) {
        const struct comparison_row *row = &comparison->rows[i];
        if (row->verdict != COMPARISON_UNCLEAR && !row->a->subject->cold) {
            values[count++] = (1.0 + threshold) * row->high / row->ratio;
        }
    }
    reals_sort(values, count);
    return count > 0 ? values[count / 2] : (double)NAN;
}

// ------------------------------------------------------------------------------------ rows

static int compare_rows(const void *x, const void *y) {
    const struct comparison_row *a = x, *b = y;
    if (a->ratio != b->ratio) {
        return a->ratio > b->ratio ? -1 : 1;
    }
    return (a->a > b->a) - (a->a < b->a);
}

static const struct result *partner(const struct results *file, const struct result *benchmark) {
    const struct result *found = results_find(file, benchmark->name);
    return found && results_timed(found) && results_timed(benchmark) ? found : NULL;
}

static int compare_workloads(const void *x, const void *y) {
    const struct comparison_row *a = x, *b = y;
    const int by_workload = strcmp(a->a->subject->workload, b->a->subject->workload);
    return by_workload != 0 ? by_workload : (a->a > b->a) - (a->a < b->a);
}

static void judge_all(struct comparison *comparison, double threshold, struct noise *noise) {
    struct comparison_row *rows = comparison->rows;
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; ++i) {
        if (comparison->rows[i].verdict != COMPARISON_UNCLEAR) {
            noise->values[count++] = error_of_ratio(&comparison->rows[i]);
        }
    }
    reals_sort(noise->values, count);
    noise->error = count > 0 ? noise->values[count / 2] : 0.0;
    noise->z = normal_quantile(0.5 * (1.0 - CONFIDENCE) / fmax(1.0, (double)count));
    noise->widest = log1p(threshold);
    count = collect_ratios(comparison->rows, comparison->count, noise->values);
    noise->width = shortest_third(noise->values, count);
    qsort(rows, comparison->count, sizeof *rows, compare_workloads);
    for (size_t begin = 0, end; begin < comparison->count; begin = end) {
        for (end = begin + 1; end < comparison->count; ++end) {
            if (strcmp(rows[begin].a->subject->workload, rows[end].a->subject->workload) != 0) {
                break;
            }
        }
        judge_workload(rows + begin, end - begin, threshold, noise);
    }
    qsort(rows, comparison->count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < comparison->count; ++i) {
        ++comparison->verdicts[rows[i].verdict];
    }
    average(comparison, threshold);
    comparison->visible = find_visible(comparison, threshold, noise->values);
}

int comparison_make(const struct results *a, const struct results *b, double threshold,
                    struct comparison *comparison) {
    struct noise noise = {.values = calloc(a->count, sizeof *noise.values)};
    *comparison = (struct comparison){
        .rows = calloc(a->count, sizeof *comparison->rows),
        .only_a = calloc(a->count, sizeof *comparison->only_a),
        .only_b = calloc(b->count, sizeof *comparison->only_b),
    };
    if (!noise.values || !comparison->rows || !comparison->only_a || !comparison->only_b) {
        free(noise.values);
        comparison_free(comparison);
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < a->count; ++i) {
        const struct result *benchmark = a->order[i], *other = partner(b, benchmark);
        if (other) {
            const bool enough = is_enough(a, benchmark) && is_enough(b, other);
            comparison->rows[comparison->count++] = (struct comparison_row){
                .a = benchmark,
                .b = other,
                .ratio = other->times.median / benchmark->times.median,
                .low = (double)NAN,
                .high = (double)NAN,
                .verdict = enough ? COMPARISON_LEVEL : COMPARISON_UNCLEAR,
            };
        } else {
            comparison->only_a[comparison->only_a_count++] = benchmark;
        }
    }
    for (size_t i = 0; i < b->count; ++i) {
        if (!partner(a, &b->items[i])) {
            comparison->only_b[comparison->only_b_count++] = &b->items[i];
        }
    }
    if (comparison->count > 0) {
        judge_all(comparison, threshold, &noise);
    }
    free(noise.values);
    if (comparison->count == 0) {
        comparison_free(comparison);
        return cli_bad("compare: no benchmark is in both %s and %s", a->input.name, b->input.name);
    }
    return 0;
}

void comparison_free(struct comparison *comparison) {
    free(comparison->rows);
    free(comparison->only_a);
    free(comparison->only_b);
    *comparison = (struct comparison){0};
}

bool comparison_failed(const struct comparison *comparison) {
    return comparison->verdicts[COMPARISON_SLOWER] > 0 || comparison->mean_is_slower;
}

void comparison_differences(const struct results *a, const struct results *b,
                            const char *const labels[2], comparison_say *say, void *context) {
    static const struct {
        const char *key, *plural;
    } kept[] = {
        {"cpu", "machines"},           {"instruction_set", "caps of the instruction set"},
        {"compiler", "compilers"},     {"flags", "compiler flags"},
        {"build_type", "build types"}, {"version", "versions"},
        {"commit", "commits"},
    };
    const struct results *const files[2] = {a, b};
    char line[400];
    for (int i = 0; i < 2; ++i) {
        const char *first = json_string_value(json_array_get(results_warnings(files[i]), 0));
        if (results_noisy(files[i])) {
            snprintf(line, sizeof line, "%s was measured on a noisy machine%s%.300s", labels[i],
                     first ? ": " : "", first ? first : "");
            say(line, context);
        }
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) {
        const char *in_a = results_text(a, kept[i].key), *in_b = results_text(b, kept[i].key);
        if (strcmp(in_a, in_b) != 0) {
            snprintf(line, sizeof line, "different %s: %.150s; %.150s", kept[i].plural,
                     in_a[0] != '\0' ? in_a : "not said", in_b[0] != '\0' ? in_b : "not said");
            say(line, context);
        }
    }
}
