// Compares kernels with the truth and with their twins, subject by subject.
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "accuracy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "family.h"

// ---- The queries that verify one subject, with their true answers.

// Room for a question in words: a body of `forces` has 31 numbers.
#define VERIFY_TEXT_BYTES 1280

struct verify_settings {
    size_t poses; // number of random queries; QUERIES_HARD are added
    uint64_t seed;
    unsigned voxels;
    const struct cli_making *making; // of every mesh; may be NULL
    bool by_immersion;               // find conditioning floors and certified bounds, too
};

struct trial {
    struct queries queries;
    // One element per query.
    void *truth;                            // filled by the family's find_truth()
    void *answers;                          // of the kernel in question
    void *first_answers;                    // of the kernel below
    double *floors;                         // filled by the family's find_floors(); may be NULL
    struct family_bounds *certified;        // bounds given with the answers above; may be NULL
    const struct buoy_kernel *first_kernel; // first variant of its method
    // If the latest kernel asked is a plug-in's: how it failed, and why it declines, or "".
    char failure[240], declined[160];
};

// Makes up the queries about a mesh, or about the family's substitute if that is NULL. Returns 0,
// or CLI_BAD after complaining; trial_free() is allowed either way.
int trial_make(const struct verify_settings *settings, const struct family *family,
               const struct buoy_mesh *mesh, struct trial *trial);
void trial_free(struct trial *trial);

// Asks a kernel all queries, in one call. Returns 0, or CLI_BAD after complaining.
int trial_ask(struct trial *trial, const struct buoy_kernel *kernel, void *answers);

// Finds the certified bounds of its answers, which are asked for again. Returns 0, or CLI_BAD after
// complaining.
int trial_certify(struct trial *trial, const struct buoy_kernel *kernel);

// How a kernel's bits compare with those from its method's first deterministic variant.
enum verify_bits {
    VERIFY_BITS_FREE,  // the kernel promises nothing about them
    VERIFY_BITS_FIRST, // it is that variant
    VERIFY_BITS_SAME,
    VERIFY_BITS_DIFFER,
};

// One kernel on one subject.
struct verify_verdict {
    struct buoy_kernel_info kernel;
    struct accuracy accuracy;
    enum verify_bits bits;
    char difference[VERIFY_TEXT_BYTES]; // the first difference: query, field, both values; or ""
    char failure[240];                  // how a plug-in's kernel failed to answer, or ""
    char declined[160]; // why a plug-in's kernel does not answer these queries, or ""
    char *worst_query;  // the command that asks it again; NULL if no error is above 0
    bool passed;
};

// The kernels of one family, queried about one mesh or about the family's substitute for a mesh.
struct verify_subject {
    const struct family *family;
    const char *name;
    struct buoy_mesh_info info; // zeros without a mesh
    size_t query_count;
    size_t verdict_count;
    struct verify_verdict *verdicts;
};

// Queries and judges the kernels that belong to the family, about a mesh, or about its substitute
// if that is NULL. Returns 0, or CLI_BAD after complaining; free the subject in both cases.
int verify_subject_judge(const struct verify_settings *settings, const struct family *family,
                         const char *name, const struct buoy_mesh *mesh,
                         const struct cli_kernels *kernels, struct verify_subject *subject);
void verify_subject_free(struct verify_subject *subject);

// ---- Variants of one method that promise identical bits.

// Returns the kernel whose bits `kernel` promises to return: the first deterministic variant of its
// method that can run here, which may be the kernel itself. NULL if it promises none.
const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel);

// Returns the index of the first query whose two answers differ in any bit; queries->count if all
// answers are the same.
size_t twins_compare(const struct queries *queries, const void *a, const void *b);

// ---- One query of `verify`, put to one kernel.

// Prints the query, the kernel's answer and the truth, its errors and their bounds. The mesh is
// NULL for a family with a substitute, and the place of such a family may be NULL unless others
// share its name. All queries are asked, as `verify` does, since some kernels depend on their
// number. Returns the exit code.
int one_query_print(const struct verify_settings *settings, const struct buoy_kernel *kernel,
                    const struct buoy_mesh *mesh, const char *place, size_t index);

// The shell command that does so, in memory that the caller frees; NULL after complaining.
// `mesh` is the specification, NULL for a family with a substitute.
char *one_query_command(const struct queries *queries, const struct verify_settings *settings,
                        const char *mesh, const struct buoy_kernel *kernel, size_t query);

#endif
