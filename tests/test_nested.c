// Thousands of nested shells, wound at random: each gets the right winding, and the time of the
// search grows as n log n.
#include "body.h"
#include "buoyancy_pressure.h"
#include "soup/pierce.h"
#include "test.h"

// A kind of nest: the body of shell 0 times `scale` is the body of another shell.
struct kind {
    const char *name;
    struct body (*make)(void);
};

static struct body cube(void) {
    return body_box(1, 1, 1);
}

static struct body octahedron(void) {
    static float positions[18] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    static uint32_t indices[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                   2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    return body_copy(&(struct body){positions, 6, indices, 8});
}

// An octahedron without one face: an open shell, whose winding is certain all the same.
static struct body bowl(void) {
    struct body body = octahedron();
    body.triangle_count = 7;
    return body;
}

static const struct kind kinds[] = {{"cubes", cube}, {"octahedra", octahedron}, {"bowls", bowl}};

// Shells around the origin, in random order: shell i is `rank[i]`-th in size, from 0 for the
// largest, and inward[i] if it is wound so.
struct nest {
    struct body body;
    uint32_t count, *rank;
    bool *inward;
};

static struct nest make_nest(const struct kind *kind, uint32_t count, struct rng *rng) {
    struct body shell = kind->make();
    const size_t v = shell.vertex_count, t = shell.triangle_count;
    struct nest nest = {
        .body = {calloc(3 * v * count, sizeof(float)), v * count,
                 calloc(3 * t * count, sizeof(uint32_t)), t * count},
        .count = count,
        .rank = calloc(count, sizeof *nest.rank),
        .inward = calloc(count, sizeof *nest.inward),
    };
    assert_true(nest.body.positions && nest.body.indices && nest.rank && nest.inward);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t other = (uint32_t)rng_below(rng, i + 1);
        nest.rank[i] = nest.rank[other];
        nest.rank[other] = i;
    }
    for (uint32_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 3 * v; ++k) {
            nest.body.positions[3 * v * i + k] = (float)(count - nest.rank[i]) * shell.positions[k];
        }
        for (size_t k = 0; k < 3 * t; ++k) {
            nest.body.indices[3 * t * i + k] = (uint32_t)(v * i) + shell.indices[k];
        }
        nest.inward[i] = rng_below(rng, 2);
        for (size_t k = 0; nest.inward[i] && k < t; ++k) {
            body_flip(&nest.body, t * i + k);
        }
    }
    return nest;
}

static void free_nest(struct nest *nest) {
    free(nest->rank);
    free(nest->inward);
}

// Which shells must be turned, from the largest on: a shell wound inward unless it lies in a body,
// a shell wound outward if it was a cavity of what was inside out.
static bool *expected_turns(const struct nest *nest) {
    uint32_t *shell = test_alloc(nest->count * sizeof *shell); // by rank
    bool *turn = calloc(nest->count, sizeof *turn);
    assert_true(shell && turn);
    for (uint32_t i = 0; i < nest->count; ++i) {
        shell[nest->rank[i]] = i;
    }
    long now = 0, given = 0; // how often larger shells wind around what lies in them
    for (uint32_t r = 0; r < nest->count; ++r) {
        const uint32_t i = shell[r];
        const bool cavity = now >= 1 && (nest->inward[i] || -given >= 1);
        turn[i] = nest->inward[i] != cavity;
        given += nest->inward[i] ? -1 : 1;
        now += cavity ? -1 : 1;
    }
    return turn;
}

static struct buoy_soup soup_of(const struct nest *nest) {
    const struct buoy_mesh_input input = body_input(&nest->body, 0);
    struct buoy_soup soup;
    assert_int_equal(buoy_soup_copy(&input, &soup, NULL), BUOY_OK);
    return soup;
}

// Two points on each shell, like the queries of the repair, or as many others.
static void expect_work(const char *name, const struct nest *nest) {
    struct buoy_soup soup = soup_of(nest);
    const size_t per_shell = soup.triangle_count / nest->count;
    const size_t vertices = soup.vertex_count / nest->count;
    uint32_t *of_triangle = calloc(soup.triangle_count, sizeof *of_triangle);
    float *points = calloc(6 * (size_t)nest->count, sizeof *points);
    assert_true(of_triangle && points);
    for (size_t t = 0; t < soup.triangle_count; ++t) {
        of_triangle[t] = (uint32_t)(t / per_shell);
    }
    for (size_t i = 0; i < nest->count; ++i) {
        const float *p = soup.positions + 3 * vertices * i;
        memcpy(points + 6 * i, p, 3 * sizeof *points);
        memcpy(points + 6 * i + 3, p + 3 * (vertices - 1), 3 * sizeof *points);
    }
    const struct buoy_surfaces surfaces = {
        .soup = &soup, .count = nest->count, .of_triangle = of_triangle};
    struct buoy_around_query query = {.surfaces = &surfaces,
                                      .points = points,
                                      .point_count = 2 * nest->count,
                                      .most_work = UINT64_MAX};
    struct buoy_around around;
    assert_int_equal(buoy_around_find(&query, &around), BUOY_OK);
    // On each level of the tree of points a shell's surface comes near some four clusters, as many
    // at either end, and is looked at in both halves of each: once around it, and once along a line
    // if it is not near. With what is listed that is below 8 × 2 × 2 looks at each triangle.
    const double levels = log2(2.0 * nest->count) + 1.0;
    const double most = 32.0 * levels * (double)soup.triangle_count;
    FAIL_IF((double)around.work > most,
            "%u %s: %llu boxes and triangles looked at, expected at most %.0f", nest->count, name,
            (unsigned long long)around.work, most);
    query.most_work = around.work / 2;
    buoy_around_free(&around);
    assert_int_equal(buoy_around_find(&query, &around), BUOY_ERROR_TOO_LARGE);
    assert_null(around.winds);
    free(of_triangle);
    free(points);
    buoy_soup_free(&soup);
}

