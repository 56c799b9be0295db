// Facets and points: the corners of the blocks' triangles by number, so that each vertex's height
// is found once.
#include "base/arithmetic.h"

#include "making/facets.h"

#include <string.h>

#include "base/memory.h"
#include "making/parts.h"

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
