// What is raced: makes queries for the chosen meshes and workloads and pairs them with kernels.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "race.h"

// -------------------------------------------------------------------------- one subject

static int fill_entry(struct race_entry *entry, const struct race_subject *subject,
                      const struct buoy_kernel *kernel) {
    const struct queries *queries = &subject->queries;
    const size_t bytes = strlen(subject->name) + 64;
    entry->subject = subject;
    entry->kernel = kernel;
    buoy_kernel_get_info(kernel, &entry->info);
    entry->triangles = queries->family->triangles(queries, kernel);
    entry->name = malloc(bytes);
    if (entry->name == NULL) {
        return cli_out_of_memory();
    }
    snprintf(entry->name, bytes, "%s/%s", entry->info.id, subject->name);
    return queries_make_scratch(queries, kernel, &entry->scratch);
}

static int fill_entries(struct race_subject *subject, const struct cli_kernels *kernels) {
    const struct queries *queries = &subject->queries;
    subject->entries = calloc(kernels->count, sizeof *subject->entries);
    subject->times = calloc(kernels->count, sizeof *subject->times);
    subject->order = calloc(kernels->count, sizeof *subject->order);
    if (subject->entries == NULL || subject->times == NULL || subject->order == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < kernels->count; i++) {
        const struct buoy_kernel *kernel = kernels->items[i];
        if (!family_takes(queries->family, queries->workload, kernel)) {
            continue;
        }
        // Counted before it is filled, so that what there is of it is freed.
        if (fill_entry(&subject->entries[subject->entry_count++], subject, kernel) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static char *make_name(const struct race_mesh *mesh, const struct workload *workload) {
    const size_t bytes = strlen(mesh->name) + strlen(workload->name) + 2;
    const bool named = strcmp(workload->name, WORKLOAD_HOT) != 0;
    char *name = malloc(bytes);
    if (name != NULL) {
        snprintf(name, bytes, "%s%s%s", mesh->name, named ? "/" : "", named ? workload->name : "");
    }
    return name;
}

static int open_subject(const struct race *race, const struct queries *wanted,
                        const struct race_mesh *mesh, const struct cli_kernels *kernels,
                        struct race_subject *subject) {
    struct queries *queries = &subject->queries;
    subject->mesh = mesh;
    subject->name = make_name(mesh, wanted->workload);
    if (subject->name == NULL) {
        return cli_out_of_memory();
    }
    cli_progress("preparing %s", subject->name);
    *queries = *wanted;
    queries->mesh = mesh->mesh;
    queries->seed = race->seed;
    queries->count = race->pose_count;
    queries->voxels = race->voxels;
    if (queries->family->make(queries) != 0) {
        return CLI_BAD;
    }
    queries->family->summarise(queries, subject->summary, sizeof subject->summary);
    subject->answers = calloc(queries->count, queries->family->answer_bytes);
    return subject->answers != NULL ? fill_entries(subject, kernels) : cli_out_of_memory();
}

void race_close_subject(struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; i++) {
        free(subject->entries[i].name);
        scratch_free(&subject->entries[i].scratch);
        free(subject->times[i].samples);
    }
    queries_free(&subject->queries);
    free(subject->name);
    free(subject->answers);
    free(subject->entries);
    free(subject->times);
    free(subject->order);
}

// ---------------------------------------------------------------------------- workloads

static bool is_among(const struct cli_strings *names, const char *name) {
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0 || strcmp(names->items[i], "all") == 0) {
            return true;
        }
    }
    return false;
}

static bool is_any_taken(const struct family *family, const struct workload *workload,
                         const struct cli_kernels *kernels) {
    for (size_t i = 0; i < kernels->count; i++) {
        if (family_takes(family, workload, kernels->items[i])) {
            return true;
        }
    }
    return false;
}

// Whether there is a kernel that this workload has a place for and WORKLOAD_HOT, a family's first,
// has not.
static bool is_needed(const struct family *family, const struct workload *workload,
                      const struct cli_kernels *kernels) {
    for (size_t i = 0; i < kernels->count; i++) {
        if (family_takes(family, workload, kernels->items[i]) &&
            !family_takes(family, &family->workloads[0], kernels->items[i])) {
            return true;
        }
    }
    return false;
}

static bool is_chosen(const struct family *family, const struct workload *workload,
                      const struct race_mesh *mesh, const struct race_choice *choice) {
    if (choice->workloads.count > 0) {
        return is_among(&choice->workloads, workload->name);
    }
    if (choice->by_size) {
        return mesh->info.triangle_count <= workload->most_default;
    }
    return workload == &family->workloads[0] || is_needed(family, workload, &choice->kernels);
}

static bool is_a_workload(const char *name) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)) != NULL; i++) {
        for (size_t k = 0; k < family->workload_count; k++) {
            if (strcmp(family->workloads[k].name, name) == 0) {
                return true;
            }
        }
    }
    return strcmp(name, "all") == 0;
}

static int check_names(const struct cli_strings *names) {
    for (size_t i = 0; i < names->count; i++) {
        if (!is_a_workload(names->items[i])) {
            return cli_bad("--workload '%s': there is no such workload; 'buoybench help run' lists "
                           "them",
                           names->items[i]);
        }
    }
    return 0;
}

static int open_family(struct race *race, const struct family *family, const struct race_mesh *mesh,
                       const struct race_choice *choice) {
    for (size_t i = 0; i < family->workload_count; i++) {
        const struct queries wanted = {.family = family, .workload = &family->workloads[i]};
        if (!is_chosen(family, wanted.workload, mesh, choice) ||
            !is_any_taken(family, wanted.workload, &choice->kernels)) {
            continue;
        }
        // Counted before it is open, so that what there is of it is freed.
        struct race_subject *subject = &race->subjects[race->subject_count++];
        if (open_subject(race, &wanted, mesh, &choice->kernels, subject) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static size_t count_workloads(void) {
    const struct family *family;
    size_t count = 0;
    for (size_t i = 0; (family = family_at(i)) != NULL; i++) {
        count += family->workload_count;
    }
    return count;
}

int race_open_subjects(struct race *race, const struct race_choice *choice) {
    if (check_names(&choice->workloads) != 0) {
        return CLI_BAD;
    }
    race->subjects = calloc(race->mesh_count * count_workloads(), sizeof *race->subjects);
    if (race->subjects == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < race->mesh_count; i++) {
        const struct family *family;
        for (size_t k = 0; (family = family_at(k)) != NULL; k++) {
            if (open_family(race, family, &race->meshes[i], choice) != 0) {
                return CLI_BAD;
            }
        }
    }
    return race->subject_count > 0
               ? 0
               : cli_bad("run: none of these kernels has a place in these workloads; "
                         "--workload all may have one");
}