TEST(turned_and_counted) {
    static const uint32_t counts[2][7] = {{1, 2, 3, 5, 17, 1000, 4000},
                                          {1, 2, 3, 100, 1000, 4000, 20000}};
    struct rng rng = rng_make("nested shells");
    for (size_t k = 0; k < 2; ++k) {
        for (size_t i = 0; i < 7; ++i) {
            struct nest nest = make_nest(&kinds[k], counts[k][i], &rng);
            struct buoy_soup soup = soup_of(&nest);
            size_t flipped = 0, expected = 0;
            assert_int_equal(buoy_soup_fix_winding(&soup, &flipped), BUOY_OK);
            bool *turn = expected_turns(&nest);
            const size_t per_shell = nest.body.triangle_count / nest.count;
            for (size_t t = 0; t < soup.triangle_count; ++t) {
                const bool turned = memcmp(soup.indices + 3 * t, nest.body.indices + 3 * t,
                                           3 * sizeof *soup.indices) != 0;
                FAIL_IF(turned != turn[t / per_shell],
                        "%u %s: shell %zu, the %u-th in size, was%s turned", nest.count,
                        kinds[k].name, t / per_shell, nest.rank[t / per_shell],
                        turned ? "" : " not");
                expected += turned;
            }
            assert_int_equal(flipped, expected);
            free(turn);
            buoy_soup_free(&soup);
            if (counts[k][i] >= 1000) {
                expect_work(kinds[k].name, &nest);
            }
            free_nest(&nest);
        }
    }
}

// For a mesh with the query for hidden triangles: all but the largest shell's triangles are hidden,
// if there are more bodies than cavities around each.
TEST(hidden_in_nests) {
    struct rng rng = rng_make("hidden in nests");
    for (uint32_t count = 10; count <= 4000; count *= 20) {
        struct nest nest = make_nest(&kinds[1], count, &rng);
        struct buoy_mesh *mesh = body_mesh(&nest.body, BUOY_MESH_FIX_WINDING);
        const size_t triangles = nest.body.triangle_count;
        uint8_t *hidden = test_alloc(triangles);
        float *positions = test_alloc(3 * nest.body.vertex_count * sizeof *positions);
        uint32_t *indices = test_alloc(3 * triangles * sizeof *indices);
        long *winding = test_alloc((count + (size_t)1) * sizeof *winding); // in the shell of a rank
        assert_true(hidden && positions && indices && winding);
        assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
        buoy_mesh_copy_out(mesh, positions, indices, NULL);
        for (size_t t = 0; t < triangles; t += 8) {
            // The first triangle is wound a, b, c if a × b · c > 0, with corners on three axes.
            const float *p[3];
            for (size_t k = 0; k < 3; ++k) {
                p[k] = positions + 3 * (size_t)indices[3 * t + k];
            }
            const float outward = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
            winding[nest.rank[t / 8] + 1] = outward > 0 ? 1 : -1;
        }
        for (uint32_t r = 0; r < count; ++r) {
            winding[r + 1] += winding[r];
        }
        for (size_t t = 0; t < triangles; ++t) {
            FAIL_IF(hidden[t] != (winding[nest.rank[t / 8]] > 0),
                    "%u octahedra: triangle %zu is said to be hidden: %d", count, t, hidden[t]);
        }
        free_nest(&nest);
    }
}

