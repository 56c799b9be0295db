// results.json: Google Benchmark's report, completed by what a reader needs beyond it.
#include "record.h"
#include "buoyancy_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "dispatch/registry.h"
#include "host.h"
#include "json_memory.h"
#include "json_output.h"
#include "opening.h"
#include "output.h"
#include "plugins.h"
#include "seal.h"

static void set_text(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, json_text(text ? text : ""));
}

static json_t *describe_kernels(const struct race *race) {
    json_t *kernels = json_object();
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            const struct race_entry *entry = &race->subjects[i].entries[k];
            if (!json_object_get(kernels, entry->info.id)) {
                const struct buoy_kernel_info *info = &entry->info;
                json_t *object = json_object();
                char best[64];
                set_text(object, "family", info->family);
                set_text(object, "method", info->method);
                set_text(object, "isa", info->isa);
                set_text(object, "call", cli_is_best(entry->kernel, info, best) ? best : info->id);
                json_object_set_new(object, "deterministic", json_boolean(info->deterministic));
                json_object_set_new(object, "approximate",
                                    json_boolean(entry->kernel->method->approximate));
                json_object_set_new(object, "plugin", json_boolean(plugins_own(entry->kernel)));
                json_object_set_new(kernels, entry->info.id, object);
            }
        }
    }
    return kernels;
}

// The index of the subject that is the same on one thread; the number of subjects if there is none.
static size_t one_thread(const struct race *race, const struct race_subject *many) {
    const struct queries *queries = &many->queries;
    size_t i = queries->workload->threaded ? 0 : race->subject_count;
    for (; i < race->subject_count; ++i) {
        const struct race_subject *one = &race->subjects[i];
        const struct workload *workload = one->queries.workload;
        if (one->queries.family == queries->family && one->mesh == many->mesh &&
            !workload->threaded && strcmp(workload->name, queries->workload->name) == 0 &&
            strcmp(workload_place(queries->family, workload),
                   workload_place(queries->family, queries->workload)) == 0) {
            break;
        }
    }
    return i;
}

static json_t *describe_subjects(const struct race *race) {
    json_t *subjects = json_array();
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        const struct family *family = subject->queries.family;
        const struct workload *workload = subject->queries.workload;
        const struct race_mesh *mesh = subject->mesh;
        const char *place = mesh ? mesh->name : workload_place(family, workload);
        const size_t single = one_thread(race, subject);
        char name[WORKLOAD_NAME_BYTES];
        json_t *object = json_object();
        set_text(object, "name", subject->name);
        set_text(object, "family", family->name);
        set_text(object, "mesh", place);
        set_text(object, "shape", mesh ? mesh->shape : place);
        set_text(object, "workload", workload_name(workload, name));
        set_text(object, "line",
                 workload->line                              ? workload->line
                 : strcmp(workload->name, WORKLOAD_HOT) == 0 ? ""
                                                             : workload->name);
        set_text(object, "how", workload->how);
        set_text(object, "summary", subject->summary);
        set_text(object, "headline", workload->headline);
        json_object_set_new(object, "triangles",
                            json_integer(mesh ? (json_int_t)mesh->info.triangle_count : 0));
        json_object_set_new(object, "bodies_per_call",
                            json_integer((json_int_t)workload->per_call));
        json_object_set_new(object, "threads",
                            json_integer((json_int_t)workload_threads(workload)));
        json_object_set_new(object, "immersion", json_number(workload->immersion));
        json_object_set_new(object, "cold", json_boolean(workload->cold));
        if (single < race->subject_count) {
            json_object_set_new(object, "one_thread", json_integer((json_int_t)single));
        }
        json_array_append_new(subjects, object);
    }
    return subjects;
}

