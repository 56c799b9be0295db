// What `verify` found, as tables for people and as JSON.
#ifndef BENCH_VERIFY_REPORT_H
#define BENCH_VERIFY_REPORT_H

#include "accuracy.h"

// How a kernel's bits compare with those of its method's first deterministic variant.
enum verify_bits {
    VERIFY_BITS_FREE,  // the kernel promises nothing about them
    VERIFY_BITS_FIRST, // it is that variant
    VERIFY_BITS_SAME,
    VERIFY_BITS_DIFFER,
};

// One kernel on one mesh.
struct verify_verdict {
    struct buoy_kernel_info kernel;
    struct accuracy accuracy;
    enum verify_bits bits;
    char difference[240]; // the first one: plane, field, both values
    bool passed;
};

// One mesh, all kernels.
struct verify_subject {
    const char *mesh; // its specification
    struct buoy_mesh_info info;
    struct verify_verdict *verdicts;
};

struct verify_findings {
    enum accuracy_source source;
    uint64_t seed;
    size_t plane_count; // of each mesh
    struct verify_subject *subjects;
    size_t subject_count, kernel_count;
};

// How many of the verdicts are bad.
size_t verify_count_failures(const struct verify_findings *findings);

// One mesh's table; then, once all are printed, what holds for all of them.
void verify_print_subject(const struct verify_findings *findings,
                          const struct verify_subject *subject);
void verify_print_summary(const struct verify_findings *findings);

void verify_print_json(const struct verify_findings *findings);

#endif
