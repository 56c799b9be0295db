// Many queries about many meshes, in any order. They are grouped by mesh, answered group by group,
// and written back in the caller's order.
#include "base/arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "buoyancy.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "mesh/plane.h"
#include "queries/jobs.h"
#include "queries/volume.h"

// The queries about one mesh: `count` of the sorted queries, from `first` on.
struct group {
    const struct buoy_mesh *mesh;
    uint32_t first, count;
};

// The scratch memory.
struct workspace {
    uint32_t *table; // open addressing: 1 + a group's index, 0 where empty
    size_t table_size;
    struct group *groups;
    uint32_t *group_of;        // one per job
    uint32_t *place_of;        // per job: its place among the sorted queries
    struct buoy_plane *planes; // sorted; d is in `offsets`
    double *offsets;
    struct buoy_volume *results;
    void *scratch; // the kernel's
    size_t scratch_bytes;
};

// Lays the workspace out in the caller's memory; returns the number of bytes.
static size_t lay_out(struct workspace *w, size_t count, size_t kernel_scratch, char *memory) {
    uint64_t used = 0;
    w->table_size = 2;
    while (w->table_size < 2 * count) {
        w->table_size *= 2;
    }
    w->table = buoy_carve(memory, &used, w->table_size * sizeof *w->table);
    w->groups = buoy_carve(memory, &used, count * sizeof *w->groups);
    w->group_of = buoy_carve(memory, &used, count * sizeof *w->group_of);
    w->place_of = buoy_carve(memory, &used, count * sizeof *w->place_of);
    w->planes = buoy_carve(memory, &used, count * sizeof *w->planes);
    w->offsets = buoy_carve(memory, &used, count * sizeof *w->offsets);
    w->results = buoy_carve(memory, &used, count * sizeof *w->results);
    w->scratch_bytes = (size_t)buoy_aligned_up(kernel_scratch);
    w->scratch = buoy_carve(memory, &used, kernel_scratch);
    return (size_t)used;
}

// The most scratch bytes that one of the meshes needs. The kernel and the jobs were checked.
static size_t most_kernel_scratch(const struct buoy_kernel *kernel, const struct buoy_job *jobs,
                                  size_t count) {
    size_t most = 0;
    const struct buoy_mesh *last = NULL;
    for (size_t i = 0; i < count; ++i) {
        if (jobs[i].mesh != last) {
            last = jobs[i].mesh;
            const size_t bytes = buoy_volume_scratch_bytes(kernel, last, NULL);
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}

// Finds a mesh's group, or makes it.
static uint32_t find_group(struct workspace *w, const struct buoy_mesh *mesh, uint32_t *groups) {
    // Fibonacci hashing: meshes are allocated far apart, so the low bits of their addresses vary
    // little.
    size_t slot = (size_t)(((uint64_t)(uintptr_t)mesh * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
    for (;; ++slot) {
        uint32_t *entry = &w->table[slot & (w->table_size - 1)];
        if (*entry == 0) {
            w->groups[*groups] = (struct group){.mesh = mesh};
            *entry = ++*groups;
        }
        if (w->groups[*entry - 1].mesh == mesh) {
            return *entry - 1;
        }
    }
}

// Sorts the planes by mesh, in the order in which meshes first appear.
// Returns the number of meshes.
static uint32_t sort_jobs(struct workspace *w, const struct buoy_job *jobs, size_t count) {
    uint32_t groups = 0, group = 0;
    memset(w->table, 0, w->table_size * sizeof *w->table);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || jobs[i].mesh != jobs[i - 1].mesh) {
            group = find_group(w, jobs[i].mesh, &groups);
        }
        w->group_of[i] = group;
        w->place_of[i] = w->groups[group].count++;
    }
    for (uint32_t g = 1; g < groups; ++g) {
        w->groups[g].first = w->groups[g - 1].first + w->groups[g - 1].count;
    }
    for (size_t i = 0; i < count; ++i) {
        w->place_of[i] += w->groups[w->group_of[i]].first;
        const float *n = jobs[i].normal;
        w->planes[w->place_of[i]] = (struct buoy_plane){{n[0], n[1], n[2]}, 0.0f};
        w->offsets[w->place_of[i]] = jobs[i].d;
    }
    return groups;
}

static enum buoy_status check_jobs(const struct buoy_kernel *kernel, const struct buoy_job *jobs,
                                   size_t count, struct buoy_error *error) {
    const enum buoy_status status = buoy_check_family(kernel, "volume", error);
    if (status != BUOY_OK) {
        return status;
    }
    if (count > BUOY_MOST_JOBS) {
        return buoy_fail(error, BUOY_ERROR_TOO_LARGE, "%zu jobs: at most %zu are allowed", count,
                         (size_t)BUOY_MOST_JOBS);
    }
    if (count > 0 && !jobs) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no jobs");
    }
    for (size_t i = 0; i < count; ++i) {
        if (!jobs[i].mesh) {
            return buoy_fail(error, BUOY_ERROR_ARGUMENT, "job %zu: no mesh", i);
        }
        const float *n = jobs[i].normal;
        const struct buoy_plane plane = {{n[0], n[1], n[2]}, 0.0f};
        if (!buoy_plane_is_valid_at(&plane, jobs[i].d)) {
            return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                             "job %zu: normal (%g, %g, %g), d %g: zero or not finite", i,
                             (double)n[0], (double)n[1], (double)n[2], jobs[i].d);
        }
    }
    return BUOY_OK;
}

