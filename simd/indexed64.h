// volume/indexed64: `indexed` in double, from vertices that are not rounded, and what `indexed`
// asks about bodies that are barely wet; and what both do with corners. A template, included by
// every_method.h once for each instruction set.
//
// Only triangles of the smaller side are looked at, those that have a vertex there: what is dry is
// the body less what is wet. The apex is that side's farthest vertex, dropped onto the plane, so
// that terms do not cancel, however little is wet. Where that leaves less than INDEXED64_LEAST of
// the body, the difference of the two would lose digits, and the wet side is summed up after all.
#ifndef BUOY_INDEXED64_H
#define BUOY_INDEXED64_H

#include <string.h>

#include "bits.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "sums.h"
#include "vectors.h"
#include "weights.h"

// ----------------------------------------------------------------------------------------- corners

// Corners of triangles by the numbers of their vertices, which lie below 64: looked up, classified
// and packed. A lanes header may define what its instruction set does better: LANES_LOOK,
// LANES_CLASSIFY, LANES_LOAD4_OF and LANES_PACK_WITH. `corners` are LANES_WIDTH words, aligned to
// their size, as struct buoy_indexed_block has them.

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

// --------------------------------------------------------------------------------------- in double

#define INDEXED64_LEAST 0x1p-5

// The logical lanes of sums.
#define INDEXED64_LANES (BUOY_LANES / 2)

// The share of the body's size cubed that counts as no volume: 1 / V must be finite.
#define INDEXED64_NOTHING 0x1p-900

struct indexed64 {
    _Alignas(64) double at[BUOY_INDEXED_VERTICES][4]; // vertices in the baked frame, and heights
    double p[3];                                      // the apex
    const struct buoy_mesh *mesh;
    uint64_t submerged; // of vertices, a bit each
    struct buoy_baked_plane plane;
    uint32_t room;
};

static inline uint64_t indexed64_all(const struct indexed64 *body) {
    return UINT64_MAX >> (64 - body->mesh->vertex_count);
}

// Finds DOUBLES_WIDTH vertices from the i-th on; returns 1 where they are submerged, else 0.
static inline doubles indexed64_find_vertices(struct indexed64 *body, uint32_t i) {
    const float *exact = buoy_indexed_exact(body->mesh, body->room) + i;
    const doubles zero = doubles_splat(0.0);
    doubles v[3], n[3];
    for (uint32_t k = 0; k < 3; ++k) {
        v[k] = doubles_sub(doubles_widen(exact + k * body->room),
                           doubles_splat(body->mesh->tree.shift[k]));
        n[k] = doubles_splat(body->plane.n[k]);
    }
    const doubles s = doubles_sub(doubles_dot(v, n), doubles_splat(body->plane.offset));
    doubles_store4(body->at[i], 4, v[0], v[1], v[2], s);
    return doubles_if_less(s, zero, doubles_splat(1.0), zero);
}

static inline void indexed64_find_heights(struct indexed64 *body) {
    const uint32_t count = body->mesh->vertex_count;
    body->submerged = 0;
    for (uint32_t i = 0; i < count; i += LANES_WIDTH) {
        doubles submerged[LANES_WIDTH / DOUBLES_WIDTH];
        submerged[0] = indexed64_find_vertices(body, i);
        for (uint32_t j = 1; j < LANES_WIDTH / DOUBLES_WIDTH; ++j) {
            submerged[j] = doubles_splat(0.0);
            if (i + j * DOUBLES_WIDTH < count) {
                submerged[j] = indexed64_find_vertices(body, i + j * DOUBLES_WIDTH);
            }
        }
        const lanes_mask m = lanes_less(lanes_splat(0.5f), lanes_from_doubles(submerged));
        body->submerged |= (uint64_t)lanes_bits(m) << i;
    }
    body->submerged &= indexed64_all(body);
}

// The farthest vertex of a side, dropped onto the plane, becomes the apex. sign: 1 of the wet side,
// −1 of the dry one.
static inline void indexed64_find_apex(struct indexed64 *body, uint64_t side, double sign) {
    double farthest = 0.0;
    unsigned at = 0;
    for (; side; side &= side - 1) {
        const unsigned i = buoy_lowest_bit64(side);
        const double depth = -sign * body->at[i][3];
        at = depth > farthest ? i : at;
        farthest = depth > farthest ? depth : farthest;
    }
    const double rise = body->at[at][3] * buoy_inverse_n2(&body->plane);
    for (int k = 0; k < 3; ++k) {
        body->p[k] = body->at[at][k] - body->plane.n[k] * rise;
    }
}

// Lists the triangles that have a vertex on a side, and some that are nothing; returns how many.
static inline uint32_t indexed64_list(const struct indexed64 *body, uint64_t side,
                                      uint32_t *corners) {
    float h[BUOY_INDEXED_TRIANGLES + BUOY_LANES];
    const struct buoy_indexed_block *blocks = buoy_indexed_blocks(body->mesh, body->room);
    uint32_t count = 0;
    for (uint32_t first = 0; first < body->mesh->triangle_count; first += LANES_WIDTH) {
        const uint32_t *of = &blocks[first / BUOY_LANES].corners[first % BUOY_LANES];
        lanes_mask cut;
        const lanes_mask whole = corners_classify(of, side, &cut);
        count +=
            corners_pack(lanes_or(whole, cut), lanes_splat(0.0f), of, &h[count], &corners[count]);
    }
    corners_fill(&h[count], &corners[count]);
    return count;
}

