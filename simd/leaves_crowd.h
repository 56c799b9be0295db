// volume/hierarchy for crowds that share a small mesh: lanes = bodies (crowd.h). Every lane does
// what cut_leaves.h does with its body alone. For templates, on whatever lanes_<isa>.h came before.
#ifndef BUOY_LEAVES_CROWD_H
#define BUOY_LEAVES_CROWD_H

#include "crowd.h"
#include "cut_leaves.h"
#include "walk.h"

// A mesh is small if it has at most so many leaves, some 64 triangles: larger ones take as long
// with lanes that are triangles, which skip leaves. All are of one node.
#define LEAVES_CROWD_LEAVES 6

struct leaves_crowd {
    struct crowd crowd;
    // For each leaf, 1 where it is wholly submerged, or may cross the water, of a body.
    _Alignas(64) float wet[LEAVES_CROWD_LEAVES][LANES_WIDTH];
    _Alignas(64) float cut[LEAVES_CROWD_LEAVES][LANES_WIDTH];
    lanes p[3], rest[3], n[3], r; // as struct cut_leaves_water
};

static inline bool leaves_crowd_suits(const struct buoy_mesh *mesh, size_t count) {
    return crowd_suits(mesh, count) && !mesh->tree.large &&
           mesh->tree.leaf_count <= LEAVES_CROWD_LEAVES;
}

// cut_leaves_find_water(), from the planes in the leaves' frame.
static inline void leaves_crowd_find_water(struct leaves_crowd *crowd) {
    const struct batch *batch = crowd->crowd.batch;
    const struct batch_planes *planes = &batch->planes;
    const int first = crowd->crowd.first;
    lanes_double n[3], part[3];
    for (int k = 0; k < 3; ++k) {
        n[k] = lanes_double_load(&planes->n[k][first]);
        crowd->n[k] = lanes_narrow(n[k]);
        crowd->p[k] = lanes_narrow(crowd->crowd.p[k]);
        const lanes_double rounded = lanes_widen(crowd->p[k]);
        crowd->rest[k] = lanes_narrow(lanes_double_sub(crowd->crowd.p[k], rounded));
        part[k] = lanes_double_mul(n[k], rounded);
    }
    const lanes_double offset = lanes_double_add(lanes_double_load(&planes->offset[first]),
                                                 batch_dot(n, batch->mesh->tree.shift));
    crowd->r = lanes_narrow(
        lanes_double_sub(lanes_double_sub(offset, part[0]), lanes_double_add(part[1], part[2])));
}

// Which leaves are wet or cut, body by body: each looks along its own three directions.
static inline void leaves_crowd_classify(struct leaves_crowd *crowd) {
    const struct batch_planes *planes = &crowd->crowd.batch->planes;
    const struct buoy_tree *tree = &crowd->crowd.batch->mesh->tree;
    for (size_t l = 0; l < LANES_WIDTH; ++l) {
        const size_t i = (size_t)crowd->crowd.first + l;
        const struct buoy_baked_plane plane = {
            .n = {planes->n[0][i], planes->n[1][i], planes->n[2][i]}, .offset = planes->offset[i]};
        const struct buoy_span span = buoy_span_of(&plane);
        unsigned wet, cut;
        walk_classify(tree->nodes, &span, &wet, &cut);
        for (uint32_t leaf = 0; leaf < tree->leaf_count; ++leaf) {
            crowd->wet[leaf][l] = (float)(wet >> leaf & 1u);
            crowd->cut[leaf][l] = (float)(cut >> leaf & 1u);
        }
    }
}

// A corner's place from the apex, and its height.
static inline lanes leaves_crowd_corner(const struct leaves_crowd *crowd,
                                        const struct buoy_leaf *leaf, int which, int i,
                                        lanes from_apex[3]) {
    const float v[3] = {leaf->x[which][i], leaf->y[which][i], leaf->z[which][i]};
    for (int k = 0; k < 3; ++k) {
        from_apex[k] = lanes_sub(lanes_splat(v[k]), crowd->p[k]);
    }
    const lanes s = lanes_mul(from_apex[0], crowd->n[0]);
    return lanes_sub(
        lanes_muladd(from_apex[2], crowd->n[2], lanes_muladd(from_apex[1], crowd->n[1], s)),
        crowd->r);
}

// 2 A·(v1 − p) of a triangle (v1, v2, v3), with v2 as seen from the apex.
static inline lanes leaves_crowd_twice_above(const struct leaves_crowd *crowd,
                                             const struct buoy_leaf *leaf, const lanes from_apex[3],
                                             int v1, int v2, int v3) {
    const float way[3] = {leaf->x[0][v1] - leaf->x[1][v2], leaf->y[0][v1] - leaf->y[1][v2],
                          leaf->z[0][v1] - leaf->z[1][v2]};
    const float edge[3] = {leaf->x[1][v3] - leaf->x[1][v2], leaf->y[1][v3] - leaf->y[1][v2],
                           leaf->z[1][v3] - leaf->z[1][v2]};
    lanes arm[3], e[3];
    for (int k = 0; k < 3; ++k) {
        arm[k] = lanes_sub(from_apex[k], crowd->rest[k]);
        e[k] = lanes_splat(edge[k]);
    }
    const lanes gx = lanes_sub(lanes_mul(arm[1], e[2]), lanes_mul(arm[2], e[1]));
    const lanes gy = lanes_sub(lanes_mul(arm[2], e[0]), lanes_mul(arm[0], e[2]));
    const lanes gz = lanes_sub(lanes_mul(arm[0], e[1]), lanes_mul(arm[1], e[0]));
    return lanes_muladd(lanes_splat(way[2]), gz,
                        lanes_muladd(lanes_splat(way[1]), gy, lanes_mul(lanes_splat(way[0]), gx)));
}

