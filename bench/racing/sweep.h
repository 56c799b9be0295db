// Sweeps: many subjects that differ in one number, to show how a kernel's time grows with it.
#ifndef BENCH_SWEEP_H
#define BENCH_SWEEP_H

#include "race.h"

struct sweep {
    const char *name;
    const char *unit;  // of the number
    const char *note;  // on how the queries are asked
    bool logarithmic;  // the number's axis
    bool without_mesh; // also for families with a substitute for a mesh
    bool many;         // only for families whose calls take many queries

    // The meshes to sweep if none is named. If there are sizes, every mesh is builtin:NAME and is
    // made in each size.
    size_t mesh_count, size_count;
    const char *const *meshes;
    const size_t *sizes;

    size_t workload_count;
    const struct workload *workloads;
    double (*number)(const struct race_subject *subject);
};

// The sweep of that name, or NULL.
const struct sweep *sweep_find(const char *name);

// Keeps only the baseline and, for each method with variants for several instruction sets, the
// deterministic variant for the best set: one line per method.
void sweep_keep_best(struct cli_kernels *kernels);

// The number of poses for a mesh: as many as asked for, but fewer on meshes so large that exact
// answers would take minutes.
size_t sweep_poses(size_t asked_for, size_t triangles);

// A line: the first timed subject that is not on an earlier line, with all timed subjects that
// differ from it only in the number; ordered by the number, which is the order they were made in.
// Up to SWEEP_LONGEST subjects.
#define SWEEP_LONGEST 16
struct sweep_line {
    const struct race_subject *subjects[SWEEP_LONGEST];
    size_t count;
    bool cold;
    const char *shape;
};

// The index-th line; there is none if its count is 0.
struct sweep_line sweep_line_at(const struct race *race, size_t index);

#endif
