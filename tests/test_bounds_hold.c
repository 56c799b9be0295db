// Kernels skip only what they may skip: bounding boxes of blocks and of points, and the bounds of
// the tree, are tested in float against planes that graze them. They never call a wet part dry or a
// dry part wet, whatever the rounding. The classification is implemented again here, from mesh.h
// and leaves.h, in plain floats, with and without fused multiply-adds; heights are in double.
#include "body.h"
#include "mesh/leaves.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

// -------------------------------------------------------------------- sets of points, and planes

// Points of an item, in the blocks' frame or the leaves'.
enum {
    most_points = 20000
};
static double points[most_points][3];
static size_t point_count;

static void add_point(float x, float y, float z) {
    assert_true(point_count < most_points);
    points[point_count][0] = (double)x;
    points[point_count][1] = (double)y;
    points[point_count++][2] = (double)z;
}

// n·x of the lowest and the highest point.
static void find_ends(const double n[3], double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < point_count; ++i) {
        const double along = n[0] * points[i][0] + n[1] * points[i][1] + n[2] * points[i][2];
        *low = fmin(*low, along);
        *high = fmax(*high, along);
    }
}

// Offsets by which a plane misses an end of an item, of the body's size: less than a float's
// rounding, about as much, and more.
static const double offs[] = {1e-12, 1e-10, 1e-9, 1e-8, 3e-8, 6e-8, 1.2e-7, 2.4e-7, 1e-6};
enum {
    off_count = sizeof offs / sizeof *offs
};

struct claim {
    bool wet, dry; // neither: cut
};

// A plane that grazes the item's lower or higher end from either side. In the points' frame.
static double grazing(const double n[3], size_t which, double *low, double *high) {
    find_ends(n, low, high);
    const double off = offs[which / 4 % off_count] * (which % 2 ? 1.0 : -1.0);
    return (which / 2 % 2 ? *high : *low) + off;
}

static void check_claim(const char *what, uint32_t item, const double n[3], double offset,
                        double low, double high, struct claim claim) {
    // Heights are sums of three products of up to 6 or so: right to 2e-15.
    const double noise = 1e-14;
    FAIL_IF((claim.dry && low < offset - noise) || (claim.wet && high > offset + noise),
            "%s %u: said to be %s, plane (%a %a %a) %a, its ends are %g and %g above that", what,
            (unsigned)item, claim.dry ? "dry" : "wet", n[0], n[1], n[2], offset, low - offset,
            high - offset);
}

// A normal, its largest component in [1, 2): any, along one of the 26 directions, or nearly so.
static void make_normal(struct rng *rng, double n[3]) {
    double largest = 0.0;
    if (rng_below(rng, 2)) {
        rng_direction(rng, n);
    } else {
        int d[3];
        buoy_direction((int)rng_below(rng, BUOY_DIRECTIONS), d);
        const double sign = rng_below(rng, 2) ? 1.0 : -1.0;
        const double tilt = rng_below(rng, 3) ? pow(10.0, rng_between(rng, -9.0, -1.0)) : 0.0;
        for (int i = 0; i < 3; ++i) {
            n[i] = sign * d[i] + tilt * rng_between(rng, -1.0, 1.0);
        }
    }
    for (int i = 0; i < 3; ++i) {
        largest = fmax(largest, fabs(n[i]));
    }
    for (int i = 0; i < 3; ++i) {
        n[i] = (double)(float)(n[i] * buoy_power_of_two_below(largest)); // as planes are given
    }
}

static float muladd(float a, float b, float c, bool fused) {
    return fused ? fmaf(a, b, c) : a * b + c;
}

// ------------------------------------------------------------------------------------- boxes

// simd/walk.h
static struct claim classify_box(const struct buoy_node *node, uint32_t lane, const double n[3],
                                 double offset, bool fused) {
    const float nx = (float)n[0], ny = (float)n[1], nz = (float)n[2], d = (float)offset;
    float s = muladd(node->cx[lane], nx, -d, fused);
    s = muladd(node->cy[lane], ny, s, fused);
    s = muladd(node->cz[lane], nz, s, fused);
    float r = node->ex[lane] * fabsf(nx);
    r = muladd(node->ey[lane], fabsf(ny), r, fused);
    r = muladd(node->ez[lane], fabsf(nz), r, fused);
    return (struct claim){.dry = !(s < r), .wet = s < r && !(0.0f < s + r)};
}

static void check_box(struct rng *rng, const char *what, const struct buoy_node *node,
                      uint32_t item) {
    double n[3], low, high;
    make_normal(rng, n);
    for (size_t which = 0; which < 4 * off_count; ++which) {
        const double offset = grazing(n, which, &low, &high);
        for (int fused = 0; fused < 2; ++fused) {
            check_claim(what, item, n, offset, low, high,
                        classify_box(node, item % BUOY_LANES, n, offset, fused));
        }
    }
}

// ------------------------------------------------------------------------------------- the tree

