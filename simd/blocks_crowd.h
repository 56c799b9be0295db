// volume/blocks for crowds that share a small mesh: lanes = bodies (crowd.h). Every lane does what
// blocks_pass.h does with its body alone. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_BLOCKS_CROWD_H
#define BUOY_BLOCKS_CROWD_H

#include "crowd.h"
#include "weights.h"

// A mesh is small if it has at most half as many blocks as there are lanes: larger ones take as
// long with lanes that are triangles, which skip blocks. And this many vertices.
#define BLOCKS_CROWD_BLOCKS (LANES_WIDTH / 2)
#define BLOCKS_CROWD_VERTICES 72

struct blocks_crowd {
    struct crowd crowd;
    _Alignas(64) float height[BLOCKS_CROWD_VERTICES][LANES_WIDTH];
    lanes n[3], minus_d;
};

static inline bool blocks_crowd_suits(const struct buoy_mesh *mesh, size_t count) {
    return mesh->triangles && crowd_suits(mesh, count) &&
           mesh->blocks->block_count <= BLOCKS_CROWD_BLOCKS &&
           mesh->vertex_count <= BLOCKS_CROWD_VERTICES;
}

// Heights above the planes, as weights_height() finds them.
static inline lanes blocks_crowd_height(const struct blocks_crowd *crowd, float x, float y,
                                        float z) {
    const lanes s = lanes_muladd(lanes_splat(x), crowd->n[0], crowd->minus_d);
    return lanes_muladd(lanes_splat(z), crowd->n[2], lanes_muladd(lanes_splat(y), crowd->n[1], s));
}

static inline void blocks_crowd_begin(const struct batch *batch, int first,
                                      struct blocks_crowd *crowd) {
    const struct buoy_mesh *mesh = batch->mesh;
    crowd_begin(batch, first, mesh->triangle_count < BUOY_LANES ? mesh->triangle_count : BUOY_LANES,
                &crowd->crowd);
    crowd->n[0] = lanes_load(&batch->nx[first]);
    crowd->n[1] = lanes_load(&batch->ny[first]);
    crowd->n[2] = lanes_load(&batch->nz[first]);
    crowd->minus_d = lanes_load(&batch->minus_d[first]);
    for (uint32_t j = 0; j < mesh->vertex_count; ++j) {
        lanes_store(crowd->height[j],
                    blocks_crowd_height(crowd, mesh->triangles->x[j], mesh->triangles->y[j],
                                        mesh->triangles->z[j]));
    }
}

// Which bodies a block's box is wholly submerged of, and which it may cross the water of: as
// boxes_classify() says.
static inline void blocks_crowd_classify(const struct blocks_crowd *crowd, uint32_t b,
                                         lanes_mask *wet, lanes_mask *cut) {
    const lanes zero = lanes_splat(0.0f);
    const struct buoy_mesh *mesh = crowd->crowd.batch->mesh;
    if (mesh->blocks->block_count == 1) {
        *wet = lanes_less(zero, zero);
        *cut = lanes_less(zero, lanes_splat(1.0f));
        return;
    }
    const struct buoy_node *node = mesh->blocks->nodes;
    const lanes s = blocks_crowd_height(crowd, node->cx[b], node->cy[b], node->cz[b]);
    lanes r = lanes_mul(lanes_splat(node->ex[b]), lanes_abs(crowd->n[0]));
    r = lanes_muladd(lanes_splat(node->ey[b]), lanes_abs(crowd->n[1]), r);
    r = lanes_muladd(lanes_splat(node->ez[b]), lanes_abs(crowd->n[2]), r);
    const lanes_mask low = lanes_less(s, r), high = lanes_less(zero, lanes_add(s, r));
    *cut = lanes_and(low, high);
    *wet = lanes_and(low, lanes_xor(low, *cut));
}

// Adds triangle t of a block, of the bodies whose water the block may cross.
static inline void blocks_crowd_clip(struct blocks_crowd *crowd, const struct buoy_block *block,
                                     uint32_t given, uint32_t t, lanes_mask cut) {
    const struct buoy_mesh *mesh = crowd->crowd.batch->mesh;
    const uint32_t v[3] = {mesh->triangles->i0[given], mesh->triangles->i1[given],
                           mesh->triangles->i2[given]};
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
    lanes_double foot = lanes_double_mul(lanes_double_splat(block->ax[t]), crowd->crowd.p[0]);
    foot = lanes_double_muladd(lanes_double_splat(block->ay[t]), crowd->crowd.p[1], foot);
    foot = lanes_double_muladd(lanes_double_splat(block->az[t]), crowd->crowd.p[2], foot);
    const lanes h = lanes_narrow(lanes_double_sub(lanes_double_splat(block->av[t]), foot));
    weights_accumulate(crowd->crowd.sums[0][t], f, h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->x[k][t]);
    }
    weights_accumulate(crowd->crowd.sums[1][t], weights_sum(beta, x), h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->y[k][t]);
    }
    weights_accumulate(crowd->crowd.sums[2][t], weights_sum(beta, x), h);
    for (int k = 0; k < 3; ++k) {
        x[k] = lanes_splat(block->z[k][t]);
    }
    weights_accumulate(crowd->crowd.sums[3][t], weights_sum(beta, x), h);
}

static void blocks_crowd_sum(struct batch *batch) {
    const struct buoy_mesh *mesh = batch->mesh;
    for (int first = 0; first < (int)batch->count; first += LANES_WIDTH) {
        struct blocks_crowd crowd;
        blocks_crowd_begin(batch, first, &crowd);
        for (uint32_t b = 0; b < mesh->blocks->block_count; ++b) {
            const uint32_t from = b * BUOY_LANES, left = mesh->triangle_count - from;
            lanes_mask wet, cut;
            blocks_crowd_classify(&crowd, b, &wet, &cut);
            if (lanes_bits(wet)) {
                crowd_add_wet(&crowd.crowd, &mesh->blocks->moments[b], wet);
            }
            for (uint32_t t = 0; t < BUOY_LANES && t < left && lanes_bits(cut); ++t) {
                blocks_crowd_clip(&crowd, &mesh->blocks->blocks[b], mesh->blocks->order[from + t],
                                  t, cut);
            }
        }
        crowd_end(&crowd.crowd, mesh->triangle_count, 1.0, batch);
    }
}

#undef BLOCKS_CROWD_BLOCKS
#undef BLOCKS_CROWD_VERTICES

#endif
