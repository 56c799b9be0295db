// The one kernel, mesh and workload of a profile, made ready as a race of one entry.
#ifndef BENCH_PROFILE_SUBJECT_H
#define BENCH_PROFILE_SUBJECT_H

#include "race.h"

// Opens the race of the only kernel that an id names. `mesh` and `workload` may be NULL: a default
// for families that take meshes, and the family's first workload that the kernel can run. Complains
// about anything that does not fit together. Returns 0, or CLI_BAD after complaining; race_close()
// is allowed either way.
int profile_open(const char *kernel, const char *mesh, const struct cli_making *making,
                 const char *workload, struct race *race);

#define PROFILE_DEFAULT_MESH "builtin:wigley:1300"

#endif
