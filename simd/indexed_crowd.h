// volume/indexed for crowds that share a small mesh: lanes = bodies. Every lane does what
// volume_indexed.h, which includes this, does with a mesh of up to BUOY_INDEXED_FEW triangles, and
// adds in the same order: the number of bodies may choose between the two. The sums of the 16
// logical lanes are rows, one lane of which is a body's. Bodies that are answered in another way
// are left to volume_indexed.h.
//
// A small mesh leaves lanes that are triangles idle, and most of the time of a body goes into what
// is done once per body.
#include "batch_answers.h"

static inline bool indexed_crowd_suits(const struct buoy_volume_query *query) {
    return LANES_WIDTH > 1 && query->count >= LANES_WIDTH &&
           query->mesh->triangle_count <= BUOY_INDEXED_FEW;
}

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
