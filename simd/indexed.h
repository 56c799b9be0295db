// volume/indexed and hydrostatics/indexed: small meshes by their vertices. Templates, included by
// every_method.h once for each instruction set.
//
// Heights are taken once a vertex, not once a corner, and without waiting for the apex. Which of
// them are submerged is one word of 64 bits, from which all triangles are classified. A wet one
// adds h and h X, from the numbers that the mesh keeps of it (struct buoy_indexed_block); only
// those that the water cuts are packed and weighed, 16 at a time. Where all vertices are wet,
// nothing more is done; where none is, or hardly anything, `indexed64` answers. Meshes that are not
// so kept are answered by `hierarchy`.
#include "batch.h"
#include "bits.h"
#include "dispatch/methods.h"
#include "indexed64.h"
#include "sums.h"
#include "surface.h"
#include "vectors.h"

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
            for (int part = 0; part < INDEXED_PARTS; ++part) {
                const int i = part * LANES_WIDTH;
                indexed_clip(mesh, points, reach, &blocks->corners[i], indexed_above(blocks, i, p),
                             part, sums);
            }
        } while (blocks++ < end);
        return;
    }
    struct indexed_cut list;
    uint32_t count = 0;
    for (uint32_t first = 0; first < mesh->triangle_count; first += BUOY_LANES) {
        const struct buoy_indexed_block *block = &blocks[first / BUOY_LANES];
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
            count += corners_pack(cut, h, &block->corners[i], &list.h[count], &list.corners[count]);
        }
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
    _Alignas(64) float sum[4][BUOY_LANES];
    for (int k = 0; k < 4; ++k) {
        for (int part = 0; part < INDEXED_PARTS; ++part) {
            lanes_store(&sum[k][part * LANES_WIDTH], sums.part[k][part]);
        }
    }
#ifdef LANES_SUM16_OF4
    lanes_sum16_of4(sum, total);
#else
    for (int k = 0; k < 4; ++k) {
        total[k] = lanes_sum16(sum[k]);
    }
#endif
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

// ------------------------------------------------------------------------------------------ crowds

// Crowds that share a small mesh: lanes = bodies. A small mesh leaves lanes that are triangles
// idle, and most of the time of a body goes into what is done once per body. Every lane does what
// is done above with a mesh of up to BUOY_INDEXED_FEW triangles, and adds in the same order: the
// number of bodies may choose between the two. The sums of the 16 logical lanes are rows, one lane
// of which is a body's.

// Heights of all vertices of LANES_WIDTH bodies; returns those that are neither wholly wet nor
// shallow.
static inline lanes_mask indexed_crowd_find_heights(const struct batch *batch, int first,
                                                    float height[BUOY_INDEXED_FEW][LANES_WIDTH]) {
    const struct buoy_mesh *mesh = batch->mesh;
    const uint32_t room = buoy_indexed_room(mesh);
    const lanes n[3] = {lanes_load(&batch->nx[first]), lanes_load(&batch->ny[first]),
                        lanes_load(&batch->nz[first])};
    const lanes minus_d = lanes_load(&batch->minus_d[first]), zero = lanes_splat(0.0f);
    lanes lowest = zero, highest = lanes_splat(-1.0f);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        const float *v = mesh->indexed + i;
        lanes s = lanes_muladd(lanes_splat(v[0]), n[0], minus_d);
        s = lanes_muladd(lanes_splat(v[2 * room]), n[2],
                         lanes_muladd(lanes_splat(v[room]), n[1], s));
        lanes_store(height[i], s);
        lowest = lanes_min(lowest, s);
        highest = lanes_max(highest, s);
    }
    const lanes_mask all = lanes_less(zero, lanes_splat(1.0f));
    return lanes_and(lanes_less(lowest, lanes_splat(-INDEXED_SHALLOW)),
                     lanes_xor(all, weights_are_submerged(highest)));
}

