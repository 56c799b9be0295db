// volume/hierarchy64 and volume/blocks64: `hierarchy` and `blocks` in double. Templates, included
// by every_method.h once for each instruction set.
//
// Leaves hold coordinates that are not rounded (mesh.h), for every body: from a plane in double,
// heights and h are right to a few roundings of double at the body's size.
#include "bits.h"
#include "cut_leaves.h"
#include "dispatch/methods.h"
#include "mesh/plane.h"
#include "walk.h"
#include "weights.h"

#define CUT_LEAVES64_PAIRS (BUOY_LANES / 2)

// Sums over cut triangles, one per pair of a leaf: 2 f h and 2 h (β₁v1 + β₂v2 + β₃v3).
struct cut_leaves64_sums {
    _Alignas(64) double volume[CUT_LEAVES64_PAIRS], moment[3][CUT_LEAVES64_PAIRS];
};

static inline doubles cut_leaves64_height(const struct buoy_baked_plane *plane,
                                          const doubles v[3]) {
    const doubles n[3] = {doubles_splat(plane->n[0]), doubles_splat(plane->n[1]),
                          doubles_splat(plane->n[2])};
    return doubles_sub(doubles_dot(v, n), doubles_splat(plane->offset));
}

static inline void cut_leaves64_add(const struct buoy_leaf *leaf, const struct sums_pass *pass,
                                    struct cut_leaves64_sums *sums) {
    for (int i = 0; i < CUT_LEAVES64_PAIRS; i += DOUBLES_WIDTH) {
        doubles a[3], b[3], c[3], d[3], h1, h2, f1, f2, beta1[3], beta2[3];
        cut_leaves_read(leaf, 0, i, a);
        cut_leaves_read(leaf, 1, i, b);
        cut_leaves_read(leaf, 1, CUT_LEAVES64_PAIRS + i, c);
        cut_leaves_read(leaf, 0, CUT_LEAVES64_PAIRS + i, d);
        const doubles apex[3] = {doubles_splat(pass->p[0]), doubles_splat(pass->p[1]),
                                 doubles_splat(pass->p[2])};
        cut_leaves_pairs_above(leaf, apex, i, &h1, &h2);
        const struct buoy_baked_plane *plane = &pass->plane;
        const doubles sb = cut_leaves64_height(plane, b), sc = cut_leaves64_height(plane, c);
        const doubles s1[3] = {cut_leaves64_height(plane, a), sb, sc};
        const doubles s2[3] = {cut_leaves64_height(plane, d), sc, sb};
        weights64_of(s1, &f1, beta1);
        weights64_of(s2, &f2, beta2);
        const doubles volume = doubles_muladd(f2, h2, doubles_mul(f1, h1));
        doubles_store(&sums->volume[i], doubles_add(doubles_load(&sums->volume[i]), volume));
        const doubles wa = doubles_mul(beta1[0], h1), wd = doubles_mul(beta2[0], h2);
        const doubles wb = doubles_muladd(beta2[2], h2, doubles_mul(beta1[1], h1));
        const doubles wc = doubles_muladd(beta2[1], h2, doubles_mul(beta1[2], h1));
        for (int k = 0; k < 3; ++k) {
            const doubles outer = doubles_muladd(wd, d[k], doubles_mul(wa, a[k]));
            const doubles inner = doubles_muladd(wc, c[k], doubles_mul(wb, b[k]));
            double *sum = &sums->moment[k][i];
            doubles_store(sum, doubles_add(doubles_load(sum), doubles_add(outer, inner)));
        }
    }
}

static inline void cut_leaves64_finish(const struct cut_leaves64_sums *of, struct sums *sums) {
    sums->volume = 0.5 * sums_of_doubles(of->volume, CUT_LEAVES64_PAIRS);
    for (int k = 0; k < 3; ++k) {
        sums->moment[k] = 0.5 * sums_of_doubles(of->moment[k], CUT_LEAVES64_PAIRS);
    }
}

