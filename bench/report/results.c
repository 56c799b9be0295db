// results.json: Google Benchmark's report, completed.
#include "results.h"

#include <stdlib.h>
#include <string.h>

#include "json_output.h"
#include "machine.h"
#include "meshes/json_memory.h"
#include "output.h"
#include "plugins.h"
#include "sweep.h"
#include "verdict_json.h"

// For each family, the denominator of its speed-ups, or null.
static json_t *describe_baselines(void) {
    const struct family *family;
    json_t *baselines = json_object();
    for (size_t i = 0; (family = family_at(i)); ++i) {
        json_object_set_new(baselines, family->name,
                            family->baseline ? json_string(family->baseline) : json_null());
    }
    return baselines;
}

static json_t *name_plugins(void) {
    const char *name;
    json_t *names = json_array();
    for (size_t i = 0; (name = plugins_name(i)); ++i) {
        json_array_append_new(names, json_string(name));
    }
    return names;
}

static int complete_context(json_t *context, const struct race *race) {
    json_t *machine = machine_describe();
    int status = json_object_update(context, machine);
    json_decref(machine);
    status |= json_object_set_new(context, "seed", json_integer((json_int_t)race->seed));
    status |= json_object_set_new(context, "poses", json_integer((json_int_t)race->pose_count));
    status |= json_object_set_new(context, "budget_us", json_number(race->budget_us));
    status |= json_object_set_new(context, "voxels", json_integer(race->voxels));
    status |= json_object_set_new(context, "noise", noise_describe(&race->noise));
    status |= json_object_set_new(context, "baselines", describe_baselines());
    status |= json_object_set_new(context, "verdict", verdict_describe(race));
    status |= json_object_set_new(context, "interrupted",
                                  json_boolean(race->timings_done < race->timings_planned));
    if (plugins_name(0)) {
        status |= json_object_set_new(context, "plugins", name_plugins());
    }
    if (race->sweep) {
        status |= json_object_set_new(context, "sweep", json_string(race->sweep->name));
    }
    if (race->peaks.set_count > 0) {
        status |= json_object_set_new(context, "peaks", peaks_to_json(&race->peaks));
    }
    return status == 0 ? 0 : cli_out_of_memory();
}

// Rows of single repetitions, of their mean and of their median have the value. The standard
// deviation and coefficient of variation of a constant are 0, as Google Benchmark reports them.
static double in_row(const json_t *row, double constant) {
    const char *aggregate = json_string_value(json_object_get(row, "aggregate_name"));
    const bool is_variation =
        aggregate && strcmp(aggregate, "mean") != 0 && strcmp(aggregate, "median") != 0;
    return is_variation ? 0.0 : constant;
}

static bool is_against_catto(const struct race_entry *entry) {
    return strcmp(entry->subject->queries.family->baseline, FAMILY_CATTO) == 0;
}

static int set_ratio(json_t *row, const char *name, double ratio) {
    return ratio <= 0.0 || json_object_set_new(row, name, json_real(in_row(row, ratio))) == 0
               ? 0
               : cli_out_of_memory();
}

int results_complete(json_t *report, const struct race *race) {
    if (complete_context(json_object_get(report, "context"), race) != 0) {
        return CLI_BAD;
    }
    const json_t *rows = json_object_get(report, "benchmarks");
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const char *name = json_string_value(json_object_get(row, "run_name"));
        const struct race_entry *entry = name ? race_find(race, name) : NULL;
        const double speedup = entry ? race_speedup(entry) : 0.0;
        const double scaling = entry ? race_scaling(race, entry) : 0.0;
        if (set_ratio(row, "speedup", speedup) != 0 ||
            set_ratio(row, "speedup_vs_one_thread", scaling) != 0 ||
            (speedup > 0.0 && is_against_catto(entry) &&
             set_ratio(row, "speedup_vs_catto", speedup) != 0)) {
            return CLI_BAD;
        }
    }
    return 0;
}

int results_write(const json_t *report, const char *directory) {
    char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    if (!text || json_memory_ran_out()) { // members may be missing
        free(text);
        return cli_out_of_memory();
    }
    const int status = output_write(directory, "results.json", text, strlen(text));
    free(text);
    return status;
}
