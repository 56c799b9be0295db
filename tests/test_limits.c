// Both sides of the thresholds inside kernels, just below, at and just above: between methods,
// between float and double. tests/constants.md lists all thresholds, and the tests of those that
// are not tested here.
#include "ask.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "mesh/mesh.h"
#include "outline.h"
#include "shapes.h"
#include "test.h"

enum {
    plane_count = 64
};
static struct buoy_plane planes[plane_count];

static void fill_planes(const struct buoy_mesh *mesh) {
    struct rng rng = rng_make("limits");
    for (size_t i = 0; i < plane_count; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
}

// ------------------------------------------------------------------------------ which method

static void ask_kernel(const char *id, struct buoy_mesh *mesh, size_t count,
                       struct buoy_volume *results) {
    const struct subject subject = {buoy_kernel_find(id), mesh, id};
    ask_all(&subject, planes, count, results);
}

// Fails unless `auto` has the bits of one method. The first plane is one below which the other
// method has other bits: below many, both find the body dry or next to it.
static void expect_method(const char *automatic, struct body body, size_t count, const char *is,
                          const char *is_not) {
    struct buoy_volume got[plane_count], same[plane_count], other[plane_count];
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    fill_planes(mesh);
    ask_kernel(is, mesh, plane_count, same);
    ask_kernel(is_not, mesh, plane_count, other);
    size_t telling = 0;
    while (telling < plane_count && memcmp(&same[telling], &other[telling], sizeof *same) == 0) {
        ++telling;
    }
    assert_in_range(telling, 0, plane_count - 1);
    planes[0] = planes[telling];
    same[0] = same[telling];
    ask_kernel(automatic, mesh, count, got);
    FAIL_IF(memcmp(got, same, count * sizeof *got) != 0,
            "%s on %zu triangles and %zu planes: not as %s answers", automatic, body.triangle_count,
            count, is);
}

// Two cones over a regular ring.
static struct body bipyramid(size_t triangles) {
    struct rng rng = rng_make("limits of triangles");
    const size_t sides = triangles / 2;
    struct body body = body_bipyramid(&rng, sides);
    const double step = 6.283185307179586 / (double)sides;
    for (size_t i = 0; i < sides; ++i) {
        float *v = body.positions + 3 * (2 + i); // behind the apexes
        v[0] = (float)cos(step * (double)i);
        v[1] = (float)sin(step * (double)i);
        v[2] = 0.0f;
    }
    return body;
}

// Long and thin: not compact.
static struct body needle(size_t triangles) {
    static const double longer[9] = {100, 0, 0, 0, 1, 0, 0, 0, 1};
    struct body body = bipyramid(triangles);
    body_transform(&body, longer, (const double[3]){0, 0, 0});
    return body;
}

// Tall: with large triangles, and still compact.
static struct body spindle(size_t triangles) {
    static const double taller[9] = {1, 0, 0, 0, 1, 0, 0, 0, 5};
    struct body body = bipyramid(triangles);
    body_transform(&body, taller, (const double[3]){0, 0, 0});
    return body;
}

// Two tetrahedra: their terms of the volume cancel, they are compact, and their faces are large.
static struct body apart(void) {
    struct body body = body_corner(1.0f, 1.0f, 1.0f), other = body_corner(1.0f, 1.0f, 1.0f);
    body_move(&other, (const double[3]){1.2, 1.2, 1.2});
    const struct body both = body_joined(body, other);
    return both;
}

// What auto/best takes, one by one and in crowds: `indexed` for closed, compact bodies of up to 64
// vertices, else `hierarchy`.
TEST(small_and_compact) {
    static const char indexed[] = "volume/indexed/scalar", tree[] = "volume/hierarchy/scalar";
    for (size_t count = 1; count <= plane_count; count *= plane_count) {
        expect_method("volume/auto/best", body_corner(1.0f, 1.0f, 1.0f), count, indexed, tree);
        expect_method("volume/auto/best", spindle(12), count, indexed, tree);
        expect_method("volume/auto/best", bipyramid(124), count, indexed, tree);
        expect_method("volume/auto/best", bipyramid(126), count, tree, "volume/blocks/scalar");
        expect_method("volume/auto/best", needle(16), count, tree, "volume/blocks/scalar");
        expect_method("volume/auto/best", apart(), count, tree, "volume/blocks/scalar");
    }
}

// auto/best and auto/tuned take the same for other bodies, whatever their number of triangles,
// compact or not.
TEST(one_by_one) {
    static const char blocks[] = "volume/blocks/scalar", tree[] = "volume/hierarchy/scalar";
    static const char *const automatic[] = {"volume/auto/best", "volume/auto/tuned"};
    const size_t few = 4; // no crowd
    for (int i = 0; i < 2; ++i) {
        for (size_t triangles = 12; triangles <= 300; triangles *= 5) {
            const bool small = triangles <= 124;
            expect_method(automatic[i], bipyramid(triangles), few,
                          small ? "volume/indexed/scalar" : tree, small ? tree : blocks);
            expect_method(automatic[i], needle(triangles), few, tree, blocks);
        }
    }
}

// The least number of triangles that `hierarchy` clips, over planes that cross the body.
static size_t fewest_clipped(struct body body) {
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    fill_planes(mesh);
    size_t fewest = mesh->triangle_count;
    for (size_t i = 0; i < plane_count; ++i) {
        const size_t clipped = buoy_volume_hierarchy_examined(mesh, &planes[i]);
        fewest = clipped > 0 && clipped < fewest ? clipped : fewest;
    }
    return fewest;
}

// CUT_LEAVES_FEW: of 16 triangles each, if they pair up well.
TEST(few_leaves) {
    static const struct {
        size_t triangles;
        bool compact, all;
    } cases[] = {{16, true, true},  {48, true, true},  {64, true, true},   {66, true, false},
                 {80, true, false}, {16, false, true}, {18, false, false}, {64, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const size_t triangles = cases[i].triangles;
        const size_t clipped =
            fewest_clipped(cases[i].compact ? bipyramid(triangles) : needle(triangles));
        assert_true(cases[i].all ? clipped == triangles : clipped < triangles);
    }
}

// The built-in rule of auto/tuned: CROWD_OF_FEW planes up to FEW_TRIANGLES, CROWD_OF_SOME up to
// SOME_TRIANGLES, CROWD_OF_MORE up to MORE_TRIANGLES and CROWD_OF_MOST up to MOST_TRIANGLES. Bodies
// of an odd number of triangles are open: their rims are dry below planes through the middle.
TEST(crowds) {
    static const char batch[] = "volume/batch/scalar";
    static const char tree[] = "volume/hierarchy/scalar";
    static const char tuned[] = "volume/auto/tuned", best[] = "volume/auto/best";
    static const struct {
        size_t triangles, planes;
    } limits[] = {{16, 5}, {40, 6}, {64, 8}, {128, 16}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        const size_t most = limits[i].triangles, fewest = limits[i].planes;
        const char *few = most <= 124 ? "volume/indexed/scalar" : tree;
        expect_method(tuned, bipyramid(most - 2), fewest, batch, tree);
        expect_method(tuned, bipyramid(most), fewest - 1, few, batch);
        expect_method(tuned, bipyramid(most), fewest, batch, tree);
        if (fewest < 16) { // else one is left over
            expect_method(tuned, bipyramid(most), fewest + 1, batch, tree);
        }
        expect_method(tuned, bipyramid(most + 2), fewest, few, batch);
    }
    expect_method(best, bipyramid(128), 64, tree, batch);

    struct rng rng = rng_make("limits of crowds");
    struct body cone = body_open_cone(&rng, 129);
    struct buoy_mesh *mesh = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
    const struct subject subject[3] = {{buoy_kernel_find(tuned), mesh, "a cone"},
                                       {buoy_kernel_find(tree), mesh, "a cone"},
                                       {buoy_kernel_find(batch), mesh, "a cone"}};
    struct buoy_volume got[3][16];
    for (int i = 0; i < 16; ++i) {
        planes[i] = (struct buoy_plane){{0.01f * (float)i, 0.01f, 1.0f}, -0.05f * (float)i};
    }
    for (int i = 0; i < 3; ++i) {
        ask_open(&subject[i], planes, 16, got[i]);
    }
    assert_int_equal(cone.triangle_count, 129);
    assert_memory_equal(got[0], got[1], sizeof got[0]);
    assert_memory_not_equal(got[0], got[2], sizeof got[0]);
}

// --------------------------------------------------------------------------- float or double

// BUOY_COMPACT: of two boxes that differ by a float's last bit one is compact, with κ ≤ 60, the
// other is not; both keep what their kernels promise.
TEST(compact) {
    float low = 1.0f, high = 1000.0f;
    while (nextafterf(low, high) < high) {
        const float middle = 0.5f * (low + high);
        struct buoy_mesh *mesh = body_box_mesh(middle, 1.0f, 1.0f);
        *(buoy_mesh_conditioning(mesh) <= 60.0 ? &low : &high) = middle;
    }
    for (int side = 0; side < 2; ++side) {
        struct subject subject = {.mesh = body_box_mesh(side ? high : low, 1.0f, 1.0f),
                                  .body = "a long box"};
        const double k = buoy_mesh_conditioning(subject.mesh);
        assert_true(fabs(k - 60.0) < 1e-4 && (k <= 60.0) == !side);
        assert_true(subject.mesh->compact == !side);
        struct buoy_exact *exact = exact_of(subject.mesh);
        fill_planes(subject.mesh);
        for (size_t p = 0; p < plane_count; ++p) {
            struct buoy_volume truth;
            buoy_exact_volume(exact, &planes[p], &truth);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                if (p < questions_for(subject.kernel, plane_count)) {
                    expect(&subject, "about as long as is compact", planes[p],
                           ask(&subject, planes[p]), truth, 0.0, 0.0);
                }
            }
        }
    }
}

// BUOY_SCATTERED: the terms of two cubes of side 2 whose centres lie d to either side of the middle
// are (d + 2) / 3 times as large as their volume.
TEST(scattered) {
    static const double distances[] = {1.0, 6.99, 7.01, 1000.0};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; ++i) {
        struct buoy_mesh *mesh = mesh_of(body_two_cubes(distances[i]), 0);
        assert_true(mesh->scattered == ((distances[i] + 2.0) / 3.0 > 3.0));
    }
    // On the same side of BUOY_COMPACT: two leaves are few or not.
    const size_t all = 24;
    assert_int_equal(fewest_clipped(body_two_cubes(6.99)), all);
    assert_in_range(fewest_clipped(body_two_cubes(7.01)), 1, all - 1);
}

