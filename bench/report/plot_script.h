// What the pictures' scripts have in common.
#ifndef BENCH_PLOT_SCRIPT_H
#define BENCH_PLOT_SCRIPT_H

#include <stdio.h>

#include "race.h"

// A picture of some size in pixels, with a title and below it a smaller line: machine, compiler and
// a note.
void plot_put_frame(FILE *script, int width, int height, const char *title, const char *note);

// The time of every kernel on one subject: a script, and the name of the file its picture belongs
// in.
void plot_put_bars(FILE *script, const struct race_subject *subject);
void plot_name_bars(const struct race_subject *subject, char *name, size_t size);

// The time per triangle of every kernel on some subjects, from the smallest mesh to the largest.
void plot_put_lines(FILE *script, const struct race_subject *const *subjects, size_t count);

#endif
