// volume/indexed: small meshes by their vertices. A template, included by every_method.h once for
// each instruction set.
//
// Heights are taken once a vertex, not once a corner, and without waiting for the apex. Which of
// them are submerged is one word of 64 bits, from which all triangles are classified. A wet one
// adds h and h X, from the numbers that the mesh keeps of it (struct buoy_indexed_block); only
// those that the water cuts are packed and weighed, 16 at a time. Where all vertices are wet,
// nothing more is done; where none is, or hardly anything, `indexed64` answers. Meshes that are not
// so kept are answered by `hierarchy`.
#include "bits.h"
#include "corners.h"
#include "dispatch/methods.h"
#include "sums.h"
#include "volume_indexed64.h"

// Lines that are prefetched: of a mesh of up to 16 triangles all that is read.
#define INDEXED_AHEAD 11

// Vectors of 16 logical lanes.
#define INDEXED_PARTS (BUOY_LANES / LANES_WIDTH)

// Cut triangles, behind each other, and the zeros that fill up the last 16.
struct indexed_cut {
    _Alignas(64) float h[BUOY_INDEXED_TRIANGLES + BUOY_LANES];
    _Alignas(64) uint32_t corners[BUOY_INDEXED_TRIANGLES + BUOY_LANES];
};

// Sums of the 16 logical lanes: of h (β₁v1 + β₂v2 + β₃v3), and of f h. In this order the first two
// totals are read as they were stored, not as parts of two stores, which would wait.
struct indexed_sums {
    lanes part[4][INDEXED_PARTS];
};

// The depth, in a baked plane's scale, below which a vertex of most bodies that are not barely wet
// lies: others are not asked in float first.
#define INDEXED_SHALLOW 0.125f

// Heights of all vertices, into `points`; returns which are submerged, those that fill up the last
// 16 with them.
static inline __attribute__((always_inline)) uint64_t
indexed_find_heights(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                     uint32_t reach, struct corners_points *points, bool *any_deep) {
    const float *v = mesh->indexed;
    const uint32_t room = corners_room(reach), turn = reach < BUOY_LANES ? reach : BUOY_LANES;
    const uint32_t end = reach <= CORNERS_REACH ? reach : mesh->vertex_count;
    const lanes shallow = lanes_splat(-INDEXED_SHALLOW);
    uint64_t submerged = 0, deep = 0;
    for (uint32_t i = 0; i < end; i += BUOY_LANES) {
        for (uint32_t j = i; j < i + turn; j += LANES_WIDTH) {
            const lanes x = lanes_load(v + j), y = lanes_load(v + room + j);
            const lanes z = lanes_load(v + 2 * room + j);
            const lanes s = weights_height(plane, x, y, z);
            submerged |= (uint64_t)lanes_bits(weights_are_submerged(s)) << j;
            deep |= lanes_bits(lanes_less(s, shallow));
            corners_keep(points, reach, j, x, y, z, s);
        }
    }
    *any_deep = deep != 0;
    return submerged;
}

// h = k − A·p of LANES_WIDTH triangles from the i-th on.
static inline lanes indexed_above(const struct buoy_indexed_block *block, int i, const lanes p[3]) {
    const lanes x = lanes_mul(lanes_load(&block->ax[i]), p[0]);
    const lanes y = lanes_mul(lanes_load(&block->ay[i]), p[1]);
    const lanes z = lanes_mul(lanes_load(&block->az[i]), p[2]);
    return lanes_sub(lanes_sub(lanes_load(&block->k[i]), x), lanes_add(y, z));
}

// Adds triangles that may be cut, by their corners and their h.
static inline __attribute__((always_inline)) void
indexed_clip(const struct buoy_mesh *mesh, const struct corners_points *points, uint32_t reach,
             const uint32_t *corners, lanes h, int part, struct indexed_sums *sums) {
    lanes at[3][3], s[3], f, beta[3];
    lanes_mask m[3];
    for (int k = 0; k < 3; ++k) {
        corners_look(points, mesh->indexed, reach, corners, k, &at[0][k], &at[1][k], &at[2][k],
                     &s[k]);
        m[k] = weights_are_submerged(s[k]);
    }
    weights_of(s, m, &f, beta);
    sums->part[3][part] = lanes_muladd(f, h, sums->part[3][part]);
    for (int k = 0; k < 3; ++k) {
        beta[k] = lanes_mul(beta[k], h);
    }
    for (int k = 0; k < 3; ++k) {
        sums->part[k][part] = lanes_add(sums->part[k][part], weights_sum(beta, at[k]));
    }
}

