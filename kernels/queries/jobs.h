// What callers of buoy_volume_jobs() in the library need beforehand.
#ifndef BUOY_JOBS_H
#define BUOY_JOBS_H

#include <stddef.h>

// Scratch memory for so many jobs on a kernel that needs so much for the largest mesh, in bytes.
size_t buoy_jobs_scratch_bytes(size_t count, size_t kernel_scratch);

#endif
