// volume/blocks for crowds that share a small mesh: lanes = bodies. For templates, on whatever
// lanes_<isa>.h came before.
//
// A small mesh leaves lanes that are triangles idle, and most of the time of a body goes into what
// is done once per body. Here every lane does with its body what blocks_pass.h and sums.h do with
// it alone, and adds in their order: the bits are the same, so that the number of bodies may choose
// between the two. The sums of the 16 logical lanes are rows, one lane of which is a body's.
#ifndef BUOY_BLOCKS_CROWD_H
#define BUOY_BLOCKS_CROWD_H

#include "batch_answers.h"
#include "weights.h"

// A mesh is small if it has at most half as many blocks as there are lanes: larger ones take as
// long with lanes that are triangles, which skip blocks. And this many vertices.
#define CROWD_BLOCKS (LANES_WIDTH / 2)
#define CROWD_VERTICES 72

struct crowd {
    const struct batch *batch;
    int first; // of its lanes
    lanes n[3], minus_d;
    lanes_double p[3];
    lanes_double wet[16]; // moments of blocks that are wholly submerged
    _Alignas(64) float height[CROWD_VERTICES][LANES_WIDTH];
    _Alignas(64) float sums[4][BUOY_LANES][LANES_WIDTH]; // as struct sums_in_lanes
};

// Whether a crowd of `count` bodies is answered here.
static inline bool crowd_suits(const struct buoy_mesh *mesh, size_t count) {
    return LANES_WIDTH > 1 && count >= LANES_WIDTH && mesh->compact && mesh->closed &&
           mesh->block_count <= CROWD_BLOCKS && mesh->vertex_count <= CROWD_VERTICES;
}

// Heights above the planes, as weights_height() finds them.
static inline lanes crowd_height(const struct crowd *crowd, float x, float y, float z) {
    const lanes s = lanes_muladd(lanes_splat(x), crowd->n[0], crowd->minus_d);
    return lanes_muladd(lanes_splat(z), crowd->n[2], lanes_muladd(lanes_splat(y), crowd->n[1], s));
}

static inline void crowd_begin(const struct batch *batch, int first, struct crowd *crowd) {
    const struct buoy_mesh *mesh = batch->mesh;
    crowd->batch = batch;
    crowd->first = first;
    crowd->n[0] = lanes_load(&batch->nx[first]);
    crowd->n[1] = lanes_load(&batch->ny[first]);
    crowd->n[2] = lanes_load(&batch->nz[first]);
    crowd->minus_d = lanes_load(&batch->minus_d[first]);
    for (int k = 0; k < 3; ++k) {
        crowd->p[k] = lanes_double_load(&batch->p[k][first]);
    }
    for (int k = 0; k < 16; ++k) {
        crowd->wet[k] = lanes_double_splat(0.0);
    }
    const lanes zero = lanes_splat(0.0f);
    for (int k = 0; k < 4; ++k) {
        for (uint32_t t = 0; t < BUOY_LANES && t < mesh->triangle_count; ++t) {
            lanes_store(crowd->sums[k][t], zero);
        }
    }
    for (uint32_t j = 0; j < mesh->vertex_count; ++j) {
        lanes_store(crowd->height[j], crowd_height(crowd, mesh->x[j], mesh->y[j], mesh->z[j]));
    }
}

// Which bodies a block's box is wholly submerged of, and which it may cross the water of: as
// boxes_classify() says.
static inline void crowd_classify(const struct crowd *crowd, uint32_t b, lanes_mask *wet,
                                  lanes_mask *cut) {
    const lanes zero = lanes_splat(0.0f);
    const struct buoy_mesh *mesh = crowd->batch->mesh;
    if (mesh->block_count == 1) {
        *wet = lanes_less(zero, zero);
        *cut = lanes_less(zero, lanes_splat(1.0f));
        return;
    }
    const struct buoy_node *node = mesh->nodes;
    const lanes s = crowd_height(crowd, node->cx[b], node->cy[b], node->cz[b]);
    lanes r = lanes_mul(lanes_splat(node->ex[b]), lanes_abs(crowd->n[0]));
    r = lanes_muladd(lanes_splat(node->ey[b]), lanes_abs(crowd->n[1]), r);
    r = lanes_muladd(lanes_splat(node->ez[b]), lanes_abs(crowd->n[2]), r);
    const lanes_mask low = lanes_less(s, r), high = lanes_less(zero, lanes_add(s, r));
    *cut = lanes_and(low, high);
    *wet = lanes_and(low, lanes_xor(low, *cut));
}

