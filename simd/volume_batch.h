// volume/batch: lanes = bodies that share a mesh. A template, included by every_method.h once for
// each instruction set.
//
// Sixteen planes are clipped at once, triangle by triangle: no lane is idle, whatever the number of
// triangles, and nothing is summed across lanes. Every lane does what it would do alone, so that an
// answer depends neither on its neighbours nor on its place.
//
// Heights are found once per vertex and read by all its triangles. The triangles hand back to each
// vertex v the sum of h β over its corners, so that Σ h (β₁v1 + β₂v2 + β₃v3) is one product per
// vertex. Both are kept in scratch memory. Precision is that of cut_blocks.h: heights are in float
// on compact bodies, else in double; h = A·v1 − A·p is in double. Because a lane adds up many
// triangles, Σ f h is summed in double, too.
#include <string.h>

#include "batch_planes.h"
#include "bits.h"
#include "cut_blocks.h"
#include "dispatch/methods.h"
#include "mesh/corners.h"
#include "weights.h"

// For one vertex and LANES_WIDTH bodies.
struct batch_vertex {
    _Alignas(4 * LANES_WIDTH) float height[LANES_WIDTH], weight[LANES_WIDTH]; // weight: Σ h β
};

struct batch {
    const struct buoy_mesh *mesh;
    size_t count;                  // lanes in use
    struct batch_vertex *vertices; // scratch
    struct batch_planes planes;
    _Alignas(64) float nx[BUOY_LANES], ny[BUOY_LANES], nz[BUOY_LANES], minus_d[BUOY_LANES];
    _Alignas(64) double p[3][BUOY_LANES];      // apexes in the blocks' frame
    _Alignas(64) double volume[BUOY_LANES];    // Σ f h
    _Alignas(64) double moment[3][BUOY_LANES]; // Σ h (β₁v1 + β₂v2 + β₃v3), baked frame
};

// Heights of a vertex above the planes from lane i on, in double, rounded once.
static inline void batch_exact_heights(const struct batch *batch, int i, const double x[3],
                                       float *height) {
    const struct batch_planes *planes = &batch->planes;
    for (int l = 0; l < LANES_WIDTH; ++l) {
        const double dot =
            x[0] * planes->n[0][i + l] + x[1] * planes->n[1][i + l] + x[2] * planes->n[2][i + l];
        height[l] = (float)(dot - planes->offset[i + l]);
    }
}

static inline void batch_find_heights(struct batch *batch, int i) {
    const struct buoy_mesh *mesh = batch->mesh;
    const bool precise = !mesh->compact;
    const lanes nx = lanes_load(&batch->nx[i]), ny = lanes_load(&batch->ny[i]);
    const lanes nz = lanes_load(&batch->nz[i]), minus_d = lanes_load(&batch->minus_d[i]);
    for (uint32_t j = 0; j < mesh->vertex_count; ++j) {
        struct batch_vertex *vertex = &batch->vertices[j];
        if (precise) {
            double x[3];
            buoy_exact_vertex(mesh, mesh->centre, j, x);
            batch_exact_heights(batch, i, x, vertex->height);
        } else {
            lanes s = lanes_muladd(lanes_splat(mesh->x[j]), nx, minus_d);
            s = lanes_muladd(lanes_splat(mesh->y[j]), ny, s);
            s = lanes_muladd(lanes_splat(mesh->z[j]), nz, s);
            lanes_store(vertex->height, s);
        }
        lanes_store(vertex->weight, lanes_splat(0.0f));
    }
}