// Points in space and among copies of a surface: what is found for all at once is what is counted
// one by one.
TEST(one_by_one) {
    struct rng rng = rng_make("around points");
    for (int round = 0; round < 20; ++round) {
        struct nest nest = make_nest(&kinds[round % 3], 40, &rng);
        const size_t t = nest.body.triangle_count / nest.count;
        for (size_t i = 0; i < 3 * nest.body.vertex_count; i += 3 * t) {
            nest.body.positions[i] += 0.5f * (float)rng_below(&rng, 80); // some cross others
        }
        struct buoy_soup soup = soup_of(&nest);
        uint32_t of_triangle[40 * 12];
        bool rim[40 * 12], reversed[40 * 12];
        float points[3 * 200];
        for (size_t i = 0; i < soup.triangle_count; ++i) {
            of_triangle[i] = (uint32_t)(i / t);
            rim[i] = t == 7; // of bowls: more than need be
            reversed[i] = i / t % 3 == 0;
        }
        for (size_t i = 0; i < 600; ++i) {
            points[i] = (float)((double)rng_below(&rng, 8001) / 100.0 - 40.0);
        }
        for (size_t i = 300; i < 600; ++i) {
            points[i] = soup.positions[i - 300];
        }
        const struct buoy_surfaces surfaces = {.soup = &soup,
                                               .count = nest.count,
                                               .of_triangle = of_triangle,
                                               .reversed = reversed,
                                               .rim = rim};
        const struct buoy_around_query query = {.surfaces = &surfaces,
                                                .points = points,
                                                .point_count = 200,
                                                .touching = round % 2 ? 0.25 : 0.0,
                                                .above_alone = round % 4 == 0,
                                                .most_work = UINT64_MAX};
        struct buoy_around around;
        assert_int_equal(buoy_around_find(&query, &around), BUOY_OK);
        struct buoy_pierce *pierce = buoy_pierce_make(&surfaces);
        assert_non_null(pierce);
        for (uint32_t i = 0; i < query.point_count; ++i) {
            int found[40] = {0};
            for (uint32_t n = around.node_of_point[i]; n != BUOY_NO_NODE;
                 n = around.nodes[n].parent) {
                for (size_t w = around.nodes[n].first; w < around.nodes[n].end; ++w) {
                    assert_true(w == around.nodes[n].first ||
                                around.winds[w].surface > around.winds[w - 1].surface);
                    found[around.winds[w].surface] += around.winds[w].turns;
                }
            }
            const struct buoy_corner at = buoy_pierce_oblique(points + 3 * i);
            for (uint32_t s = 0; s < nest.count; ++s) {
                const struct buoy_turns turns =
                    buoy_pierce_turns(pierce, s, NULL, &at, query.touching);
                assert_int_equal(found[s],
                                 turns.above + (query.above_alone ? turns.above : turns.below));
            }
        }
        buoy_pierce_free(pierce);
        buoy_around_free(&around);
        buoy_soup_free(&soup);
        free_nest(&nest);
    }
}

// Lines through vertices, at the border of many of the boxes that a search goes through: a plate so
// thin that heights change no oblique coordinate of its vertices, none of which is 0.
TEST(lines_through_vertices) {
    enum {
        side = 10,         // cells along x and along y
        row = side + 1,    // vertices
        layer = row * row, // of the upper side; those of the lower one follow
        triangles = 4 * side * (side + 2),
    };
    float positions[3 * 2 * layer];
    uint32_t indices[3 * triangles], of_triangle[triangles] = {0};
    for (size_t v = 0; v < 2 * layer; ++v) {
        const size_t along_x = v % layer % row, along_y = v % layer / row;
        positions[3 * v] = (float)(1 + along_x);
        positions[3 * v + 1] = (float)(1 + along_y);
        positions[3 * v + 2] = v < layer ? 1e-20f : -1e-20f;
    }
    size_t n = 0;
    for (uint32_t i = 0; i < side; ++i) {
        for (uint32_t j = 0; j < side; ++j) {
            const uint32_t a = j * row + i, b = a + 1, c = b + row, d = a + row;
            const uint32_t cell[12] = {
                a, b, c, a, c, d, a + layer, c + layer, b + layer, a + layer, d + layer, c + layer};
            memcpy(indices + n, cell, sizeof cell);
            n += 12;
        }
        const uint32_t last = side * row, walls[4][2] = {{i, i + 1},
                                                         {last + i + 1, last + i},
                                                         {(i + 1) * row, i * row},
                                                         {i * row + side, (i + 1) * row + side}};
        for (int w = 0; w < 4; ++w) {
            const uint32_t from = walls[w][0], to = walls[w][1];
            const uint32_t wall[6] = {from + layer, to + layer, to, from + layer, to, from};
            memcpy(indices + n, wall, sizeof wall);
            n += 6;
        }
    }
    assert_int_equal(n, 3 * triangles);
    const struct buoy_soup soup = {.positions = positions,
                                   .vertex_count = 2 * layer,
                                   .indices = indices,
                                   .triangle_count = triangles};
    const struct buoy_surfaces surfaces = {.soup = &soup, .count = 1, .of_triangle = of_triangle};
    struct buoy_pierce *pierce = buoy_pierce_make(&surfaces);
    assert_non_null(pierce);
    for (int x = 2; x <= side; ++x) {
        for (int y = 2; y <= side; ++y) {
            const struct buoy_corner at = buoy_pierce_oblique((float[]){(float)x, (float)y, 0.0f});
            const struct buoy_turns turns = buoy_pierce_turns(pierce, 0, NULL, &at, 0.0);
            assert_true(at.x == (double)x && at.y == (double)y);
            assert_true(turns.above == 1 && turns.below == 1);
        }
    }
    buoy_pierce_free(pierce);
}
