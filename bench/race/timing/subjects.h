// Subjects, on which kernels race: made from a race's meshes, or from a family's substitute.
#ifndef BENCH_SUBJECTS_H
#define BENCH_SUBJECTS_H

#include "race.h"

// Makes subjects, once the meshes are open. Returns 0, or CLI_BAD after complaining.
int race_open_subjects(struct race *race, const struct race_choice *choice);
void race_close_subject(struct race_subject *subject);

// Makes the queries of subjects that have selected entries, and what these need, where that was not
// done before. Returns 0, or CLI_BAD after
// complaining.
int race_prepare(struct race *race);

#endif
