// Shared by the scripts of the pictures.
#ifndef BENCH_PLOT_SCRIPT_H
#define BENCH_PLOT_SCRIPT_H

#include <stdio.h>

#include "recommend.h"

// A picture with a size in pixels, a title and below it a smaller line: machine, compiler and a
// note.
void plot_put_frame(FILE *script, int width, int height, const char *title, const char *note);

// The style of a kernel's line in a `plot` command, and its name in the key. The best variant of
// each method, deterministic or not, has a strong line, a colour of its own and a name; its other
// variants have thin pale lines. The baseline is black.
enum {
    PLOT_COLOURS = 8
};
const char *plot_colour(size_t index); // of the index-th line, in turn: six hexadecimal digits
void plot_put_style(FILE *script, const struct race_entry *entry, bool open_points, bool dashed);
void plot_put_name(FILE *script, const struct race_entry *entry, const char *suffix);

// The time of every kernel on one subject.
void plot_put_bars(FILE *script, const struct race_subject *subject);

// The time of every kernel on one subject against its worst error, and the Pareto front; whether
// there are both approximations and exact kernels to compare. Returns 0, or CLI_BAD after
// complaining.
bool plot_has_cost(const struct race_subject *subject);
int plot_put_cost(FILE *script, const struct race_subject *subject);

// The time per triangle of every kernel on some subjects, from the smallest mesh to the largest.
void plot_put_lines(FILE *script, const struct race_subject *const *subjects, size_t count);

// The time per body of every kernel over a sweep's number, hot and cold, on one shape.
void plot_put_sweep(FILE *script, const struct race *race, const char *shape);

#endif
