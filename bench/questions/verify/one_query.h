// One query of `verify`, put to one kernel.
#ifndef BENCH_ONE_QUERY_H
#define BENCH_ONE_QUERY_H

#include "trial.h"

// Prints the query, the kernel's answer and the truth, its errors and their bounds. The mesh is
// NULL for a family with a substitute. All queries are asked, as `verify` does, since some kernels
// depend on their number. Returns the exit code.
int one_query_print(const struct verify_settings *settings, const struct buoy_kernel *kernel,
                    const struct buoy_mesh *mesh, size_t index);

#endif
