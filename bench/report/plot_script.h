// Shared by the scripts of the pictures.
#ifndef BENCH_PLOT_SCRIPT_H
#define BENCH_PLOT_SCRIPT_H

#include <stdio.h>

#include "race.h"

// A picture with a size in pixels, a title and below it a smaller line: machine, compiler and a
// note.
void plot_put_frame(FILE *script, int width, int height, const char *title, const char *note);

// The colour of a kernel's lines, six hexadecimal digits; black for the baseline.
const char *plot_colour(const struct race_entry *entry);

// The time of every kernel on one subject.
void plot_put_bars(FILE *script, const struct race_subject *subject);

// The time per triangle of every kernel on some subjects, from the smallest mesh to the largest.
void plot_put_lines(FILE *script, const struct race_subject *const *subjects, size_t count);

// The time per body of every kernel over a sweep's number, hot and cold, on one shape.
void plot_put_sweep(FILE *script, const struct race *race, const char *shape);

#endif
