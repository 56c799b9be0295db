// Figures with two axes, as SVG that a style sheet colours (style.h).
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
    bool strong;    // or thin
    bool joined;    // a line, or only points
    bool no_points; // the line alone
    bool apart;     // the y axis is not stretched for it: what is beyond is cut off
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

// What the <svg> of such a figure holds, in units of the picture; nothing if no series has a point.
// On logarithmic axes only positive values are points.
#define CHART_WIDTH 560.0
#define CHART_HEIGHT 350.0
void chart_put_within(FILE *stream, const struct chart *chart);

// Whether any series has a point.
bool chart_is_worth_drawing(const struct chart *chart);

#endif
