// buoybench profile: one kernel in a steady loop, for profilers.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "commands.h"
#include "dispatch/registry.h"
#include "json_output.h"
#include "numbers.h"
#include "opening.h"
#include "options.h"
#include "plugins.h"
#include "poses.h"
#include "profile_report.h"
#include "race.h"

// ------------------------------------------------------------------------------------- the subject

#define PROFILE_DEFAULT_MESH "builtin:wigley:1300"

static void list_workloads(const struct family *family, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < family->workload_count && length < size; ++i) {
        const struct workload *workload = &family->workloads[i];
        if (!workload->threaded) {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%s", i > 0 ? ", " : "",
                                       workload->place ? workload->place : "",
                                       workload->place ? "/" : "", workload->name);
        }
    }
}

// The workload of that name, or without one the first that the kernel can run; those of many
// threads are not for profilers. NULL after complaining.
static const struct workload *find_workload(const struct family *family, const char *name,
                                            const struct buoy_kernel *kernel) {
    for (size_t i = 0; i < family->workload_count; ++i) {
        const struct workload *workload = &family->workloads[i];
        const bool takes = family_takes(family, workload, kernel);
        if (!workload->threaded && (name ? workload_is(workload, name) : takes)) {
            if (!takes) {
                cli_bad("profile: --workload %s: %s answers many queries per call, and this "
                        "workload asks one",
                        name, kernel->id);
            }
            return takes ? workload : NULL;
        }
    }
    char names[600];
    list_workloads(family, names, sizeof names);
    cli_bad("profile: --workload '%s': the workloads of family %s are: %s", name ? name : "",
            family->name, names);
    return NULL;
}

#define PROFILE_WORKLOAD_BYTES 80

// Selects the kernel and names the rest, the workload in `name`.
static int choose(const char *kernel, const char *mesh, const char *workload,
                  char name[PROFILE_WORKLOAD_BYTES], struct race_choice *choice) {
    struct cli_strings globs = {0};
    int status = cli_strings_add(&globs, kernel);
    if (status == 0) {
        status = cli_select_kernels(NULL, &globs, &choice->kernels);
    }
    cli_strings_free(&globs);
    if (status != 0) {
        return CLI_BAD;
    }
    if (choice->kernels.count != 1) {
        return cli_bad("profile: --kernel '%s' names %zu kernels; one can be profiled at a time",
                       kernel, choice->kernels.count);
    }
    const struct buoy_kernel *only = choice->kernels.items[0];
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)) && !family_owns(family, only); ++i) {
    }
    if (!family) {
        return cli_bad("profile: %s: no queries are known for its family", only->id);
    }
    if (mesh && family->place) {
        return cli_bad("profile: --mesh %s: family %s takes no mesh; leave --mesh out", mesh,
                       family->name);
    }
    const struct workload *found = find_workload(family, workload, only);
    // The name given may be less than all of it.
    snprintf(name, PROFILE_WORKLOAD_BYTES, "%s%s%s", found && found->place ? found->place : "",
             found && found->place ? "/" : "", found ? found->name : "");
    if (!found || cli_strings_add(&choice->workloads, name) != 0) {
        return CLI_BAD;
    }
    return family->place ? 0 : cli_strings_add(&choice->meshes, mesh ? mesh : PROFILE_DEFAULT_MESH);
}

// Has a plug-in's kernel prepare all its hulls, which the loop shall not see.
static int prepare_plugin(const struct race_entry *entry) {
    const struct queries *queries = &entry->subject->queries;
    if (!entry->scratch.session) {
        return 0;
    }
    if (entry->declined || entry->failure[0] != '\0') {
        return cli_bad("profile: %s: %s", entry->info.id,
                       entry->declined ? entry->declined : entry->failure);
    }
    queries_ask(queries, entry->kernel, &entry->scratch, 0, queries->count,
                entry->subject->answers);
    return 0;
}

// Opens the race of the only kernel that an id names. `mesh` and `workload` may be NULL: a default
// for families that take meshes, and the family's first workload that the kernel can run. Complains
// about anything that does not fit together. Returns 0, or CLI_BAD after complaining; race_close()
// is allowed either way.
static int profile_open(const char *kernel, const char *mesh, const struct cli_making *making,
                        const char *workload, struct race *race) {
    struct race_choice choice = {.making = *making};
    char name[PROFILE_WORKLOAD_BYTES];
    int status = choose(kernel, mesh, workload, name, &choice);
    if (status == 0) {
        status = race_open(race, &choice);
    }
    if (status == 0) {
        race->subjects[0].entries[0].selected = true;
        status = race_prepare(race);
    }
    if (status == 0) {
        status = prepare_plugin(&race->subjects[0].entries[0]);
    }
    cli_strings_free(&choice.meshes);
    cli_strings_free(&choice.workloads);
    cli_kernels_free(&choice.kernels);
    return status;
}

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
