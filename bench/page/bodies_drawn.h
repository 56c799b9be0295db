// Bodies in a picture: their surfaces above and below the water, and their waterlines.
#ifndef BENCH_BODIES_DRAWN_H
#define BENCH_BODIES_DRAWN_H

#include "film.h"
#include "patches.h"

// What a camera sees of the bodies at a moment.
struct bodies_drawn {
    struct patches above, below;
    double *segments; // waterlines: x,y,z of both ends of each, in the world
    size_t segment_count;
    bool failed; // out of memory
};

// The colour of a body, 0xrrggbb.
unsigned bodies_colour(size_t body);

void bodies_draw(const struct film *film, size_t moment, const struct camera *camera,
                 struct bodies_drawn *drawn);
void bodies_drawn_free(struct bodies_drawn *drawn);

// Writes the waterlines of sides that face the viewer, or of those that do not.
void bodies_put_waterline(const struct bodies_drawn *drawn, const struct camera *camera,
                          bool facing, FILE *to);

#endif