// ------------------------------------------------------------------------------------ boxes

// CORNERS_LEAST_S, 2^-100: a corner of a box wet so little that its S = α³/6ab is about that. α is
// what is left of Σ|nᵢ|hᵢ − |d|, here of products whose last bits a double holds exactly.
TEST(least_corner) {
    struct rng rng = rng_make("least corner");
    const struct buoy_kernel *kernel;
    size_t dry = 0, wet = 0;
    for (int k = 0; k < 20000; ++k) {
        // h the least float with h n > 1: what is left is anything up to 2^-23.
        const float n = (float)rng_between(&rng, 1.0, 1.5);
        float h = (float)(1.0 / (double)n);
        h = (double)h * (double)n > 1.0 ? h : nextafterf(h, 2.0f);
        const struct shape_question q = {{BUOY_SHAPE_BOX, {h, 1.0f, 1.0f}},
                                         {{n, 1.0f, 1.0f}, -3.0f}};
        const double left = (double)h * (double)n - 1.0; // Σ − |d|, exact
        if (!(left > 0.0 && left < 0x1p-29)) {
            continue;
        }
        const double truth = left * left * left / (6.0 * (double)n); // 1/6 of the three edges
        // Scaled by 2^-1, sides are 1/2 or so and α is left / 4.
        const double s = pow(left / 4.0, 3.0) / 1.5;
        for (size_t i = 0; (kernel = next_kernel("box", &i));) {
            if (strcmp(kernel->method->name, "corners") != 0 &&
                strcmp(kernel->method->name, "auto") != 0) {
                continue;
            }
            const struct shape_answer answer = ask_shape(kernel, q);
            const struct buoy_volume got = answer.volume;
            if (s < 0.999 * 0x1p-100
                    ? got.volume != 0.0
                    : s > 1.001 * 0x1p-100 && !(fabs(got.volume - truth) <= 2e-6 * truth)) {
                fail_shape(kernel, "the least corner", q, answer);
            }
        }
        dry += s < 0x1p-100;
        wet += s > 0x1p-100;
    }
    assert_true(dry > 5 && wet > 5);
}

