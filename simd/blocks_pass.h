// A pass over the blocks of a mesh. For templates, on whatever lanes_<isa>.h came before.
//
// The mesh comes in blocks of 16 triangles with bounding boxes. A dry block needs no more than the
// test of its box, a wet one adds its moments (mesh.h) in double, and only a cut one looks at its
// triangles (cut_blocks.h).
#ifndef BUOY_BLOCKS_PASS_H
#define BUOY_BLOCKS_PASS_H

#include "bits.h"
#include "boxes.h"
#include "cut_blocks.h"
#include "mesh/plane.h"

// Finds which blocks of node n are wholly submerged and which may cross the water, as bits.
static inline void blocks_classify(const struct sums_pass *pass, uint32_t n, unsigned *wet,
                                   unsigned *cut) {
    const struct buoy_blocks *of = pass->mesh->blocks;
    if (of->block_count == 1) {
        *wet = 0;
        *cut = 1; // its box is the mesh's, which the plane is known to cross
        return;
    }
    boxes_classify(&of->nodes[n], &pass->plane, wet, cut);
}

// blocks_sum_with(); mixed: whether heights or terms may be in double. Compilers know which.
static inline __attribute__((always_inline)) void blocks_sum_in(const struct sums_pass *pass,
                                                                bool mixed, struct sums *sums,
                                                                struct surface *surface) {
    const struct buoy_blocks *of = pass->mesh->blocks;
    struct sums_in_lanes lane_sums;
    sums_begin(&lane_sums, mixed);
    lanes_wide moments = lanes_wide_zero();
    int unflushed = 0;
    memset(sums, 0, sizeof *sums);
    for (uint32_t n = 0; n < of->node_count; ++n) {
        unsigned wet, cut;
        blocks_classify(pass, n, &wet, &cut);
        const uint32_t first = n * BUOY_LANES;
        if (surface) {
            surface_add_wet(&of->block_areas[first], wet, surface);
        }
        for (; wet; wet &= wet - 1) {
            moments = lanes_wide_add(moments, of->moments[first + buoy_lowest_bit(wet)].m);
        }
        const struct buoy_block *blocks = &of->blocks[first];
        const struct buoy_areas *areas = &of->areas[first];
        for (; cut; cut &= cut - 1) {
            const unsigned b = buoy_lowest_bit(cut);
            cut_blocks_add(&blocks[b], pass, mixed, &lane_sums, &areas[b], surface);
            if (++unflushed == SUMS_FLUSH) {
                sums_flush(&lane_sums, mixed, 1.0, sums);
                sums_begin(&lane_sums, mixed);
                if (surface) {
                    surface_flush(surface);
                }
                unflushed = 0;
            }
        }
    }
    sums_flush(&lane_sums, mixed, 1.0, sums);
    if (surface) {
        surface_flush(surface);
    }
    lanes_wide_store(sums->wet, moments);
}

// Adds up the whole mesh, also into `surface` unless that is NULL; compilers know which.
static inline __attribute__((always_inline)) void
blocks_sum_with(const struct sums_pass *pass, struct sums *sums, struct surface *surface) {
    if (pass->precise || pass->mesh->scattered) {
        blocks_sum_in(pass, true, sums, surface);
    } else {
        blocks_sum_in(pass, false, sums, surface);
    }
}

#endif
