// Plots of a simulation's series, by gnuplot.
#ifndef BENCH_FILM_PLOTS_H
#define BENCH_FILM_PLOTS_H

#include "film.h"

// Writes heave.png, angles.png and, in still water, energy.png. `plots` receives their number, 0
// where gnuplot is not installed. Returns 0, or CLI_BAD after complaining.
int film_plots_write(const struct film *film, const char *directory, size_t *plots);

#endif
