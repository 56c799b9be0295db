// Compares kernels with the truth and with their twins, subject by subject.
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "accuracy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "trial.h"

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

#endif
