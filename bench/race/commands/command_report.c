// `buoybench report`: files of results as a page of HTML.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "commands.h"
#include "export.h"
#include "kept.h"
#include "options.h"
#include "output.h"
#include "verdict.h"
#include "view.h"

struct settings {
    const char *directory;
    unsigned format; // of enum export_format
    bool verdict;    // to print
};

#define DEFAULT_DIRECTORY "board"

static int take_options(int argc, char **argv, struct settings *settings) {
    struct cli_option options[] = {CLI_TEXT_OPTION("out", &settings->directory),
                                   EXPORT_OPTION(&settings->format),
                                   CLI_FLAG_OPTION("verdict", &settings->verdict),
                                   {0}};
    if (cli_parse_some("report", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    if (argc - optind > VIEW_MOST_FILES) {
        return cli_bad("report: %d files; at most %d stand side by side", argc - optind,
                       VIEW_MOST_FILES);
    }
    if (!settings->directory && settings->format == EXPORT_NONE && !settings->verdict) {
        settings->directory = DEFAULT_DIRECTORY;
    }
    return 0;
}

// The last screen of `run`, for each file; its page is the one that is written now, or beside it.
static void print_verdicts(const struct results *files, size_t count, const char *directory) {
    char page[4200];
    for (size_t f = 0; f < count; ++f) {
        const char *file = files[f].input.name, *slash = strrchr(file, '/');
        const int folder = slash ? (int)(slash - file) : 1;
        snprintf(page, sizeof page, "%.*s/index.html", folder < 4000 ? folder : 4000,
                 slash ? file : ".");
        const bool is_beside = !directory && access(page, R_OK) == 0;
        if (directory) {
            snprintf(page, sizeof page, "%.4000s/index.html", directory);
        }
        verdict_print(&files[f], directory || is_beside ? page : NULL);
    }
}

static int report(const struct results *files, size_t count, const struct settings *settings) {
    const char *directory = settings->directory;
    struct view_labels labels;
    view_label(files, count, &labels);
    if (settings->verdict && !directory) {
        print_verdicts(files, count, NULL);
    }
    if (!directory) {
        if (settings->format != EXPORT_NONE) {
            export_put(stdout, settings->format, files, &labels, count);
        }
        return 0;
    }
    if (output_prepare(directory) != 0 || view_write(files, &labels, count, directory) != 0) {
        return CLI_BAD;
    }
    if (settings->verdict) {
        print_verdicts(files, count, directory);
    } else {
        printf("wrote %s/index.html\n", directory);
    }
    return settings->format != EXPORT_NONE
               ? export_write(files, &labels, count, settings->format, directory)
               : 0;
}

static int run(int argc, char **argv) {
    struct settings settings = {0};
    struct results files[VIEW_MOST_FILES];
    size_t count = 0;
    char latest[KEPT_PATH_BYTES];
    int status = take_options(argc, argv, &settings);
    if (status == 0 && optind == argc) {
        status = kept_find(NULL, NULL, latest);
        status = status == 0 ? results_read(latest, &files[0]) : status;
        count += status == 0;
        if (status == 0) {
            cli_note("takes %s, the last run", latest);
        }
    }
    while (status == 0 && optind + (int)count < argc) {
        status = results_read(argv[optind + (int)count], &files[count]);
        count += status == 0;
    }
    if (status == 0) {
        status = report(files, count, &settings);
    }
    while (count > 0) {
        results_free(&files[--count]);
    }
    return status;
}

const struct command command_report = {
    .name = "report",
    .summary = "results as a page of HTML, or as a table",
    .help =
        "usage: buoybench report [A.json]... [--out DIR] [--export markdown|csv]\n"
        "                        [--verdict]\n"
        "\n"
        "Writes DIR/index.html: one file with everything in it, which needs no network. Its "
        "script\n"
        "draws the verdict, the ranking of every mesh and workload, how time grows with "
        "triangles,\n"
        "crowds and immersion, the roofline if the peaks of the machine are known, machine and\n"
        "build; without scripts it shows the verdict as text. Tables sort and filter; each figure\n"
        "can be saved as SVG. Several files, for example of other machines or compilers,\n"
        "stand side by side, with ratios to the first: the records of bench/record make a board.\n"
        "`run` writes the same. The files are results.json of `run`, of this version's schema.\n"
        "Default: that of the last run in results/.\n"
        "\n"
        "  --out DIR        folder for index.html, made if missing. Default: board, unless one of\n"
        "                   the following only prints\n"
        "  --export FORMAT  markdown: tables to paste into an issue, or csv: every number, a row\n"
        "                   for each benchmark. With --out in DIR/results.md or DIR/results.csv,\n"
        "                   else printed\n"
        "  --verdict        print the verdict of each file, the last screen of `run`\n"
        "\n"
        "examples:\n"
        "  buoybench report bench/record/*\n"
        "  buoybench report before.json after.json --out report\n"
        "  buoybench report before.json --export csv\n",
    .run = run,
};
