// The tree of `hierarchy`: every triangle is in one leaf, bounds enclose their contents, and a
// node's moments are the sums over its subtree. As a result, cost grows with the waterline and not
// with the surface, for any number of levels.
#include "ask.h"
#include "body.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "mesh/leaves.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

#define PAIRS (BUOY_LANES / 2)

static struct buoy_mesh *builtin_mesh(const char *specification) {
    struct buoy_mesh *mesh = mesh_of(body_builtin(specification), 0);
    return mesh;
}

// --------------------------------------------------------------------------------- the tree

// Corner k = 0, 1, 2 of a leaf's triangle in lane i.
static void corner_of(const struct buoy_leaf *leaf, int i, int k, double v[3]) {
    const int lane = k == 2 ? i ^ PAIRS : i, which = k == 0 ? 0 : 1;
    v[0] = leaf->x[which][lane];
    v[1] = leaf->y[which][lane];
    v[2] = leaf->z[which][lane];
}

static uint32_t nodes_for(uint32_t items) {
    return (items + BUOY_LANES - 1) / BUOY_LANES;
}

static void expect_near(double got, double expected, double slack) {
    FAIL_IF(!(fabs(got - expected) <= slack), "%.17g, expected %.17g within %g", got, expected,
            slack);
}

// Each leaf's moments are the sums over its triangles, each node's are the sums over its items, and
// together they are the body's. Leaves hold coordinates rounded to float if the body is compact.
static void check_moments(const struct buoy_mesh *mesh) {
    const struct buoy_tree *tree = &mesh->tree;
    double whole = 0.0;
    for (uint32_t i = 0; i < tree->leaf_count; ++i) {
        double sum[4];
        // Σ A and Σ A·v1 over the triangles of a leaf.
        const struct buoy_leaf *leaf = &tree->leaves[i];
        memset(sum, 0, 4 * sizeof *sum);
        for (int j = 0; j < BUOY_LANES; ++j) {
            double v[3][3], a[3];
            for (int k = 0; k < 3; ++k) {
                corner_of(leaf, j, k, v[k]);
            }
            for (int k = 0; k < 3; ++k) {
                const int l = (k + 1) % 3, m = (k + 2) % 3;
                a[k] = 0.5 * ((v[1][l] - v[0][l]) * (v[2][m] - v[0][m]) -
                              (v[1][m] - v[0][m]) * (v[2][l] - v[0][l]));
            }
            sum[0] += a[0] * v[0][0] + a[1] * v[0][1] + a[2] * v[0][2];
            for (int k = 0; k < 3; ++k) {
                sum[1 + k] += a[k];
            }
        }
        for (int k = 0; k < 4; ++k) {
            expect_near(tree->moments[i].m[k], sum[k], 1e-6);
        }
        whole += sum[0];
    }
    expect_near(whole / 3.0, mesh->volume, 1e-5 * mesh->area);
    uint32_t items = tree->leaf_count;
    for (uint32_t level = 1; level < tree->level_count; ++level) {
        const struct buoy_moments *below = tree->moments + tree->first_item[level - 1];
        for (uint32_t i = 0; i < nodes_for(items); ++i) {
            const double *got = tree->moments[tree->first_item[level] + i].m;
            for (int k = 0; k < 16; ++k) {
                double sum = 0.0, size = 0.0;
                for (uint32_t j = BUOY_LANES * i; j < BUOY_LANES * (i + 1) && j < items; ++j) {
                    sum += below[j].m[k];
                    size += fabs(below[j].m[k]);
                }
                expect_near(got[k], sum, 1e-15 * size);
            }
        }
        items = nodes_for(items);
    }
}