// Adds DOUBLES_WIDTH triangles to sums of 2 h (β₁v1 + β₂v2 + β₃v3), from the apex, and of 2 f h.
static inline __attribute__((always_inline)) void
indexed64_add(const struct indexed64 *body, const uint32_t *corners, double sign,
              double sums[4][INDEXED64_LANES], uint32_t lane) {
    doubles v[3][3], s[3], a[3], b[3], area[3], f, beta[3];
    for (int k = 0; k < 3; ++k) {
        const double *at[DOUBLES_WIDTH];
        for (int i = 0; i < DOUBLES_WIDTH; ++i) {
            at[i] = body->at[corners[i] >> 8 * k & 63];
        }
        doubles_load4_of(at, 0, &v[k][0], &v[k][1], &v[k][2], &s[k]);
        s[k] = doubles_mul(s[k], doubles_splat(sign));
    }
    doubles_from(v[0], v[1], a);
    doubles_from(v[0], v[2], b);
    doubles_cross(a, b, area);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            v[k][i] = doubles_sub(v[k][i], doubles_splat(body->p[i]));
        }
    }
    const doubles h = doubles_dot(area, v[0]);
    weights64_of(s, &f, beta);
    doubles_store(&sums[3][lane], doubles_muladd(f, h, doubles_load(&sums[3][lane])));
    for (int k = 0; k < 3; ++k) {
        beta[k] = doubles_mul(beta[k], h);
    }
    for (int k = 0; k < 3; ++k) {
        const doubles column[3] = {v[0][k], v[1][k], v[2][k]};
        doubles_store(&sums[k][lane],
                      doubles_add(doubles_load(&sums[k][lane]), doubles_dot(beta, column)));
    }
}

// V of a side, and its moments about the apex.
static __attribute__((noinline)) double indexed64_sum(struct indexed64 *body, uint64_t side,
                                                      double sign, double moment[3]) {
    _Alignas(64) double sums[4][INDEXED64_LANES] = {{0.0}};
    uint32_t corners[BUOY_INDEXED_TRIANGLES + BUOY_LANES];
    indexed64_find_apex(body, side, sign);
    const uint32_t count = indexed64_list(body, side, corners);
    for (uint32_t i = 0; i < count; i += DOUBLES_WIDTH) {
        indexed64_add(body, &corners[i], sign, sums, i % INDEXED64_LANES);
    }
    for (int k = 0; k < 3; ++k) {
        moment[k] = sums_of_doubles(sums[k], INDEXED64_LANES) * (1.0 / 24.0);
    }
    return sums_of_doubles(sums[3], INDEXED64_LANES) * (1.0 / 6.0);
}

// V and V c of the wet side; V = 0 if no vertex is submerged, or hardly.
static inline double indexed64_find(struct indexed64 *body, bool wet_side, double c[3]) {
    const struct buoy_mesh *mesh = body->mesh;
    double moment[3], v;
    if (wet_side) {
        v = indexed64_sum(body, body->submerged, 1.0, moment);
        v = fabs(v) > INDEXED64_NOTHING ? v : 0.0;
    } else {
        v = mesh->volume -
            indexed64_sum(body, indexed64_all(body) & ~body->submerged, -1.0, moment);
        for (int k = 0; k < 3; ++k) {
            moment[k] = mesh->volume * (mesh->centroid[k] - body->p[k]) - moment[k];
        }
    }
    const double inverse = v != 0.0 ? 1.0 / v : 0.0;
    for (int k = 0; k < 3; ++k) {
        c[k] = body->p[k] + moment[k] * inverse;
    }
    return v;
}

static __attribute__((noinline)) void indexed_answer_kept(const struct buoy_mesh *mesh,
                                                          struct buoy_baked_plane plane, double v,
                                                          double x, double y, double z,
                                                          struct buoy_volume *result) {
    double c[3] = {x, y, z};
    buoy_answer_found(mesh, &plane, v, c, result);
}

// A body that the plane may cross.
static __attribute__((noinline)) void indexed64_answer(const struct buoy_mesh *mesh,
                                                       struct buoy_baked_plane plane,
                                                       struct buoy_volume *result) {
    struct indexed64 body;
    body.mesh = mesh;
    body.plane = plane;
    body.room = buoy_indexed_room(mesh);
    indexed64_find_heights(&body);
    if (body.submerged == indexed64_all(&body)) {
        buoy_answer_wet(mesh, result);
        return;
    }
    double c[3] = {0.0, 0.0, 0.0}, v = 0.0;
    const bool is_most = 2 * buoy_count_bits64(body.submerged) > mesh->vertex_count;
    if (is_most) {
        v = indexed64_find(&body, false, c);
    }
    if (v < INDEXED64_LEAST * mesh->volume && body.submerged) {
        v = indexed64_find(&body, true, c);
    }
    indexed_answer_kept(mesh, plane, v, c[0], c[1], c[2], result);
}

void BUOY_VARIANT(buoy_volume_indexed64)(const struct buoy_volume_query *query,
                                         struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    if (!mesh->is_indexed) {
        BUOY_VARIANT(buoy_volume_hierarchy64)(query, results);
        return;
    }
    for (size_t i = 0; i < query->count; ++i) {
        double d;
        const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, i, &d);
        const struct buoy_baked_plane plane = buoy_bake_plane_finely(mesh, &given, d);
        if (plane.side == BUOY_SIDE_DRY) {
            buoy_answer_dry(mesh, &results[i]);
        } else if (plane.side == BUOY_SIDE_WET) {
            buoy_answer_wet(mesh, &results[i]);
        } else {
            indexed64_answer(mesh, plane, &results[i]);
        }
    }
}

#endif
