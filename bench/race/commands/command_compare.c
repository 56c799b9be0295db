// `buoybench compare`: whether a second run was slower than a first one.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "comparison.h"
#include "json_output.h"
#include "kept.h"
#include "numbers.h"
#include "options.h"

struct compared {
    const struct results *a, *b;
    const struct comparison *comparison;
    double threshold; // a share
    bool verbose;     // level rows too
};

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
            char numbers[80];
            int width;
            if (row->verdict == COMPARISON_UNCLEAR) {
                width = snprintf(numbers, sizeof numbers, "%7.3f  %-15s %-7s",
                                 fmin(row->ratio, 999.0), "", words[row->verdict]);
            } else {
                width = snprintf(numbers, sizeof numbers, "%7.3f  %5.3f to %-6.3f %-7s",
                                 fmin(row->ratio, 999.0), fmin(row->low, 999.0),
                                 fmin(row->high, 999.0), words[row->verdict]);
            }
            if ((size_t)width + 1 + strlen(row->a->name) <= COLUMNS) {
                printf("%s %s\n", numbers, row->a->name);
            } else {
                printf("%s\n", numbers);
                print_name(row->a->name);
            }
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

// As text in lines of up to 80 columns, a longer name on a line of its own.
static void compare_print_text(const struct compared *compared) {
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

// As a JSON object. Returns 0, or CLI_BAD after complaining.
static int compare_print_json(const struct compared *compared) {
    const struct comparison *comparison = compared->comparison;
    json_t *root = json_object(), *warnings = json_array(), *rows = json_array();
    comparison_differences(compared->a, compared->b, labels, add_warning, warnings);
    for (size_t i = 0; i < comparison->count; ++i) {
        const struct comparison_row *row = &comparison->rows[i];
        json_t *object = interval(row->ratio, row->low, row->high);
        json_object_set_new(object, "name", json_text(row->a->name));
        json_object_set_new(object, "verdict", json_string(words[row->verdict]));
        json_object_set_new(object, "ns_a", json_number(row->a->times.median));
        json_object_set_new(object, "ns_b", json_number(row->b->times.median));
        json_object_set_new(object, "repetitions_a",
                            json_integer((json_int_t)row->a->times.sample_count));
        json_object_set_new(object, "repetitions_b",
                            json_integer((json_int_t)row->b->times.sample_count));
        json_array_append_new(rows, object);
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

struct settings {
    double percent;
    unsigned json;
    bool verbose;
};

static int take_options(int argc, char **argv, struct settings *settings) {
    struct cli_option options[] = {
        CLI_REAL_OPTION("threshold", &settings->percent, 0.0, 1000.0),
        CLI_FORMAT_OPTION(&settings->json),
        CLI_FLAG_OPTION("verbose", &settings->verbose),
        {0},
    };
    if (cli_parse_some("compare", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    return argc - optind <= 2
               ? 0
               : cli_bad("compare: two files or folders are needed, A and B; there are %d",
                         argc - optind);
}

// What is not named is of results/: B the last run, A the one before it of the same.
static int choose(int argc, char **argv, const char *files[2]) {
    static char paths[2][KEPT_PATH_BYTES];
    files[0] = optind < argc ? argv[optind] : paths[0];
    files[1] = optind + 1 < argc ? argv[optind + 1] : paths[1];
    if (files[1] != paths[1]) {
        return 0;
    }
    if (kept_find(NULL, NULL, paths[1]) != 0 ||
        (files[0] == paths[0] && kept_find(kept_what(paths[1]), paths[1], paths[0]) != 0)) {
        return CLI_BAD;
    }
    cli_note("A is %s, B is %s, the last run", files[0], files[1]);
    return 0;
}

static int compare(const struct results *a, const struct results *b,
                   const struct settings *settings) {
    struct comparison comparison;
    const double threshold = 0.01 * settings->percent;
    if (comparison_make(a, b, threshold, &comparison) != 0) {
        return CLI_BAD;
    }
    const struct compared compared = {.a = a,
                                      .b = b,
                                      .comparison = &comparison,
                                      .threshold = threshold,
                                      .verbose = settings->verbose};
    int status = 0;
    if (settings->json) {
        status = compare_print_json(&compared);
    } else {
        compare_print_text(&compared);
    }
    if (status == 0 && comparison_failed(&comparison)) {
        status = CLI_FAILED;
    }
    comparison_free(&comparison);
    return status;
}

static int run(int argc, char **argv) {
    struct settings settings = {.percent = 5.0};
    struct results a, b;
    const char *files[2];
    if (take_options(argc, argv, &settings) != 0 || choose(argc, argv, files) != 0 ||
        results_read_runs(files[0], &a) != 0) {
        return CLI_BAD;
    }
    int status = CLI_BAD;
    if (results_read_runs(files[1], &b) == 0) {
        status = compare(&a, &b, &settings);
        results_free(&b);
    }
    results_free(&a);
    return status;
}

const struct command command_compare = {
    .name = "compare",
    .summary = "whether a second run was slower than a first",
    .help =
        "usage: buoybench compare [A [B]] [--threshold PERCENT] [--format text|json] [--verbose]\n"
        "\n"
        "Compares two files of results, benchmark by benchmark: results.json of `run`, of\n"
        "this version's schema. A folder stands for all its files *.json, runs of one program on\n"
        "one machine, whose repetitions count together: several runs each show what two single\n"
        "ones cannot, and the last lines say how much slower one benchmark must be to be seen.\n"
        "Prints the ratio of the medians, B's time over A's, with an\n"
        "interval, worst first, and the geometric mean of all. The exit code is 1 if B is slower\n"
        "beyond threshold and noise, in any benchmark (its whole interval lies beyond the\n"
        "threshold) or in the mean of all; else 0.\n"
        "\n"
        "The intervals hold for all benchmarks together with a probability of 95 %, so that a\n"
        "rerun of hundreds of benchmarks passes. They cover the scatter of the repetitions, of\n"
        "which each benchmark needs five in both files (nine or more are better), and the scatter\n"
        "of the ratios within a workload, because two runs of the same program differ by\n"
        "more than their repetitions show. In cold workloads a benchmark must differ twice as\n"
        "much as all others: where a process's memory lies makes up to 1.4 between two runs.\n"
        "Other machines, compilers or commits, and runs that were noisy by their own account, are\n"
        "warned of; cold workloads of noisy runs are not judged.\n"
        "\n"
        "  --threshold PERCENT  how much slower is too slow, 0 to 1000. Default: 5\n"
        "  --format FORMAT      text (default): the benchmarks that are slower or faster; or\n"
        "                       json: an object with slower, geometric_mean, visible_percent,\n"
        "                       warnings, benchmarks (each with name, ratio, low, high, verdict: "
        "slower, faster, level\n"
        "                       or unclear), only_a and only_b\n"
        "  --verbose            every benchmark\n"
        "\n"
        "Google Benchmark's own tool, with a U test, reads these files too (Debian:\n"
        "libbenchmark-tools, python3-scipy). It can also start the program:\n"
        "  compare.py benchmarks A.json B.json\n"
        "  compare.py benchmarks old/buoybench new/buoybench run --mesh hull.obj --\n"
        "\n"
        "examples:\n"
        "  buoybench compare before.json after.json\n"
        "  buoybench compare before.json after.json --threshold 2 --verbose\n"
        "  buoybench compare before.json after.json --format json\n"
        "  buoybench compare runs-of-old runs-of-new\n",
    .run = run,
};
