// The figures of `verify --by-immersion --out`.
#ifndef BENCH_FIGURE_IMMERSION_H
#define BENCH_FIGURE_IMMERSION_H

#include "verify_report.h"

// Writes a page with three figures for each mesh below planes, by Node.js also
// errors-by-immersion-MESH-WHAT.svg: the worst error of every method by the share of the volume
// that is submerged, in three measures. Returns 0, or CLI_BAD after complaining.
int figure_immersion(const struct verify_findings *findings, const char *directory);

#endif
