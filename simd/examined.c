// How many triangles the methods examine one by one; the same for all variants of each.
#include "lanes_scalar.h"

#include "boxes.h"
#include "methods.h"

size_t buoy_volume_blocks_examined(const struct buoy_mesh *mesh,
                                   const struct buoy_plane *caller_plane) {
    const struct buoy_baked_plane baked = buoy_bake_plane(mesh, caller_plane);
    if (baked.side != BUOY_SIDE_CUT) {
        return 0;
    }
    const struct buoy_baked_plane plane = buoy_shift_plane(&baked, mesh->shift);
    if (mesh->block_count == 1) {
        return mesh->triangle_count; // no box is asked
    }
    size_t examined = 0;
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        classify_boxes(&mesh->nodes[n], &plane, &wet, &cut);
        for (; cut; cut &= cut - 1) {
            const uint32_t first = (n * BUOY_LANES + buoy_lowest_bit(cut)) * BUOY_LANES;
            const uint32_t left = mesh->triangle_count - first;
            examined += left < BUOY_LANES ? left : BUOY_LANES;
        }
    }
    return examined;
}

// A height and a weight of every vertex for 16 bodies at most.
size_t buoy_volume_batch_scratch_bytes(const struct buoy_mesh *mesh) {
    return (size_t)mesh->vertex_count * 2 * BUOY_LANES * sizeof(float);
}
