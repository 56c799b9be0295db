// Opening a race: its meshes, and the subjects made from them.
#ifndef BENCH_OPENING_H
#define BENCH_OPENING_H

#include "race.h"

// Opens the meshes, makes subjects from them and pairs these with the kernels; all are given by
// name. The caller sets the numbers of `race`. Returns 0, or CLI_BAD after complaining;
// race_close() is allowed either way.
int race_open(struct race *race, const struct race_choice *choice);
void race_close(struct race *race);

#endif
