// How many triangles the methods examine one by one; the same for all variants of each.
#include "base/arithmetic.h"

#include "lanes_scalar.h"

#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "walk.h"

size_t buoy_volume_blocks_examined(const struct buoy_mesh *mesh,
                                   const struct buoy_plane *caller_plane) {
    const struct buoy_baked_plane baked = buoy_bake_plane(mesh, caller_plane);
    if (baked.side != BUOY_SIDE_CUT) {
        return 0;
    }
    const struct buoy_baked_plane plane = buoy_shift_plane(&baked, buoy_blocks_shift(mesh));
    if (mesh->blocks->block_count == 1) {
        return mesh->triangle_count; // no box is tested
    }
    size_t examined = 0;
    for (uint32_t n = 0; n < mesh->blocks->node_count; ++n) {
        unsigned wet, cut;
        boxes_classify(&mesh->blocks->nodes[n], &plane, &wet, &cut);
        for (; cut; cut &= cut - 1) {
            const uint32_t first = (n * BUOY_LANES + buoy_lowest_bit(cut)) * BUOY_LANES;
            const uint32_t left = mesh->triangle_count - first;
            examined += left < BUOY_LANES ? left : BUOY_LANES;
        }
    }
    return examined;
}

// Triangles of a leaf; one without a partner has d = b, and padding is a single point.
static size_t leaf_triangles(const struct buoy_leaf *leaf) {
    size_t count = 0;
    for (int i = 0; i < BUOY_LANES; ++i) {
        const int j = i ^ (BUOY_LANES / 2);
        count += leaf->x[0][i] != leaf->x[1][j] || leaf->y[0][i] != leaf->y[1][j] ||
                 leaf->z[0][i] != leaf->z[1][j];
    }
    return count;
}

size_t buoy_volume_hierarchy_examined(const struct buoy_mesh *mesh,
                                      const struct buoy_plane *caller_plane) {
    const struct buoy_baked_plane baked = buoy_bake_plane(mesh, caller_plane);
    if (baked.side != BUOY_SIDE_CUT) {
        return 0;
    }
    if (cut_leaves_are_few(mesh)) {
        return mesh->triangle_count;
    }
    size_t examined = 0;
    struct walk walk;
    walk_start(&walk, &mesh->tree, &baked, NULL);
    bool more;
    do {
        more = walk_on(&walk);
        for (uint32_t i = 0; i < walk.leaves.count; ++i) {
            examined += leaf_triangles(&mesh->tree.leaves[walk.leaves.items[i]]);
        }
        walk.leaves.count = walk.wet.count = 0;
    } while (more);
    return examined;
}

// For each vertex a height and a weight, for 16 bodies at most.
size_t buoy_volume_batch_scratch_bytes(const struct buoy_mesh *mesh) {
    return (size_t)mesh->vertex_count * 2 * BUOY_LANES * sizeof(float);
}
