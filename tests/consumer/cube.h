// A unit cube with corners at 0 and 1, as an engine would store it.
#ifndef CONSUMER_CUBE_H
#define CONSUMER_CUBE_H

#include <stdint.h>

static const float corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

#endif
