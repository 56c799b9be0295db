// A fixed set of queries, the same bits on every platform: built-in bodies of several sizes, at the
// origin, far from it, tiny and huge, each with every kind of difficult plane.
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include "body.h"

enum {
    corpus_planes = 64 // per mesh
};

struct corpus_mesh {
    char name[64];
    struct body body;
    struct buoy_mesh *mesh;
    struct buoy_plane planes[corpus_planes];
};

struct corpus {
    struct corpus_mesh *meshes;
    size_t count;
};

struct corpus corpus_make(void);

#endif
