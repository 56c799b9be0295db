// Moves the bodies of a scene, and records them.
#ifndef BENCH_SIMULATION_H
#define BENCH_SIMULATION_H

#include "hulls_of_scene.h"
#include "recording.h"

// The number of steps of a simulation, its time over the step rounded to a whole number; checked.
// Returns 0, or CLI_BAD after complaining.
int simulation_steps(const struct scene *scene, size_t *steps);

// Simulates a scene as its `motion` says. Hulls are for forces by pressure; else there may be none.
// Returns 0, or CLI_BAD after complaining; `recording` is
// for recording_free() either way.
int simulation_run(const struct scene *scene, const struct scene_hulls *hulls,
                   struct recording *recording);

#endif