static inline void batch_clip(struct batch *batch, int i, uint32_t t) {
    const struct buoy_mesh *mesh = batch->mesh;
    const struct buoy_block *block = &mesh->blocks[t / BUOY_LANES];
    const uint32_t k = t % BUOY_LANES, given = mesh->order[t];
    struct batch_vertex *const v[3] = {&batch->vertices[mesh->i0[given]],
                                       &batch->vertices[mesh->i1[given]],
                                       &batch->vertices[mesh->i2[given]]};
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

static inline void batch_sum_moments(struct batch *batch, int i) {
    const struct buoy_mesh *mesh = batch->mesh;
    for (uint32_t first = 0; first < mesh->vertex_count; first += SUMS_FLUSH) {
        const uint32_t left = mesh->vertex_count - first;
        const uint32_t end = first + (left < SUMS_FLUSH ? left : SUMS_FLUSH);
        lanes x = lanes_splat(0.0f), y = x, z = x;
        for (uint32_t j = first; j < end; ++j) {
            const lanes weight = lanes_load(batch->vertices[j].weight);
            x = lanes_muladd(lanes_splat(mesh->x[j]), weight, x);
            y = lanes_muladd(lanes_splat(mesh->y[j]), weight, y);
            z = lanes_muladd(lanes_splat(mesh->z[j]), weight, z);
        }
        batch_add(&batch->moment[0][i], x);
        batch_add(&batch->moment[1][i], y);
        batch_add(&batch->moment[2][i], z);
    }
}

// Sums all bodies up, LANES_WIDTH at a time.
static inline void batch_sum(struct batch *batch) {
    memset(batch->volume, 0, sizeof batch->volume);
    memset(batch->moment, 0, sizeof batch->moment);
    for (int l = 0; l < BUOY_LANES; ++l) {
        for (int j = 0; j < 3; ++j) {
            batch->p[j][l] = batch->planes.apex[j][l] + batch->mesh->shift[j];
        }
    }
    for (int i = 0; i < (int)batch->count; i += LANES_WIDTH) {
        batch_find_heights(batch, i);
        for (uint32_t t = 0; t < batch->mesh->triangle_count; ++t) {
            batch_clip(batch, i, t);
        }
        batch_sum_moments(batch, i);
    }
}

static void batch_answer(const struct batch *batch, struct batch_answers *answers) {
    for (int l = 0; l < BUOY_LANES; ++l) {
        const double v = batch->volume[l] / 3.0;
        answers->v[l] = v;
        for (int j = 0; j < 3; ++j) {
            answers->c[j][l] = batch->moment[j][l] / 12.0 + batch->planes.apex[j][l] * v / 4.0;
        }
    }
    batch_finish_answers(batch->mesh, &batch->planes, answers);
}

// The lanes that are barely wet, as bits.
static unsigned batch_barely_wet(const struct batch *batch) {
    unsigned barely_wet = 0;
    for (int l = 0; l < BUOY_LANES; ++l) {
        const bool barely = batch->volume[l] / 3.0 < SUMS_BARELY_WET * batch->mesh->volume;
        barely_wet |= (unsigned)(barely && batch_is_cut(&batch->planes, l)) << l;
    }
    return barely_wet;
}

static void batch_answer_barely_wet(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                    double d, struct buoy_volume *result) {
    const struct buoy_baked_plane baked = buoy_bake_plane_at(mesh, plane, d);
    double apex[3], vc[3];
    const double v = barely_wet_volume(mesh, &baked, apex, vc);
    buoy_answer_sums(mesh, &baked, v, vc, result);
}

static bool batch_any_cut(const struct batch *batch) {
    bool any = false;
    for (int l = 0; l < BUOY_LANES; ++l) {
        any = any || batch_is_cut(&batch->planes, l);
    }
    return any;
}

static void batch_store(const struct batch *batch, unsigned which, struct buoy_volume *results) {
    struct batch_answers answers;
    batch_answer(batch, &answers);
    for (; which; which &= which - 1) {
        const unsigned l = buoy_lowest_bit(which);
        batch_store_answer(batch->mesh, &batch->planes, &answers, (int)l, &results[l]);
    }
}

// Answers up to 16 queries.
static void batch_run(struct batch *batch, const struct buoy_plane *planes, const double *offsets,
                      size_t count, struct buoy_volume *results) {
    batch->count = count;
    batch_load_planes(planes, offsets, count, &batch->planes);
    batch_bake_planes(batch->mesh, &batch->planes);
    batch_find_apexes(batch->mesh, &batch->planes);
    for (int l = 0; l < BUOY_LANES; ++l) {
        batch->nx[l] = (float)batch->planes.n[0][l];
        batch->ny[l] = (float)batch->planes.n[1][l];
        batch->nz[l] = (float)batch->planes.n[2][l];
        batch->minus_d[l] = -(float)batch->planes.offset[l];
    }
    const unsigned asked = (1u << count) - 1;
    if (batch_any_cut(batch)) {
        batch_sum(batch);
    }
    const unsigned barely_wet = batch_barely_wet(batch) & asked;
    batch_store(batch, asked & ~barely_wet, results);
    for (unsigned left = barely_wet; left; left &= left - 1) {
        const unsigned l = buoy_lowest_bit(left);
        batch_answer_barely_wet(batch->mesh, &planes[l], buoy_offset_of(planes, offsets, l),
                                &results[l]);
    }
}

void BUOY_VARIANT(buoy_volume_batch)(const struct buoy_volume_query *query,
                                     struct buoy_volume *restrict results) {
    struct batch batch;
    batch.mesh = query->mesh;
    batch.vertices = query->scratch;
    memset(batch.volume, 0, sizeof batch.volume);
    memset(batch.moment, 0, sizeof batch.moment);
    for (size_t i = 0; i < query->count; i += BUOY_LANES) {
        const size_t left = query->count - i;
        batch_run(&batch, query->planes + i, query->offsets ? query->offsets + i : NULL,
                  left < BUOY_LANES ? left : BUOY_LANES, results + i);
    }
}
