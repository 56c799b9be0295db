// Races with made-up times.
#include "planted.h"
#include "buoyancy_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "poses.h"
#include "record.h"
#include "test.h"

#define SAMPLES 9

static void *checked(void *memory) {
    if (!memory) {
        abort();
    }
    return test_keep(memory, free);
}

static char *copy(const char *first, const char *second) {
    const size_t bytes = strlen(first) + strlen(second) + 2;
    char *text = checked(malloc(bytes));
    snprintf(text, bytes, "%s%s%s", first, second[0] != '\0' ? "/" : "", second);
    return text;
}

void planted_time(struct planted *planted, const struct race_entry *entry, double median,
                  double width) {
    const size_t subject = (size_t)(entry->subject - planted->race.subjects);
    const size_t index = (size_t)(entry - entry->subject->entries);
    planted->medians[subject][index] = median;
    planted->widths[subject][index] = width;
}

struct race_entry *planted_entry(struct planted *planted, size_t subject, const char *kernel) {
    struct race_subject *of = &planted->race.subjects[subject];
    for (size_t i = 0; i < of->entry_count; ++i) {
        if (strcmp(of->entries[i].info.id, kernel) == 0) {
            return &of->entries[i];
        }
    }
    abort();
}

void planted_make(struct planted *planted, const struct planted_subject *subjects, size_t count,
                  uint64_t seed) {
    struct race *race = &planted->race;
    *planted = (struct planted){.race = {.budget_us = 1000.0, .pose_count = 256}};
    race->meshes = checked(calloc(count, sizeof *race->meshes));
    race->subjects = checked(calloc(count, sizeof *race->subjects));
    race->mesh_count = race->subject_count = count;
    for (size_t i = 0; i < count; ++i) {
        struct race_subject *subject = &race->subjects[i];
        const struct planted_subject *wanted = &subjects[i];
        struct race_mesh *mesh = &race->meshes[i];
        const size_t most = buoy_kernel_count();
        const struct family *family = wanted->family ? wanted->family : &family_volume;
        const struct workload *workload = &family->workloads[wanted->workload];
        const char *place = family->place ? workload_place(family, workload) : wanted->mesh;
        const bool named = strcmp(workload->name, WORKLOAD_HOT) != 0;
        char name[WORKLOAD_NAME_BYTES];
        mesh->name = copy(place, "");
        mesh->shape = copy(place, "");
        mesh->info.triangle_count = wanted->triangles;
        subject->mesh = family->place ? NULL : mesh;
        subject->name = copy(place, named ? workload_name(workload, name) : "");
        subject->queries.family = family;
        subject->queries.workload = workload;
        subject->entries = checked(calloc(most, sizeof *subject->entries));
        for (size_t k = 0; k < most; ++k) {
            if (family_takes(family, workload, buoy_kernel_at(k))) {
                const struct buoy_kernel *kernel = buoy_kernel_at(k);
                struct race_entry *entry = &subject->entries[subject->entry_count++];
                *entry =
                    (struct race_entry){.subject = subject, .kernel = kernel, .selected = true};
                buoy_kernel_get_info(kernel, &entry->info, NULL);
                entry->name = copy(entry->info.id, subject->name);
                entry->max_error_volume = strcmp(entry->info.method, "voxel") == 0 ? 2e-3 : 1e-8;
            }
        }
        planted->medians[i] = checked(calloc(subject->entry_count + 1, sizeof(double)));
        planted->widths[i] = checked(calloc(subject->entry_count + 1, sizeof(double)));
        for (size_t k = 0; k < subject->entry_count; ++k) {
            const double median = 100.0 * exp(random_between(&seed, 0.0, 3.0));
            planted_time(planted, &subject->entries[k], median,
                         median * random_between(&seed, 0.001, 0.1));
        }
    }
}

static void end_results(void *results) {
    results_free(results);
}

void planted_judge(struct planted *planted, struct results *results) {
    static const double places[SAMPLES] = {0.5, -1.0, 0.0, 0.75, -0.25, 1.0, -0.5, 0.25, -0.75};
    json_t *rows = json_array();
    json_t *report = json_pack("{s:{}, s:o}", "context", "benchmarks", rows);
    for (size_t i = 0; i < planted->race.subject_count; ++i) {
        const struct race_subject *subject = &planted->race.subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            const double median = planted->medians[i][k], width = planted->widths[i][k];
            for (size_t s = 0; s < (median > 0.0 ? SAMPLES : 1); ++s) {
                const struct race_entry *entry = &subject->entries[k];
                const double ns = median > 0.0 ? median + width * places[s] : 0.0;
                json_t *row =
                    json_pack("{s:s, s:i}", "run_name", entry->name, "repetitions", SAMPLES);
                if (ns > 0.0) {
                    json_object_set_new(row, "ns_per_body", json_real(ns));
                    json_object_set_new(row, "cpu_time", json_real(ns));
                    json_object_set_new(row, "max_error_volume",
                                        json_real(entry->max_error_volume));
                    json_object_set_new(row, "max_error_centroid",
                                        json_real(entry->max_error_centroid));
                } else {
                    json_object_set_new(row, "error_occurred", json_true());
                    json_object_set_new(row, "error_message", json_string(entry->failure));
                }
                json_array_append_new(rows, row);
            }
        }
    }
    if (record_complete(&planted->race, report) != 0 || results_take(report, results) != 0 ||
        results_complete(results) != 0) {
        abort();
    }
    struct results *kept = checked(malloc(sizeof *kept));
    *kept = *results;
    test_keep(kept, end_results);
}
