// Pictures of a race, drawn by gnuplot.
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "race.h"

// Draws into the folder `directory`: for each subject the time of every kernel; the time per
// triangle over the number of triangles; for a sweep and each shape, the time over its number.
// Reports the files written, or that gnuplot is not installed. Returns 0, or CLI_BAD after
// complaining about a file that cannot be written.
int plot_race(const struct race *race, const char *directory);

#endif
