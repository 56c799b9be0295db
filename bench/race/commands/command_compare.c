// `buoybench compare`: whether a second run was slower than a first one.
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "compare_print.h"
#include "kept.h"
#include "options.h"

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
