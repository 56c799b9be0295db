// Before anything is timed: is every kernel right?
#include <stdio.h>
#include <stdlib.h>

#include "accuracy.h"
#include "cli.h"
#include "progress.h"
#include "query.h"
#include "race.h"
#include "registry.h"
#include "twins.h"

// The answers for one mesh's poses, of several kernels.
struct answers {
    struct buoy_volume *truth;                  // see accuracy_best_source()
    struct buoy_volume *own;                    // of the entry being checked
    struct buoy_volume *reference;              // of the kernel whose bits it promises
    const struct buoy_kernel *reference_kernel; // NULL: asked of none yet
};

static int ask(const struct race *race, const struct race_mesh *mesh,
               const struct buoy_kernel *kernel, struct buoy_volume *answers) {
    return query_volume(kernel, mesh->mesh, race->voxels, mesh->planes, race->pose_count, answers);
}

static int check_errors(const struct race *race, const struct answers *answers,
                        struct race_entry *entry) {
    const struct accuracy_case compared = {
        .mesh = entry->mesh->mesh,
        .kernel = entry->kernel,
        .voxels = race->voxels,
        .truth = answers->truth,
        .answers = answers->own,
        .count = race->pose_count,
    };
    struct accuracy accuracy;
    if (accuracy_measure(&compared, &accuracy) != 0) {
        return CLI_BAD;
    }
    entry->max_error_volume = accuracy.of_total.maximum;
    entry->max_error_centroid = accuracy.centroid.maximum;
    if (accuracy.of_total.maximum > accuracy.volume_bound) {
        snprintf(entry->failure, sizeof entry->failure,
                 "volume wrong by %.1e of V_total, its bound is %.1e", accuracy.of_total.maximum,
                 accuracy.volume_bound);
    } else if (!accuracy.within_bounds) {
        snprintf(entry->failure, sizeof entry->failure,
                 "centroid wrong by %.1e of the diagonal, its bound is %.1e",
                 accuracy.centroid.maximum, accuracy.centroid_bound);
    }
    return 0;
}

static int check_bits(const struct race *race, struct answers *answers, struct race_entry *entry) {
    const struct buoy_kernel *first = twins_first(entry->kernel);
    if (first == NULL || first == entry->kernel) {
        return 0;
    }
    if (answers->reference_kernel != first) {
        if (ask(race, entry->mesh, first, answers->reference) != 0) {
            return CLI_BAD;
        }
        answers->reference_kernel = first;
    }
    const size_t different = twins_compare(answers->own, answers->reference, race->pose_count);
    if (different < race->pose_count) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(first, &info);
        snprintf(entry->failure, sizeof entry->failure, "not the bits of %s, first at pose %zu",
                 info.id, different);
    }
    return 0;
}

static double mean_examined(const struct race *race, const struct race_entry *entry) {
    const struct race_mesh *mesh = entry->mesh;
    if (entry->kernel->method->volume.examined == NULL) {
        return (double)mesh->info.triangle_count;
    }
    double sum = 0.0;
    for (size_t i = 0; i < race->pose_count; i++) {
        sum += (double)entry->kernel->method->volume.examined(mesh->mesh, &mesh->planes[i]);
    }
    return sum / (double)race->pose_count;
}

static int check_entry(const struct race *race, struct answers *answers, struct race_entry *entry) {
    if (ask(race, entry->mesh, entry->kernel, answers->own) != 0 ||
        check_errors(race, answers, entry) != 0) {
        return CLI_BAD;
    }
    entry->clipped_triangles = mean_examined(race, entry);
    return entry->failure[0] != '\0' ? 0 : check_bits(race, answers, entry);
}

static size_t count_selected(const struct race_entry *entries, size_t count) {
    size_t selected = 0;
    for (size_t i = 0; i < count; i++) {
        selected += entries[i].selected;
    }
    return selected;
}

// Checks the entries of one mesh.
static int check_mesh(const struct race *race, struct answers *answers, struct race_entry *entries,
                      struct progress *progress) {
    const struct race_mesh *mesh = entries[0].mesh;
    if (count_selected(entries, race->kernel_count) == 0) {
        return 0;
    }
    progress_show(progress, mesh->name);
    answers->reference_kernel = NULL;
    if (accuracy_find_truth(accuracy_best_source(), mesh->mesh, mesh->planes, race->pose_count,
                            answers->truth) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < race->kernel_count; i++) {
        if (!entries[i].selected) {
            continue;
        }
        progress_show(progress, entries[i].name);
        if (check_entry(race, answers, &entries[i]) != 0) {
            return CLI_BAD;
        }
        progress_step(progress);
    }
    return 0;
}

int race_check(struct race *race) {
    struct progress progress;
    progress_begin(&progress, "checking",
                   count_selected(race->entries, race->mesh_count * race->kernel_count));
    struct buoy_volume *memory = calloc(3 * race->pose_count, sizeof *memory);
    if (memory == NULL) {
        return cli_out_of_memory();
    }
    struct answers answers = {
        .truth = memory,
        .own = memory + race->pose_count,
        .reference = memory + 2 * race->pose_count,
    };
    int status = 0;
    for (size_t i = 0; i < race->mesh_count && status == 0; i++) {
        status = check_mesh(race, &answers, race->entries + i * race->kernel_count, &progress);
    }
    free(memory);
    cli_progress_end();
    return status;
}
