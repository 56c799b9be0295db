// The data of `run`: subjects, which are queries of a family of kernels; for each subject every
// chosen kernel that can answer them; and all results for each pair of subject and kernel.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include "choice.h"
#include "family.h"
#include "noise.h"
#include "peaks.h"
#include "ranking.h"
#include "work.h"

struct race_mesh {
    char *name;  // as in results: unique, printable UTF-8
    char *shape; // the name without the size that a sweep has chosen
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
};

// A kernel on a subject.
struct race_entry {
    const struct race_subject *subject;
    const struct buoy_kernel *kernel;
    struct buoy_kernel_info info;
    char *name; // family/method/isa/subject
    bool selected;
    char failure[160];    // why its check failed, or ""
    const char *declined; // why a plug-in's kernel does not take part, or NULL; then not selected
    size_t triangles;
    double clipped_triangles;  // mean number examined one by one in a query
    double max_error_volume;   // |ΔV| / V_total
    double max_error_centroid; // |Δc| / diagonal
    struct work work;          // all 0 if not counted
    struct scratch scratch;
};

// Queries and the kernels that race on them. Only these are compared with each other.
struct race_subject {
    const struct race_mesh *mesh; // NULL: none
    char *shape;                  // the mesh's name, or its substitute's, and the family's label
    char *name;                   // as in results: MESH, or MESH/WORKLOAD
    char *title;                  // the name and the family's label
    char summary[100];            // the queries in a few words
    struct queries queries;
    void *answers;     // room for the answers to all queries
    struct team *team; // that ask together; NULL: only the caller asks

    // In the registry's order.
    size_t entry_count;
    struct race_entry *entries;
    // For each entry: nanoseconds of CPU time per body, one sample per repetition.
    struct ranking_candidate *times;
    // The entries, ordered by median.
    size_t *order;
};

struct race {
    uint64_t seed;
    size_t pose_count;
    double budget_us;
    unsigned voxels;           // cells per axis for `voxel`
    const struct sweep *sweep; // NULL: none

    struct race_mesh *meshes;
    size_t mesh_count;
    struct race_subject *subjects;
    size_t subject_count;

    // Filled by timing_run().
    struct noise noise;
    size_t timings_done, timings_planned;

    struct peaks peaks; // of this machine; no sets if not measured
};

// Compares the selected entries' answers with the truth and, if a method promises the same bits on
// every instruction set, with its first variant. Fills the entries' errors and failures. Returns 0,
// or CLI_BAD after complaining if the comparison was not possible.
int race_check(struct race *race);

// Whether an entry is timed: Google Benchmark's filter selects it and it passed its check.
bool race_runs(const struct race_entry *entry);

// Summarises the times and ranks the entries of each subject.
void race_rank(struct race *race);

// ---- over a subject, or over all of them

size_t race_count_selected(const struct race_subject *subject);
size_t race_count_timed(const struct race_subject *subject);

// The entry at a place in the order by median, from 0. Needs race_rank().
const struct race_entry *race_at(const struct race_subject *subject, size_t place);

// A kernel's entry, or NULL.
const struct race_entry *race_of_kernel(const struct race_subject *subject,
                                        const struct buoy_kernel *kernel);

// The entry with a name, or NULL.
struct race_entry *race_find(const struct race *race, const char *name);

// The times of an entry; its median and spread need race_rank().
struct ranking_candidate *race_times(const struct race_entry *entry);

// The speed-up of an entry over its family's baseline on the same subject, by their medians; 0 if
// either was not timed. Needs race_rank().
double race_speedup(const struct race_entry *entry);

// How many times as fast many threads are as one, by the medians of the same kernel in the same
// workload of either kind; 0 for an entry of one thread, or if either was not timed.
double race_scaling(const struct race *race, const struct race_entry *entry);

#endif
