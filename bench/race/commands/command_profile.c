// buoybench profile: one kernel in a steady loop, for profilers.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "json_output.h"
#include "numbers.h"
#include "opening.h"
#include "options.h"
#include "plugins.h"
#include "poses.h"
#include "profile_report.h"
#include "steady.h"
#include "subject.h"

struct settings {
    const char *kernel, *mesh, *workload;
    struct cli_making making;
    double seconds;
    unsigned json;
    bool peaks;
};

static int take_arguments(int argc, char **argv, struct settings *settings) {
    struct cli_option options[] = {
        CLI_TEXT_OPTION("kernel", &settings->kernel),
        CLI_TEXT_OPTION("mesh", &settings->mesh),
        CLI_TEXT_OPTION("workload", &settings->workload),
        CLI_REAL_OPTION("seconds", &settings->seconds, 1e-3, 86400.0),
        CLI_FORMAT_OPTION(&settings->json),
        CLI_FLAG_OPTION("peaks", &settings->peaks),
        CLI_CLOSED_OPTIONS(&settings->making),
        PLUGINS_OPTION,
        {0},
    };
    if (cli_parse("profile", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    if (!settings->kernel) {
        return cli_bad("profile: --kernel ID is missing; see 'buoybench list'");
    }
    return 0;
}

static int profile(const struct settings *settings, struct race *race) {
    if (profile_open(settings->kernel, settings->mesh, &settings->making, settings->workload,
                     race) != 0) {
        return CLI_BAD;
    }
    const struct race_entry *entry = &race->subjects[0].entries[0];
    struct profile_report report = {.entry = entry};
    steady_run(entry, settings->seconds, &counters_of_machine, &report.result);
    if (settings->peaks && profile_measure(&report) != 0) {
        return CLI_BAD;
    }
    if (settings->json) {
        return json_print(profile_to_json(&report));
    }
    profile_print(&report);
    return CLI_GOOD;
}

static int run(int argc, char **argv) {
    struct settings settings = {.seconds = 5.0};
    struct race race = {.seed = 1, .pose_count = POSES_DEFAULT, .budget_us = 1000.0, .voxels = 64};
    int status = take_arguments(argc, argv, &settings);
    if (status == 0) {
        status = profile(&settings, &race);
    }
    race_close(&race);
    return status;
}

const struct command command_profile = {
    .name = "profile",
    .summary = "one kernel in a steady loop, for profilers",
    .help =
        "usage: buoybench profile --kernel ID [--mesh M] [--workload W] [--seconds S] [OPTION]...\n"
        "\n"
        "Asks one kernel the queries of 'run' over and over and does nothing else meanwhile, so\n"
        "that a profiler sees the kernel alone: no check, no exact arithmetic, and a look at the\n"
        "clock every millisecond. Then prints the time per body and, where the system lets it\n"
        "read the processor's counters, cycles, instructions, mispredicted branches and loads\n"
        "that miss the first-level cache; elsewhere it says why not. Counters are read for the\n"
        "loop alone, in user mode. Ctrl-C ends the loop early and prints what there is.\n"
        "('run -- --benchmark_perf_counters=CYCLES' counts only if Google Benchmark was built\n"
        "with libpfm, and Debian's was not.)\n"
        "\n"
        "  --kernel ID      the kernel: family/method/isa, or family/method/best\n"
        "  --mesh M         a file or builtin:NAME[:TRIANGLES]. Default: builtin:wigley:1300. The\n"
        "                   families box, shapes, polygon, water, forces and step take no mesh\n"
        "  --workload W     one of the family's, as for 'run'. Default: the first that the kernel\n"
        "                   can run: hot, crowd for kernels that need many queries per call,\n"
        "                   grid32 of pressure, boxes/still-1 of step\n"
        "  --seconds S      how long to loop, 0.001 to 86400. Default: 5\n"
        "  --peaks          after the loop, measure in a second what this core can do at most, "
        "and\n"
        "                   say what share of it the kernel reaches and what bounds it. Not for\n"
        "                   use under a profiler, which would see that, too\n"
        "  --plugin X       a file X.so of kernels (buoyancy_plugin.h); may be repeated\n"
        "  --format FORMAT  text (default), or json: an object with kernel, mesh, workload,\n"
        "                   seconds, bodies, ns_per_body and, all per body, cycles, instructions,\n"
        "                   branch_misses and l1d_misses, with ipc (instructions per cycle);\n"
        "                   'counters' says why any of them is missing. With --peaks also peaks\n"
        "                   and, for the templates of simd/, flops_per_body and\n"
        "                   double_flops_per_body (additions, multiplications, divisions and\n"
        "                   square roots that the queries need), bytes_per_body (loaded),\n"
        "                   share_of_peak_flops and share_of_l1_bandwidth\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench profile --kernel volume/blocks/best --mesh builtin:sphere:1280 --seconds 1\n"
        "  buoybench profile --kernel box/corners/best --seconds 1 --peaks\n"
        "  buoybench profile --kernel volume/hierarchy/best --workload cold --seconds 1 --format "
        "json\n"
        "  buoybench profile --kernel step/auto/best --workload mix/waves8-1024 --seconds 1\n",
    .run = run,
};
