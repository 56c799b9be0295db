// Holds kernels to the truth and to their twins, mesh by mesh.
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "accuracy.h"
#include "cli.h"

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
    char difference[240]; // the first one: plane, field, both values; or ""
    bool passed;
};

// One mesh, all kernels.
struct verify_subject {
    const char *name;
    struct buoy_mesh_info info;
    struct verify_verdict *verdicts;
};

struct verify_settings {
    enum accuracy_source source;
    size_t poses; // random planes; barely wet ones are added
    uint64_t seed;
    unsigned voxels;
};

// Barely wet planes added to the random ones: four for each immersion.
#define VERIFY_BARELY_WET 24

// Asks and judges all kernels about one mesh. Returns 0, or CLI_BAD after complaining; free the
// subject in both cases.
int verify_mesh(const struct verify_settings *settings, const char *name,
                const struct buoy_mesh *mesh, const struct cli_kernels *kernels,
                struct verify_subject *subject);
void verify_subject_free(struct verify_subject *subject);

#endif