// ---------------------------------------------------------------------------- large triangles

// Boxes that get longer, some with all their triangles in two leaves: from 3 on, and only then, a
// leaf is large.
TEST(large_triangles) {
    double below = 0.0, above = 1e30;
    for (int i = 0; i < 4000; ++i) {
        struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f + 0.0025f * (float)i), 0);
        bool any = false;
        for (uint32_t leaf = 0; leaf < mesh->tree.leaf_count; ++leaf) {
            // The largest product of two edges of which h is computed in a leaf, over twice the
            // volume and times the diagonal: simd/cut_leaves.h.
            double largest = 0.0;
            for (int t = 0; t < BUOY_LANES; ++t) {
                const int j = (t + BUOY_LANES / 2) % BUOY_LANES;
                const float *const v[3] = {&mesh->tree.leaves[leaf].x[0][0],
                                           &mesh->tree.leaves[leaf].y[0][0],
                                           &mesh->tree.leaves[leaf].z[0][0]};
                double way = 0.0, edge = 0.0;
                for (int k = 0; k < 3; ++k) {
                    const double v2 = (double)v[k][BUOY_LANES + t];
                    way += pow((double)v[k][t] - v2, 2.0);
                    edge += pow((double)v[k][BUOY_LANES + j] - v2, 2.0);
                }
                largest = fmax(largest, sqrt(way * edge));
            }
            const double *half = mesh->half_extent;
            const double diagonal =
                2.0 * sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
            const double size = 0.5 * largest * diagonal / mesh->volume;
            const bool large = mesh->tree.large && mesh->tree.large[leaf];
            assert_true(large == (size > 3.0));
            below = large ? below : fmax(below, size);
            above = large ? fmin(above, size) : above;
            any = any || large;
        }
        assert_true(any == (mesh->tree.large != NULL));
    }
    assert_true(below > 2.99 && above < 3.01);
}

