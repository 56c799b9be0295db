// Shared by the makers of bodies.
#ifndef TESTS_BODY_MAKE_H
#define TESTS_BODY_MAKE_H

#include "body.h"

// A body of that size, its arrays yet to be filled.
struct body body_alloc(size_t vertex_count, size_t triangle_count);

#endif
