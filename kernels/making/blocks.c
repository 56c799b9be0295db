// Blocks: the triangles, 16 by 16, with their bounds and their moments; facets and points beside
// them.
#include "base/arithmetic.h"

#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "making/bake.h"

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

// ------------------------------------------------------------------------------------------ facets

// Facets and points: the corners of the blocks' triangles by number, so that each vertex's height
// is found once.

#define NONE UINT32_MAX

// Vertices on their way to new numbers.
struct numbering {
    uint32_t *number; // of each vertex, or NONE
    uint32_t count;
};

static void set_point(struct buoy_mesh *mesh, uint32_t number, const float x[3]) {
    struct buoy_points *points = &mesh->blocks->points[number / BUOY_LANES];
    const uint32_t lane = number % BUOY_LANES;
    points->x[lane] = x[0];
    points->y[lane] = x[1];
    points->z[lane] = x[2];
}

static uint32_t number_vertex(struct buoy_mesh *mesh, uint32_t vertex,
                              struct numbering *numbering) {
    uint32_t *number = &numbering->number[vertex];
    if (*number == NONE) {
        *number = numbering->count++;
        const float x[3] = {mesh->triangles->px[vertex], mesh->triangles->py[vertex],
                            mesh->triangles->pz[vertex]};
        set_point(mesh, *number, x);
    }
    return *number;
}

// The corners of the t-th triangle of the blocks.
static void number_corners(struct buoy_mesh *mesh, uint32_t t, struct numbering *numbering) {
    const uint32_t given = mesh->blocks->order[t];
    const uint32_t corners[3] = {mesh->triangles->i0[given], mesh->triangles->i1[given],
                                 mesh->triangles->i2[given]};
    struct buoy_facets *facets = &mesh->blocks->facets[t / BUOY_LANES];
    for (int k = 0; k < 3; ++k) {
        facets->vertex[k][t % BUOY_LANES] = number_vertex(mesh, corners[k], numbering);
    }
}

// The lanes after the last block's triangles name the corners of its last triangle; the lanes after
// the last vertex repeat that vertex.
static void pad(struct buoy_mesh *mesh, uint32_t numbered) {
    struct buoy_facets *facets = &mesh->blocks->facets[mesh->blocks->block_count - 1];
    const uint32_t last = (mesh->triangle_count - 1) % BUOY_LANES;
    for (uint32_t i = last + 1; i < BUOY_LANES; ++i) {
        for (int k = 0; k < 3; ++k) {
            facets->vertex[k][i] = facets->vertex[0][last];
        }
    }
    const struct buoy_points *points = &mesh->blocks->points[(numbered - 1) / BUOY_LANES];
    const uint32_t lane = (numbered - 1) % BUOY_LANES;
    const float x[3] = {points->x[lane], points->y[lane], points->z[lane]};
    for (uint32_t i = numbered; i < mesh->blocks->points_count * BUOY_LANES; ++i) {
        set_point(mesh, i, x);
    }
}

static void extend_by_triangle(const struct buoy_block *block, uint32_t lane,
                               struct buoy_extent *extent) {
    for (int k = 0; k < 3; ++k) {
        buoy_extend(extent, 0, block->x[k][lane]);
        buoy_extend(extent, 1, block->y[k][lane]);
        buoy_extend(extent, 2, block->z[k][lane]);
    }
}

// Bounding boxes of the triangles at each points' vertices.
static void set_boxes(struct buoy_mesh *mesh, struct buoy_extent *extents) {
    for (uint32_t i = 0; i < mesh->blocks->points_count; ++i) {
        extents[i] = buoy_no_extent();
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t b = t / BUOY_LANES, lane = t % BUOY_LANES;
        for (int k = 0; k < 3; ++k) {
            extend_by_triangle(&mesh->blocks->blocks[b], lane,
                               &extents[mesh->blocks->facets[b].vertex[k][lane] / BUOY_LANES]);
        }
    }
    for (uint32_t i = 0; i < mesh->blocks->points_count; ++i) {
        buoy_set_box(&mesh->blocks->point_nodes[i / BUOY_LANES], i % BUOY_LANES, &extents[i]);
    }
    buoy_pad_boxes(&mesh->blocks->point_nodes[mesh->blocks->point_node_count - 1],
                   (mesh->blocks->points_count - 1) % BUOY_LANES + 1);
}

enum buoy_status buoy_facets_fill(struct buoy_mesh *mesh) {
    struct numbering numbering = {.number = buoy_allocate(mesh->vertex_count, sizeof(uint32_t))};
    struct buoy_extent *extents = buoy_allocate_zeroed(mesh->blocks->points_count, sizeof *extents);
    if (!numbering.number || !extents) {
        buoy_release(numbering.number);
        buoy_release(extents);
        return BUOY_ERROR_MEMORY;
    }
    memset(numbering.number, 0xff, mesh->vertex_count * sizeof(uint32_t));
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        number_corners(mesh, t, &numbering);
    }
    pad(mesh, numbering.count);
    set_boxes(mesh, extents);
    buoy_release(numbering.number);
    buoy_release(extents);
    return BUOY_OK;
}
