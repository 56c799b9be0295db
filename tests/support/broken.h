// Bodies damaged as meshes from elsewhere are, and sets of triangles that were never a body.
#ifndef TESTS_BROKEN_H
#define TESTS_BROKEN_H

#include <stdbool.h>

#include "body.h"

enum broken_kind {
    BROKEN_ONE_HOLE,    // a triangle is missing
    BROKEN_HOLES,       // several are
    BROKEN_FLIPPED,     // some are wound the other way
    BROKEN_INSIDE_OUT,  // all are
    BROKEN_DOUBLED,     // some are there twice, wound either way
    BROKEN_TWO_SIDED,   // all are, once each way
    BROKEN_WALL,        // a wall divides the body
    BROKEN_T_JUNCTIONS, // edges are split for one of their triangles only
    BROKEN_SOUP,        // no two triangles share a vertex
    BROKEN_ALL,         // several bodies, and all of that
    BROKEN_KINDS,
};

const char *broken_name(enum broken_kind kind);

// Whether closing such a body gives the sound one's volume back.
bool broken_is_restored(enum broken_kind kind);

// A sound body, and the same damaged.
void broken_make(struct rng *rng, enum broken_kind kind, struct body *sound, struct body *broken);

// Up to 40 triangles between up to 12 points, all at random; some use a vertex twice.
struct body broken_at_random(struct rng *rng);

#endif
