// One query of `verify`, put to one kernel.
#ifndef BENCH_ONE_QUERY_H
#define BENCH_ONE_QUERY_H

#include "trial.h"

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