// The extent of an item along direction t, from the leaves up.
static void check_item(const struct buoy_mesh *mesh, uint32_t level, uint32_t item, int t,
                       double *low, double *high) {
    const struct buoy_tree *tree = &mesh->tree;
    int d[3];
    buoy_direction(t, d);
    *low = INFINITY;
    *high = -INFINITY;
    if (level == 0) {
        for (int i = 0; i < 3 * BUOY_LANES; ++i) {
            double v[3];
            corner_of(&tree->leaves[item], i / 3, i % 3, v);
            double at = 0.0;
            for (int k = 0; k < 3; ++k) {
                at += d[k] * (v[k] - mesh->tree.shift[k]);
            }
            *low = fmin(*low, at);
            *high = fmax(*high, at);
        }
        return;
    }
    const uint32_t end = level < tree->level_count ? tree->first_item[level] : tree->item_count;
    const uint32_t below = end - tree->first_item[level - 1];
    const struct buoy_bounds *node = &tree->nodes[tree->first_node[level - 1] + item];
    for (uint32_t i = 0; i < BUOY_LANES; ++i) {
        if (BUOY_LANES * item + i >= below) {
            // No plane finds it: both its ends are beyond any that crosses the mesh.
            assert_true(node->along[t].low[i] > 3 * BUOY_STEPS);
            assert_true(node->along[t].high[i] < -3 * BUOY_STEPS);
            continue;
        }
        double bottom, top;
        check_item(mesh, level - 1, BUOY_LANES * item + i, t, &bottom, &top);
        assert_true(node->along[t].low[i] <= bottom * BUOY_STEPS);
        assert_true(node->along[t].high[i] >= top * BUOY_STEPS);
        // And it is no larger than the grid makes it.
        assert_true(node->along[t].low[i] >= bottom * BUOY_STEPS - 1.5);
        assert_true(node->along[t].high[i] <= top * BUOY_STEPS + 1.5);
        *low = fmin(*low, bottom);
        *high = fmax(*high, top);
    }
}

// One leaf, one node, and each number of levels up to four, hardly and nearly full.
TEST(trees_hold_their_bodies) {
    static const struct {
        const char *specification;
        uint32_t levels;
    } bodies[] = {
        {"builtin:box", 1},        {"builtin:sphere:14", 1},    {"builtin:sphere:18", 1},
        {"builtin:star:240", 1},   {"builtin:star:280", 2},     {"builtin:catamaran:3000", 2},
        {"builtin:torus:4200", 3}, {"builtin:wigley:20000", 3}, {"builtin:sphere:60000", 3},
        {"builtin:star:70000", 4},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        for (int far = 0; far < 2; ++far) {
            struct body body = body_builtin(bodies[i].specification);
            body_turn(&body, 1 + far);
            if (far) {
                body_scale(&body, 1e3);
                body_move(&body, (const double[3]){2e4, -1e4, 3e4});
            }
            struct buoy_mesh *mesh = body_mesh(&body, 0);
            assert_int_equal(mesh->tree.level_count, bodies[i].levels);
            const void *first = mesh->is_indexed ? (void *)mesh->indexed : mesh->tree.leaves;
            assert_ptr_equal(first, buoy_arrays_behind(mesh));
            const struct buoy_tree *tree = &mesh->tree;
            uint32_t items = tree->leaf_count, nodes = 0, moments = 0, levels = 0;
            do {
                assert_int_equal(tree->first_node[levels], nodes);
                assert_int_equal(tree->first_item[levels], moments);
                ++levels;
                moments += items;
                items = nodes_for(items);
                nodes += items;
            } while (items > 1);
            assert_int_equal(tree->level_count, levels);
            assert_int_equal(tree->node_count, nodes);
            assert_int_equal(tree->item_count, moments);
            check_moments(mesh);
            for (int t = 0; t < BUOY_DIRECTIONS; ++t) {
                double low, high;
                check_item(mesh, mesh->tree.level_count, 0, t, &low, &high);
                assert_true(low >= -3.001 && high <= 3.001);
            }
        }
    }
}

