// Pairs kernels with meshes, and lets them go.
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_output.h"
#include "poses.h"

// A mesh's name without what would break a table or JSON: control characters, malformed UTF-8.
// NULL if out of memory.
static char *printable_name(const char *specification) {
    char *name = strdup(cli_mesh_name(specification));
    if (name == NULL) {
        return NULL;
    }
    for (char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
            *c = '?';
        }
    }
    json_t *text = json_text(name);
    free(name);
    name = text != NULL ? strdup(json_string_value(text)) : NULL;
    json_decref(text);
    return name;
}

static int make_poses(const struct race *race, struct race_mesh *mesh) {
    mesh->planes = calloc(race->pose_count, sizeof *mesh->planes);
    if (mesh->planes == NULL) {
        return cli_out_of_memory();
    }
    poses_make(mesh->mesh, race->seed, race->pose_count, mesh->planes);
    return 0;
}

static int open_mesh(const struct race *race, const char *specification, struct race_mesh *mesh) {
    mesh->name = printable_name(specification);
    if (mesh->name == NULL) {
        return cli_out_of_memory();
    }
    for (const struct race_mesh *other = race->meshes; other < mesh; other++) {
        if (strcmp(other->name, mesh->name) == 0) {
            return cli_bad(
                "--mesh %s: another mesh is called '%s'; results could not be told apart",
                specification, mesh->name);
        }
    }
    cli_progress("opening %s", mesh->name);
    if (cli_open_mesh(specification, 0, &mesh->mesh) != 0) {
        return CLI_BAD;
    }
    buoy_mesh_get_info(mesh->mesh, &mesh->info);
    return make_poses(race, mesh);
}

static bool is_repeated(const struct cli_strings *strings, size_t index) {
    for (size_t i = 0; i < index; i++) {
        if (strcmp(strings->items[i], strings->items[index]) == 0) {
            return true;
        }
    }
    return false;
}

static int open_meshes(struct race *race, const struct cli_strings *specifications) {
    race->meshes = calloc(specifications->count, sizeof *race->meshes);
    if (race->meshes == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < specifications->count; i++) {
        if (is_repeated(specifications, i)) {
            continue;
        }
        // Counted before it is open, so that what there is of it is freed.
        struct race_mesh *mesh = &race->meshes[race->mesh_count++];
        if (open_mesh(race, specifications->items[i], mesh) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int fill_entry(struct race_entry *entry, const struct race_mesh *mesh,
                      const struct buoy_kernel *kernel) {
    const size_t alignment = 64;
    const size_t bytes = strlen(mesh->name) + 64;
    entry->kernel = kernel;
    entry->mesh = mesh;
    buoy_kernel_get_info(kernel, &entry->info);
    entry->name = malloc(bytes);
    // Whole units, as aligned_alloc() wants them.
    entry->scratch_bytes = buoy_volume_scratch_bytes(kernel, mesh->mesh);
    entry->scratch_bytes = (entry->scratch_bytes + alignment - 1) / alignment * alignment;
    entry->scratch =
        entry->scratch_bytes > 0 ? aligned_alloc(alignment, entry->scratch_bytes) : NULL;
    if (entry->name == NULL || (entry->scratch_bytes > 0 && entry->scratch == NULL)) {
        return cli_out_of_memory();
    }
    snprintf(entry->name, bytes, "%s/%s", entry->info.id, mesh->name);
    return 0;
}

static int pair(struct race *race, const struct cli_kernels *kernels) {
    const size_t count = race->mesh_count * kernels->count;
    race->kernel_count = kernels->count;
    race->entries = calloc(count, sizeof *race->entries);
    race->times = calloc(count, sizeof *race->times);
    race->order = calloc(count, sizeof *race->order);
    if (race->entries == NULL || race->times == NULL || race->order == NULL) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; i++) {
        const struct race_mesh *mesh = &race->meshes[i / kernels->count];
        if (fill_entry(&race->entries[i], mesh, kernels->items[i % kernels->count]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

int race_open(struct race *race, const struct cli_strings *meshes,
              const struct cli_kernels *kernels) {
    const int status = open_meshes(race, meshes);
    cli_progress_end();
    return status != 0 ? status : pair(race, kernels);
}

void race_close(struct race *race) {
    for (size_t i = 0; race->entries != NULL && i < race->mesh_count * race->kernel_count; i++) {
        free(race->entries[i].name);
        free(race->entries[i].scratch);
    }
    for (size_t i = 0; race->times != NULL && i < race->mesh_count * race->kernel_count; i++) {
        free(race->times[i].samples);
    }
    for (size_t i = 0; race->meshes != NULL && i < race->mesh_count; i++) {
        buoy_mesh_destroy(race->meshes[i].mesh);
        free(race->meshes[i].planes);
        free(race->meshes[i].name);
    }
    free(race->entries);
    free(race->times);
    free(race->order);
    free(race->meshes);
}

bool race_runs(const struct race_entry *entry) {
    return entry->selected && entry->failure[0] == '\0';
}

void race_rank(struct race *race) {
    for (size_t i = 0; i < race->mesh_count * race->kernel_count; i += race->kernel_count) {
        ranking_make(race->times + i, race->kernel_count, race->order + i);
    }
}

double race_speedup(const struct race *race, const struct race_entry *entry) {
    const size_t first = (size_t)(entry->mesh - race->meshes) * race->kernel_count;
    const struct ranking_candidate *own = &race->times[entry - race->entries];
    for (size_t i = first; i < first + race->kernel_count; i++) {
        if (strcmp(race->entries[i].info.id, RACE_BASELINE) == 0) {
            const struct ranking_candidate *baseline = &race->times[i];
            const bool timed = own->sample_count > 0 && baseline->sample_count > 0;
            return timed ? baseline->median / own->median : 0.0;
        }
    }
    return 0.0;
}
