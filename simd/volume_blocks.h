// volume/blocks: lanes = triangles. A template, included by every_method.h once for each
// instruction set.
//
// The mesh comes in blocks of 16 triangles with bounding boxes. A dry block ends there, a wet one
// adds its moments (mesh.h) in double, only a cut one looks at its triangles (cut_blocks.h).
#include "bits.h"
#include "boxes.h"
#include "cut_blocks.h"
#include "methods.h"
#include "plane.h"

// Finds which blocks of node n are wholly submerged and which may cross the water, as bits.
static inline void blocks_classify(const struct pass *pass, uint32_t n, unsigned *wet,
                                   unsigned *cut) {
    if (pass->mesh->block_count == 1) {
        *wet = 0;
        *cut = 1; // its box is the mesh's, which the plane is known to cross
        return;
    }
    classify_boxes(&pass->mesh->nodes[n], &pass->plane, wet, cut);
}

static void blocks_sum(const struct pass *pass, struct sums *sums) {
    const struct buoy_mesh *mesh = pass->mesh;
    const bool precise = pass->precise;
    struct lane_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    lanes_wide moments = lanes_wide_zero();
    int unflushed = 0;
    memset(sums, 0, sizeof *sums);
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        blocks_classify(pass, n, &wet, &cut);
        const struct buoy_moments *node_moments = &mesh->moments[n * BUOY_LANES];
        for (; wet; wet &= wet - 1) {
            moments = lanes_wide_add(moments, node_moments[buoy_lowest_bit(wet)].m);
        }
        const struct buoy_block *blocks = &mesh->blocks[n * BUOY_LANES];
        for (; cut; cut &= cut - 1) {
            clip_block(&blocks[buoy_lowest_bit(cut)], pass, precise, &lane_sums);
            if (++unflushed == FLUSH) {
                flush(&lane_sums, sums);
                unflushed = 0;
            }
        }
    }
    flush(&lane_sums, sums);
    lanes_wide_store(sums->wet, moments);
}

static void blocks_deepest(const struct pass *pass, struct deepest *deepest) {
    for (uint32_t n = 0; n < pass->mesh->node_count; ++n) {
        unsigned wet, cut;
        blocks_classify(pass, n, &wet, &cut);
        for (; cut; cut &= cut - 1) {
            const struct buoy_block *block =
                &pass->mesh->blocks[n * BUOY_LANES + buoy_lowest_bit(cut)];
            for (int k = 0; k < 3; ++k) {
                deepen(block->x[k], block->y[k], block->z[k], &pass->plane, deepest);
            }
        }
    }
}

void BUOY_VARIANT(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                      struct buoy_volume *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        answer_query(request->mesh, &request->planes[i], blocks_sum, blocks_deepest, &results[i]);
    }
}
