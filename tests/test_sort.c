// Order: buoy_sort(), and triangles paired across edges.
#include "base/memory.h"
#include "body.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "soup/soup.h"
#include "test.h"

#define MOST 600

struct item {
    int key;
    char text[13]; // says the key, too: an item moves as a whole
};

static size_t comparisons;

static int compare(const void *left, const void *right) {
    const int a = ((const struct item *)left)->key, b = ((const struct item *)right)->key;
    ++comparisons;
    return (a > b) - (a < b);
}

static struct item item_of(int key) {
    struct item item = {.key = key};
    for (size_t i = 0; i < sizeof item.text; ++i) {
        item.text[i] = (char)(key + (int)i);
    }
    return item;
}

// Items before and after are not touched.
static void check(const int *keys, size_t count) {
    static struct item items[MOST + 2], expected[MOST + 2];
    items[0] = items[count + 1] = item_of(-1);
    for (size_t i = 0; i < count; ++i) {
        items[i + 1] = item_of(keys[i]);
    }
    memcpy(expected, items, (count + 2) * sizeof *items);
    qsort(expected + 1, count, sizeof *expected, compare);
    comparisons = 0;
    buoy_sort(items + 1, count, sizeof *items, compare);
    assert_memory_equal(items, expected, (count + 2) * sizeof *items);
    size_t levels = 1;
    while (count >> levels) {
        ++levels;
    }
    assert_true(comparisons <= 3 * count * levels);
}

TEST(orders) {
    struct rng rng = rng_make("sort");
    int keys[MOST];
    for (size_t count = 0; count <= MOST; count += count < 40 ? 1 : 80) {
        for (int distinct = 1; distinct <= 4 * MOST; distinct *= 4) {
            for (size_t i = 0; i < count; ++i) {
                keys[i] = (int)rng_between(&rng, 0.0, distinct);
            }
            check(keys, count);
        }
        for (size_t i = 0; i < count; ++i) {
            keys[i] = (int)i;
        }
        check(keys, count);
        for (size_t i = 0; i < count; ++i) {
            keys[i] = (int)(count - i);
        }
        check(keys, count);
    }
}

// -------------------------------------------------------------------------------------------- pair

// Pairing triangles across edges for the leaves of the tree: each triangle is in one pair or alone,
// whatever the surface and the order in which it comes.

static int compare_triangles(const void *a, const void *b) {
    return memcmp(a, b, 3 * sizeof(uint32_t));
}

// Writes that rotation of a triangle which comes first: the same for each of them.
static void note_triangle(uint32_t *to, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t rotation[3][3] = {{a, b, c}, {b, c, a}, {c, a, b}};
    int first = 0;
    for (int i = 1; i < 3; ++i) {
        first = compare_triangles(rotation[i], rotation[first]) < 0 ? i : first;
    }
    memcpy(to, rotation[first], sizeof rotation[first]);
}

// Pairs a body's triangles; fails unless the pairs hold exactly the body's triangles. Returns the
// number of triangles that are alone.
static size_t check_pairs(const struct body *body) {
    const struct buoy_mesh_input input = body_input(body, 0);
    const size_t count = body->triangle_count;
    struct buoy_soup soup;
    struct buoy_pair *pairs;
    size_t pair_count, listed = 0, alone = 0;
    assert_int_equal(buoy_soup_copy(&input, &soup, NULL), BUOY_OK);
    struct buoy_topology topology = {.closed = true};
    assert_int_equal(buoy_pair_triangles(&soup, &topology, &pairs, &pair_count), BUOY_OK);
    buoy_topology_free(&topology);
    uint32_t *got = test_alloc(3 * count * sizeof *got),
             *expected = test_alloc(3 * count * sizeof *got);
    assert_true(got && expected && pair_count <= count);
    for (size_t i = 0; i < pair_count; ++i) {
        const struct buoy_pair p = pairs[i];
        note_triangle(&got[3 * listed++], p.a, p.b, p.c);
        if (p.d == p.b) {
            ++alone;
        } else {
            assert_true(listed < count);
            note_triangle(&got[3 * listed++], p.d, p.c, p.b);
        }
    }
    assert_int_equal(listed, count);
    for (size_t t = 0; t < count; ++t) {
        const uint32_t *corner = body->indices + 3 * t;
        note_triangle(&expected[3 * t], corner[0], corner[1], corner[2]);
    }
    qsort(got, count, 3 * sizeof *got, compare_triangles);
    qsort(expected, count, 3 * sizeof *got, compare_triangles);
    assert_memory_equal(got, expected, 3 * count * sizeof *got);
    buoy_release(pairs);
    buoy_soup_free(&soup);
    return alone;
}

// A closed surface could be paired completely, and nearly is, in whatever order it comes.
TEST(closed_surfaces_pair) {
    static const char *const bodies[] = {
        "builtin:box",       "builtin:sphere:6",       "builtin:sphere:20000", "builtin:torus:3000",
        "builtin:star:5000", "builtin:catamaran:3000", "builtin:wigley:10000"};
    struct rng rng = rng_make("closed_surfaces_pair");
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct body body = body_builtin(bodies[i]);
        for (int round = 0; round < 2; ++round) {
            const size_t alone = check_pairs(&body);
            FAIL_IF(alone > body.triangle_count / 50, "%s: %zu of %zu triangles are alone",
                    bodies[i], alone, body.triangle_count);
            body_shred(&rng, &body);
        }
    }
}

// Open edges, edges of three and four triangles, the same triangle twice, corners twice.
TEST(odd_surfaces_pair) {
    uint32_t indices[][3] = {{0, 1, 2}, {2, 1, 3}, {1, 2, 4}, {2, 1, 5}, {0, 1, 2},
                             {6, 6, 7}, {7, 6, 6}, {0, 2, 6}, {8, 9, 10}};
    float positions[3 * 11];
    for (size_t i = 0; i < 3 * 11; ++i) {
        positions[i] = (float)(i * i % 17);
    }
    const struct body body = {positions, 11, indices[0], sizeof indices / sizeof *indices};
    // Two pairs across the edge 1-2, one across 0-2, and three that have no neighbour or none left.
    const size_t alone = check_pairs(&body);
    assert_in_range(alone, 3, 5);
    struct rng rng = rng_make("odd_surfaces_pair");
    for (size_t sides = 3; sides < 40; ++sides) {
        struct body cone = body_open_cone(&rng, sides);
        assert_int_equal(check_pairs(&cone), sides % 2); // a ring of triangles
    }
}
