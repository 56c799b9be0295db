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
static inline void blocks_classify(const struct buoy_mesh *mesh, uint32_t n,
                                   const struct buoy_baked_plane *plane, unsigned *wet,
                                   unsigned *cut) {
    if (mesh->block_count == 1) {
        *wet = 0;
        *cut = 1; // its box is the mesh's, which the plane is known to cross
        return;
    }
    classify_boxes(&mesh->nodes[n], plane, wet, cut);
}

static void blocks_sum(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                       const double p[3], bool precise, struct sums *sums) {
    struct lane_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    lanes_wide moments = lanes_wide_zero();
    int unflushed = 0;
    memset(sums, 0, sizeof *sums);
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        blocks_classify(mesh, n, plane, &wet, &cut);
        const struct buoy_moments *node_moments = &mesh->moments[n * BUOY_LANES];
        for (; wet; wet &= wet - 1) {
            moments = lanes_wide_add(moments, node_moments[buoy_lowest_bit(wet)].m);
        }
        const struct buoy_block *blocks = &mesh->blocks[n * BUOY_LANES];
        for (; cut; cut &= cut - 1) {
            clip_block(&blocks[buoy_lowest_bit(cut)], plane, p, precise, &lane_sums);
            if (++unflushed == FLUSH) {
                flush(&lane_sums, sums);
                unflushed = 0;
            }
        }
    }
    flush(&lane_sums, sums);
    lanes_wide_store(sums->wet, moments);
}

// Drops the deepest corner of the cut blocks onto the plane, to be the apex p; false if all are
// dry.
static bool blocks_deepest_foot(const struct buoy_mesh *mesh, const struct buoy_baked_plane *plane,
                                double p[3]) {
    struct deepest deepest;
    memset(&deepest, 0, sizeof deepest); // s = 0: only submerged corners are deeper
    for (uint32_t n = 0; n < mesh->node_count; ++n) {
        unsigned wet, cut;
        blocks_classify(mesh, n, plane, &wet, &cut);
        for (; cut; cut &= cut - 1) {
            deepen(&mesh->blocks[n * BUOY_LANES + buoy_lowest_bit(cut)], plane, &deepest);
        }
    }
    int best = 0;
    for (int i = 1; i < BUOY_LANES; ++i) {
        best = deepest.s[i] < deepest.s[best] ? i : best;
    }
    const double x[3] = {deepest.x[best], deepest.y[best], deepest.z[best]};
    drop_onto_plane(plane, x, p);
    return deepest.s[best] < 0.0f;
}

static void blocks_query(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane,
                         struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane(mesh, caller_plane);
    if (plane.side == BUOY_SIDE_DRY) {
        buoy_answer_dry(mesh, result);
        return;
    }
    if (plane.side == BUOY_SIDE_WET) {
        buoy_answer_wet(mesh, result);
        return;
    }
    const struct buoy_baked_plane shifted = buoy_shift_plane(&plane, mesh->shift);
    struct sums sums;
    double p[3], vc[3];
    buoy_section_centre(mesh, &plane, p);
    for (int i = 0; i < 3; ++i) {
        p[i] += mesh->shift[i];
    }
    blocks_sum(mesh, &shifted, p, !mesh->compact, &sums);
    double v = finish(&sums, p, vc);
    if (v < BARELY_WET * mesh->volume) {
        if (!blocks_deepest_foot(mesh, &shifted, p)) {
            buoy_answer_dry(mesh, result);
            return;
        }
        blocks_sum(mesh, &shifted, p, true, &sums);
        v = finish(&sums, p, vc);
    }
    for (int i = 0; i < 3; ++i) {
        vc[i] -= v * mesh->shift[i];
    }
    buoy_answer_sums(mesh, &plane, v, vc, result);
}

void BUOY_VARIANT(buoy_volume_blocks)(const struct buoy_volume_query *request,
                                      struct buoy_volume *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        blocks_query(request->mesh, &request->planes[i], &results[i]);
    }
}
