// Where a mesh's arrays are. Counts alone decide, so that an image of a mesh (image.c) needs no
// offsets.
#include "base/arithmetic.h"

#include "making/bake.h"

#include "base/memory.h"
#include "mesh/leaves.h"

void buoy_tree_shape(struct buoy_tree *tree, size_t pair_count) {
    tree->leaf_count = tree->level_count = tree->node_count = tree->item_count = 0;
    tree->pair_count = (uint32_t)pair_count;
    tree->leaf_count = (uint32_t)((pair_count + BUOY_LANES / 2 - 1) / (BUOY_LANES / 2));
    uint32_t items = tree->leaf_count;
    do {
        tree->first_node[tree->level_count] = tree->node_count;
        tree->first_item[tree->level_count++] = tree->item_count;
        tree->item_count += items;
        items = buoy_sixteenths(items);
        tree->node_count += items;
    } while (items > 1);
}

static uint64_t lay_out_tree(struct buoy_mesh *mesh, char *arena, uint64_t used) {
    struct buoy_tree *tree = &mesh->tree;
    const uint64_t moments = (uint64_t)tree->item_count * sizeof *tree->moments;
    const uint64_t areas = (uint64_t)tree->item_count * sizeof(double);
    tree->leaves = buoy_carve(arena, &used, (uint64_t)tree->leaf_count * sizeof *tree->leaves);
    tree->nodes = buoy_carve(arena, &used, (uint64_t)tree->node_count * sizeof *tree->nodes);
    char *small = buoy_carve(arena, &used, moments + areas + tree->leaf_count);
    if (small) {
        tree->moments = (struct buoy_moments *)(void *)small;
        tree->large = (uint8_t *)small + moments + areas;
    }
    return used;
}

uint64_t buoy_lay_out_triangles(const struct buoy_mesh *mesh, bool in_doubles,
                                struct buoy_triangles *of, char *arena, uint64_t used) {
    const uint64_t vertices = (uint64_t)mesh->vertex_count * sizeof(float);
    const uint64_t corners = (uint64_t)mesh->triangle_count * sizeof(uint32_t);
    float **floats[] = {&of->px, &of->py, &of->pz, &of->x, &of->y, &of->z};
    uint32_t **indices[] = {&of->i0, &of->i1, &of->i2};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
        *floats[i] = buoy_carve(arena, &used, vertices);
    }
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        *indices[i] = buoy_carve(arena, &used, corners);
    }
    of->given = in_doubles ? buoy_carve(arena, &used, 6 * vertices) : NULL;
    of->open_vertices =
        buoy_carve(arena, &used, (uint64_t)mesh->open_vertex_count * sizeof(uint32_t));
    return used;
}

static uint64_t lay_out_blocks(const struct buoy_mesh *mesh, struct buoy_blocks *of, char *arena,
                               uint64_t used) {
    const uint64_t count = buoy_sixteenths(mesh->triangle_count),
                   nodes = buoy_sixteenths((uint32_t)count);
    *of = (struct buoy_blocks){.block_count = (uint32_t)count, .node_count = (uint32_t)nodes};
    of->blocks = buoy_carve(arena, &used, count * sizeof *of->blocks);
    of->nodes = buoy_carve(arena, &used, nodes * sizeof *of->nodes);
    of->moments = buoy_carve(arena, &used, count * sizeof *of->moments);
    of->areas = buoy_carve(arena, &used, count * sizeof *of->areas);
    of->block_areas = buoy_carve(arena, &used, count * sizeof *of->block_areas);
    of->order = buoy_carve(arena, &used, (uint64_t)mesh->triangle_count * sizeof *of->order);
    if (mesh->kept & BUOY_MESH_KEEP_FACETS) {
        of->points_count = buoy_sixteenths(mesh->vertex_count);
        of->point_node_count = buoy_sixteenths(of->points_count);
        of->facets = buoy_carve(arena, &used, count * sizeof *of->facets);
        of->points = buoy_carve(arena, &used, (uint64_t)of->points_count * sizeof *of->points);
        of->point_nodes =
            buoy_carve(arena, &used, (uint64_t)of->point_node_count * sizeof *of->point_nodes);
    }
    return used;
}

static uint64_t lay_out_indexed(struct buoy_mesh *mesh, char *arena) {
    uint64_t used = 0;
    mesh->is_indexed = buoy_may_be_indexed(mesh);
    if (mesh->is_indexed) {
        const uint64_t vertices = 6 * (uint64_t)buoy_indexed_room(mesh) * sizeof *mesh->indexed;
        const uint64_t blocks = buoy_sixteenths(mesh->triangle_count);
        mesh->indexed =
            buoy_carve(arena, &used, vertices + blocks * sizeof(struct buoy_indexed_block));
    }
    return used;
}

uint64_t buoy_lay_out(struct buoy_mesh *mesh, bool closing, struct buoy_kept *kept, char *arrays) {
    mesh->open_points = NULL;
    uint64_t used = lay_out_indexed(mesh, arrays);
    if (mesh->kept & BUOY_MESH_KEEP_TREE) {
        used = lay_out_tree(mesh, arrays, used);
    }
    if (mesh->level_count > 0) { // found by buoy_levels_behind()
        buoy_carve(arrays, &used,
                   sizeof(struct buoy_levels) + (uint64_t)mesh->level_count * sizeof(float));
    }
    mesh->closing = NULL;
    if (mesh->open_vertex_count > 0) {
        mesh->open_points =
            buoy_carve(arrays, &used, 3 * (uint64_t)mesh->open_vertex_count * sizeof(float));
    }
    if (closing) {
        mesh->closing = buoy_carve(arrays, &used, sizeof *mesh->closing);
    }
    mesh->triangles = mesh->kept & BUOY_MESH_KEEP_TRIANGLES ? &kept->triangles : NULL;
    if (mesh->triangles) {
        used = buoy_lay_out_triangles(mesh, mesh->in_doubles, &kept->triangles, arrays, used);
    }
    mesh->blocks = mesh->kept & BUOY_MESH_KEEP_BLOCKS ? &kept->blocks : NULL;
    if (mesh->blocks) {
        used = lay_out_blocks(mesh, &kept->blocks, arrays, used);
    }
    return used;
}
