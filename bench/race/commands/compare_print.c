// The output of `compare`.
#include "compare_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json_output.h"
#include "padding.h"

// ----------------------------------------------------------------------------------- text

#define COLUMNS 80
#define MOST_HIDDEN 10.0 // percent that may pass unseen without a word

static const char *const labels[] = {"A", "B"};
static const char *const words[] = {"slower", "faster", "level", "unclear"};

static void print_warning(const char *line, void *context) {
    (void)context;
    print_wrapped_after((size_t)printf("warning: "), line, COLUMNS, 2);
}

// Indented, and cut into lines if it is too long for one.
static void print_name(const char *name) {
    const size_t length = strlen(name);
    for (size_t begin = 0; begin < length; begin += COLUMNS - 4) {
        printf("    %.*s\n", COLUMNS - 4, name + begin);
    }
}

static void print_row(const struct comparison_row *row) {
    char numbers[80];
    int width;
    if (row->verdict == COMPARISON_UNCLEAR) {
        width = snprintf(numbers, sizeof numbers, "%7.3f  %-15s %-7s", fmin(row->ratio, 999.0), "",
                         words[row->verdict]);
    } else {
        width = snprintf(numbers, sizeof numbers, "%7.3f  %5.3f to %-6.3f %-7s",
                         fmin(row->ratio, 999.0), fmin(row->low, 999.0), fmin(row->high, 999.0),
                         words[row->verdict]);
    }
    if ((size_t)width + 1 + strlen(row->a->name) <= COLUMNS) {
        printf("%s %s\n", numbers, row->a->name);
    } else {
        printf("%s\n", numbers);
        print_name(row->a->name);
    }
}

static void print_rows(const struct compared *compared) {
    const struct comparison *comparison = compared->comparison;
    bool any = false;
    for (size_t i = 0; i < comparison->count; ++i) {
        const struct comparison_row *row = &comparison->rows[i];
        const bool differs = row->verdict == COMPARISON_SLOWER || row->verdict == COMPARISON_FASTER;
        if (differs || compared->verbose) {
            if (!any) {
                puts("\n    B/A  interval");
            }
            any = true;
            print_row(row);
        }
    }
}

static void print_only(const char *label, const struct result *const *only, size_t count,
                       bool all) {
    const size_t shown = all || count <= 10 ? count : 10;
    if (count > 0) {
        printf("\nonly in %s (or not timed in the other): %zu\n", label, count);
    }
    for (size_t i = 0; i < shown; ++i) {
        print_name(only[i]->name);
    }
    if (shown < count) {
        printf("    and %zu more: --verbose lists them\n", count - shown);
    }
}

static void print_summary(const struct compared *compared) {
    const struct comparison *comparison = compared->comparison;
    const size_t *verdicts = comparison->verdicts;
    printf("\n%zu benchmarks: %zu slower in B, %zu faster, %zu level (within %g %% or noise)\n",
           comparison->count, verdicts[COMPARISON_SLOWER], verdicts[COMPARISON_FASTER],
           verdicts[COMPARISON_LEVEL], 100.0 * compared->threshold);
    if (verdicts[COMPARISON_UNCLEAR] > 0) {
        printf("%zu unclear: fewer than %d repetitions in one of the files, too few to tell, or a\n"
               "cold workload of a noisy run\n",
               verdicts[COMPARISON_UNCLEAR], COMPARISON_FEWEST);
    }
    if (!isnan(comparison->visible)) {
        const double percent = 100.0 * (comparison->visible - 1.0);
        printf("one benchmark alone shows if it is %.0f %% slower%s\n", ceil(percent),
               percent > MOST_HIDDEN ? "; folders of several runs each show less" : "");
    }
    printf("geometric mean of B/A: %.3f", comparison->mean);
    if (!isnan(comparison->mean_low)) {
        printf(" (%.3f to %.3f)", comparison->mean_low, comparison->mean_high);
    }
    printf("\n%s\n", comparison_failed(comparison) ? "B is slower than A."
                     : verdicts[COMPARISON_UNCLEAR] == comparison->count
                         ? "Too few repetitions to tell whether B is slower than A."
                         : "B is not slower than A.");
}

static void print_file(const char *label, const struct results *file) {
    char name[1000];
    snprintf(name, sizeof name, "%s", file->input.name);
    json_clean(name);
    printf("%s: %s", label, name);
    const char *date = results_text(file, "date");
    printf("%s%.40s\n", date[0] != '\0' ? ", " : "", date);
}

void compare_print_text(const struct compared *compared) {
    const struct comparison *comparison = compared->comparison;
    print_file(labels[0], compared->a);
    print_file(labels[1], compared->b);
    comparison_differences(compared->a, compared->b, labels, print_warning, NULL);
    print_rows(compared);
    print_only(labels[0], comparison->only_a, comparison->only_a_count, compared->verbose);
    print_only(labels[1], comparison->only_b, comparison->only_b_count, compared->verbose);
    print_summary(compared);
}

// ----------------------------------------------------------------------------------- JSON

static json_t *interval(double ratio, double low, double high) {
    json_t *object = json_object();
    json_object_set_new(object, "ratio", json_number(ratio));
    json_object_set_new(object, "low", json_number(low));
    json_object_set_new(object, "high", json_number(high));
    return object;
}

static json_t *describe_row(const struct comparison_row *row) {
    json_t *object = interval(row->ratio, row->low, row->high);
    json_object_set_new(object, "name", json_text(row->a->name));
    json_object_set_new(object, "verdict", json_string(words[row->verdict]));
    json_object_set_new(object, "ns_a", json_number(row->a->times.median));
    json_object_set_new(object, "ns_b", json_number(row->b->times.median));
    json_object_set_new(object, "repetitions_a",
                        json_integer((json_int_t)row->a->times.sample_count));
    json_object_set_new(object, "repetitions_b",
                        json_integer((json_int_t)row->b->times.sample_count));
    return object;
}

static json_t *list_names(const struct result *const *benchmarks, size_t count) {
    json_t *names = json_array();
    for (size_t i = 0; i < count; ++i) {
        json_array_append_new(names, json_text(benchmarks[i]->name));
    }
    return names;
}

static void add_warning(const char *line, void *context) {
    json_array_append_new(context, json_text(line));
}

int compare_print_json(const struct compared *compared) {
    const struct comparison *comparison = compared->comparison;
    json_t *root = json_object(), *warnings = json_array(), *rows = json_array();
    comparison_differences(compared->a, compared->b, labels, add_warning, warnings);
    for (size_t i = 0; i < comparison->count; ++i) {
        json_array_append_new(rows, describe_row(&comparison->rows[i]));
    }
    json_object_set_new(root, "a", json_text(compared->a->input.name));
    json_object_set_new(root, "b", json_text(compared->b->input.name));
    json_object_set_new(root, "threshold_percent", json_real(100.0 * compared->threshold));
    json_object_set_new(root, "slower", json_boolean(comparison_failed(comparison)));
    json_object_set_new(root, "geometric_mean",
                        interval(comparison->mean, comparison->mean_low, comparison->mean_high));
    json_object_set_new(root, "visible_percent", json_number(100.0 * (comparison->visible - 1.0)));
    json_object_set_new(root, "warnings", warnings);
    json_object_set_new(root, "benchmarks", rows);
    json_object_set_new(root, "only_a", list_names(comparison->only_a, comparison->only_a_count));
    json_object_set_new(root, "only_b", list_names(comparison->only_b, comparison->only_b_count));
    return json_print(root);
}
