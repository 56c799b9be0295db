// Reversing bodies' triangles, rotating bodies, joining them; and handing them to the library.
#ifndef TESTS_BODY_CHANGE_H
#define TESTS_BODY_CHANGE_H

#include "body.h"

static inline struct buoy_mesh_input body_input(const struct body *body, unsigned flags) {
    return (struct buoy_mesh_input){
        .positions = body->positions,
        .vertex_count = body->vertex_count,
        .indices = body->indices,
        .triangle_count = body->triangle_count,
        .flags = flags | BUOY_MESH_KEEP_ALL,
    };
}

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

// Rotates about the origin, `times` times by the same oblique angle.
static inline void body_turn(struct body *body, int times) {
    static const double once[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6};
    double m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int turn = 0; turn < times; ++turn) {
        double next[9];
        for (int i = 0; i < 9; ++i) {
            const double *row = m + i / 3 * 3, *column = once + i % 3;
            next[i] = row[0] * column[0] + row[1] * column[3] + row[2] * column[6];
        }
        for (int i = 0; i < 9; ++i) {
            m[i] = next[i];
        }
    }
    body_transform(body, m, (const double[3]){0, 0, 0});
}

// A body moved; to be written around the making of it.
static inline struct body body_moved(struct body body, double x, double y, double z) {
    body_move(&body, (const double[3]){x, y, z});
    return body;
}

// A body wound the other way.
static inline struct body body_inside_out(struct body body) {
    body_flip_all(&body);
    return body;
}

// Both in one.
static inline struct body body_joined(struct body a, struct body b) {
    const struct body both = body_join(&a, &b);
    return both;
}

// Lists the triangles of a body in another, random order.
static inline void body_shred(struct rng *rng, struct body *body) {
    for (size_t i = body->triangle_count; i > 1; --i) {
        const size_t j = rng_below(rng, i);
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t swap = body->indices[3 * (i - 1) + k];
            body->indices[3 * (i - 1) + k] = body->indices[3 * j + k];
            body->indices[3 * j + k] = swap;
        }
    }
}

#endif
