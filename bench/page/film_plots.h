// Figures of a simulation's series.
#ifndef BENCH_FILM_PLOTS_H
#define BENCH_FILM_PLOTS_H

#include "film.h"

// Writes heave.svg, angles.svg and, in still water, energy.svg. `plots` receives their number.
// Returns 0, or CLI_BAD after complaining.
int film_plots_write(const struct film *film, const char *directory, size_t *plots);

#endif