// Any normal is the sum of its three directions with weights of their signs.
TEST(normals_are_sums_of_directions) {
    struct rng rng = rng_make("normals_are_sums_of_directions");
    struct buoy_mesh *mesh = builtin_mesh("builtin:box");
    for (int round = 0; round < 20000; ++round) {
        struct buoy_plane plane = rng_plane(&rng, mesh);
        plane.normal[0] = round % 5 == 0 ? 0.0f : plane.normal[0];
        plane.normal[1] = round % 7 == 0 ? plane.normal[0] : plane.normal[1];
        plane.normal[2] = round % 11 == 0 ? -plane.normal[1] : plane.normal[2];
        plane.normal[2] =
            plane.normal[0] == 0.0f && plane.normal[1] == 0.0f ? 1.0f : plane.normal[2];
        const struct buoy_baked_plane baked = buoy_bake_plane(mesh, &plane);
        const struct buoy_span span = buoy_span_of(&baked);
        double n[3] = {0.0, 0.0, 0.0}, length = 0.0;
        for (int j = 0; j < 3; ++j) {
            int d[3];
            assert_in_range(span.along[j], 0, BUOY_DIRECTIONS - 1);
            buoy_direction(span.along[j], d);
            double with = 0.0;
            for (int k = 0; k < 3; ++k) {
                n[k] += (double)span.weight[j] * d[k];
                with += baked.n[k] * d[k] * (double)span.weight[j];
            }
            assert_true(with >= 0.0);
            length += fabs((double)span.weight[j]);
        }
        for (int k = 0; k < 3; ++k) {
            expect_near(n[k], baked.n[k], 1e-6);
        }
        assert_true(length <= 2.0); // the weights telescope to the largest component
    }
}

// --------------------------------------------------------------------------------- its cost

// The waterline of a sphere of n triangles crosses some √n of them, and of the leaves as many.
TEST(examined_grow_with_the_waterline) {
    static const struct {
        const char *specification;
        double triangles;
    } spheres[] = {{"builtin:sphere:1280", 1280},
                   {"builtin:sphere:20480", 20480},
                   {"builtin:sphere:327680", 327680}};
    double before = 0.0;
    for (size_t i = 0; i < sizeof spheres / sizeof *spheres; ++i) {
        const double n = spheres[i].triangles;
        const char *specification = spheres[i].specification;
        struct rng rng = rng_make("examined_on_spheres");
        struct buoy_mesh *mesh = builtin_mesh(specification);
        double sum = 0.0;
        enum {
            rounds = 200
        };
        for (int k = 0; k < rounds; ++k) {
            const struct buoy_plane plane = rng_plane(&rng, mesh);
            sum += (double)buoy_volume_hierarchy_examined(mesh, &plane);
        }
        const double mean = sum / rounds;
        print_message("%s: %.0f examined, %.1f sqrt(n)\n", spheres[i].specification, mean,
                      mean / sqrt(n));
        assert_true(mean <= 10.0 * sqrt(n));
        if (i > 0) {
            assert_true(mean <= before * pow(n / spheres[i - 1].triangles, 0.55));
        }
        before = mean;
    }
}

// In double, whether a triangle's corners lie on both sides of the plane.
static size_t count_crossed(const struct buoy_mesh *mesh, const struct buoy_plane *plane) {
    size_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        int below = 0;
        for (int k = 0; k < 3; ++k) {
            const double x = mesh->triangles->px[corner[k]], y = mesh->triangles->py[corner[k]],
                         z = mesh->triangles->pz[corner[k]];
            below += (double)plane->normal[0] * x + (double)plane->normal[1] * y +
                         (double)plane->normal[2] * z <
                     (double)plane->d;
        }
        count += below == 1 || below == 2;
    }
    return count;
}

// Whatever the water crosses is examined, and a few times more at most, or what it nearly touches.
TEST(what_is_cut_is_examined) {
    static const char *const bodies[] = {"builtin:star:5000", "builtin:wigley:10000",
                                         "builtin:torus:70000"};
    struct rng rng = rng_make("what_is_cut_is_examined");
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct buoy_mesh *mesh = builtin_mesh(bodies[i]);
        for (int round = 0; round < 100; ++round) {
            const struct buoy_plane plane = rng_plane(&rng, mesh);
            const size_t crossed = count_crossed(mesh, &plane);
            const size_t examined = buoy_volume_hierarchy_examined(mesh, &plane);
            FAIL_IF(examined < crossed || examined > 16 * crossed + 2000,
                    "%s: %zu triangles crossed, %zu examined", bodies[i], crossed, examined);
        }
    }
}

