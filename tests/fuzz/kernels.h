// The kernels of a family that this machine can run, and which of them promise the same bits.
#ifndef FUZZ_KERNELS_H
#define FUZZ_KERNELS_H

#include "dispatch/registry.h"

struct fuzz_kernel {
    const struct buoy_kernel *kernel;
    // Index, in the same list, of the first kernel whose bits this one promises to return; its own
    // if there is none before it.
    size_t twin;
};

enum {
    FUZZ_MOST_KERNELS = 64
};

struct fuzz_kernels {
    const char *family;
    size_t count;
    struct fuzz_kernel items[FUZZ_MOST_KERNELS];
};

// Made once. At least one is there.
const struct fuzz_kernels *fuzz_kernels_of(const char *family);

// Ends the program unless the first `count` answers, of `size` bytes each, of a kernel and of its
// twin have the same bits. `answers` is a row for each kernel of the list, up to this one at least,
// with room for `most` answers.
void fuzz_expect_twins(const struct fuzz_kernels *kernels, size_t index, const void *answers,
                       size_t most, size_t count, size_t size);

// The properties of every answer, even for bodies that are partly inside out, whose centre may lie
// anywhere: the volume is between 0 and the whole volume, and all numbers are finite.
void fuzz_expect_number(const char *kernel, double whole, const struct buoy_volume *got);

#endif
