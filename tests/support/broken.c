// Bodies damaged as meshes from elsewhere are, and sets of triangles that were never a body.
#include "broken.h"

#include <stdlib.h>
#include <string.h>

#include "body.h"

const char *broken_name(enum broken_kind kind) {
    static const char *const names[BROKEN_KINDS] = {
        "one hole",  "holes", "flipped",     "inside out", "doubled",
        "two-sided", "wall",  "T-junctions", "soup",       "all of it",
    };
    return names[kind];
}

bool broken_is_restored(enum broken_kind kind) {
    return kind != BROKEN_HOLES && kind != BROKEN_ALL;
}

static void replace(struct body *body, struct body by) {
    *body = by;
}

static void lose(struct rng *rng, struct body *body, size_t count) {
    body_shred(rng, body);
    body->triangle_count -= count;
}

static void flip_some(struct rng *rng, struct body *body) {
    for (size_t t = 0; t < body->triangle_count; ++t) {
        if (rng_below(rng, 4) == 0) {
            body_flip(body, t);
        }
    }
}

// Repeats the first `count` triangles, wound the other way with a probability of `flips` / 2.
static void repeat(struct rng *rng, struct body *body, size_t count, size_t flips) {
    replace(body, body_with_room(body, 0, count));
    for (size_t t = 0; t < count; ++t) {
        const uint32_t *corner = body->indices + 3 * t;
        body_add_triangle(body, corner[0], corner[1], corner[2]);
        if (rng_below(rng, 2) < flips) {
            body_flip(body, body->triangle_count - 1);
        }
    }
}

// A fan of triangles across a bipyramid, from one point of its ring, the vertices from 2 on.
static void add_wall(struct body *body, uint32_t sides) {
    replace(body, body_with_room(body, 0, sides - 2));
    for (uint32_t i = 1; i + 1 < sides; ++i) {
        body_add_triangle(body, 2, 2 + i, 3 + i);
    }
}

// Splits the first edge of some triangles in the middle, for that triangle only.
static void split_edges(struct rng *rng, struct body *body, size_t count) {
    const size_t before = body->triangle_count;
    replace(body, body_with_room(body, count, count));
    for (size_t i = 0; i < count; ++i) {
        const size_t t = rng_below(rng, before);
        uint32_t *corner = body->indices + 3 * t;
        const float *a = body->positions + 3 * (size_t)corner[0];
        const float *b = body->positions + 3 * (size_t)corner[1];
        const uint32_t middle = (uint32_t)body->vertex_count++;
        for (int k = 0; k < 3; ++k) {
            body->positions[3 * (size_t)middle + (size_t)k] = 0.5f * (a[k] + b[k]);
        }
        body_add_triangle(body, middle, corner[1], corner[2]);
        corner[1] = middle;
    }
}

// Gives every triangle vertices of its own.
static void unshare(struct body *body) {
    struct body soup = body_with_room(body, 3 * body->triangle_count, 0);
    for (size_t i = 0; i < 3 * body->triangle_count; ++i) {
        memcpy(soup.positions + 3 * (body->vertex_count + i),
               body->positions + 3 * (size_t)body->indices[i], 3 * sizeof(float));
        soup.indices[i] = (uint32_t)(body->vertex_count + i);
    }
    soup.vertex_count += 3 * body->triangle_count;
    replace(body, soup);
}

static void damage(struct rng *rng, enum broken_kind kind, uint32_t sides, struct body *body) {
    switch (kind) {
    case BROKEN_ONE_HOLE:
        lose(rng, body, 1);
        break;
    case BROKEN_HOLES:
        lose(rng, body, 1 + rng_below(rng, 3));
        break;
    case BROKEN_FLIPPED:
        flip_some(rng, body);
        break;
    case BROKEN_INSIDE_OUT:
        body_flip_all(body);
        break;
    case BROKEN_DOUBLED:
        repeat(rng, body, 1 + rng_below(rng, body->triangle_count - 1), 1);
        break;
    case BROKEN_TWO_SIDED:
        repeat(rng, body, body->triangle_count, 2);
        break;
    case BROKEN_WALL:
        add_wall(body, sides);
        break;
    case BROKEN_T_JUNCTIONS:
        split_edges(rng, body, 1 + rng_below(rng, 5));
        break;
    default:
        unshare(body);
    }
}

void broken_make(struct rng *rng, enum broken_kind kind, struct body *sound, struct body *broken) {
    const size_t sides = 4 + rng_below(rng, 8);
    *sound = body_bipyramid(rng, sides);
    if (kind == BROKEN_WALL) {
        // Makes a bipyramid's ring plane: only then the lid of a wall is the wall.
        for (size_t v = 2; v < sound->vertex_count; ++v) {
            sound->positions[3 * v + 2] = 0.0f;
        }
    }
    *broken = body_copy(sound);
    if (kind != BROKEN_ALL) {
        damage(rng, kind, (uint32_t)sides, broken);
        return;
    }
    static const enum broken_kind all[] = {BROKEN_WALL,    BROKEN_T_JUNCTIONS, BROKEN_DOUBLED,
                                           BROKEN_FLIPPED, BROKEN_HOLES,       BROKEN_SOUP};
    *broken = body_joined(*broken, body_moved(body_copy(sound), 0.3, 0.2, 0.1));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        damage(rng, all[i], (uint32_t)sides, broken);
    }
}

struct body broken_at_random(struct rng *rng) {
    float position = 0.0f;
    uint32_t index = 0;
    const struct body empty = {&position, 0, &index, 0};
    struct body body = body_with_room(&empty, 12, 40);
    body.vertex_count = 4 + rng_below(rng, 9);
    for (size_t i = 0; i < 3 * body.vertex_count; ++i) {
        body.positions[i] = (float)rng_between(rng, -1.0, 1.0);
    }
    const size_t triangles = 1 + rng_below(rng, 40);
    for (size_t t = 0; t < triangles; ++t) {
        const uint32_t a = (uint32_t)rng_below(rng, body.vertex_count);
        const uint32_t b = (uint32_t)rng_below(rng, body.vertex_count);
        const uint32_t c = (uint32_t)rng_below(rng, body.vertex_count);
        body_add_triangle(&body, a, b, c);
    }
    return body;
}
