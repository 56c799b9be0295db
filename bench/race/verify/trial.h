// The queries that verify one subject, with their true answers.
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include "cli.h"
#include "family.h"

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

#endif
