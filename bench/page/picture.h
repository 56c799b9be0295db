// Pictures of a simulation, as SVG: one of a moment, or all moments as an animation.
#ifndef BENCH_PICTURE_H
#define BENCH_PICTURE_H

#include <stdio.h>

#include "film.h"

// Writes the picture of a moment. Returns 0, or CLI_BAD after complaining.
int picture_put(const struct film *film, size_t moment, FILE *to);

// Writes an animation of `count` moments that takes as long as the simulation, or, if that is too
// long or too short to watch, as near to it as is bearable.
int picture_put_animation(const struct film *film, const size_t *moments, size_t count, FILE *to);

// Seconds that the animation takes.
double picture_duration(const struct film *film);

#endif
