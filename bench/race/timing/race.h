// The data of `run`: subjects, which are queries of a family of kernels; for each subject every
// chosen kernel that can answer them; and all results for each pair of subject and kernel.
#ifndef BENCH_RACE_H
#define BENCH_RACE_H

#include "buoyancy_kernels.h"
#include "cli.h"
#include "family.h"
#include "host.h"
#include "measurement.h"
#include "peaks.h"
#include "stopwatch.h"
#include "work.h"

// ---- The choice of what to race: the rules that match kernels with workloads and meshes.

struct race_choice {
    struct cli_strings meshes;
    struct cli_making making;
    struct cli_kernels kernels;
    // By name; "all" selects all that need not be asked for.
    struct cli_strings workloads;
    // Set if the program chooses the meshes: each workload is then for meshes up to its size.
    bool by_size;
    // Set if the program chooses the kernels: those that need no mesh then race only if it chooses
    // the meshes, too.
    bool all_kernels;
};

// A word among the workloads for what no kernel races in: measurement.h.
#define CHOICE_FRAMES "frames"
#define CHOICE_MAKING "making"

// Whether a workload is named; whether such words alone are.
bool choice_names(const struct race_choice *choice, const char *workload);
bool choice_races_nothing(const struct race_choice *choice);

// Complains about a workload that no family has.
int choice_check(const struct race_choice *choice);

// Selects the kernels that race on a mesh in one of a family's workloads. `kernels` has room for
// all of them and one more; it is empty if no kernel of the family races.
//
// Without named workloads, kernels race in every workload whose size the mesh does not exceed. On a
// mesh that the user has named they also race in WORKLOAD_HOT, in all workloads of families that
// have no such, and in crowds: the best kernel for crowds may be one for single queries.
void choice_select(const struct race_choice *choice, const struct family *family,
                   const struct workload *workload, size_t triangles, struct cli_kernels *kernels);

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

// ---- Queries that threads share: each call is cut into as many parts as there are threads.

// Makes the threads of a subject, if its workload has some. Returns 0, or CLI_BAD after
// complaining.
int shares_prepare(struct race_subject *subject);

// Allocates scratch memory for an entry, for each thread its own. Returns as
// queries_make_scratch().
int shares_make_scratch(struct race_entry *entry);

// Around a timed loop.
void shares_begin(const struct race_entry *entry);
void shares_end(const struct race_entry *entry);

// ---- What becomes of plug-ins' kernels in a race.

// Takes over what its session knows so far: an entry that declined is not
// selected any more, one that failed has failed its check.
void plugin_note_trial(struct race_entry *entry);

// Says on stderr, in a line for each kernel, which subjects it declined, and why.
void plugin_print_declined(const struct race *race);

// ---- What a roofline is drawn from: the work of each entry, and the peaks of this machine.

// Counts the work of every entry that is timed, once for each subject and method.
void roofline_count_work(struct race *race);

// When `run` measures the peaks, which takes a second.
enum roofline_peaks {
    ROOFLINE_PEAKS_AUTO, // if timing took so long that this adds little
    ROOFLINE_PEAKS_ALWAYS,
    ROOFLINE_PEAKS_NEVER,
};

#define ROOFLINE_WORDS "auto|always|never" // in the order of the enum

// Measures the race's peaks, after timing that took so many seconds. Returns 0, or CLI_BAD after
// complaining.
int roofline_measure_peaks(struct race *race, enum roofline_peaks when, double timing_seconds);

#endif
