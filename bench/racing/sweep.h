// Sweeps: many subjects that differ in one number, to see how a kernel's time grows with it.
#ifndef BENCH_SWEEP_H
#define BENCH_SWEEP_H

#include "race.h"

struct sweep {
    const char *name;
    const char *unit;  // of the number
    const char *note;  // on the way of asking
    bool logarithmic;  // the number's axis
    bool without_mesh; // also for families that have something in a mesh's place

    // What is swept where no mesh is named; with sizes, every mesh is builtin:NAME and taken in
    // each.
    size_t mesh_count, size_count;
    const char *const *meshes;
    const size_t *sizes;

    size_t workload_count;
    const struct workload *workloads;
    double (*number)(const struct race_subject *subject);
};

// The sweep of that name, or NULL.
const struct sweep *sweep_find(const char *name);

// Keeps of the kernels the baseline and, of each method there is for several instruction sets, the
// deterministic variant for the best of them: one line a method.
void sweep_keep_best(struct cli_kernels *kernels);

// How many poses are enough on a mesh: as many as are asked for, but fewer on those so large that
// exact answers would take minutes.
size_t sweep_poses(size_t asked_for, size_t triangles);

// The timed subjects that differ in nothing but the number from the first one that is not on an
// earlier line; by the number, which is the order they were made in. Up to SWEEP_LONGEST of them.
#define SWEEP_LONGEST 16
struct sweep_line {
    const struct race_subject *subjects[SWEEP_LONGEST];
    size_t count;
    bool cold;
    const char *shape;
};

// The index-th line; none there if its count is 0.
struct sweep_line sweep_line_at(const struct race *race, size_t index);

#endif