// Adds triangle t to its logical lane.
static inline void indexed_crowd_clip(const struct batch *batch,
                                      float height[BUOY_INDEXED_FEW][LANES_WIDTH], const lanes p[3],
                                      uint32_t t, float sums[4][BUOY_LANES][LANES_WIDTH]) {
    const struct buoy_mesh *mesh = batch->mesh;
    const uint32_t room = buoy_indexed_room(mesh), lane = t % BUOY_LANES;
    const struct buoy_indexed_block *block = &buoy_indexed_blocks(mesh, room)[t / BUOY_LANES];
    uint32_t vertex[3];
    lanes s[3], f, beta[3];
    lanes_mask m[3];
    for (int k = 0; k < 3; ++k) {
        vertex[k] = block->corners[lane] >> 8 * k & 255;
        s[k] = lanes_load(height[vertex[k]]);
        m[k] = weights_are_submerged(s[k]);
    }
    weights_of(s, m, &f, beta);
    const lanes x = lanes_mul(lanes_splat(block->ax[lane]), p[0]);
    const lanes y = lanes_mul(lanes_splat(block->ay[lane]), p[1]);
    const lanes z = lanes_mul(lanes_splat(block->az[lane]), p[2]);
    const lanes h = lanes_sub(lanes_sub(lanes_splat(block->k[lane]), x), lanes_add(y, z));
    weights_accumulate(sums[3][lane], f, h);
    for (int k = 0; k < 3; ++k) {
        beta[k] = lanes_mul(beta[k], h);
    }
    for (uint32_t k = 0; k < 3; ++k) {
        const float *v = mesh->indexed + k * room;
        const lanes at[3] = {lanes_splat(v[vertex[0]]), lanes_splat(v[vertex[1]]),
                             lanes_splat(v[vertex[2]])};
        float *sum = sums[k][lane];
        lanes_store(sum, lanes_add(lanes_load(sum), weights_sum(beta, at)));
    }
}

// lanes_sum16() of each body. Logical lanes beyond `rows` hold 0, which changes no sum.
static inline lanes_double indexed_crowd_total(float sums[BUOY_LANES][LANES_WIDTH], uint32_t rows) {
    lanes_double d[8];
    for (uint32_t i = 0; i < 8; ++i) {
        d[i] = i < rows ? lanes_widen(lanes_load(sums[i])) : lanes_double_splat(0.0);
        if (i + 8 < rows) {
            d[i] = lanes_double_add(d[i], lanes_widen(lanes_load(sums[i + 8])));
        }
    }
    for (int half = 4; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            d[i] = lanes_double_add(d[i], d[i + half]);
        }
    }
    return d[0];
}

static void indexed_crowd_sum(struct batch *batch) {
    const uint32_t count = batch->mesh->triangle_count,
                   rows = count < BUOY_LANES ? count : BUOY_LANES;
    for (int first = 0; first < (int)batch->count; first += LANES_WIDTH) {
        _Alignas(64) float height[BUOY_INDEXED_FEW][LANES_WIDTH];
        _Alignas(64) float sums[4][BUOY_LANES][LANES_WIDTH];
        lanes p[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = lanes_narrow(lanes_double_load(&batch->p[k][first]));
        }
        memset(sums, 0, sizeof sums);
        const lanes_mask usual = indexed_crowd_find_heights(batch, first, height);
        for (uint32_t t = 0; t < count; ++t) {
            indexed_crowd_clip(batch, height, p, t, sums);
        }
        for (int k = 0; k < 3; ++k) {
            lanes_double_store(&batch->moment[k][first], indexed_crowd_total(sums[k], rows));
        }
        // Others count as barely wet.
        const lanes_double share = lanes_widen(lanes_keep(usual, lanes_splat(1.0f)));
        lanes_double_store(&batch->volume[first],
                           lanes_double_mul(indexed_crowd_total(sums[3], rows), share));
    }
}

