// Folders with a page that draws what they hold, by a script of its own.
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "hulls_of_scene.h"
#include "simulation.h"

struct page {
    json_t *data;     // {files}, {charts} or {moments}; the page takes it
    int digits;       // of its numbers
    const char *text; // what readers without scripts see
    // Figures of earlier pages have names that begin so, and end in .svg or .png; NULL ends the
    // list. They are removed.
    const char *const *figures;
};

// Writes DIRECTORY/index.html. Returns 0, or CLI_BAD after complaining.
int page_write(const struct page *page, const char *directory);

// As page_write(), and has Node.js draw the figures as files. `told` receives what to say of them.
int page_write_figures(const struct page *page, const char *directory, const char **told);

// ---- Charts, for a page that draws them.

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

// ---- A simulation as a page that plays it.

// A simulation that has ended.
struct film {
    const struct scene *scene;
    const struct scene_hulls *hulls;
    const struct recording *recording;
    const struct listing *rows; // of the recording
    const char *name;           // of the scene or body
};

// Writes the rows as DIRECTORY/series.csv and, if there are bodies, the page and what Node.js draws
// of it; says on stderr what it wrote. Returns 0, or CLI_BAD after complaining.
int film_page_write(const struct film *film, const char *directory);

#endif