// simd/walk.h; the offset is that of the baked frame.
static struct claim classify_item(const struct buoy_bounds *node, uint32_t lane, const double n[3],
                                  double offset, bool fused) {
    const struct buoy_baked_plane plane = {.n = {n[0], n[1], n[2]}, .offset = offset};
    const struct buoy_span span = buoy_span_of(&plane);
    float bottom = -span.level, top = bottom;
    for (int j = 0; j < 3; ++j) {
        const float low = node->along[span.along[j]].low[lane];
        const float high = node->along[span.along[j]].high[lane];
        const bool opposite = span.weight[j] < 0.0f;
        bottom = muladd(span.weight[j], opposite ? high : low, bottom, fused);
        top = muladd(span.weight[j], opposite ? low : high, top, fused);
    }
    return (struct claim){.wet = bottom < 0.0f && top < 0.0f, .dry = !(bottom < 0.0f)};
}

// Item `item` of a level, which holds 16^level leaves.
static void check_item(struct rng *rng, const struct buoy_mesh *mesh, uint32_t level,
                       uint32_t item) {
    const struct buoy_tree *tree = &mesh->tree;
    const struct buoy_bounds *node = &tree->nodes[tree->first_node[level] + item / BUOY_LANES];
    const uint32_t first = item << 4 * level, end = (item + 1) << 4 * level;
    point_count = 0;
    for (uint32_t i = first; i < end && i < tree->leaf_count; ++i) {
        const struct buoy_leaf *leaf = &tree->leaves[i];
        for (int which = 0; which < 2; ++which) {
            for (int k = 0; k < BUOY_LANES; ++k) {
                add_point(leaf->x[which][k], leaf->y[which][k], leaf->z[which][k]);
            }
        }
    }
    for (int round = 0; round < 8; ++round) {
        double n[3], low, high;
        make_normal(rng, n);
        const double shift = n[0] * tree->shift[0] + n[1] * tree->shift[1] + n[2] * tree->shift[2];
        for (size_t which = 0; which < 4 * off_count; ++which) {
            const double offset = grazing(n, which, &low, &high);
            for (int fused = 0; fused < 2; ++fused) {
                check_claim(level ? "node" : "leaf", item, n, offset, low, high,
                            classify_item(node, item % BUOY_LANES, n, offset - shift, fused));
            }
        }
    }
}

// ------------------------------------------------------------------------------------- bodies

static void check_body(struct rng *rng, struct body body) {
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (uint32_t b = 0; b < mesh->blocks->block_count; ++b) {
        const struct buoy_block *block = &mesh->blocks->blocks[b];
        point_count = 0;
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < BUOY_LANES; ++i) {
                add_point(block->x[k][i], block->y[k][i], block->z[k][i]);
            }
        }
        check_box(rng, "block", &mesh->blocks->nodes[b / BUOY_LANES], b);
    }
    // The box of 16 points bounds all triangles that have one of them.
    for (uint32_t p = 0; p < mesh->blocks->points_count; p += 1 + mesh->blocks->points_count / 32) {
        point_count = 0;
        for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
            const uint32_t b = t / BUOY_LANES, i = t % BUOY_LANES;
            const struct buoy_block *block = &mesh->blocks->blocks[b];
            bool any = false;
            for (int k = 0; k < 3; ++k) {
                any = any || mesh->blocks->facets[b].vertex[k][i] / BUOY_LANES == p;
            }
            for (int k = 0; k < 3 && any; ++k) {
                add_point(block->x[k][i], block->y[k][i], block->z[k][i]);
            }
        }
        check_box(rng, "the box of points", &mesh->blocks->point_nodes[p / BUOY_LANES], p);
    }
    uint32_t items = mesh->tree.leaf_count;
    for (uint32_t level = 0; level < mesh->tree.level_count; ++level) {
        for (uint32_t i = 0; i < items && (level == 0 || items > 1); ++i) {
            check_item(rng, mesh, level, i);
        }
        items = (items + BUOY_LANES - 1) / BUOY_LANES;
    }
}

// On the grid of the tree's steps, where rounding outward alone leaves no room at all.
TEST(on_the_grid) {
    static const char *const names[] = {"builtin:box", "builtin:barrel:100", "builtin:star:1000",
                                        "builtin:sphere:5120"};
    struct rng rng = rng_make("bounds on the grid");
    for (size_t b = 0; b < sizeof names / sizeof *names; ++b) {
        struct body body = body_builtin(names[b]);
        body_coarsen(&body);
        check_body(&rng, body);
    }
}

// Anywhere between, near their origin and far from it, compact and not.
TEST(anywhere) {
    static const char *const names[] = {"builtin:catamaran:1300", "builtin:star:1000",
                                        "builtin:wigley:5000"};
    struct rng rng = rng_make("bounds anywhere");
    for (size_t b = 0; b < sizeof names / sizeof *names; ++b) {
        for (int far = 0; far < 3; ++far) {
            struct body body = body_builtin(names[b]);
            body_turn(&body, 1 + far);
            if (far) {
                static const double thin[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1e-3};
                body_transform(&body, thin, (const double[3]){far > 1 ? 20.0 : 0.0, 0, 0.5});
            }
            check_body(&rng, body);
        }
    }
}