// ------------------------------------------------------------------------------- limits barely wet

// Both sides of the thresholds between wet, barely wet and dry, just below, at and just above. What
// is barely wet is summed again, in double.

// A cube's corner, one of eight, cut off (±1, ±1, ±1)·x < −3 + x: x³/6 of 8.
static struct buoy_plane corner_plane(unsigned corner, double share) {
    const float x = corner & 1 ? -1.0f : 1.0f, y = corner & 2 ? -1.0f : 1.0f;
    return (struct buoy_plane){{x, y, corner & 4 ? -1.0f : 1.0f},
                               (float)(cbrt(48.0 * share) - 3.0)};
}

// The share of a compact body's volume below which a method sums again, 0 if it never does.
static double share_summed_again(const struct buoy_kernel *kernel) {
    const char *method = kernel->method->name;
    const bool again = strcmp(method, "hierarchy") == 0 || strcmp(method, "blocks") == 0 ||
                       strcmp(method, "batch") == 0 || strcmp(method, "auto") == 0;
    return again ? 0x1p-12 : 0.0;
}

// SUMS_BARELY_WET, 2^-16 of the volume, and SUMS_BARELY_WET_IN_FLOAT, 2^-12, for compact bodies,
// whose heights are in float: below it a body is summed again, in double, from its deepest corner,
// so that nothing cancels. The remaining error is the rounding of heights, about 2^-52 of 3 each,
// which is 2e-12 of a depth d ≥ 3e-4, and three times that share of d³: 1e-10 is allowed. At the
// threshold and above it the promise for all volumes holds, and float's roundings show.
TEST(barely_wet) {
    static const double shares[] = {0x1p-40,    0x1p-30,    0x1p-24, 0x1.f8p-17, 0x1p-16,
                                    0x1.08p-16, 0x1.f8p-13, 0x1p-12, 0x1.08p-12};
    struct subject subject = {.mesh = body_box_mesh(1.0f, 1.0f, 1.0f), .body = "a cube"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const size_t share_count = sizeof shares / sizeof *shares;
    for (size_t s = 0; s < 8 * share_count; ++s) {
        const struct buoy_plane plane =
            corner_plane((unsigned)(s / share_count), shares[s % share_count]);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            expect(&subject, "barely wet", plane, got, truth, 0.0, 0.0);
            const double share = share_summed_again(subject.kernel);
            if (truth.volume > 1.01 * share * 8.0 && share > 0.0 && got.volume == truth.volume) {
                fail_answer(&subject, "summed once", plane, got);
            }
            if (truth.volume < 0.99 * share * 8.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume &&
                  fabs(got.centre[0] - truth.centre[0]) <= 1e-12 &&
                  fabs(got.centre[2] - truth.centre[2]) <= 1e-12)) {
                fail_answer(&subject, "barely wet, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// Two cubes far apart, of which a corner is wet: a scattered body, whose heights are in double.
// With the apex of the whole, what is wet would be a difference of terms many times as large.
TEST(barely_wet_scattered) {
    const double far = 20.0;
    struct subject subject = {.mesh = mesh_of(body_two_cubes(far), 0), .body = "two cubes"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    const double lowest = info.centre[0] - info.half_extent[0] + info.centre[1] -
                          info.half_extent[1] + info.centre[2] - info.half_extent[2];
    for (int exponent = -34; exponent <= -18; exponent += 4) {
        const double deep = cbrt(6.0 * ldexp(info.volume, exponent));
        const struct buoy_plane plane = {{1.0f, 1.0f, 1.0f}, (float)(lowest + deep)};
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        assert_true(truth.volume > 0.0 && truth.volume < 0x1p-17 * info.volume);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            if (share_summed_again(subject.kernel) > 0.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume)) {
                print_error("expected %.17g\n", truth.volume);
                fail_answer(&subject, "a corner, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// A pebble of many triangles that hangs below a large box: alone in the water it is less than 2^-20
// of the whole, and whole blocks of it lie below, or end in the water. Its heights, up to 2 of the
// body's size, are right to 2^-51, which are 2^-51 / r of it for each of three dimensions.
TEST(barely_wet_part) {
    const double radius = 0.01;
    struct body box = body_box(1.0f, 1.0f, 1.0f), pebble = body_builtin("builtin:sphere:1280");
    struct buoy_mesh *alone = body_mesh(&pebble, 0);
    const struct buoy_mesh_info info = mesh_info(alone);
    body_scale(&pebble, radius / info.half_extent[2]);
    body_move(&pebble, (const double[3]){0.3, -0.2, -1.5});
    struct subject subject = {.mesh = mesh_of(body_joined(box, pebble), 0),
                              .body = "a box and a pebble"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    static const float levels[] = {-1.509f, -1.5f, -1.495f, -1.2f};
    for (size_t l = 0; l < sizeof levels / sizeof *levels; ++l) {
        const struct buoy_plane plane = {{0.01f, 0.02f, 1.0f}, levels[l]};
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        assert_true(truth.volume > 0.0 && truth.volume < 0x1p-20 * 8.0);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            if (share_summed_again(subject.kernel) > 0.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume &&
                  fabs(got.centre[0] - truth.centre[0]) <= 1e-10 &&
                  fabs(got.centre[2] - truth.centre[2]) <= 1e-10)) {
                print_error("expected %.17g at (%.17g, %.17g, %.17g)\n", truth.volume,
                            truth.centre[0], truth.centre[1], truth.centre[2]);
                fail_answer(&subject, "a pebble, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// Two pebbles far apart, one hardly in the water, in either order: the apex is the deeper one's.
// With the other's, what is wet of the deeper one would be a difference of terms 1 / radius times
// as large, and the centroid hundreds of times as far off.
TEST(barely_wet_apart) {
    static const double radii[] = {1e-2, 1e-3, 1e-4};
    for (int k = 0; k < 6; ++k) {
        const double radius = radii[k / 2];
        struct body box = body_box(1.0f, 1.0f, 1.0f), high = body_builtin("builtin:sphere:1280");
        struct buoy_mesh *alone = body_mesh(&high, 0);
        const struct buoy_mesh_info info = mesh_info(alone);
        body_scale(&high, radius / info.half_extent[2]);
        struct body low = body_copy(&high);
        body_move(&high, (const double[3]){-0.9, -0.9, -1.25 + 1.9 * radius});
        body_move(&low, (const double[3]){0.9, 0.9, -1.25});
        struct body pebbles = k % 2 ? body_joined(low, high) : body_joined(high, low);
        struct subject subject = {.mesh = mesh_of(body_joined(pebbles, box), 0),
                                  .body = "a box and two pebbles"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (int level = 0; level < 20; ++level) {
            const float d = (float)(-1.25 + radius * (0.95 + 0.004 * level));
            const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, d};
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            assert_true(truth.volume > 0.0 && truth.volume < 0.99 * 0x1p-20 * 8.0);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                const struct buoy_volume got = ask(&subject, plane);
                if (share_summed_again(subject.kernel) > 0.0 &&
                    !(fabs(got.centre[0] - truth.centre[0]) <= 1e-16 / radius)) {
                    print_error("expected %.17g\n", truth.centre[0]);
                    fail_answer(&subject, "two pebbles, from the deeper one", plane, got);
                }
            }
        }
    }
}

// The ends of the bounding box, where water is known to miss it: a float's step beyond either, at
// it, and a step within, where a corner's depth is that step and no more than it.
TEST(ends_of_the_box) {
    struct subject subject = {.mesh = body_box_mesh(1.0f, 1.0f, 1.0f), .body = "a cube"};
    const float foot = -1.0f, within = nextafterf(foot, 0.0f), beyond = nextafterf(foot, -2.0f);
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        if (share_summed_again(subject.kernel) == 0.0) {
            continue;
        }
        const float dry[] = {beyond, foot};
        for (int k = 0; k < 2; ++k) {
            const struct buoy_plane plane = {{0, 0, 1}, dry[k]}, turned = {{0, 0, 1}, -dry[k]};
            if (ask(&subject, plane).volume != 0.0 || ask(&subject, turned).volume != 8.0) {
                fail_answer(&subject, "dry at its foot, wet at its top", plane,
                            ask(&subject, plane));
            }
        }
        // 4 × 2^-24, exactly a layer.
        const struct buoy_plane layer = {{0, 0, 1}, within};
        const struct buoy_volume got = ask(&subject, layer);
        if (!(fabs(got.volume - 0x1p-22) <= 1e-6 * 0x1p-22)) {
            fail_answer(&subject, "a layer a float's step deep", layer, got);
        }
    }
}
