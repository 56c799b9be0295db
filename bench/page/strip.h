// The course of heave and tilt, below the views.
#ifndef BENCH_STRIP_H
#define BENCH_STRIP_H

#include <stdio.h>

#include "axis.h"
#include "film.h"

// Where it is in the picture, in pixels.
struct strip {
    double left, right, top, bottom;
    struct axis time;
};

struct strip strip_make(const struct film *film, double left, double right, double top,
                        double bottom);

// Writes everything but the mark.
void strip_put(const struct strip *strip, const struct film *film, FILE *to);

// Writes the mark of a moment.
void strip_put_mark(const struct strip *strip, const struct film *film, size_t moment, FILE *to);

#endif
