// What callers of buoy_volume_jobs() in the library need beforehand.
#ifndef BUOY_JOBS_H
#define BUOY_JOBS_H

#include <stdint.h>

// Groups are numbered by 32 bits, and a size_t of 32 bits holds the scratch of no more: less than
// 512 bytes a job.
#define BUOY_MOST_JOBS (SIZE_MAX / 512 < UINT32_MAX / 2 ? SIZE_MAX / 512 : UINT32_MAX / 2)

// Bytes of scratch memory for `count` jobs on a kernel that needs `kernel_scratch` for the largest
// mesh.
size_t buoy_jobs_scratch_bytes(size_t count, size_t kernel_scratch);

// From so many bytes on, the meshes of a crowd count as cold: they are read once in a call, and a
// second-level cache hardly holds them until the next.
#define BUOY_COLD_BYTES ((size_t)2 << 20)

#endif
