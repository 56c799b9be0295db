// Blocks: the triangles, 16 by 16, with their bounds and their moments.
#include "base/arithmetic.h"

#include "making/blocks.h"

#include <string.h>

#include "base/vector.h"
#include "making/parts.h"

static void fill_lane(const struct buoy_mesh *mesh, const double origin[3], uint32_t triangle,
                      uint32_t b, int lane, struct buoy_extent *extent) {
    const struct buoy_blocks *blocks = mesh->blocks;
    struct buoy_block *block = &blocks->blocks[b];
    double v[3][3], a[3];
    buoy_exact_corners(mesh, origin, triangle, v);
    for (int k = 0; k < 3; ++k) {
        block->x[k][lane] = (float)v[k][0];
        block->y[k][lane] = (float)v[k][1];
        block->z[k][lane] = (float)v[k][2];
    }
    buoy_area_vector(v, a);
    block->ax[lane] = a[0];
    block->ay[lane] = a[1];
    block->az[lane] = a[2];
    block->av[lane] = buoy_add_moments(&blocks->moments[b], v, a);
    const double area = buoy_length(a);
    blocks->areas[b].area[lane] = (float)area;
    blocks->block_areas[b] += area;
    for (int k = 0; k < 3; ++k) {
        buoy_extend(extent, 0, block->x[k][lane]);
        buoy_extend(extent, 1, block->y[k][lane]);
        buoy_extend(extent, 2, block->z[k][lane]);
    }
}

// Fills the lanes after the last triangle with its first corner, three times: no area, and no
// change to the block's bounds.
static void pad_block(struct buoy_block *block, int lane) {
    for (int i = lane; i < BUOY_LANES; ++i) {
        for (int k = 0; k < 3; ++k) {
            block->x[k][i] = block->x[0][lane - 1];
            block->y[k][i] = block->y[0][lane - 1];
            block->z[k][i] = block->z[0][lane - 1];
        }
        block->ax[i] = block->ay[i] = block->az[i] = block->av[i] = 0.0;
    }
}

void buoy_blocks_fill(struct buoy_mesh *mesh, const double origin[3], const uint32_t *order) {
    const struct buoy_blocks *blocks = mesh->blocks;
    for (uint32_t b = 0; b < blocks->block_count; ++b) {
        struct buoy_block *block = &blocks->blocks[b];
        const uint32_t first = b * BUOY_LANES;
        const uint32_t left = mesh->triangle_count - first;
        const int lanes = left < BUOY_LANES ? (int)left : BUOY_LANES;
        struct buoy_extent extent = buoy_no_extent();
        for (int i = 0; i < lanes; ++i) {
            const uint32_t triangle = order[first + (uint32_t)i];
            blocks->order[first + (uint32_t)i] = triangle;
            fill_lane(mesh, origin, triangle, b, i, &extent);
        }
        pad_block(block, lanes);
        buoy_set_box(&blocks->nodes[b / BUOY_LANES], b % BUOY_LANES, &extent);
    }
    buoy_pad_boxes(&blocks->nodes[blocks->node_count - 1],
                   (blocks->block_count - 1) % BUOY_LANES + 1);
}