// Answers as many whole vectors of a query's planes as there are; returns how many planes that is.
static __attribute__((noinline)) size_t indexed_crowd(const struct buoy_volume_query *query,
                                                      struct buoy_volume *restrict results) {
    static const double none[3] = {0.0, 0.0, 0.0};
    const size_t count = query->count - query->count % LANES_WIDTH;
    struct batch batch;
    batch_begin(query, none, none, &batch);
    batch_answer_query(&batch, query, count, indexed_crowd_sum, indexed_answer, results);
    return count;
}

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
    const bool crowd = LANES_WIDTH > 1 && request->count >= LANES_WIDTH &&
                       request->mesh->triangle_count <= BUOY_INDEXED_FEW;
    for (size_t i = crowd ? indexed_crowd(request, results) : 0; i < request->count; ++i) {
        double d;
        const struct buoy_plane plane = buoy_plane_of(request->planes, request->planes64, i, &d);
        indexed_answer(request->mesh, &plane, d, &results[i]);
    }
}

// ------------------------------------------------------------------------------------ hydrostatics

// V and c are those of volume/indexed, to the bit; wetted area and waterplane follow from a pass of
// their own (surface.h). Heights are found in double, from vertices that are not rounded, and
// rounded once: then nothing needs to be repeated for a body that is barely wet. Triangles are
// classified by which vertices are submerged; wet ones add their areas, cut ones are packed. A
// triangle is flush if its vertices are.

// Vertices that a corner may be: as many as registers can hold, or more.
#define HYDROSTATICS_REACH (CORNERS_REACH < BUOY_INDEXED_VERTICES ? UINT32_MAX : CORNERS_REACH)

// Heights of vertices, and which of them are submerged or as good as level with the water.
struct hydrostatics_heights {
    _Alignas(64) float s[BUOY_INDEXED_VERTICES];
    uint64_t submerged, level;
};

static inline void hydrostatics_find_heights(const struct sums_pass *pass, float level,
                                             struct hydrostatics_heights *heights) {
    const struct buoy_mesh *mesh = pass->mesh;
    const struct buoy_baked_plane plane = buoy_shift_plane(&pass->centred, mesh->tree.shift);
    const uint32_t room = buoy_indexed_room(mesh);
    const float *exact = buoy_indexed_exact(mesh, room);
    heights->submerged = heights->level = 0;
    for (uint32_t i = 0; i < room; i += LANES_WIDTH) {
        const lanes s =
            weights_height_in_double(&plane, exact + i, exact + room + i, exact + 2 * room + i);
        const lanes_mask flush = lanes_less(lanes_abs(s), lanes_splat(level));
        lanes_store(&heights->s[i], s);
        heights->submerged |= (uint64_t)lanes_bits(weights_are_submerged(s)) << i;
        heights->level |= (uint64_t)lanes_bits(flush) << i;
    }
}

// Adds the wet triangles of LANES_WIDTH to sums of the 16 logical lanes, and lists the cut ones
// with their areas; returns how many are listed then.
static inline uint32_t hydrostatics_list(const struct buoy_indexed_block *block, int i,
                                         const struct hydrostatics_heights *heights,
                                         double wet_areas[BUOY_LANES], struct indexed_cut *list,
                                         uint32_t count, struct surface *surface) {
    const uint32_t *corners = &block->corners[i];
    const lanes a[3] = {lanes_load(&block->ax[i]), lanes_load(&block->ay[i]),
                        lanes_load(&block->az[i])};
    const lanes area = lanes_length(a);
    lanes_mask cut, some;
    const lanes_mask wet = corners_classify(corners, heights->submerged, &cut);
    const lanes_double of_wet = lanes_widen(lanes_keep(wet, area));
    lanes_double_store(&wet_areas[i], lanes_double_add(lanes_double_load(&wet_areas[i]), of_wet));
    if (heights->level) {
        const lanes_mask has_area = lanes_less(lanes_splat(0.0f), area);
        const lanes_mask level = corners_classify(corners, heights->level, &some);
        const lanes_mask not_dry = lanes_or(wet, cut);
        surface->flush |= lanes_bits(lanes_and(lanes_and(level, not_dry), has_area)) != 0;
    }
    return count + corners_pack(cut, area, corners, &list->h[count], &list->corners[count]);
}

