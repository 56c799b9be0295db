// `buoybench submit`: a record for the tree, made of the last run, or checked.
#include <stdio.h>

#include "cli.h"
#include "commands.h"
#include "host.h"
#include "kept.h"
#include "options.h"
#include "submission.h"

struct settings {
    const char *directory;
    bool check, noisy_ok;
};

static int take_options(int argc, char **argv, struct settings *settings) {
    struct cli_option options[] = {CLI_TEXT_OPTION("out", &settings->directory),
                                   CLI_FLAG_OPTION("check", &settings->check),
                                   CLI_FLAG_OPTION("noisy-ok", &settings->noisy_ok),
                                   {0}};
    if (cli_parse_some("submit", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    const int files = argc - optind;
    if (settings->check) {
        return files > 0 ? 0 : cli_bad("submit: --check needs files, such as bench/record/*.json");
    }
    return files <= 1 ? 0 : cli_bad("submit: %d files; a record is of one", files);
}

static void print_next(const struct results *results, const char *directory, const char *name) {
    printf("wrote %s/%s: %zu benchmarks, without the names of this machine\n"
           "to share it:\n"
           "  git add '%s/%s'\n"
           "  git commit -m ",
           directory, name, results->count, directory, name);
    char title[200];
    snprintf(title, sizeof title, "A record of %.150s", results_text(results, "cpu"));
    cli_print_word(title, stdout);
    printf("\n"
           "  and open a pull request with that commit\n"
           "to see it beside the others: %s report %s/*\n"
           "to have README's numbers from it: bench/race/report/readme %s/%s\n",
           cli_program(), directory, directory, name);
}

static int submit(const char *path, const struct settings *settings) {
    struct results results;
    char name[SUBMISSION_NAME_BYTES];
    if (results_read(path, &results) != 0) {
        return CLI_BAD;
    }
    json_t *own = settings->check ? NULL : machine_describe();
    int status = settings->check || own ? submission_check(&results, own, settings->noisy_ok)
                                        : cli_out_of_memory();
    json_decref(own);
    if (status == 0 && settings->check) {
        printf("%s: a record of %s, %zu benchmarks\n", path, results_text(&results, "cpu"),
               results.count);
    } else if (status == 0) {
        status = submission_write(&results, settings->directory, name);
        if (status == 0) {
            print_next(&results, settings->directory, name);
        }
    }
    results_free(&results);
    return status;
}

static int run(int argc, char **argv) {
    struct settings settings = {.directory = "bench/record"};
    int status = take_options(argc, argv, &settings);
    if (status == 0 && !settings.check) {
        char path[KEPT_PATH_BYTES];
        if (optind < argc) {
            return submit(argv[optind], &settings);
        }
        if (kept_find(KEPT_DEFAULT, NULL, path) != 0) {
            return CLI_BAD;
        }
        cli_note("takes %s, the last default run", path);
        return submit(path, &settings);
    }
    for (int i = optind; i < argc && status == 0; ++i) {
        status = submit(argv[i], &settings);
    }
    return status;
}

const struct command command_submit = {
    .name = "submit",
    .summary = "make a record for the tree of the last run",
    .help =
        "usage: buoybench submit [RESULTS.json] [--out DIR] [--noisy-ok]\n"
        "       buoybench submit --check RECORD.json... [--noisy-ok]\n"
        "\n"
        "Makes a record of a run, DIR/CPU-COMPILER-DATE.json, and prints what to do with it: the\n"
        "tree keeps complete results of quiet runs on many machines, and README has its numbers\n"
        "from one. A record has every repetition and all of the machine's and build's\n"
        "description, but no names of hosts or folders.\n"
        "\n"
        "Refused are results that were changed since `run` wrote them; of a part of a default\n"
        "run, or one that was interrupted; noisy ones; ones with a failed check; of sources in no\n"
        "commit; of another program, build or machine than this.\n"
        "\n"
        "  RESULTS.json  of `run`. Default: those of the last default run in results/\n"
        "  --out DIR     folder for the record, made if missing. Default: bench/record\n"
        "  --check       whether files are such records, of any machine; for who is sent one\n"
        "  --noisy-ok    take noisy results, too: the record says so, and its name, "
        "...-noisy.json\n"
        "\n"
        "examples:\n"
        "  buoybench submit\n"
        "  buoybench submit --check bench/record/*.json\n",
    .run = run,
};