static int complete_context(const struct race *race, json_t *context) {
    json_t *machine = machine_describe();
    int status = json_object_update(context, machine);
    json_decref(machine);
    json_object_set_new(context, "buoybench_results", json_integer(RECORD_SCHEMA));
    json_object_set_new(context, "seed", json_integer((json_int_t)race->seed));
    json_object_set_new(context, "poses", json_integer((json_int_t)race->pose_count));
    json_object_set_new(context, "budget_us", json_number(race->budget_us));
    json_object_set_new(context, "voxels", json_integer(race->voxels));
    json_object_set_new(context, "whole", json_boolean(race->whole));
    json_object_set_new(context, "interrupted", json_boolean(race->interrupted));
    if (plugins_name(0)) {
        const char *name;
        json_t *names = json_array();
        for (size_t i = 0; (name = plugins_name(i)); ++i) {
            json_array_append_new(names, json_string(name));
        }
        json_object_set_new(context, "plugins", names);
    }
    if (race->cores) {
        set_text(context, "cores", race->cores);
    }
    if (race->sweep) {
        set_text(context, "sweep", race->sweep->name);
    }
    // Families that share a name are one entry.
    json_t *families = json_array();
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        json_t *object = json_object();
        if (i > 0 && strcmp(family_at(i - 1)->name, family->name) == 0) {
            json_decref(object);
            continue;
        }
        set_text(object, "name", family->name);
        set_text(object, "baseline", family->baseline);
        set_text(object, "automatic", family->automatic);
        set_text(object, "one", family->one);
        set_text(object, "many", family->many);
        set_text(object, "max_error_volume", family->headings->of_total);
        set_text(object, "max_error_centroid", family->headings->centroid);
        set_text(object, "truth", family_truth(family));
        json_array_append_new(families, object);
    }
    status |= json_object_set_new(context, "families", families);
    status |= json_object_set_new(context, "kernels", describe_kernels(race));
    status |= json_object_set_new(context, "subjects", describe_subjects(race));
    return status == 0 && !json_memory_ran_out() ? 0 : cli_out_of_memory();
}

static const struct race_entry *entry_of(const struct race *race, const json_t *row) {
    const char *name = json_string_value(json_object_get(row, "run_name"));
    return name ? race_find(race, name) : NULL;
}

int record_complete(const struct race *race, json_t *report) {
    const json_t *rows = json_object_get(report, "benchmarks");
    if (complete_context(race, json_object_get(report, "context")) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const struct race_entry *entry = entry_of(race, row);
        if (entry) {
            const json_int_t subject = entry->subject - race->subjects;
            set_text(row, "kernel", entry->info.id);
            json_object_set_new(row, "subject", json_integer(subject));
            if (entry->declined) {
                json_object_set_new(row, "declined", json_true());
            }
        }
    }
    for (size_t i = 0; i < race->measurement_count; ++i) {
        measurement_add(race->measurements[i], report);
    }
    return json_memory_ran_out() ? cli_out_of_memory() : 0;
}

int record_noise(const struct race *race, json_t *report) {
    json_t *context = json_object_get(report, "context");
    json_object_set_new(context, "noise", noise_describe(&race->noise));
    if (race->peaks.set_count > 0) {
        char clock[200];
        peaks_say_clock(&race->peaks, clock, sizeof clock);
        set_text(context, "clock", clock);
        json_object_set_new(context, "peaks", peaks_to_json(&race->peaks));
    }
    return json_memory_ran_out() ? cli_out_of_memory() : 0;
}

int record_merge(const struct race *race, const json_t *earlier, json_t *later) {
    const json_t *rows = json_object_get(earlier, "benchmarks");
    json_t *all = json_object_get(later, "benchmarks");
    size_t kept = 0;
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const struct race_entry *entry = entry_of(race, row);
        if (entry && race_count_selected(entry->subject) == 0 &&
            json_array_insert(all, kept++, row) != 0) {
            return cli_out_of_memory();
        }
    }
    return 0;
}

int record_write(json_t *report, const char *directory) {
    seal_put(report);
    char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    if (!text || json_memory_ran_out()) { // members may be missing
        free(text);
        return cli_out_of_memory();
    }
    const int status = output_write(directory, "results.json", text, strlen(text));
    free(text);
    return status;
}