static inline __attribute__((always_inline)) void
indexed_clip_block(const struct buoy_mesh *mesh, const struct corners_points *points,
                   uint32_t reach, const struct buoy_indexed_block *block, const lanes p[3],
                   struct indexed_sums *sums) {
    for (int part = 0; part < INDEXED_PARTS; ++part) {
        const int i = part * LANES_WIDTH;
        indexed_clip(mesh, points, reach, &block->corners[i], indexed_above(block, i, p), part,
                     sums);
    }
}

// Adds the triangles of a block that are wet, and lists those that are cut; returns how many are
// listed then.
static inline __attribute__((always_inline)) uint32_t
indexed_add_block(const struct buoy_indexed_block *block, uint64_t submerged, const lanes p[3],
                  struct indexed_cut *list, uint32_t count, struct indexed_sums *sums) {
    for (int part = 0; part < INDEXED_PARTS; ++part) {
        const int i = part * LANES_WIDTH;
        lanes_mask cut;
        const lanes_mask wet = corners_classify(&block->corners[i], submerged, &cut);
        const lanes h = indexed_above(block, i, p), of_wet = lanes_keep(wet, h);
        sums->part[3][part] = lanes_add(sums->part[3][part], of_wet);
        for (int k = 0; k < 3; ++k) {
            sums->part[k][part] =
                lanes_muladd(of_wet, lanes_load(&block->x[k][i]), sums->part[k][part]);
        }
        count += corners_pack(cut, h, &block->corners[i], &list->h[count], &list->corners[count]);
    }
    return count;
}

static inline __attribute__((always_inline)) void
indexed_sum(const struct buoy_mesh *mesh, const struct corners_points *points, uint64_t submerged,
            uint32_t reach, bool few, const lanes p[3], struct indexed_sums *sums) {
    const struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, corners_room(reach));
    const lanes zero = lanes_splat(0.0f);
    for (int part = 0; part < INDEXED_PARTS; ++part) {
        for (int k = 0; k < 4; ++k) {
            sums->part[k][part] = zero;
        }
    }
    if (few) {
        const struct buoy_indexed_block *const end = blocks + (mesh->triangle_count > BUOY_LANES);
        do {
            indexed_clip_block(mesh, points, reach, blocks, p, sums);
        } while (blocks++ < end);
        return;
    }
    struct indexed_cut list;
    uint32_t count = 0;
    for (uint32_t first = 0; first < mesh->triangle_count; first += BUOY_LANES) {
        count = indexed_add_block(&blocks[first / BUOY_LANES], submerged, p, &list, count, sums);
    }
    for (uint32_t i = count; i < count + BUOY_LANES; i += LANES_WIDTH) {
        corners_fill(&list.h[i], &list.corners[i]);
    }
    for (uint32_t first = 0; first < count; first += BUOY_LANES) {
        for (int part = 0; part < INDEXED_PARTS; ++part) {
            const uint32_t i = first + (uint32_t)(part * LANES_WIDTH);
            if (i < count) {
                indexed_clip(mesh, points, reach, &list.corners[i], lanes_load(&list.h[i]), part,
                             sums);
            }
        }
    }
}

static inline __attribute__((always_inline)) void indexed_total(const struct indexed_sums *sums,
                                                                double total[4]) {
    _Alignas(64) float sum[4][BUOY_LANES];
    for (int k = 0; k < 4; ++k) {
        for (int part = 0; part < INDEXED_PARTS; ++part) {
            lanes_store(&sum[k][part * LANES_WIDTH], sums->part[k][part]);
        }
    }
#ifdef LANES_SUM16_OF4
    lanes_sum16_of4(sum, total);
#else
    for (int k = 0; k < 4; ++k) {
        total[k] = lanes_sum16(sum[k]);
    }
#endif
}