// f of a triangle into its logical lane, and β h.
static inline void leaves_crowd_weigh(struct leaves_crowd *crowd, int lane, const lanes s[3],
                                      const lanes_mask m[3], lanes h, lanes w[3]) {
    lanes f, beta[3];
    weights_of(s, m, &f, beta);
    weights_accumulate(crowd->crowd.sums[0][lane], f, h);
    for (int k = 0; k < 3; ++k) {
        w[k] = lanes_mul(beta[k], h);
    }
}

// Adds what a logical lane's two corners contribute to V c.
static inline void leaves_crowd_add_corners(struct leaves_crowd *crowd,
                                            const struct buoy_leaf *leaf, int lane, lanes u,
                                            lanes v) {
    const float(*at[3])[BUOY_LANES] = {leaf->x, leaf->y, leaf->z};
    for (int k = 0; k < 3; ++k) {
        float *sum = crowd->crowd.sums[1 + k][lane];
        weights_accumulate(sum, u, lanes_splat(at[k][0][lane]));
        weights_accumulate(sum, v, lanes_splat(at[k][1][lane]));
    }
}

// Adds the two triangles of pair i, of the bodies whose water the leaf may cross.
static inline void leaves_crowd_add_pair(struct leaves_crowd *crowd, const struct buoy_leaf *leaf,
                                         int i, lanes_mask cut) {
    const int j = BUOY_LANES / 2 + i;
    lanes from_apex[4][3], s[4], w[2][3];
    lanes_mask m[4];
    s[0] = leaves_crowd_corner(crowd, leaf, 0, i, from_apex[0]); // a, d; b, c
    s[1] = leaves_crowd_corner(crowd, leaf, 0, j, from_apex[1]);
    s[2] = leaves_crowd_corner(crowd, leaf, 1, i, from_apex[2]);
    s[3] = leaves_crowd_corner(crowd, leaf, 1, j, from_apex[3]);
    for (int k = 0; k < 4; ++k) {
        m[k] = lanes_and(cut, weights_are_submerged(s[k]));
    }
    if (!lanes_bits(lanes_or(lanes_or(m[0], m[1]), lanes_or(m[2], m[3])))) {
        return;
    }
    const lanes of_abc[3] = {s[0], s[2], s[3]}, of_dcb[3] = {s[1], s[3], s[2]};
    const lanes_mask abc[3] = {m[0], m[2], m[3]}, dcb[3] = {m[1], m[3], m[2]};
    leaves_crowd_weigh(crowd, i, of_abc, abc,
                       leaves_crowd_twice_above(crowd, leaf, from_apex[2], i, i, j), w[0]);
    leaves_crowd_weigh(crowd, j, of_dcb, dcb,
                       leaves_crowd_twice_above(crowd, leaf, from_apex[3], j, j, i), w[1]);
    leaves_crowd_add_corners(crowd, leaf, i, w[0][0], lanes_add(w[0][1], w[1][2]));
    leaves_crowd_add_corners(crowd, leaf, j, w[1][0], lanes_add(w[1][1], w[0][2]));
}

// Clips a leaf for the bodies whose water it may cross. Padding would add nothing.
static inline void leaves_crowd_clip(struct leaves_crowd *crowd, const struct buoy_tree *tree,
                                     uint32_t leaf, lanes_mask cut) {
    const uint32_t pairs = BUOY_LANES / 2, left = tree->pair_count - leaf * pairs;
    const int count = (int)(left < pairs ? left : pairs);
    for (int i = 0; i < count; ++i) {
        leaves_crowd_add_pair(crowd, &tree->leaves[leaf], i, cut);
    }
}

// Clips all leaves.
static inline void leaves_crowd_add_all(struct leaves_crowd *crowd, const struct buoy_tree *tree) {
    const lanes_mask all = lanes_less(lanes_splat(0.0f), lanes_splat(1.0f));
    for (uint32_t leaf = 0; leaf < tree->leaf_count; ++leaf) {
        leaves_crowd_clip(crowd, tree, leaf, all);
    }
}

// Adds leaves that are wet, and clips those at the waterline.
static inline void leaves_crowd_add_some(struct leaves_crowd *crowd, const struct buoy_tree *tree) {
    const lanes zero = lanes_splat(0.0f);
    leaves_crowd_classify(crowd);
    for (uint32_t leaf = 0; leaf < tree->leaf_count; ++leaf) {
        const lanes_mask wet = lanes_less(zero, lanes_load(crowd->wet[leaf]));
        const lanes_mask cut = lanes_less(zero, lanes_load(crowd->cut[leaf]));
        if (lanes_bits(wet)) {
            crowd_add_wet(&crowd->crowd, &tree->moments[leaf], wet);
        }
        if (lanes_bits(cut)) {
            leaves_crowd_clip(crowd, tree, leaf, cut);
        }
    }
}

static void leaves_crowd_sum(struct batch *batch) {
    const struct buoy_tree *tree = &batch->mesh->tree;
    for (int first = 0; first < (int)batch->count; first += LANES_WIDTH) {
        struct leaves_crowd crowd;
        crowd_begin(batch, first, BUOY_LANES, &crowd.crowd);
        leaves_crowd_find_water(&crowd);
        if (cut_leaves_are_few(batch->mesh)) {
            leaves_crowd_add_all(&crowd, tree);
        } else {
            leaves_crowd_add_some(&crowd, tree);
        }
        crowd_end(&crowd.crowd, BUOY_LANES, 0.5, batch);
    }
}

#undef LEAVES_CROWD_LEAVES

#endif
