// Figures with two axes, as SVG within a page of HTML, coloured by its style sheet.
#ifndef BENCH_CHART_H
#define BENCH_CHART_H

#include <stdbool.h>
#include <stdio.h>

// Colours that are not a method's.
enum {
    CHART_COLOURS = 7,
    CHART_BASELINE = CHART_COLOURS,
    CHART_GREY,
};

struct chart_series {
    const char *name; // in full
    char label[48];   // in the figure if it is strong; "": none
    unsigned colour;
    bool strong; // or thin
    bool joined; // a line, or only points
    size_t count;
    const double *x, *y; // NaN: no point
};

struct chart {
    const char *title, *description; // description: the figure in a sentence, for who cannot see it
    const char *x_label, *y_label;
    bool log_x, log_y;
    const struct chart_series *series; // strong ones are drawn last
    size_t count;
};

// Writes a <figure>; nothing if no series has a point. On logarithmic axes only positive values are
// points.
void chart_put(FILE *stream, const struct chart *chart);

// Whether it has a point there.
bool chart_has_point(const struct chart *chart, const struct chart_series *series, size_t index);

#endif