size_t buoy_jobs_scratch_bytes(size_t count, size_t kernel_scratch) {
    struct workspace w;
    return lay_out(&w, count, kernel_scratch, NULL);
}

size_t buoy_volume_jobs_scratch_bytes(const struct buoy_kernel *kernel, const struct buoy_job *jobs,
                                      size_t count, struct buoy_error *error) {
    if (check_jobs(kernel, jobs, count, error) != BUOY_OK) {
        return SIZE_MAX;
    }
    buoy_succeed(error);
    return count == 0 ? 0
                      : buoy_jobs_scratch_bytes(count, most_kernel_scratch(kernel, jobs, count));
}

static bool are_cold(const struct workspace *w, uint32_t groups) {
    size_t bytes = 0;
    for (uint32_t g = 0; g < groups && bytes < BUOY_COLD_BYTES; ++g) {
        bytes += w->groups[g].mesh->bytes;
    }
    return bytes >= BUOY_COLD_BYTES;
}

enum buoy_status buoy_volume_jobs(const struct buoy_kernel *kernel, const struct buoy_job *jobs,
                                  size_t count, void *scratch, size_t scratch_bytes,
                                  struct buoy_volume *restrict results, struct buoy_error *error) {
    enum buoy_status status = check_jobs(kernel, jobs, count, error);
    if (status == BUOY_OK) {
        status = buoy_check_runs(kernel, error);
    }
    if (status != BUOY_OK || count == 0) {
        return status == BUOY_OK ? buoy_succeed(error) : status;
    }
    if (!results) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no room for results");
    }
    struct workspace w;
    const size_t kernel_scratch = most_kernel_scratch(kernel, jobs, count);
    const size_t needed = lay_out(&w, count, kernel_scratch, NULL);
    if (!buoy_suffices(scratch, scratch_bytes, needed)) {
        return buoy_fail_scratch(error, needed);
    }
    lay_out(&w, count, kernel_scratch, scratch);
    const uint32_t groups = sort_jobs(&w, jobs, count);
    const bool cold = are_cold(&w, groups);
    for (uint32_t g = 0; g < groups; ++g) {
        const struct group *group = &w.groups[g];
        const struct buoy_volume_query query = {
            .mesh = group->mesh,
            .planes = w.planes + group->first,
            .offsets = w.offsets + group->first,
            .count = group->count,
            .scratch = w.scratch,
            .scratch_bytes = w.scratch_bytes,
            .cold = cold,
        };
        buoy_volume_answer(kernel, &query, w.results + group->first);
    }
    for (size_t i = 0; i < count; ++i) {
        results[i] = w.results[w.place_of[i]];
    }
    return buoy_succeed(error);
}
