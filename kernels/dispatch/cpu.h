// Which instruction sets this CPU and operating system can run, and which the caller allows.
#ifndef BUOY_CPU_H
#define BUOY_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "buoyancy_mesh.h"
#include "dispatch/isas.h"

// The features of this machine: the CPU has the instructions and the operating system saves the
// registers.
unsigned buoy_cpu_features(void);

// Whether code for FMA or wider was compiled to round products and sums once, as clang's
// -ffp-contract=fast does: its bits are not those of others (simd/contraction_fma.c).
bool buoy_contracts(void);

// An instruction set by name, with the processors that have it and all features its kernels may
// use.
struct buoy_isa {
    const char *name, *processor;
    unsigned features;
    const char *not_built; // why this build has no kernels of it; NULL if it has
};

// All instruction sets, each after those it includes.
extern const struct buoy_isa buoy_isas[];
extern const size_t buoy_isa_count;

// The instruction set of that name, or NULL.
const struct buoy_isa *buoy_isa_find(const char *name);

// Printable ASCII without quotes and backslashes, so that files can hold the texts as they are.
struct buoy_identity {
    char library[24];  // its version
    char compiler[72]; // that made the library
    char cpu[72]; // as it names itself; "unknown" where that takes more than a file to find out
    char features[160]; // the instruction sets that were built and that this machine has
};

// Finds out; allocates nothing.
void buoy_identify(struct buoy_identity *identity);

#endif
