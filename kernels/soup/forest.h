// Disjoint sets as a forest in an array: parent[i] ≤ i, and a root is its own parent.
#ifndef BUOY_FOREST_H
#define BUOY_FOREST_H

#include <stdint.h>

static inline void buoy_forest_init(uint32_t *parent, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = i;
    }
}

static inline uint32_t buoy_forest_root(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void buoy_forest_unite(uint32_t *parent, uint32_t i, uint32_t j) {
    const uint32_t a = buoy_forest_root(parent, i), b = buoy_forest_root(parent, j);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

// Replaces each element's parent by the number of its set, in the order of their roots; returns
// how many sets there are.
static inline uint32_t buoy_forest_number(uint32_t *parent, uint32_t count) {
    uint32_t sets = 0;
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = parent[i] == i ? sets++ : parent[parent[i]];
    }
    return sets;
}

#endif
