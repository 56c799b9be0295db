// The data of `run`: subjects, which are queries of a family of kernels; for each subject every
// chosen kernel that can answer them; and all results for each pair of subject and kernel.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include "buoyancy_kernels.h"
#include "choice.h"
#include "family.h"
#include "measurement.h"
#include "noise.h"
#include "peaks.h"
#include "stopwatch.h"
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
    char *name;           // family/method/isa/subject
    bool selected, held;  // held: selected once the library's kernels were timed
    char failure[160];    // why its check failed, or ""
    const char *declined; // why a plug-in's kernel does not take part, or NULL; then not selected
    bool checked;         // its errors and failure are known
    size_t triangles;
    double clipped_triangles;  // mean number examined one by one in a query
    double max_error_volume;   // |ΔV| / V_total
    double max_error_centroid; // |Δc| / diagonal
    struct work work;          // all 0 if not counted
    struct scratch scratch;
    bool ready; // has its scratch memory
};

// Queries and the kernels that race on them. Only these are compared with each other.
struct race_subject {
    const struct race_mesh *mesh; // NULL: none
    char *name;                   // as in results: MESH, or MESH/WORKLOAD
    char summary[100];            // the queries in a few words
    struct queries queries;
    void *answers;     // room for the answers to all queries
    struct team *team; // that ask together; NULL: only the caller asks

    // In the registry's order.
    size_t entry_count;
    struct race_entry *entries;
};

struct race {
    uint64_t seed;
    size_t pose_count;
    double budget_us;
    unsigned voxels;           // cells per axis for `voxel`
    const struct sweep *sweep; // NULL: none
    bool whole;                // nothing of the default was left out or changed
    const char *cores;         // the kind of cores that it runs on; NULL: there is one

    struct race_mesh *meshes;
    size_t mesh_count;
    struct race_subject *subjects;
    size_t subject_count;
    struct measurement **measurements; // beside the races
    size_t measurement_count;

    // Filled by timing_run().
    struct noise noise;
    bool interrupted;

    struct peaks peaks; // of this machine; no sets if not measured
};

// Compares the answers of selected entries that were not checked before with the truth and, if a
// method promises the same bits on every instruction set, with its first variant. Fills the
// entries' errors and failures. Returns 0, or CLI_BAD after complaining if the comparison was not
// possible.
int race_check(struct race *race);

// How many of a subject's queries that asks, in whole calls: all, but of large meshes the first.
// Any run of queries represents all (poses.c).
size_t race_check_count(const struct race_subject *subject);

// Whether an entry is timed: Google Benchmark's filter selects it and it passed its check.
bool race_runs(const struct race_entry *entry);

// A plug-in may end the program. So the library's kernels are timed first; then those of plug-ins,
// beside the others of their subjects once more, as only what is timed in turn can be compared.
// race_hold_plugins() leaves the plug-ins' kernels out, if there are both kinds; it returns
// whether. race_take_plugins() selects them and the subjects that they are in, and nothing else.
bool race_hold_plugins(struct race *race);
void race_take_plugins(struct race *race);

// A first look is had within seconds: on the first meshes, single queries by what most programs
// call, the published algorithm and the best variant of each method. race_hold_rest() leaves out
// all else; it returns whether there is more. race_take_rest() selects that, too.
#define RACE_FIRST_MESHES 2
bool race_hold_rest(struct race *race);
void race_take_rest(struct race *race);

// ---- over a subject, or over all of them

size_t race_count_selected(const struct race_subject *subject);
// The entry with a name, or NULL.
struct race_entry *race_find(const struct race *race, const char *name);

// What it is to ask an entry's queries again and again; with a team, between shares_begin() and
// shares_end().
struct stopwatch_job race_job(const struct race_entry *entry);

#endif
