// volume/batch: lanes = bodies that share a mesh. A template, included by every_method.h once for
// each instruction set.
//
// Sixteen planes are clipped at once, triangle by triangle: no lane is idle, whatever the number of
// triangles, and nothing is summed across lanes. Every lane does what it would do alone, so that an
// answer depends neither on its neighbours nor on its place.
//
// Heights are found once per vertex and read by all its triangles. The triangles hand back to each
// vertex v the sum of h β over its corners, so that Σ h (β₁v1 + β₂v2 + β₃v3) is one product per
// vertex. Both are kept in scratch memory. Precision is that of blocks.h: heights are in float
// on compact bodies, else in double; h = A·v1 − A·p is in double. Because a lane adds up many
// triangles, Σ f h is summed in double, too.
#include "batch.h"
#include "dispatch/methods.h"
#include "mesh/leaves.h"
#include "weights.h"

// For one vertex and LANES_WIDTH bodies.
struct batch_vertex {
    _Alignas(4 * LANES_WIDTH) float height[LANES_WIDTH], weight[LANES_WIDTH]; // weight: Σ h β
};

static inline void batch_find_heights(struct batch *batch, int i) {
    const struct buoy_mesh *mesh = batch->mesh;
    const bool precise = !mesh->compact;
    const lanes nx = lanes_load(&batch->nx[i]), ny = lanes_load(&batch->ny[i]);
    const lanes nz = lanes_load(&batch->nz[i]), minus_d = lanes_load(&batch->minus_d[i]);
    for (uint32_t j = 0; j < mesh->vertex_count; ++j) {
        struct batch_vertex *vertex = (struct batch_vertex *)batch->scratch + j;
        if (precise) {
            double x[3];
            buoy_exact_vertex(mesh, mesh->middle, j, x);
            const struct batch_planes *planes = &batch->planes;
            for (int l = 0; l < LANES_WIDTH; ++l) {
                const double dot = x[0] * planes->n[0][i + l] + x[1] * planes->n[1][i + l] +
                                   x[2] * planes->n[2][i + l];
                vertex->height[l] = (float)(dot - planes->offset[i + l]);
            }
        } else {
            lanes s = lanes_muladd(lanes_splat(mesh->triangles->x[j]), nx, minus_d);
            s = lanes_muladd(lanes_splat(mesh->triangles->y[j]), ny, s);
            s = lanes_muladd(lanes_splat(mesh->triangles->z[j]), nz, s);
            lanes_store(vertex->height, s);
        }
        lanes_store(vertex->weight, lanes_splat(0.0f));
    }
}

static inline void batch_clip(struct batch *batch, int i, uint32_t t) {
    const struct buoy_mesh *mesh = batch->mesh;
    const struct buoy_block *block = &mesh->blocks->blocks[t / BUOY_LANES];
    const uint32_t k = t % BUOY_LANES, given = mesh->blocks->order[t];
    struct batch_vertex *const vertices = batch->scratch;
    struct batch_vertex *const v[3] = {&vertices[mesh->triangles->i0[given]],
                                       &vertices[mesh->triangles->i1[given]],
                                       &vertices[mesh->triangles->i2[given]]};
    lanes s[3];
    lanes_mask m[3];
    for (int c = 0; c < 3; ++c) {
        s[c] = lanes_load(v[c]->height);
        m[c] = weights_are_submerged(s[c]);
    }
    if (!lanes_bits(lanes_or(m[0], lanes_or(m[1], m[2])))) {
        return;
    }
    lanes f, beta[3];
    weights_of(s, m, &f, beta);
    const double a[3] = {block->ax[k], block->ay[k], block->az[k]};
    const lanes h = lanes_above_each(block->av[k], a, &batch->p[0][i], &batch->p[1][i],
                                     &batch->p[2][i], f, &batch->volume[i]);
    for (int c = 0; c < 3; ++c) {
        weights_accumulate(v[c]->weight, beta[c], h);
    }
}

static inline void batch_add(double *sums, lanes values) {
    _Alignas(64) float v[LANES_WIDTH];
    lanes_store(v, values);
    for (int l = 0; l < LANES_WIDTH; ++l) {
        sums[l] += (double)v[l];
    }
}

// Sums all bodies up, LANES_WIDTH at a time.
static inline void volume_batch_sum(struct batch *batch) {
    for (int i = 0; i < (int)batch->count; i += LANES_WIDTH) {
        batch_find_heights(batch, i);
        for (uint32_t t = 0; t < batch->mesh->triangle_count; ++t) {
            batch_clip(batch, i, t);
        }
        const struct buoy_mesh *mesh = batch->mesh;
        const struct batch_vertex *vertices = batch->scratch;
        for (uint32_t first = 0; first < mesh->vertex_count; first += SUMS_FLUSH) {
            const uint32_t left = mesh->vertex_count - first;
            const uint32_t end = first + (left < SUMS_FLUSH ? left : SUMS_FLUSH);
            lanes x = lanes_splat(0.0f), y = x, z = x;
            for (uint32_t j = first; j < end; ++j) {
                const lanes weight = lanes_load(vertices[j].weight);
                x = lanes_muladd(lanes_splat(mesh->triangles->x[j]), weight, x);
                y = lanes_muladd(lanes_splat(mesh->triangles->y[j]), weight, y);
                z = lanes_muladd(lanes_splat(mesh->triangles->z[j]), weight, z);
            }
            batch_add(&batch->moment[0][i], x);
            batch_add(&batch->moment[1][i], y);
            batch_add(&batch->moment[2][i], z);
        }
    }
}

void BUOY_VARIANT(buoy_volume_batch)(const struct buoy_volume_query *query,
                                     struct buoy_volume *restrict results) {
    static const double baked[3] = {0.0, 0.0, 0.0}; // vertices are not moved
    struct batch batch;
    batch_begin(query, buoy_blocks_shift(query->mesh), baked, &batch);
    batch_answer_query(&batch, query, query->count, volume_batch_sum, batch_answer_barely_wet,
                       results);
}
