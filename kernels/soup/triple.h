// A triangle's vertices in an order that does not depend on where it begins or which way it is
// wound.
#ifndef BUOY_TRIPLE_H
#define BUOY_TRIPLE_H

#include <stdint.h>
#include <string.h>

struct buoy_triple {
    uint32_t vertex[3]; // ascending
    uint32_t odd;       // 1 if the triangle's own order is an odd permutation of that
    uint32_t triangle;
};

static inline struct buoy_triple buoy_triple_of(const uint32_t corner[3], uint32_t triangle) {
    struct buoy_triple triple = {.triangle = triangle};
    memcpy(triple.vertex, corner, sizeof triple.vertex);
    uint32_t *v = triple.vertex;
    for (int i = 0; i < 3; ++i) { // three exchanges sort three numbers
        const int k = i == 1 ? 1 : 0;
        if (v[k + 1] < v[k]) {
            const uint32_t swap = v[k];
            v[k] = v[k + 1];
            v[k + 1] = swap;
            triple.odd ^= 1;
        }
    }
    return triple;
}

#endif