// Asks every variant of `hierarchy` and compares with exact arithmetic.
static void check_exactly(struct buoy_mesh *mesh, const char *name, const struct buoy_plane *planes,
                          size_t count) {
    struct buoy_exact *exact = buoy_exact_create(mesh);
    struct subject subject = {.mesh = mesh, .body = name};
    assert_non_null(exact);
    for (size_t k = 0; k < count; ++k) {
        struct buoy_volume expected;
        buoy_exact_volume(exact, &planes[k], &expected);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            if (strcmp(subject.kernel->method->name, "hierarchy") == 0) {
                expect(&subject, "the exact answer", planes[k], ask(&subject, planes[k]), expected,
                       0.0, 0.0);
            }
        }
    }
    buoy_exact_destroy(exact);
}

// A deck of waves lower than the grid of the bounds, flush with the water: all its leaves are cut,
// many rounds of them, and the sides below it are wet or cut.
TEST(a_deck_awash) {
    struct rng rng = rng_make("a_deck_awash");
    struct body body = body_builtin("builtin:box:60000");
    float top = -INFINITY;
    for (size_t i = 0; i < body.vertex_count; ++i) {
        top = fmaxf(top, body.positions[3 * i + 2]);
    }
    for (size_t i = 0; i < body.vertex_count; ++i) {
        float *z = &body.positions[3 * i + 2];
        *z += *z == top ? (float)rng_between(&rng, -1e-5, 1e-5) : 0.0f;
    }
    body_shred(&rng, &body);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_plane planes[] = {
        {{0, 0, 1}, top}, {{1e-6f, -1e-6f, 1}, top}, {{0, 0, -1}, -top}, {{0, 1e-3f, 1}, top}};
    assert_true(buoy_volume_hierarchy_examined(mesh, &planes[0]) >= body.triangle_count / 6);
    check_exactly(mesh, "a deck awash", planes, sizeof planes / sizeof *planes);
}

// A raft thicker than a leaf is wide and thinner than a node, water at its middle: most nodes hold
// wet leaves and dry ones, and hardly any leaf is cut.
TEST(a_raft_afloat) {
    struct body body = body_builtin("builtin:box:60000");
    static const double flatten[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0.1};
    body_transform(&body, flatten, (const double[3]){0, 0, 0});
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_plane planes[] = {
        {{0, 0, 1}, 0}, {{1e-4f, -2e-4f, 1}, 1e-4f}, {{0, 0, -1}, 0}, {{0, 1e-2f, 1}, 1e-3f}};
    assert_true(buoy_volume_hierarchy_examined(mesh, &planes[0]) <= body.triangle_count / 6);
    check_exactly(mesh, "a raft afloat", planes, sizeof planes / sizeof *planes);
}

// Four levels of tree, planes anywhere and barely under the top.
TEST(tall_trees_answer) {
    struct rng rng = rng_make("tall_trees_answer");
    static const char *const bodies[] = {"builtin:star:70000", "builtin:catamaran:150000"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct body body = body_builtin(bodies[i]);
        body_shred(&rng, &body);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_plane planes[12];
        for (size_t k = 0; k < 12; ++k) {
            double low, high;
            planes[k] = rng_plane(&rng, mesh);
            body_extent(&body, planes[k], &low, &high);
            if (k % 3 == 2) {
                planes[k].d =
                    (float)(k % 2 ? high - 1e-4 * (high - low) : low + 1e-4 * (high - low));
            }
        }
        assert_int_equal(mesh->tree.level_count, 4);
        check_exactly(mesh, bodies[i], planes, 12);
    }
}