// reach: how many vertices a corner may be, a constant where they are looked up in registers. few:
// whether the mesh has BUOY_INDEXED_FEW triangles at most.
static inline __attribute__((always_inline)) void
indexed_answer_cut(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                   uint32_t reach, bool few, struct buoy_volume *result) {
    struct corners_points points;
    bool any_deep;
    const uint64_t submerged = indexed_find_heights(mesh, plane, reach, &points, &any_deep);
    // All of the last 16 count, or the last 8.
    const uint32_t rest = (64 - mesh->vertex_count) / BUOY_LANES * BUOY_LANES;
    if (submerged == UINT64_MAX >> (reach <= CORNERS_REACH ? 64 - reach : rest)) {
        buoy_answer_wet(mesh, result);
        return;
    }
    if (!any_deep) {
        indexed64_answer(mesh, *plane, result);
        return;
    }
    double p[3];
    buoy_section_centre(mesh, plane, p);
    const lanes apex[3] = {lanes_splat((float)p[0]), lanes_splat((float)p[1]),
                           lanes_splat((float)p[2])};
    struct indexed_sums sums;
    indexed_sum(mesh, &points, submerged, reach, few, apex, &sums);
    double total[4];
    indexed_total(&sums, total);
    const double v = total[3] / 3.0;
    if (v < SUMS_BARELY_WET_IN_FLOAT * mesh->volume) {
        indexed64_answer(mesh, *plane, result);
        return;
    }
    const double inverse = 0.25 / total[3];
    double c[3];
    for (int k = 0; k < 3; ++k) {
        c[k] = total[k] * inverse + 0.25 * p[k];
    }
    // Nearly all are where buoy_answer_found() would keep them, by the same sum.
    const double *half = mesh->half_extent, *n = plane->n;
    const double height = ((-plane->offset + n[0] * c[0]) + n[1] * c[1]) + n[2] * c[2];
    const bool possible = v <= mesh->volume && fabs(c[0]) <= half[0] && fabs(c[1]) <= half[1] &&
                          fabs(c[2]) <= half[2] && !(height > 0.0);
    if (__builtin_expect(possible, 1)) {
        buoy_answer(mesh, v, c, result);
    } else {
        indexed_answer_kept(mesh, *plane, v, c[0], c[1], c[2], result);
    }
}

// Everything on the way is inlined, what is rare stays apart.
static __attribute__((noinline, flatten)) void
indexed_answer_baked(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                     struct buoy_volume *result) {
    if (plane->side == BUOY_SIDE_DRY) {
        buoy_answer_dry(mesh, result);
    } else if (plane->side == BUOY_SIDE_WET) {
        buoy_answer_wet(mesh, result);
    } else if (CORNERS_REACH == 8 && mesh->vertex_count <= 8) {
        indexed_answer_cut(mesh, plane, 8, true, result);
    } else if (CORNERS_REACH >= 16 && mesh->vertex_count <= 16) {
        indexed_answer_cut(mesh, plane, 16, true, result);
    } else if (CORNERS_REACH >= 32 && mesh->vertex_count <= 32) {
        indexed_answer_cut(mesh, plane, 32, mesh->triangle_count <= BUOY_INDEXED_FEW, result);
    } else if (CORNERS_REACH >= 48 && mesh->vertex_count <= 48) {
        indexed_answer_cut(mesh, plane, 48, false, result);
    } else if (CORNERS_REACH == 64) {
        indexed_answer_cut(mesh, plane, 64, false, result);
    } else {
        indexed_answer_cut(mesh, plane, buoy_indexed_room(mesh),
                           mesh->triangle_count <= BUOY_INDEXED_FEW, result);
    }
}

static inline void indexed_answer(const struct buoy_mesh *mesh, const struct buoy_plane *given,
                                  double d, struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, given, d);
    indexed_answer_baked(mesh, &plane, result);
}

#include "indexed_crowd.h"

void BUOY_VARIANT(buoy_volume_indexed)(const struct buoy_volume_query *request,
                                       struct buoy_volume *restrict results) {
    const char *behind = buoy_arrays_behind(request->mesh);
    for (int i = 0; i < INDEXED_AHEAD; ++i) { // a small, cold mesh arrives with its head
        BUOY_PREFETCH(behind + 64 * i);
    }
    if (!request->mesh->is_indexed) {
        BUOY_VARIANT(buoy_volume_hierarchy)(request, results);
        return;
    }
    const bool crowd = indexed_crowd_suits(request);
    for (size_t i = crowd ? indexed_crowd(request, results) : 0; i < request->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(request->planes, request->planes64, i, &d);
        indexed_answer(request->mesh, &plane, d, &results[i]);
    }
}

#undef INDEXED_AHEAD
#undef INDEXED_PARTS
#undef INDEXED_SHALLOW