static inline void crowd_add_wet(struct crowd *crowd, const struct buoy_moments *moments,
                                 lanes_mask wet) {
    const lanes_double share = lanes_widen(lanes_keep(wet, lanes_splat(1.0f)));
    for (int k = 0; k < 16; ++k) {
        const lanes_double m = lanes_double_mul(share, lanes_double_splat(moments->m[k]));
        crowd->wet[k] = lanes_double_add(crowd->wet[k], m);
    }
}

// Adds triangle t of a block, of the bodies whose water the block may cross.
static inline void crowd_clip(struct crowd *crowd, const struct buoy_block *block, uint32_t given,
                              uint32_t t, lanes_mask cut) {
    const struct buoy_mesh *mesh = crowd->batch->mesh;
    const uint32_t v[3] = {mesh->i0[given], mesh->i1[given], mesh->i2[given]};
    lanes s[3], x[3], f, beta[3];
    lanes_mask m[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = lanes_load(crowd->height[v[k]]);
        m[k] = lanes_and(cut, weights_are_submerged(s[k]));
    }
    if (!lanes_bits(lanes_or(m[0], lanes_or(m[1], m[2])))) {
        return;
    }
    weights_of(s, m, &f, beta);
    lanes_double foot = lanes_double_mul(lanes_double_splat(block->ax[t]), crowd->p[0]);
    foot = lanes_double_muladd(lanes_double_splat(block->ay[t]), crowd->p[1], foot);
    foot = lanes_double_muladd(lanes_double_splat(block->az[t]), crowd->p[2], foot);
    const lanes h = lanes_narrow(lanes_double_sub(lanes_double_splat(block->av[t]), foot));
    weights_accumulate(crowd->sums[0][t], f, h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->x[k][t]);
    }
    weights_accumulate(crowd->sums[1][t], weights_sum(beta, x), h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->y[k][t]);
    }
    weights_accumulate(crowd->sums[2][t], weights_sum(beta, x), h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->z[k][t]);
    }
    weights_accumulate(crowd->sums[3][t], weights_sum(beta, x), h);
}

// lanes_sum16() of each body. Logical lanes beyond the triangles of the only block hold 0, which
// changes no sum.
static inline lanes_double crowd_total(float sums[BUOY_LANES][LANES_WIDTH], uint32_t triangles) {
    lanes_double d[8];
    for (uint32_t i = 0; i < 8; ++i) {
        d[i] = i < triangles ? lanes_widen(lanes_load(sums[i])) : lanes_double_splat(0.0);
        if (i + 8 < triangles) {
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

// a − b·p, never fused, as in sums_finish().
static inline lanes_double crowd_above(lanes_double a, const lanes_double b[3],
                                       const lanes_double p[3]) {
    lanes_double foot = lanes_double_mul(b[0], p[0]);
    foot = lanes_double_add(foot, lanes_double_mul(b[1], p[1]));
    return lanes_double_sub(a, lanes_double_add(foot, lanes_double_mul(b[2], p[2])));
}

// As sums_finish() begins.
static inline void crowd_end(struct crowd *crowd, struct batch *batch) {
    const lanes_double *m = crowd->wet;
    const uint32_t triangles = batch->mesh->triangle_count;
    const lanes_double h = crowd_above(m[0], &m[1], crowd->p);
    lanes_double_store(&batch->volume[crowd->first],
                       lanes_double_add(h, crowd_total(crowd->sums[0], triangles)));
    for (int i = 0; i < 3; ++i) {
        const lanes_double wet = crowd_above(m[4 + i], &m[7 + 3 * i], crowd->p);
        lanes_double_store(&batch->moment[i][crowd->first],
                           lanes_double_add(wet, crowd_total(crowd->sums[1 + i], triangles)));
    }
}

static void crowd_sum(struct batch *batch) {
    const struct buoy_mesh *mesh = batch->mesh;
    for (int first = 0; first < (int)batch->count; first += LANES_WIDTH) {
        struct crowd crowd;
        crowd_begin(batch, first, &crowd);
        for (uint32_t b = 0; b < mesh->block_count; ++b) {
            const uint32_t from = b * BUOY_LANES, left = mesh->triangle_count - from;
            lanes_mask wet, cut;
            crowd_classify(&crowd, b, &wet, &cut);
            if (lanes_bits(wet)) {
                crowd_add_wet(&crowd, &mesh->moments[b], wet);
            }
            for (uint32_t t = 0; t < BUOY_LANES && t < left && lanes_bits(cut); ++t) {
                crowd_clip(&crowd, &mesh->blocks[b], mesh->order[from + t], t, cut);
            }
        }
        crowd_end(&crowd, batch);
    }
}

#undef CROWD_BLOCKS
#undef CROWD_VERTICES

#endif
