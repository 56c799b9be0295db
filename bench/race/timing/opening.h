// Opening a race: its meshes, and the subjects made from them.
#ifndef BENCH_OPENING_H
#define BENCH_OPENING_H

#include "race.h"

// Opens the meshes, makes subjects from them and pairs these with the kernels; all are given by
// name. The caller sets the numbers of `race`. Returns 0, or CLI_BAD after complaining;
// race_close() is allowed either way.
int race_open(struct race *race, const struct race_choice *choice);
void race_close(struct race *race);

// ---- Subjects, on which kernels race: made from a race's meshes, or from a family's substitute.

// Makes subjects, once the meshes are open. Returns 0, or CLI_BAD after complaining.
int race_open_subjects(struct race *race, const struct race_choice *choice);
void race_close_subject(struct race_subject *subject);

// Makes the queries of subjects that have selected entries, and what these need, where that was not
// done before. Returns 0, or CLI_BAD after
// complaining.
int race_prepare(struct race *race);

#endif
