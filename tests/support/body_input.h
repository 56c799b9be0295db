// A body as the library takes it.
#ifndef TESTS_BODY_INPUT_H
#define TESTS_BODY_INPUT_H

#include "body.h"

static inline struct buoy_mesh_input body_input(const struct body *body, unsigned flags) {
    return (struct buoy_mesh_input){
        .positions = body->positions,
        .vertex_count = body->vertex_count,
        .indices = body->indices,
        .triangle_count = body->triangle_count,
        .flags = flags,
    };
}

// Turns one triangle over.
static inline void body_flip(struct body *body, size_t triangle) {
    uint32_t *corner = body->indices + 3 * triangle;
    const uint32_t swap = corner[1];
    corner[1] = corner[2];
    corner[2] = swap;
}

static inline void body_flip_all(struct body *body) {
    for (size_t t = 0; t < body->triangle_count; ++t) {
        body_flip(body, t);
    }
}

static inline void body_move(struct body *body, double x, double y, double z) {
    const double same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, by[3] = {x, y, z};
    body_transform(body, same, by);
}

#endif
