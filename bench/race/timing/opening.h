// Opening a race: its meshes, and the subjects made from them.
#ifndef BENCH_OPENING_H
#define BENCH_OPENING_H

#include "race.h"

// Opens the meshes, makes subjects from them and pairs these with the kernels; all are given by
// name. The caller sets the numbers of `race`. Returns 0, or CLI_BAD after complaining;
// race_close() is allowed either way.
int race_open(struct race *race, const struct race_choice *choice);
void race_close(struct race *race);

// Makes the queries of subjects that have selected entries, and what these need, where that was not
// done before. Returns 0, or CLI_BAD after complaining.
int race_prepare(struct race *race);

// ---- Sweeps: many subjects that differ in one number, to show how a kernel's time grows with it.

struct buoy_method;

struct sweep {
    const char *name;
    const char *unit;  // of the number
    bool without_mesh; // also for families with a substitute for a mesh
    bool many;         // only for families whose calls take many queries

    // The meshes to sweep if none is named. If there are sizes, every mesh is builtin:NAME and is
    // made in each size.
    size_t mesh_count, size_count;
    const char *const *meshes;
    const size_t *sizes;

    size_t workload_count;
    const struct workload *workloads;
};

// The sweep of that name, or NULL.
const struct sweep *sweep_find(const char *name);

// Whether a method has variants for several instruction sets, runnable here or not.
bool sweep_is_for_many_isas(const struct buoy_method *method);

// Keeps only the baseline and, for each method with variants for several instruction sets, the
// deterministic variant for the best set: one line per method.
void sweep_keep_best(struct cli_kernels *kernels);

// The number of poses for a mesh: as many as asked for, but fewer on meshes so large that exact
// answers would take minutes.
size_t sweep_poses(size_t asked_for, size_t triangles);

#endif
