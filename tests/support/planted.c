// Races with made-up times.
#include "planted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "random.h"

#define SAMPLES 9

static void *checked(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

static char *copy(const char *first, const char *second) {
    const size_t bytes = strlen(first) + strlen(second) + 2;
    char *text = checked(malloc(bytes));
    snprintf(text, bytes, "%s%s%s", first, second[0] != '\0' ? "/" : "", second);
    return text;
}

void planted_time(const struct race_entry *entry, double median, double width) {
    static const double places[SAMPLES] = {0.5, -1.0, 0.0, 0.75, -0.25, 1.0, -0.5, 0.25, -0.75};
    struct ranking_candidate *time = race_times(entry);
    time->samples = checked(realloc(time->samples, SAMPLES * sizeof *time->samples));
    time->sample_count = SAMPLES;
    for (size_t i = 0; i < SAMPLES; ++i) {
        time->samples[i] = median + width * places[i];
    }
}

static void add_entry(struct race_subject *subject, const struct buoy_kernel *kernel,
                      uint64_t *state) {
    struct race_entry *entry = &subject->entries[subject->entry_count++];
    *entry = (struct race_entry){.subject = subject, .kernel = kernel, .selected = true};
    buoy_kernel_get_info(kernel, &entry->info, NULL);
    entry->name = copy(entry->info.id, subject->name);
    entry->triangles = subject->mesh ? subject->mesh->info.triangle_count : 0;
    entry->max_error_volume = strcmp(entry->info.method, "voxel") == 0 ? 2e-3 : 1e-8;
    const double median = 100.0 * exp(random_between(state, 0.0, 3.0));
    planted_time(entry, median, median * random_between(state, 0.001, 0.1));
}

static void fill(struct race_subject *subject, const struct planted_subject *wanted,
                 struct race_mesh *mesh, uint64_t *state) {
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
    subject->title = copy(subject->name, "");
    subject->shape = copy(place, "");
    subject->queries.family = family;
    subject->queries.workload = workload;
    subject->entries = checked(calloc(most, sizeof *subject->entries));
    subject->times = checked(calloc(most, sizeof *subject->times));
    subject->order = checked(calloc(most, sizeof *subject->order));
    for (size_t i = 0; i < most; ++i) {
        if (family_takes(family, workload, buoy_kernel_at(i))) {
            add_entry(subject, buoy_kernel_at(i), state);
        }
    }
}

struct race *planted_race(const struct planted_subject *subjects, size_t count, uint64_t seed) {
    struct race *race = checked(calloc(1, sizeof *race));
    race->budget_us = 1000.0;
    race->pose_count = 256;
    race->meshes = checked(calloc(count, sizeof *race->meshes));
    race->subjects = checked(calloc(count, sizeof *race->subjects));
    race->mesh_count = race->subject_count = count;
    for (size_t i = 0; i < count; ++i) {
        fill(&race->subjects[i], &subjects[i], &race->meshes[i], &seed);
    }
    return race;
}

void planted_free(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        struct race_subject *subject = &race->subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            free(subject->entries[k].name);
            free(subject->times[k].samples);
        }
        free(subject->entries);
        free(subject->times);
        free(subject->order);
        free(subject->name);
        free(subject->title);
        free(subject->shape);
        free(race->meshes[i].name);
        free(race->meshes[i].shape);
    }
    free(race->subjects);
    free(race->meshes);
    free(race);
}
