// The two views of a moment: from the side, and three-quarter from above.
#ifndef BENCH_VIEWS_H
#define BENCH_VIEWS_H

#include <stdio.h>

#include "film.h"

// Writes a view of the given size in pixels, from its upper left corner. Returns 0, or CLI_BAD
// after complaining.
int views_put_side(const struct film *film, size_t moment, double width, double height, FILE *to);
int views_put_above(const struct film *film, size_t moment, double width, double height, FILE *to);

// The length of a metre in the view from the side, in pixels.
double views_side_scale(const struct film *film, double width, double height);

#endif
