// Figures as SVG files of their own, which show the same in any viewer.
#ifndef BENCH_FIGURE_H
#define BENCH_FIGURE_H

#include <stddef.h>
#include <stdio.h>

#include "chart.h"

// What a figure shows, in a page or in a file of its own.
struct figure_content {
    const char *title, *description; // description: a sentence, for who cannot see it
    double width, height;            // height 0: there is nothing to show
    void (*put)(FILE *stream, const void *context);
    const void *context;
};
struct figure_content figure_of_chart(const struct chart *chart);

// Writes a <figure> of HTML.
void figure_put(FILE *stream, const struct figure_content *content);

// Writes a file, whose note stands below the title. Returns 0, or CLI_BAD after complaining.
int figure_write(const struct figure_content *content, const char *note, const char *directory,
                 const char *name);

// Writes a chart as a file and counts it; writes nothing if it has no point. Returns 0, or CLI_BAD
// after complaining.
int figure_write_chart(const struct chart *chart, const char *note, const char *directory,
                       const char *name, size_t *written);

enum {
    FIGURE_NAME_BYTES = 256
};

// A file's name WHAT-OF.svg with plain characters only; others in a row become one hyphen.
void figure_name(const char *what, const char *of, char name[FIGURE_NAME_BYTES]);

#endif
