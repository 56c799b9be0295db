// The kinds of bodies that the family `step` asks about.
#ifndef BENCH_STEP_KINDS_H
#define BENCH_STEP_KINDS_H

#include "step_bodies.h"

// Adds the kinds of bodies wished for: of one word, or without a word all that `verify` asks about,
// every other one with quadratic drag and ballast. Returns 0, or CLI_BAD after complaining.
int step_kinds_make(const struct step_wish *wish, struct step_bodies *bodies);

// How far a body reaches along a direction of its frame.
double step_kinds_reach(const struct step_kind *kind, const double along[3]);

#endif