// Adds LANES_WIDTH triangles that are cut, in lanes from the i-th on.
static inline void hydrostatics_cut(const struct buoy_mesh *mesh,
                                    const struct hydrostatics_heights *heights,
                                    const uint32_t *corners, lanes area, int i,
                                    struct surface *surface) {
    const uint32_t room = buoy_indexed_room(mesh);
    const float *const axes[2] = {mesh->indexed + (uint32_t)surface->axes.u * room,
                                  mesh->indexed + (uint32_t)surface->axes.v * room};
    lanes s[3], at[2][3], f, beta[3];
    lanes_mask m[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = corners_look_up(heights->s, HYDROSTATICS_REACH, corners, k);
        m[k] = weights_are_submerged(s[k]);
    }
    const struct weights_cut cut = weights_cut_of(s, m);
    weights_of_cut(&cut, &f, beta);
    weights_accumulate(&surface->lane[SURFACE_AREA][i], f, area);
    if (surface->has_waterplane) {
        for (int k = 0; k < 3; ++k) {
            at[0][k] = corners_look_up(axes[0], HYDROSTATICS_REACH, corners, k);
            at[1][k] = corners_look_up(axes[1], HYDROSTATICS_REACH, corners, k);
        }
        surface_add_segments(at[0], at[1], i, &cut, surface);
    }
}

static __attribute__((noinline)) void hydrostatics_indexed_sum(const struct sums_pass *pass) {
    const struct buoy_mesh *mesh = pass->mesh;
    const struct buoy_indexed_block *blocks = buoy_indexed_blocks(mesh, buoy_indexed_room(mesh));
    struct surface *surface = pass->surface;
    struct hydrostatics_heights heights;
    struct indexed_cut list;
    _Alignas(64) double wet_areas[BUOY_LANES] = {0.0};
    uint32_t count = 0;
    surface_begin(surface, pass);
    hydrostatics_find_heights(pass, surface->flush_height, &heights);
    for (uint32_t first = 0; first < mesh->triangle_count; first += LANES_WIDTH) {
        count = hydrostatics_list(&blocks[first / BUOY_LANES], (int)(first % BUOY_LANES), &heights,
                                  wet_areas, &list, count, surface);
    }
    corners_fill(&list.h[count], &list.corners[count]);
    for (uint32_t i = 0; i < count; i += LANES_WIDTH) {
        hydrostatics_cut(mesh, &heights, &list.corners[i], lanes_load(&list.h[i]),
                         (int)(i % BUOY_LANES), surface);
    }
    surface_flush(surface);
    surface->wet_area = sums_of_doubles(wet_areas, BUOY_LANES);
}

void BUOY_VARIANT(buoy_hydrostatics_indexed)(const struct buoy_hydrostatics_query *query,
                                             struct buoy_hydrostatics *restrict results) {
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    const struct buoy_mesh *mesh = query->mesh;
    if (!mesh->is_indexed) {
        BUOY_VARIANT(buoy_hydrostatics_hierarchy)(query, results);
        return;
    }
    const double whole = mesh->volume * (mesh->scale * mesh->scale * mesh->scale);
    for (size_t i = 0; i < query->count; ++i) {
        struct surface surface;
        struct sums_pass pass = {.mesh = mesh, .shift = nowhere, .precise = true};
        struct buoy_volume wet;
        if (hydrostatics_is_uncut(&pass, query, i, &surface, &results[i])) {
            continue;
        }
        const struct buoy_baked_plane plane = pass.plane = pass.centred;
        indexed_answer_baked(mesh, &plane, &wet);
        buoy_section_centre(mesh, &plane, pass.p);
        if (wet.volume < SUMS_BARELY_WET_IN_FLOAT * whole) {
            buoy_deepest_foot(mesh, &plane, pass.p);
        }
        hydrostatics_indexed_sum(&pass);
        if (surface.flush) {
            hydrostatics_lower(&pass);
            hydrostatics_indexed_sum(&pass);
        }
        hydrostatics_finish(&pass, &plane, &wet, &results[i]);
    }
}
