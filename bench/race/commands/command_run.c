// buoybench run: checks every kernel, times it, ranks it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "clock.h"
#include "commands.h"
#include "export.h"
#include "files.h"
#include "frames.h"
#include "host.h"
#include "interrupt.h"
#include "kept.h"
#include "making.h"
#include "numbers.h"
#include "opening.h"
#include "options.h"
#include "output.h"
#include "plugins.h"
#include "poses.h"
#include "processes.h"
#include "processors.h"
#include "race.h"
#include "record.h"
#include "table.h"
#include "terminal.h"
#include "timing.h"
#include "verdict.h"
#include "view.h"

// From bodies that a game drops into the water by the hundred to hulls from a shipyard.
static const char *const default_meshes[] = {
    "builtin:box",       "builtin:barrel",       "builtin:wigley:1300",
    "builtin:star:5000", "builtin:sphere:20480", "builtin:sphere:327680",
};

#define MOST_POSES 65536

#define MOST_FRAMES 10000000
#define MOST_BETWEEN 4096 // MiB

// Frames of a scene, if they are asked for, and in a run of everything.
#define FRAMES ((uint64_t)20000)
#define FEW_FRAMES ((uint64_t)2000)

struct settings {
    struct race race;
    struct race_choice choice;
    struct cli_strings globs;
    struct cli_strings flags; // for Google Benchmark
    struct frame_wish frame_wish;
    struct frame_rows frames;
    struct making_rows makings;
    const char *directory;      // for files
    char kept[KEPT_PATH_BYTES]; // the directory, if it is none of the caller's
    bool verbose, quick;        // quick: a first look is enough
    bool trusted;               // noisy times are a failure
    bool noisy;                 // and they were
    bool looks_first;           // the whole takes long
    bool looking;               // and that is under way
    bool chose_cpu, each_kind;  // of cores
    unsigned peaks, format; // of enum roofline_peaks, and of enum export_format: of one more table
};

