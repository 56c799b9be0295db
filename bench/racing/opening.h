// Opening a race: meshes, and the subjects that are made of them.
#ifndef BENCH_OPENING_H
#define BENCH_OPENING_H

#include "race.h"

// Opens the meshes, makes subjects of them and pairs those with the kernels, all by name only. The
// numbers of `race` are set by the caller. Returns 0, or CLI_BAD after complaining; race_close() is
// allowed either way.
int race_open(struct race *race, const struct race_choice *choice);
void race_close(struct race *race);

#endif
