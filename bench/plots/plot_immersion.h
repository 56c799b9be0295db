// Pictures of errors by immersion.
#ifndef BENCH_PLOT_IMMERSION_H
#define BENCH_PLOT_IMMERSION_H

#include "verify_findings.h"

// Draws into the folder `directory`, one picture for each subject that has conditioning floors: the
// worst errors of each method by decades of immersion. Reports the files written, or that gnuplot
// is not installed. Returns 0, or CLI_BAD after complaining about a file that cannot be written.
int plot_immersion(const struct verify_findings *findings, const char *directory);

#endif