// Whether an option has something else raced than by default.
static bool changes_the_race(const char *option) {
    static const char *const others[] = {"budget-us", "out",    "cpu",           "verbose",
                                         "export",    "plugin", "each-core-type"};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        if (strcmp(option, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

// Arguments after `--` go to Google Benchmark.
static int take_arguments(int argc, char **argv, struct settings *settings) {
    int own = 1;
    while (own < argc && strcmp(argv[own], "--") != 0) {
        ++own;
    }
    for (int i = own + 1; i < argc; ++i) {
        if (cli_strings_add(&settings->flags, argv[i]) != 0) {
            return CLI_BAD;
        }
    }
    struct race *race = &settings->race;
    const char *sweep = NULL;
    uint64_t poses = race->pose_count, voxels = race->voxels, cpu = 0;
    struct cli_option options[] = {
        CLI_TEXTS_OPTION("mesh", &settings->choice.meshes),
        CLI_TEXTS_OPTION("kernel", &settings->globs),
        CLI_COUNT_OPTION("poses", &poses, 1, MOST_POSES),
        CLI_COUNT_OPTION("seed", &race->seed, 0, INT64_MAX),
        CLI_REAL_OPTION("budget-us", &race->budget_us, 1e-3, 1e12),
        CLI_TEXT_OPTION("out", &settings->directory),
        CLI_COUNT_OPTION("voxels", &voxels, 1, BUOY_MAX_VOXELS),
        CLI_TEXTS_OPTION("workload", &settings->choice.workloads),
        CLI_TEXT_OPTION("sweep", &sweep),
        CLI_COUNT_OPTION("cpu", &cpu, 0, PROCESSORS_MOST),
        CLI_TEXTS_OPTION("scene", &settings->frame_wish.scenes),
        CLI_COUNT_OPTION("frames", &settings->frame_wish.frames, 10, MOST_FRAMES),
        CLI_COUNT_OPTION("between", &settings->frame_wish.between, 1, MOST_BETWEEN),
        CLI_CLOSED_OPTIONS(&settings->choice.making),
        CLI_FLAG_OPTION("verbose", &settings->verbose),
        CLI_FLAG_OPTION("quick", &settings->quick),
        CLI_FLAG_OPTION("trusted", &settings->trusted),
        CLI_FLAG_OPTION("each-core-type", &settings->each_kind),
        {.name = "peaks", .kind = CLI_WORD, .value = &settings->peaks, .words = ROOFLINE_WORDS},
        EXPORT_OPTION(&settings->format),
        PLUGINS_OPTION,
        {0},
    };
    if (cli_parse("run", own, argv, options) != 0) {
        return CLI_BAD;
    }
    settings->chose_cpu = cli_given(options, "cpu");
    const char *why_not = settings->chose_cpu ? processors_pin(cpu) : NULL;
    if (why_not) {
        return cli_bad("--cpu %llu: %s", (unsigned long long)cpu, why_not);
    }
    if (settings->chose_cpu && settings->each_kind) {
        return cli_bad("run: --cpu and --each-core-type exclude each other");
    }
    race->pose_count = (size_t)poses;
    race->voxels = (unsigned)voxels;
    race->sweep = sweep ? sweep_find(sweep) : NULL;
    race->whole = settings->flags.count == 0;
    for (const struct cli_option *option = options; option->name; ++option) {
        race->whole = race->whole && !(option->given && changes_the_race(option->name));
    }
    settings->looks_first =
        !sweep && settings->globs.count == 0 && settings->choice.workloads.count == 0;
    if (settings->quick && sweep) {
        return cli_bad("run: --quick and --sweep exclude each other");
    }
    return !sweep || race->sweep
               ? 0
               : cli_bad("--sweep: '%s' is neither triangles, count nor immersion", sweep);
}

// In a run of everything, the frames of one scene and the making of all meshes.
static int open_measurements(struct settings *settings) {
    const struct race_choice *choice = &settings->choice;
    struct race *race = &settings->race;
    struct frame_wish *wish = &settings->frame_wish;
    const bool everything =
        choice->all_kernels && choice->by_size && choice->workloads.count == 0 && !settings->quick;
    wish->all = choice_names(choice, CHOICE_FRAMES);
    if (wish->scenes.count > 0 && !wish->all && !everything) {
        return cli_bad("run: --scene is for frames, which --workload frames selects");
    }
    wish->budget_us = race->budget_us;
    wish->frames = wish->frames > 0 ? wish->frames : wish->all ? FRAMES : FEW_FRAMES;
    if (((wish->all || everything) && frame_rows_make(wish, &settings->frames) != 0) ||
        ((choice_names(choice, CHOICE_MAKING) || everything) &&
         making_rows_make(race, &settings->makings) != 0)) {
        return CLI_BAD;
    }
    const size_t frames = settings->frames.row_count;
    race->measurement_count = frames + settings->makings.row_count;
    race->measurements = calloc(race->measurement_count + 1, sizeof(struct measurement *));
    for (size_t i = 0; i < race->measurement_count && race->measurements; ++i) {
        race->measurements[i] =
            i < frames ? &settings->frames.rows[i] : &settings->makings.rows[i - frames];
    }
    return race->measurements ? 0 : cli_out_of_memory();
}

// A sweep replaces the default meshes and kernels with its own, and it brings its workloads.
static int open_race(struct settings *settings) {
    struct race_choice *choice = &settings->choice;
    const struct sweep *sweep = settings->race.sweep;
    if (sweep && choice->workloads.count > 0) {
        return cli_bad("run: --sweep and --workload exclude each other");
    }
    choice->all_kernels = !sweep && settings->globs.count == 0;
    if (cli_select_kernels(NULL, &settings->globs, &choice->kernels) != 0) {
        return CLI_BAD;
    }
    choice->by_size = sweep || choice->meshes.count == 0;
    if (choice->meshes.count == 0 &&
        (choice_names(choice, CHOICE_MAKING) ||
         (families_need_meshes(&choice->kernels) && !choice_races_nothing(choice)))) {
        const char *const *meshes = sweep ? sweep->meshes : default_meshes;
        const size_t count = sweep             ? sweep->mesh_count
                             : settings->quick ? RACE_FIRST_MESHES
                                               : sizeof default_meshes / sizeof *default_meshes;
        for (size_t i = 0; i < count; ++i) {
            if (cli_strings_add(&choice->meshes, meshes[i]) != 0) {
                return CLI_BAD;
            }
        }
    }
    if (sweep && settings->globs.count == 0) {
        sweep_keep_best(&choice->kernels);
    }
    return race_open(&settings->race, choice) != 0 ? CLI_BAD
           : sweep                                 ? 0
                                                   : open_measurements(settings);
}

static int write_files(const struct settings *settings, const struct results *results) {
    const char *directory = settings->directory;
    struct view_labels labels;
    char name[4096];
    snprintf(name, sizeof name, "%.4000s/results.json", directory);
    struct results named = *results;
    named.input.name = name;
    view_label(&named, 1, &labels);
    interrupt_begin_writing();
    if (record_write(results->input.root, directory) != 0 ||
        view_write(&named, &labels, 1, directory) != 0) {
        return CLI_BAD;
    }
    return settings->format != EXPORT_NONE
               ? export_write(&named, &labels, 1, settings->format, directory)
               : 0;
}

// Judges the report, which then belongs to the results.
static int judge(struct race *race, json_t *report, struct results *results) {
    if (record_complete(race, report) != 0) {
        json_decref(report);
        return CLI_BAD;
    }
    if (results_take(report, results) != 0) {
        return CLI_BAD;
    }
    race->noise.spread_percent = results_spread(results);
    if (record_noise(race, report) != 0 || results_complete(results) != 0) {
        results_free(results);
        return CLI_BAD;
    }
    return 0;
}

// The tables come first and the verdict last, where the user's eyes are. Even if the files cannot
// be written, both are printed: the measurements took minutes.
static int report_race(struct settings *settings, json_t *report) {
    struct race *race = &settings->race;
    struct results results;
    if (judge(race, report, &results) != 0) {
        return CLI_BAD;
    }
    if (race->sweep) {
        table_print_sweep(&results);
    } else {
        table_print(&results, settings->verbose);
    }
    fflush(stdout);
    settings->noisy = noise_judge(&race->noise).count > 0;
    const int status = write_files(settings, &results);
    bool written = status == 0;
    const bool is_kept = settings->directory == settings->kept;
    if (written && is_kept && !kept_lead(settings->kept)) {
        settings->directory = KEPT_LATEST; // a copy where the run is looked for
        written = output_prepare(KEPT_LATEST) == 0 && write_files(settings, &results) == 0;
    }
    char page[4200];
    snprintf(page, sizeof page, "%.4000s/index.html", is_kept ? KEPT_LATEST : settings->directory);
    verdict_print(&results, written ? page : NULL);
    results_free(&results);
    return status;
}

static bool any_failed(const struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            if (race->subjects[i].entries[k].failure[0] != '\0') {
                return true;
            }
        }
    }
    return false;
}

// Prepares, checks and times what is selected.
static int measure(struct settings *settings, json_t **report) {
    struct race *race = &settings->race;
    if (race_prepare(race) != 0 || race_check(race) != 0) {
        return CLI_BAD;
    }
    plugin_print_declined(race);
    roofline_count_work(race);
    const double began = clock_wall();
    if (timing_run(race, report) != 0) {
        return CLI_BAD;
    }
    // Whoever has interrupted the timing is waiting for the end.
    const enum roofline_peaks when =
        interrupt_came() || settings->looking ? ROOFLINE_PEAKS_NEVER : settings->peaks;
    return race->peaks.set_count > 0 || race->subject_count == 0
               ? 0
               : roofline_measure_peaks(race, when, clock_wall() - began);
}

// The verdict on the first meshes, within seconds. `*enough`: the user wants no more, or nothing is
// left; then that is the report.
static int look_first(struct settings *settings, json_t **report, bool *enough) {
    struct race *race = &settings->race;
    struct results results;
    *enough = false;
    if (!(settings->looks_first || settings->quick) || !race_hold_rest(race)) {
        return 0;
    }
    const size_t measurements = race->measurement_count;
    race->measurement_count = 0;
    settings->looking = true;
    int status = measure(settings, report);
    settings->looking = false;
    race->measurement_count = measurements;
    *enough = status != 0 || settings->quick || interrupt_came();
    if (*enough) {
        return status;
    }
    status = judge(race, *report, &results);
    *report = NULL;
    if (status == 0) {
        cli_progress_end();
        puts("\nprovisional, from a first look; the whole run takes some minutes more");
        verdict_print(&results, NULL);
        fflush(stdout);
        results_free(&results);
        race_take_rest(race);
    }
    return status;
}

static int measure_all(struct settings *settings, json_t **report) {
    struct race *race = &settings->race;
    json_t *earlier = NULL;
    bool enough;
    const int looked = look_first(settings, report, &enough);
    if (looked != 0 || enough) {
        return looked;
    }
    if (!race_hold_plugins(race)) {
        return measure(settings, report);
    }
    // The library's own results are written before the first plug-in is called.
    struct results results;
    int status = CLI_BAD;
    if (measure(settings, &earlier) == 0 && judge(race, json_incref(earlier), &results) == 0) {
        status = write_files(settings, &results);
        results_free(&results);
    }
    if (status == 0 && interrupt_came()) {
        *report = json_incref(earlier);
    } else if (status == 0) {
        race_take_plugins(race);
        status = measure(settings, report);
        status = status == 0 ? record_merge(race, earlier, *report) : status;
    }
    json_decref(earlier);
    return status;
}

// What is raced, in a word: the first of all that was asked for.
static void name_run(const struct settings *settings, char *name, size_t size) {
    const struct race *race = &settings->race;
    const struct race_choice *choice = &settings->choice;
    const char *parts[] = {
        race->whole       ? KEPT_DEFAULT
        : race->sweep     ? "sweep"
        : settings->quick ? "quick"
                          : NULL,
        race->sweep ? race->sweep->name : NULL,
        choice->meshes.count > 0 ? files_name(choice->meshes.items[0]) : NULL,
        settings->globs.count > 0 ? settings->globs.items[0] : NULL,
        choice->workloads.count > 0 ? choice->workloads.items[0] : NULL,
    };
    name[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const size_t length = strlen(name);
        if (parts[i]) {
            snprintf(name + length, size - length, "%s%s", length > 0 ? "-" : "", parts[i]);
        }
    }
    if (name[0] == '\0') {
        snprintf(name, size, "part");
    }
}

// Makes the folder that the files go to.
static int begin_files(struct settings *settings, const char *what) {
    if (!settings->directory && kept_begin(what, settings->kept) != 0) {
        return CLI_BAD;
    }
    settings->directory = settings->directory ? settings->directory : settings->kept;
    return output_prepare(settings->directory);
}

static int run_race(void *context) {
    struct settings *settings = context;
    struct race *race = &settings->race;
    bool done;
    char what[200];
    name_run(settings, what, sizeof what); // before there are default meshes
    if (open_race(settings) != 0 || timing_begin(race, &settings->flags, &done) != 0) {
        return CLI_BAD;
    }
    if (done) {
        return CLI_GOOD;
    }
    json_t *report = NULL;
    if (begin_files(settings, what) != 0) {
        return CLI_BAD;
    }
    interrupt_watch(settings->directory);
    if (measure_all(settings, &report) != 0) {
        rmdir(settings->kept); // which stays if anything is in it
        json_decref(report);
        return CLI_BAD;
    }
    const int status = report_race(settings, report);
    fflush(stdout);
    interrupt_end();
    const bool refused = settings->trusted && settings->noisy;
    if (status == 0 && refused) {
        cli_note("run: --trusted: the times are noisy: close other programs, or take a machine of "
                 "one's own, keep the clock fixed, and run again");
    }
    return status != 0 ? status : any_failed(race) || refused ? CLI_FAILED : CLI_GOOD;
}

// ---------------------------------------------------------------------------- kinds of cores

// The results of some kinds of cores side by side.
static int report_kinds(const char *directory, char (*paths)[4200], size_t count) {
    struct results files[CORES_MOST_KINDS];
    struct view_labels labels;
    size_t read = 0;
    int status = 0;
    while (read < count && status == 0) {
        status = results_read(paths[read], &files[read]);
        read += status == 0;
    }
    if (status == 0) {
        view_label(files, count, &labels);
        status = view_write(files, &labels, count, directory);
        printf("\nthe kinds of cores side by side: %s/index.html\n", directory);
    }
    while (read > 0) {
        results_free(&files[--read]);
    }
    return status;
}

// On a machine with several kinds the program would be moved from one to another, so it stays on
// the fastest unless another is asked for.
static int run_on_cores(struct settings *settings) {
    static struct core_kinds kinds;
    cores_find(CORES_FOLDER, &kinds);
    if (settings->each_kind && kinds.count > 1) {
        // Once on each kind, each in a process of its own.
        static char paths[CORES_MOST_KINDS][4200];
        char folder[4100], what[200];
        size_t count = 0;
        int worst = 0;
        name_run(settings, what, sizeof what);
        if (begin_files(settings, what) != 0) {
            return CLI_BAD;
        }
        const char *directory = settings->directory;
        for (size_t i = 0; i < kinds.count && worst != CLI_BAD; ++i) {
            const struct core_kind *kind = &kinds.kinds[i];
            if (!processors_keep(kind->has)) {
                cli_note("no core of kind %s for this program", kind->name);
                continue;
            }
            printf("%scores of kind %s\n", count > 0 ? "\n" : "", kind->name);
            snprintf(folder, sizeof folder, "%.4000s/%s", directory, kind->name);
            snprintf(paths[count++], sizeof paths[0], "%s/results.json", folder);
            settings->directory = folder;
            settings->race.cores = kind->name;
            int status = process_call(run_race, settings);
            if (status < 0) {
                status =
                    cli_bad("--each-core-type: no process for cores of kind %s, or it was killed",
                            kind->name);
            }
            worst = status > worst ? status : worst;
            processors_free();
        }
        const int status = worst == CLI_BAD ? CLI_BAD : report_kinds(directory, paths, count);
        if (directory == settings->kept) {
            kept_lead(directory);
        }
        return status > worst ? status : worst;
    }
    if (settings->each_kind) {
        cli_note("--each-core-type: all cores are of one kind, as far as the system says");
    }
    for (size_t i = 0; i < kinds.count && !settings->chose_cpu && !settings->race.cores; ++i) {
        settings->race.cores = processors_keep(kinds.kinds[i].has) ? kinds.kinds[i].name : NULL;
    }
    return run_race(settings);
}

static int run(int argc, char **argv) {
    struct settings settings = {
        .race = {.seed = 1, .pose_count = POSES_DEFAULT, .budget_us = 1000.0, .voxels = 64},
        .frame_wish = {.between = FRAME_ROWS_BETWEEN},
    };
    making_begin();
    int status = take_arguments(argc, argv, &settings);
    if (status == 0) {
        status = run_on_cores(&settings);
    }
    free(settings.race.measurements);
    frame_rows_free(&settings.frames);
    making_rows_free(&settings.makings);
    race_close(&settings.race);
    cli_strings_free(&settings.frame_wish.scenes);
    cli_strings_free(&settings.choice.meshes);
    cli_strings_free(&settings.choice.workloads);
    cli_kernels_free(&settings.choice.kernels);
    cli_strings_free(&settings.globs);
    cli_strings_free(&settings.flags);
    return status;
}

const struct command command_run = {
    .name = "run",
    .summary = "check, time and rank the kernels on some meshes",
    .help =
        "usage: buoybench run [--mesh M]... [--kernel GLOB]... [OPTION]... [-- --benchmark_...]\n"
        "       buoybench run --sweep triangles|count|immersion [--mesh M]... [OPTION]...\n"
        "\n"
        "Checks each kernel on each mesh against exact arithmetic and, if it promises the same\n"
        "bits on every instruction set, compares these bit by bit. Then times queries over random\n"
        "poses and prints a ranked table per mesh and workload and, last, a verdict: what to\n"
        "call for each mesh, and a piece of program that does. Says so if the machine was too\n"
        "noisy to trust the times. Writes DIR/results.json (Google Benchmark's JSON, with more in\n"
        "it) and DIR/index.html, which draws them; figures of earlier versions, named ns-per-*,\n"
        "ns-by-* and roofline, are removed. A kernel that fails its check is\n"
        "not timed, and the exit code is 1. If interrupted while timing, it reports what it has.\n"
        "\n"
        "  --mesh M       a file or builtin:NAME[:TRIANGLES]; may be repeated. Default: box,\n"
        "                 barrel, wigley:1300, star:5000, sphere:20480, sphere:327680. Six\n"
        "                 families do not use the meshes: box takes random boxes (with\n"
        "                 volume/catto/scalar on a box mesh in the cache, for the ratio), shapes\n"
        "                 random shapes, polygon random polygons, water random points of waves,\n"
        "                 forces random bodies whose submerged parts are given, step random "
        "bodies\n"
        "                 of shapes and meshes. hydrostatics takes only the first three meshes of\n"
        "                 the default. With --mesh these six race only if --kernel or --workload\n"
        "                 selects them\n"
        "  --kernel GLOB  kernels by id, * matches / too; may be repeated. Default: all runnable\n"
        "  --workload W   hot: one mesh, one query per call. crowd: one mesh, 64 bodies per call.\n"
        "                 cold: up to 8192 meshes of that shape in turn, 64 MiB together, more\n"
        "                 than the second-level cache holds. uncut: hot, but dry or wholly wet,\n"
        "                 half of each. barely: hot, but V / V_total from 1e-9 to 1e-4.\n"
        "                 certified: hot, with a bound on each answer's error (only if named).\n"
        "                 The family pressure has workloads\n"
        "                 named after the water instead: plane, waves, grid32 (a patch of 32 x 32\n"
        "                 heights), and drag (grid32 with drag and lift); shapes has box, sphere,\n"
        "                 ellipsoid, capsule, cylinder, cone and mixed. step has\n"
        "                 still-1, still-64, still-1024, waves8-1, waves8-64 and waves8-1024:\n"
        "                 its water and how many bodies a call, each for boxes, shapes, barrels\n"
        "                 and mix (ten kinds of meshes and shapes); boxes/still-1 is one of them\n"
        "                 alone; still-1024-tN shares each call among N threads, one for each\n"
        "                 processor. Only if named: boxes/sea200-1000, in an irregular sea of\n"
        "                 200 waves; engines' structs of floats, also of spheres, capsules,\n"
        "                 cylinders and primitives (these and boxes), on a patch of 64 x 64\n"
        "                 heights: boxes/patch64-1024-float; in thirds that are dry,\n"
        "                 under water and cut: boxes/thirds-1-float; body by body of a query that\n"
        "                 is checked once: boxes/thirds-1-float-one. all: every workload but\n"
        "                 certified, and only four of step's, with boxes, unless --kernel\n"
        "                 selects step. May be repeated. Default with --mesh: hot; crowd; cold,\n"
        "                 uncut and barely up to 2000 triangles; all of pressure's. Default "
        "without\n"
        "                 --mesh: hot; crowd up to 1000 triangles; the next three up to 2000; of\n"
        "                 pressure's grid32 up to 2000; of step's the four with boxes. frames,\n"
        "                 making: see below\n"
        "  --workload frames\n"
        "                 frames of whole scenes: each call that steps all bodies of a scene is\n"
        "                 timed by itself, on a recorded voyage, hot and cold, on one thread and\n"
        "                 on all processors. Rows frame/SCENE/hot and so on, with the frame that\n"
        "                 1 %, and 0.1 %, of all frames exceed, the share beyond the budget, and\n"
        "                 beside them those of a loop of fixed work: the machine's own tail. A\n"
        "                 run without --mesh, --kernel and --workload has 2000 of one scene, hot\n"
        "  --workload making\n"
        "                 what it takes to make meshes: rows mesh/create/MESH, with repairs\n"
        "                 (create-repair), of an image in memory (load): time, bytes kept and at\n"
        "                 the peak, allocations; and mesh/first-call, the first mesh and answer\n"
        "                 of a program. Also in a run without --mesh, --kernel and --workload\n"
        "  --scene S      a scene for frames, as for float; may be repeated. Default: harbour, "
        "and\n"
        "                 harbour-distinct, in which each body has a mesh of its own\n"
        "  --frames N     frames of each. Default: 20000\n"
        "  --between M    MiB of other memory read and written before each cold frame. Default: 4\n"
        "  --sweep S      how the time grows with S. triangles: builtin:NAME from 12 to 2 million\n"
        "                 triangles, hot and cold; count: 1 to 1024 bodies per call; immersion: 1\n"
        "                 to 99 % of the volume. Default kernels: volume/catto/scalar and the "
        "best\n"
        "                 deterministic variant of each SIMD method. Default meshes: sphere for\n"
        "                 triangles, box and barrel for count, wigley:1300 and sphere:20480 for\n"
        "                 immersion\n"
        "  --quick        only a first look, in ten seconds: single queries about the first two\n"
        "                 meshes. Longer runs begin with it, and print its verdict at once\n"
        "  --trusted      exit code 1 if the times are noisy, with what to do about it\n"
        "  --verbose      every variant of each method in the tables; otherwise its best one\n"
        "  --cpu N        run on CPU number N only, so that the system does not move the program.\n"
        "                 Default: on any, of several kinds of cores on any of the fastest kind\n"
        "  --each-core-type\n"
        "                 once on each kind of cores (P and E, big and LITTLE), into DIR/KIND, "
        "and\n"
        "                 all side by side in DIR/index.html\n"
        "  --poses N      water planes per mesh, 1 to 65536. Default: 256, more than branch\n"
        "                 predictors learn. The check asks about 8 million triangles at most: of\n"
        "                 meshes beyond 32,768, the first planes, 16 at least\n"
        "  --seed S       seed of the random poses. Default: 1\n"
        "  --budget-us U  microseconds for bodies, in the tables and verdict. Default: 1000\n"
        "  --out DIR      folder for all files, made if missing. Default: a new one,\n"
        "                 results/DATE-TIME-WHAT, which results/latest leads to\n"
        "  --peaks auto|always|never\n"
        "                 whether to measure, in a second, what this core can do at most, for a\n"
        "                 roofline of the kernels. Default: auto, which does after two seconds of\n"
        "                 timing\n"
        "  --export markdown|csv\n"
        "                 also a table, DIR/results.md or DIR/results.csv\n"
        "  --voxels N     cells per axis for volume/voxel and refined, 1 to 4096. Default: 64\n"
        "  --plugin X     a file X.so of kernels (buoyancy_plugin.h); may be repeated\n"
        "  -- FLAGS       for Google Benchmark, e.g. --benchmark_filter=REGEX over the names\n"
        "                 family/method/isa/mesh[/workload]. Defaults:\n"
        "                 --benchmark_repetitions=9 (5 for what is in plain C alone, as\n"
        "                 published or approximate) --benchmark_min_time=0.01\n"
        "                 --benchmark_enable_random_interleaving=true;\n"
        "                 '-- --help' lists them. They do not change the tables printed "
        "here.\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench run\n"
        "  buoybench run --mesh hull.obj --mesh builtin:box --budget-us 500\n"
        "  buoybench run --mesh hull.obj --workload all\n"
        "  buoybench run --sweep triangles --mesh builtin:wigley\n"
        "  buoybench run --kernel '*/blocks/*' --kernel '*catto/scalar' -- "
        "--benchmark_repetitions=25\n",
    .run = run,
};
