// Makes small polygons and water lines from bytes.
#ifndef FUZZ_POLYGONS_H
#define FUZZ_POLYGONS_H

#include "bytes.h"
#include "outline.h"

// An outline of 2 to 12 vertices: on a circle, on a lattice or anywhere; of any size, anywhere.
void fuzz_outline_make(struct fuzz_bytes *bytes, struct outline *outline);

// Convex, counter-clockwise, with 3 to 8 vertices on a circle.
void fuzz_outline_convex(struct fuzz_bytes *bytes, struct outline *outline);

// Whether the outline certainly does not cross or touch itself.
bool fuzz_outline_is_simple(const struct outline *outline);

// Prints the vertices, of numbers that are exact, each behind a comma, and ends the line.
void fuzz_outline_print(const struct outline *outline);

// A line about the outline: level or not, through a vertex, near one, or anywhere.
struct buoy_line fuzz_line(struct fuzz_bytes *bytes, const struct outline *outline);

#endif
