// The subjects of a race: makes queries for the chosen meshes and workloads and pairs them with
// kernels.
#include "subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin_entries.h"
#include "shares.h"
#include "sweep.h"
#include "team.h"

// -------------------------------------------------------------------------- one subject

static int name_entry(struct race_entry *entry, const struct race_subject *subject,
                      const struct buoy_kernel *kernel) {
    const size_t bytes = strlen(subject->name) + 64;
    entry->subject = subject;
    entry->kernel = kernel;
    buoy_kernel_get_info(kernel, &entry->info, NULL);
    entry->name = malloc(bytes);
    if (!entry->name) {
        return cli_out_of_memory();
    }
    snprintf(entry->name, bytes, "%s/%s", entry->info.id, subject->name);
    return 0;
}

static int name_entries(struct race_subject *subject, const struct cli_kernels *kernels) {
    subject->entries = calloc(kernels->count, sizeof *subject->entries);
    subject->times = calloc(kernels->count, sizeof *subject->times);
    subject->order = calloc(kernels->count, sizeof *subject->order);
    if (!subject->entries || !subject->times || !subject->order) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < kernels->count; ++i) {
        // Counted before it is filled, so that a partly filled entry is freed.
        struct race_entry *entry = &subject->entries[subject->entry_count++];
        if (name_entry(entry, subject, kernels->items[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// NULL if out of memory.
static char *join(const char *first, const char *second, const char *third) {
    const size_t bytes = strlen(first) + strlen(second) + strlen(third) + 1;
    char *text = malloc(bytes);
    if (text) {
        snprintf(text, bytes, "%s%s%s", first, second, third);
    }
    return text;
}

static int name_subject(struct race_subject *subject) {
    const struct family *family = subject->queries.family;
    const struct race_mesh *mesh = subject->mesh;
    char text[WORKLOAD_NAME_BYTES];
    const char *workload = workload_name(subject->queries.workload, text);
    const bool named = strcmp(workload, WORKLOAD_HOT) != 0;
    const char *label = family->label ? family->label : "";
    const char *place = mesh ? mesh->name : workload_place(family, subject->queries.workload);
    subject->name = join(place, named ? "/" : "", named ? workload : "");
    subject->shape = join(mesh ? mesh->shape : place, label, "");
    subject->title = subject->name ? join(subject->name, label, "") : NULL;
    return subject->shape && subject->title ? 0 : cli_out_of_memory();
}

static int open_subject(const struct race *race, const struct queries *wanted,
                        const struct race_mesh *mesh, const struct cli_kernels *kernels,
                        struct race_subject *subject) {
    const bool sweeps_meshes = race->sweep && mesh;
    subject->queries = *wanted;
    subject->queries.mesh = mesh ? mesh->mesh : NULL;
    subject->queries.seed = race->seed;
    subject->queries.count =
        sweeps_meshes ? sweep_poses(race->pose_count, mesh->info.triangle_count) : race->pose_count;
    subject->queries.voxels = race->voxels;
    subject->mesh = mesh;
    return name_subject(subject) == 0 ? name_entries(subject, kernels) : CLI_BAD;
}

static int prepare_subject(struct race_subject *subject) {
    struct queries *queries = &subject->queries;
    const struct family *family = queries->family;
    if (family->make(queries) != 0) {
        return CLI_BAD;
    }
    family->summarise(queries, subject->summary, sizeof subject->summary);
    subject->answers = calloc(queries->count, family->answer_bytes);
    if (!subject->answers) {
        return cli_out_of_memory();
    }
    if (shares_prepare(subject) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < subject->entry_count; ++i) {
        struct race_entry *entry = &subject->entries[i];
        entry->triangles = family->triangles(queries, entry->kernel);
        if (entry->selected && shares_make_scratch(entry) != 0) {
            return CLI_BAD;
        }
        plugin_note_trial(entry);
    }
    return 0;
}

int race_prepare(struct race *race) {
    int status = 0;
    for (size_t i = 0; i < race->subject_count && status == 0; ++i) {
        if (race_count_selected(&race->subjects[i]) > 0) {
            cli_progress("preparing %s", race->subjects[i].name);
            status = prepare_subject(&race->subjects[i]);
        }
    }
    cli_progress_end();
    return status;
}

void race_close_subject(struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        free(subject->entries[i].name);
        scratch_free(&subject->entries[i].scratch);
        free(subject->times[i].samples);
    }
    team_free(subject->team);
    queries_free(&subject->queries);
    free(subject->shape);
    free(subject->name);
    free(subject->title);
    free(subject->answers);
    free(subject->entries);
    free(subject->times);
    free(subject->order);
}

// ------------------------------------------------------------------------------- all of them

// The workloads for a family's kernels.
static size_t list_workloads(const struct race *race, const struct family *family,
                             const struct workload **workloads) {
    const struct sweep *sweep = race->sweep;
    *workloads = sweep ? sweep->workloads : family->workloads;
    const bool swept = sweep && !family->own_workloads && !(sweep->many && family->one_by_one);
    return !sweep ? family->workload_count : swept ? sweep->workload_count : 0;
}

static size_t count_workloads(const struct race *race) {
    const struct family *family;
    size_t count = 0;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        const struct workload *workloads;
        count += list_workloads(race, family, &workloads);
    }
    return count;
}

// With or without a mesh. `kernels` has room for all chosen kernels.
static int open_family(struct race *race, const struct family *family, const struct race_mesh *mesh,
                       const struct race_choice *choice, struct cli_kernels *kernels) {
    const struct workload *workloads;
    const size_t count = list_workloads(race, family, &workloads);
    for (size_t i = 0; i < count; ++i) {
        const struct queries wanted = {.family = family, .workload = &workloads[i]};
        choice_select(choice, family, wanted.workload, mesh ? mesh->info.triangle_count : 0,
                      kernels);
        if (kernels->count == 0) {
            continue;
        }
        // Counted before it is open, so that a partly opened subject is freed.
        struct race_subject *subject = &race->subjects[race->subject_count++];
        if (open_subject(race, &wanted, mesh, kernels, subject) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int open_families(struct race *race, const struct race_mesh *mesh,
                         const struct race_choice *choice, struct cli_kernels *kernels) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (!family->place != !mesh && open_family(race, family, mesh, choice, kernels) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int open_all(struct race *race, const struct race_choice *choice,
                    struct cli_kernels *kernels) {
    for (size_t i = 0; i < race->mesh_count; ++i) {
        if (open_families(race, &race->meshes[i], choice, kernels) != 0) {
            return CLI_BAD;
        }
    }
    if ((!race->sweep || race->sweep->without_mesh) &&
        open_families(race, NULL, choice, kernels) != 0) {
        return CLI_BAD;
    }
    return race->subject_count > 0 ? 0
                                   : cli_bad("run: none of these kernels runs in these workloads; "
                                             "try --workload all");
}

int race_open_subjects(struct race *race, const struct race_choice *choice) {
    struct cli_kernels kernels = {.items =
                                      calloc(choice->kernels.count + 1, sizeof *kernels.items)};
    race->subjects = calloc((race->mesh_count + 1) * count_workloads(race), sizeof *race->subjects);
    const int status =
        kernels.items && race->subjects ? open_all(race, choice, &kernels) : cli_out_of_memory();
    cli_kernels_free(&kernels);
    return status;
}
