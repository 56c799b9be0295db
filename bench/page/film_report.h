// Files about a simulation: series, plots, pictures.
#ifndef BENCH_FILM_REPORT_H
#define BENCH_FILM_REPORT_H

#include "film.h"

// Writes all files to a folder, which exists, and says on stderr what it wrote. Returns 0, or
// CLI_BAD after complaining.
int film_report(struct film *film, const char *directory);

#endif
