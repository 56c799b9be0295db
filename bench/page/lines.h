// Lines of a figure: kernels over subjects that differ in one number.
#ifndef BENCH_LINES_H
#define BENCH_LINES_H

#include "sections.h"

enum {
    LINES_MOST_POINTS = 64,
};

// Subjects of one file, by the number in which they differ.
struct lines_group {
    const struct results_file *file;
    const struct results_subject *subjects[LINES_MOST_POINTS];
    double x[LINES_MOST_POINTS];
    size_t count;
};

struct lines_text {
    const char *title, *x_label;
    const char *file; // the name of the figure as a file
    bool log_x, log_y;
    bool per_triangle; // times per triangle, not per body
};

// Adds a subject in its place; what is beyond LINES_MOST_POINTS is left out.
void lines_add(struct lines_group *group, const struct results_subject *subject, double x);

// Whether there are two different numbers at least.
bool lines_worth_drawing(const struct lines_group *group);

// Draws the figure, with its numbers in a table below.
void lines_put(struct page *page, const struct lines_group *group, const struct lines_text *text);

#endif
