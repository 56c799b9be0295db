// Flat pieces of surfaces, drawn from the farthest to the nearest: the painter's algorithm.
#ifndef BENCH_PATCHES_H
#define BENCH_PATCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "camera.h"

enum {
    PATCH_CORNERS = 4
};

struct patch {
    double nearness;
    unsigned colour; // 0xrrggbb
    int corners;
    float at[2 * PATCH_CORNERS];
};

// Initialise with zeros.
struct patches {
    struct patch *items;
    size_t count, capacity;
    bool failed; // out of memory: some are missing
};

// A colour at a share of its brightness, of which there are few, so that neighbours share theirs.
unsigned patches_shade(unsigned colour, double brightness);

// Adds a polygon of 3 or 4 corners, x,y,z of each, as a camera sees it.
void patches_add(struct patches *patches, const struct camera *camera, const double *corners,
                 int count, unsigned colour);

// Writes all, and forgets them. `stroke` is the width of a line along their edges in their own
// colour, which closes the seams between them; 0: none.
void patches_put(struct patches *patches, double stroke, double opacity, FILE *to);
void patches_free(struct patches *patches);

#endif
