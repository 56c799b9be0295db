// volume/hierarchy: a tree over the triangles, so that cost grows with the waterline, not with the
// surface. A template, included by every_method.h once for each instruction set.
#include "bits.h"
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "walk.h"

// Leaves whose memory is asked for ahead of the one being clipped.
#define LEAVES_AHEAD 16

_Static_assert(FLUSH + LEAVES_AHEAD + (STEP + 1) * BUOY_LANES <= LIST_ROOM, "room for leaves");

static inline void ask_for_leaves(struct walk *walk, uint32_t enough) {
    ask_for(&walk->leaves, enough, walk->tree->leaves, sizeof *walk->tree->leaves);
}

static inline void ask_for_wet(struct walk *walk, uint32_t enough) {
    ask_for(&walk->wet, enough, walk->tree->moments, sizeof *walk->tree->moments);
}

// Clips the first leaves listed, FLUSH at most, and adds up the wet items asked for meanwhile.
static inline void clip_round(struct walk *walk, const struct pass *pass, struct sums *sums) {
    const uint32_t count = walk->leaves.count < FLUSH ? walk->leaves.count : FLUSH;
    struct lane_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    for (uint32_t i = 0; i < count; ++i) {
        ask_for_leaves(walk, i + LEAVES_AHEAD);
        ask_for_wet(walk, 2 * i);
        clip_leaf(&walk->tree->leaves[walk->leaves.items[i]], pass, &lane_sums);
    }
    flush(&lane_sums, sums);
    drop(&walk->leaves, count);
    add_wet(walk, walk->wet.asked);
}

static void hierarchy_sum(const struct pass *pass, struct sums *sums) {
    memset(sums, 0, sizeof *sums);
    struct walk walk;
    walk_start(&walk, &pass->mesh->tree, &pass->centred);
    bool more;
    do {
        more = walk_on(&walk);
        ask_for_leaves(&walk, LEAVES_AHEAD);
        while (walk.leaves.count >= FLUSH + LEAVES_AHEAD) {
            clip_round(&walk, pass, sums);
        }
    } while (more);
    while (walk.leaves.count > 0) {
        clip_round(&walk, pass, sums);
    }
    add_wet(&walk, walk.wet.count);
    lanes_wide_store(sums->wet, walk.sum);
    sums->volume *= 0.5;
    for (int i = 0; i < 3; ++i) {
        sums->moment[i] *= 0.5;
    }
}

void BUOY_VARIANT(buoy_volume_hierarchy)(const struct buoy_volume_query *request,
                                         struct buoy_volume *restrict results) {
    for (size_t i = 0; i < request->count; ++i) {
        answer_query(request->mesh, request->mesh->tree.shift, &request->planes[i], hierarchy_sum,
                     &results[i]);
    }
}