// Adds up a mesh, looking at the bounds of every leaf, unless they are few.
static void cut_leaves64_sum_all(const struct sums_pass *pass, struct sums *sums) {
    const struct buoy_tree *tree = &pass->mesh->tree;
    const bool few = cut_leaves_are_few(pass->mesh);
    const struct buoy_span span =
        few ? (struct buoy_span){{0}, {0.0f}, 0.0f} : buoy_span_of(&pass->centred);
    struct cut_leaves64_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    lanes_wide moments = lanes_wide_zero();
    for (uint32_t first = 0; first < tree->leaf_count; first += BUOY_LANES) {
        unsigned wet = 0, cut;
        if (few) {
            cut = (1u << tree->leaf_count) - 1;
        } else {
            walk_classify(&tree->nodes[tree->first_node[0] + first / BUOY_LANES], &span, &wet,
                          &cut);
        }
        for (; wet; wet &= wet - 1) {
            const uint32_t item = tree->first_item[0] + first + buoy_lowest_bit(wet);
            moments = lanes_wide_add(moments, tree->moments[item].m);
        }
        for (; cut; cut &= cut - 1) {
            cut_leaves64_add(&tree->leaves[first + buoy_lowest_bit(cut)], pass, &lane_sums);
        }
    }
    cut_leaves64_finish(&lane_sums, sums);
    lanes_wide_store(sums->wet, moments);
}

// Answers a whole query with a method's sums.
static inline __attribute__((always_inline)) void
cut_leaves64_answer(const struct buoy_volume_query *query, sums_function *sum,
                    struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    for (size_t i = 0; i < query->count; ++i) {
        struct sums_pass pass;
        double d;
        const struct buoy_plane given = buoy_plane_of(query->planes, query->planes64, i, &d);
        pass.centred = buoy_bake_plane_finely(mesh, &given, d);
        sums_answer(&pass, mesh, mesh->tree.shift, sum, &results[i]);
    }
}

// Clips the first leaves listed, WALK_ROUND at most, and adds up wet items whose prefetch has
// begun.
static __attribute__((noinline)) void hierarchy64_clip_round(struct walk *walk,
                                                             const struct sums_pass *pass,
                                                             struct cut_leaves64_sums *sums) {
    struct walk_list *leaves = &walk->leaves, *wet = &walk->wet;
    const uint32_t count = leaves->count < WALK_ROUND ? leaves->count : WALK_ROUND;
    for (uint32_t i = 0; i < count; ++i) {
        walk_ask_ahead(walk->tree, i, leaves->items, leaves->count, wet->items, wet->count);
        cut_leaves64_add(&walk->tree->leaves[leaves->items[i]], pass, sums);
    }
    leaves->asked = count + WALK_LEAVES_AHEAD;
    walk_drop(leaves, count);
    walk_add_wet(walk, wet->count < 2 * count ? wet->count : 2 * count);
}

static void hierarchy64_sum_tree(const struct sums_pass *pass, struct sums *sums) {
    struct cut_leaves64_sums lane_sums;
    memset(&lane_sums, 0, sizeof lane_sums);
    struct walk walk;
    walk_start(&walk, &pass->mesh->tree, &pass->centred, NULL);
    bool more;
    do {
        more = walk_on(&walk);
        walk_ask_for_leaves(walk.tree, &walk.leaves, WALK_LEAVES_AHEAD);
        while (walk.leaves.count >= (more ? WALK_ROUND + WALK_LEAVES_AHEAD : 1)) {
            hierarchy64_clip_round(&walk, pass, &lane_sums);
        }
    } while (more);
    walk_add_wet(&walk, walk.wet.count);
    cut_leaves64_finish(&lane_sums, sums);
    lanes_wide_store(sums->wet, walk.sum);
}

// A mesh of at most 16 leaves has one node, and needs no lists.
static void hierarchy64_sum(const struct sums_pass *pass, struct sums *sums) {
    if (pass->mesh->tree.level_count <= 1) {
        cut_leaves64_sum_all(pass, sums);
    } else {
        hierarchy64_sum_tree(pass, sums);
    }
}

void BUOY_VARIANT(buoy_volume_hierarchy64)(const struct buoy_volume_query *query,
                                           struct buoy_volume *restrict results) {
    cut_leaves64_answer(query, hierarchy64_sum, results);
}

// The blocks are the leaves of the tree, whose coordinates are not rounded, looked at in order.
void BUOY_VARIANT(buoy_volume_blocks64)(const struct buoy_volume_query *query,
                                        struct buoy_volume *restrict results) {
    cut_leaves64_answer(query, cut_leaves64_sum_all, results);
}
