// What the pictures' scripts have in common.
#ifndef BENCH_PLOT_SCRIPT_H
#define BENCH_PLOT_SCRIPT_H

#include <stdio.h>

#include "race.h"

// A picture of some size in pixels, with a title and below it a smaller line: machine, compiler and
// a note.
void plot_put_frame(FILE *script, int width, int height, const char *title, const char *note);

// The time of every kernel on one mesh, whose entries begin with the first-th: a script, and the
// name of the file its picture belongs in.
void plot_put_bars(FILE *script, const struct race *race, size_t first);
void plot_name_bars(const struct race_mesh *mesh, char *name, size_t size);

// The time per triangle of every kernel on some meshes, given from the smallest to the largest.
void plot_put_lines(FILE *script, const struct race *race, const size_t *meshes, size_t count);

#endif
