// Charts, for a page that draws them.
#ifndef BENCH_CHARTS_H
#define BENCH_CHARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct chart_series {
    const char *name;
    bool method, approximate; // a method's name, whose colour it has; of an approximation
    bool floor;               // what the others are compared with
    size_t count;
    const double *x, *y; // NaN: no point
};

struct chart {
    const char *file; // its name as SVG
    const char *title;
    const char *description; // the figure in a sentence, for who cannot see it
    const char *x_label, *y_label;
    bool log_x, log_y;
    bool no_points; // lines alone
    const struct chart_series *series;
    size_t count;
};

// Adds a chart to an array.
void charts_add(json_t *charts, const struct chart *chart);

// Writes DIRECTORY/index.html with an array's charts, which it takes, and has Node.js draw them as
// files; `figures` as in struct page. `note` is below the title, and all that readers without
// scripts see. `told` receives what to say of the files. Returns 0, or CLI_BAD after complaining.
int charts_write(const char *title, const char *note, json_t *charts, const char *const *figures,
                 const char *directory, const char **told);

#endif
