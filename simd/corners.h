// Corners of triangles by the numbers of their vertices, which lie below 64: looked up, classified
// and packed. For templates, on whatever lanes_<isa>.h came before. A lanes header may define what
// its instruction set does better: LANES_LOOK, LANES_CLASSIFY,
// LANES_LOAD4_OF and LANES_PACK_WITH.
//
// `corners` are LANES_WIDTH words, aligned to their size, as struct buoy_indexed_block has them.
#ifndef BUOY_CORNERS_OF_LANES_H
#define BUOY_CORNERS_OF_LANES_H

#include <string.h>

#include "bits.h"
#include "weights.h"

// The reach, the number of vertices, up to which corners are looked up in registers: 8, 16, 32, 48
// or 64.
#ifdef LANES_LOOK
#define CORNERS_REACH LANES_LOOK
#else
#define CORNERS_REACH 0
#endif

// buoy_indexed_room() of meshes of a reach.
static inline uint32_t corners_room(uint32_t reach) {
    return reach < BUOY_LANES ? BUOY_LANES : reach;
}

// Vertices as corners are read from them: their heights, where these are looked up in registers;
// else structs of x, y, z and height.
struct corners_points {
    _Alignas(64) float s[BUOY_INDEXED_VERTICES];
    _Alignas(64) float at[BUOY_INDEXED_VERTICES][4];
};

// Notes LANES_WIDTH vertices from the i-th on.
static inline __attribute__((always_inline)) void corners_keep(struct corners_points *points,
                                                               uint32_t reach, uint32_t i, lanes x,
                                                               lanes y, lanes z, lanes s) {
    if (reach <= CORNERS_REACH) {
        lanes_store(&points->s[i], s);
        return;
    }
#ifdef LANES_LOAD4_OF
    lanes_store4(points->at[i], x, y, z, s);
#else
    const lanes of[4] = {x, y, z, s};
    for (int k = 0; k < 4; ++k) {
        _Alignas(64) float lane[LANES_WIDTH];
        lanes_store(lane, of[k]);
        for (uint32_t j = 0; j < LANES_WIDTH; ++j) {
            points->at[i + j][k] = lane[j];
        }
    }
#endif
}

// Corners k of LANES_WIDTH triangles in a table.
static inline __attribute__((always_inline)) lanes
corners_look_up(const float *table, uint32_t reach, const uint32_t *corners, int k) {
#ifdef LANES_LOOK
    if (reach <= CORNERS_REACH) {
        return lanes_look(table, reach, corners, k);
    }
#else
    (void)reach;
#endif
    _Alignas(64) uint32_t index[LANES_WIDTH];
    for (int i = 0; i < LANES_WIDTH; ++i) {
        index[i] = corners[i] >> 8 * k & 255;
    }
    return lanes_gather(table, index);
}

// Corners k of LANES_WIDTH triangles. v: the mesh's vertices.
static inline __attribute__((always_inline)) void
corners_look(const struct corners_points *points, const float *v, uint32_t reach,
             const uint32_t *corners, int k, lanes *x, lanes *y, lanes *z, lanes *s) {
    if (reach <= CORNERS_REACH) {
        const uint32_t room = corners_room(reach);
        *x = corners_look_up(v, reach, corners, k);
        *y = corners_look_up(v + room, reach, corners, k);
        *z = corners_look_up(v + 2 * room, reach, corners, k);
        *s = corners_look_up(points->s, reach, corners, k);
        return;
    }
    _Alignas(64) uint32_t index[LANES_WIDTH];
    for (int i = 0; i < LANES_WIDTH; ++i) {
        index[i] = 4 * (corners[i] >> 8 * k & 255);
    }
#ifdef LANES_LOAD4_OF
    lanes_load4_of(points->at[0], index, x, y, z, s);
#else
    *x = lanes_gather(points->at[0], index);
    *y = lanes_gather(points->at[0] + 1, index);
    *z = lanes_gather(points->at[0] + 2, index);
    *s = lanes_gather(points->at[0] + 3, index);
#endif
}

// Which of LANES_WIDTH triangles are wet, and which are cut, by which vertices are submerged.
static inline __attribute__((always_inline)) lanes_mask
corners_classify(const uint32_t *corners, uint64_t submerged, lanes_mask *cut) {
#ifdef LANES_CLASSIFY
    return lanes_classify(corners, submerged, cut);
#else
    _Alignas(64) float count[LANES_WIDTH];
    for (int i = 0; i < LANES_WIDTH; ++i) {
        const uint32_t of = corners[i];
        count[i] = (float)((submerged >> (of & 63) & 1) + (submerged >> (of >> 8 & 63) & 1) +
                           (submerged >> (of >> 16 & 63) & 1));
    }
    const lanes submerged_corners = lanes_load(count);
    const lanes_mask wet = lanes_less(lanes_splat(2.5f), submerged_corners);
    *cut = lanes_xor(lanes_less(lanes_splat(0.5f), submerged_corners), wet);
    return wet;
#endif
}

// Packs the h and the corners of the triangles that are cut; returns how many they are. Overwrites
// what follows them, up to LANES_WIDTH.
static inline __attribute__((always_inline)) uint32_t
corners_pack(lanes_mask cut, lanes h, const uint32_t *corners, float *to, uint32_t *corners_to) {
#ifdef LANES_PACK_WITH
    return lanes_pack_with(to, corners_to, cut, h, corners);
#else
    _Alignas(64) float lane[LANES_WIDTH];
    uint32_t count = 0;
    lanes_store(lane, h);
    for (unsigned left = lanes_bits(cut); left; left &= left - 1) {
        const unsigned i = buoy_lowest_bit(left);
        to[count] = lane[i];
        corners_to[count++] = corners[i];
    }
    return count;
#endif
}

// Fills up a list with LANES_WIDTH triangles that contribute nothing.
static inline void corners_fill(float *h, uint32_t *corners) {
    memset(h, 0, LANES_WIDTH * sizeof *h);
    memset(corners, 0, LANES_WIDTH * sizeof *corners);
}

#endif
