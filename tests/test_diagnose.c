// The diagnosis: counts, mass properties by closed forms, and overlaps seen by sample lines.
#include "body.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "test.h"

#ifdef BUOY_HAVE_MESH_FILES
static const bool files_can_be_read = true;
#else
static const bool files_can_be_read = false;
#endif

static struct buoy_diagnosis diagnose(const struct body *body) {
    const struct buoy_mesh_input input = body_input(body, 0);
    struct buoy_diagnosis diagnosis;
    struct buoy_error error;
    FAIL_IF(buoy_mesh_diagnose(&input, &diagnosis, &error) != BUOY_OK, "%s", error.message);
    return diagnosis;
}

static struct buoy_diagnosis diagnosis_of(struct body body) {
    return diagnose(&body);
}

// A mesh that cannot be examined is refused as buoy_mesh_create() refuses it.
TEST(refusals) {
    struct body box = body_box(1, 1, 1);
    struct buoy_mesh_input input = body_input(&box, 0);
    struct buoy_diagnosis diagnosis;
    struct buoy_error error;
    assert_int_equal(buoy_mesh_diagnose(&input, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_diagnose(NULL, &diagnosis, &error), BUOY_ERROR_ARGUMENT);
    struct buoy_diagnosis before;
    memset(&before, 7, sizeof before);
    diagnosis = before;
    box.indices[35] = 8;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, &error), BUOY_ERROR_INDEX);
    assert_memory_equal(&diagnosis, &before, sizeof before);
    assert_ptr_equal(strstr(error.message, "triangle 11:"), error.message);
    box.positions[23] = NAN;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, NULL), BUOY_ERROR_NON_FINITE);
    input.triangle_count = SIZE_MAX / 3 + 1;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, &error), BUOY_ERROR_TOO_LARGE);
}

TEST(counts_of_a_box) {
    struct body box = body_moved(body_box(0.5f, 1, 2), 3, 4, 5), soup = body_refine(&box);
    struct buoy_diagnosis d = diagnose(&box);
    assert_int_equal(d.vertex_count, 8);
    assert_int_equal(d.distinct_vertices, 8);
    assert_int_equal(d.triangle_count, 12);
    assert_int_equal(d.edges, 18);
    assert_int_equal(d.parts, 1);
    assert_int_equal(d.degenerate_triangles + d.open_edges + d.inconsistent_edges +
                         d.non_manifold_edges + d.unbalanced_edges + d.inward_parts,
                     0);
    assert_true(d.closed && d.outward && !d.overlap_hint);
    assert_true(d.minimum[0] == 2.5 && d.minimum[1] == 3.0 && d.minimum[2] == 3.0);
    assert_true(d.maximum[0] == 3.5 && d.maximum[1] == 5.0 && d.maximum[2] == 7.0);
    assert_true(d.volume == 8.0 && d.area == 28.0);
    assert_true(d.centroid[0] == 3.0 && d.centroid[1] == 4.0 && d.centroid[2] == 5.0);

    // In doubles that are no floats, far from the origin.
    double far[24];
    for (int i = 0; i < 24; ++i) {
        far[i] = 1e6 + 0.1 + (double)box.positions[i];
    }
    const struct buoy_mesh_input input = {
        .positions64 = far, .vertex_count = 8, .indices = box.indices, .triangle_count = 12};
    assert_int_equal(buoy_mesh_diagnose(&input, &d, NULL), BUOY_OK);
    for (int k = 0; k < 3; ++k) {
        expect_within("centroid", d.centroid[k], 1e6 + 0.1 + (3.0 + k), 1e-9);
    }
    expect_within("volume", d.volume, 8.0, 1e-8);

    // Split into four, each triangle with points of its own: Euler's V − E + F = 2.
    d = diagnose(&soup);
    assert_int_equal(d.vertex_count, 72);
    assert_int_equal(d.distinct_vertices, 26);
    assert_int_equal(d.triangle_count, 48);
    assert_int_equal(d.edges, 26 + 48 - 2);
    assert_true(d.closed);
}

// A flipped triangle, a missing one, a fin, and triangles without area.
TEST(counts_of_faults) {
    struct body box = body_box(1, 1, 1);
    body_flip(&box, 4);
    struct buoy_diagnosis d = diagnose(&box);
    assert_int_equal(d.inconsistent_edges, 3);
    assert_int_equal(d.open_edges + d.non_manifold_edges + d.inward_parts, 0);
    assert_false(d.closed);
    body_flip(&box, 4);

    --box.triangle_count;
    d = diagnose(&box);
    assert_int_equal(d.open_edges, 3);
    assert_int_equal(d.inconsistent_edges + d.non_manifold_edges, 0);
    assert_false(d.closed || d.overlap_hint);
    body_flip_all(&box);
    assert_int_equal(diagnose(&box).inward_parts, 0); // which side is in, is not certain

    // Two triangles on both sides of a third on the same edge; one on a line; one with a vertex
    // twice, which has no edges.
    float positions[] = {0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 1, 0, 0};
    uint32_t indices[] = {0, 1, 2, 0, 1, 3, 1, 0, 4, 0, 5, 1, 3, 3, 4};
    d = diagnose(&(struct body){positions, 6, indices, 5});
    assert_int_equal(d.edges, 9);
    assert_int_equal(d.non_manifold_edges, 1);
    assert_int_equal(d.unbalanced_edges, 0);
    assert_int_equal(d.open_edges, 8);
    assert_int_equal(d.degenerate_triangles, 2);
    assert_int_equal(d.parts, 1);
}

// How far rounding moves a vertex at most: √3 times half a unit in the last place of its largest
// coordinate.
static double rounding(const struct buoy_diagnosis *d) {
    double largest = 0.0;
    for (int k = 0; k < 3; ++k) {
        largest = fmax(largest, fmax(fabs(d->minimum[k]), fabs(d->maximum[k])));
    }
    return sqrt(3.0) * 0x1p-24 * largest;
}

// The inertia of a turned box is R diag(I) Rᵀ, wherever the box is. R's columns are where the
// box's axes went.
TEST(inertia_of_a_turned_box) {
    const double half[3] = {0.5, 2.0, 3.0};
    double principal[3];
    // Moments of inertia of a box with given half extents, along its axes.
    const double mass = 8.0 * half[0] * half[1] * half[2];
    for (int k = 0; k < 3; ++k) {
        const double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
        principal[k] = mass / 3.0 * (a * a + b * b);
    }
    for (int turns = 0; turns < 6; ++turns) {
        float axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        struct body frame = {axes, 3, NULL, 0}, box = body_box(0.5f, 2, 3);
        body_turn(&frame, turns);
        body_turn(&box, turns);
        body_move(&box, (const double[3]){100.0 * turns, -30, 7});
        const struct buoy_diagnosis d = diagnosis_of(box);
        // The rounded box differs from the true one by a layer along its surface, where |r|² is at
        // most the square of half the diagonal; the rounded axes change the expected value by less
        // than such a layer as thick as half the diagonal's last place.
        const double reach = sqrt(0.25 + 4.0 + 9.0);
        const double slack = 2.0 * (rounding(&d) + 0x1p-24 * reach) * d.area * reach * reach;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                double expected = 0.0;
                for (int k = 0; k < 3; ++k) {
                    expected += (double)axes[3 * k + i] * principal[k] * (double)axes[3 * k + j];
                }
                expect_within("inertia of a box", d.inertia[i][j], expected, slack);
                assert_true(d.inertia[i][j] == d.inertia[j][i]);
            }
        }
    }
}

// κ, volume and inertia scale as they must, at sizes whose powers leave the range of float.
TEST(scales) {
    for (int exponent = -60; exponent <= 120; exponent += 30) {
        struct body box = body_box(0.5f, 0.5f, 0.5f);
        body_scale(&box, ldexp(1.0, exponent));
        const struct buoy_diagnosis d = diagnosis_of(box);
        assert_true(d.volume == ldexp(1.0, 3 * exponent));
        assert_true(d.area == ldexp(6.0, 2 * exponent));
        // √3, a product and a quotient: each within half a unit in the last place.
        expect_within("κ", d.conditioning, 6.0 * sqrt(3.0), 6e-16 * 6.0 * sqrt(3.0));
        // Sixths, in a dozen additions.
        expect_within("inertia", ldexp(d.inertia[0][0], -5 * exponent), 1.0 / 6.0, 1e-15);
        assert_true(d.closed && d.outward && !d.overlap_hint);
    }
}

TEST(parts_and_cavities) {
    struct buoy_diagnosis d =
        diagnosis_of(body_joined(body_box(4, 4, 4), body_inside_out(body_box(1, 1, 1))));
    assert_int_equal(d.parts, 2);
    assert_int_equal(d.inward_parts, 1);
    assert_true(d.closed && d.outward && !d.overlap_hint);
    assert_true(d.volume == 512.0 - 8.0);

    d = diagnosis_of(body_inside_out(body_box(1, 1, 1)));
    assert_int_equal(d.inward_parts, 1);
    assert_true(d.closed && !d.outward && d.overlap_hint);
    assert_true(d.volume == -8.0);
}

// A sheet, a triangle with another on its back, encloses nothing but the rounding of its volume: it
// is not inward, wherever it lies. What is inside out has a conditioning above 0 all the same.
TEST(sheets) {
    struct rng rng = rng_make("sheets");
    for (int round = 0; round < 100; ++round) {
        struct body sheet = body_alloc(3, 2);
        for (int i = 0; i < 9; ++i) {
            sheet.positions[i] = (float)rng_between(&rng, -1.0, 1.0);
        }
        memcpy(sheet.indices, (const uint32_t[6]){0, 1, 2, 1, 0, 2}, 6 * sizeof(uint32_t));
        const struct buoy_diagnosis d =
            diagnosis_of(body_joined(body_moved(body_box(1, 1, 1), 3, 0, 0), sheet));
        assert_true(d.closed && d.parts == 2 && d.inward_parts == 0);
    }
    const struct buoy_diagnosis d = diagnosis_of(body_inside_out(body_box(1, 1, 1)));
    expect_within("κ", d.conditioning, 6.0 * sqrt(3.0), 1e-14);
}

// Space covered twice is seen, in any position; parts that only touch are not.
TEST(overlaps) {
    for (int turns = 0; turns < 8; ++turns) {
        struct body crossing =
            body_joined(body_box(1, 4, 1), body_moved(body_box(4, 1, 1), 1, 0, 0));
        struct body inside = body_joined(body_box(4, 4, 4), body_box(1, 1, 1));
        struct body beside = body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 2, 0, 0));
        struct body on_top = body_joined(body_box(3, 3, 1), body_moved(body_box(2, 1, 1), 0, 0, 2));
        struct body edge = body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 2, 2, 0));
        struct body apart = body_joined(body_box(1, 1, 1), body_moved(body_box(1, 1, 1), 3, 1, 1));
        struct body *bodies[] = {&crossing, &inside, &beside, &on_top, &edge, &apart};
        for (int i = 0; i < 6; ++i) {
            body_turn(bodies[i], turns);
            FAIL_IF(diagnose(bodies[i]).overlap_hint != (i < 2), "body %d turned %d times", i,
                    turns);
        }
    }
    struct rng rng = rng_make("overlaps");
    for (int round = 0; round < 20; ++round) {
        assert_false(diagnosis_of(body_bipyramid(&rng, 30)).overlap_hint);
    }
    assert_false(diagnosis_of(body_builtin("builtin:sphere:20480")).overlap_hint);
    assert_false(diagnosis_of(body_builtin("builtin:star:5000")).overlap_hint);
    // An open mesh has no inside to be covered twice.
    struct body open = body_joined(body_box(1, 4, 1), body_moved(body_box(4, 1, 1), 1, 0, 0));
    --open.triangle_count;
    assert_false(diagnosis_of(open).overlap_hint);
}

// 50 000 boxes one over another, which every sample line would pierce twice each: the lines become
// fewer, so that time and memory stay in proportion to the mesh.
TEST(deep_stack) {
    const uint32_t boxes = (uint32_t)in_a_hurry(10000, 50000);
    struct body box = body_box(1, 1, 1);
    struct body stack = body_alloc(8 * (size_t)boxes, 12 * (size_t)boxes);
    for (uint32_t i = 0; i < boxes; ++i) {
        for (uint32_t k = 0; k < 24; ++k) {
            const float lift = k % 3 == 2 ? 4.0f * (float)i : 0.0f;
            stack.positions[24 * i + k] = box.positions[k] + lift;
        }
        for (uint32_t k = 0; k < 36; ++k) {
            stack.indices[36 * i + k] = 8 * i + box.indices[k];
        }
    }
    struct buoy_diagnosis d = diagnose(&stack);
    assert_int_equal(d.parts, boxes);
    assert_false(d.overlap_hint);
    for (uint32_t k = 0; k < 24; ++k) {
        stack.positions[k] *= 4.0f;
    }
    assert_true(diagnosis_of(stack).overlap_hint);
}

// The counts in the README of the shared meshes; the other counts are 0.
struct known {
    const char *name;
    size_t triangles, degenerate, open, inconsistent, non_manifold, parts;
    bool overlap;
};

static const struct known known[] = {
    {"box12.glb", 12, 0, 0, 0, 0, 1, false},
    {"crate.obj", 132, 0, 0, 0, 0, 1, false},
    {"box_large.obj", 188, 0, 0, 0, 0, 1, false},
    {"not_convex.obj", 96, 0, 0, 0, 12, 1, false},
    {"buoy.obj", 1280, 0, 0, 0, 0, 1, false},
    {"viking_ship.stl", 2346, 0, 0, 0, 0, 16, true},
    {"quadknot.obj", 2880, 0, 0, 0, 0, 1, false},
    {"spot.obj", 5856, 0, 0, 0, 0, 1, false},
    {"motorboat.obj", 20480, 0, 0, 0, 0, 1, true},
    {"multibody_inconsistent.stl", 32, 0, 0, 12, 0, 2, false},
    {"boat_200.obj", 500, 0, 12, 0, 0, 7, false},
    {"rm3_float.stl", 516, 0, 24, 0, 0, 1, false},
    {"fishing_boat.obj", 770, 12, 36, 27, 32, 2, false},
};

static void expect_count(const char *name, const char *what, size_t got, size_t expected) {
    FAIL_IF(got != expected, "%s: %s: %zu, expected %zu", name, what, got, expected);
}

TEST(shared_meshes_as_described) {
    const char *folder = shared_folder();
    SKIP_IF(!folder || !files_can_be_read,
            "no folder of shared meshes, or no reader of mesh files");
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, known[i].name);
        const struct known *mesh = &known[i];
        struct mesh_data data;
        struct buoy_error error;
        FAIL_IF(mesh_data_load(path, &data, &error) != BUOY_OK, "%s", error.message);
        struct body body = body_of_data(&data);
        const struct buoy_diagnosis d = diagnose(&body);
        expect_count(mesh->name, "triangles", d.triangle_count, mesh->triangles);
        expect_count(mesh->name, "degenerate triangles", d.degenerate_triangles, mesh->degenerate);
        expect_count(mesh->name, "open edges", d.open_edges, mesh->open);
        expect_count(mesh->name, "inconsistent edges", d.inconsistent_edges, mesh->inconsistent);
        expect_count(mesh->name, "non-manifold edges", d.non_manifold_edges, mesh->non_manifold);
        expect_count(mesh->name, "parts", d.parts, mesh->parts);
        expect_count(mesh->name, "closed", d.closed, mesh->open + mesh->inconsistent == 0);
        expect_count(mesh->name, "overlap", d.overlap_hint, mesh->overlap);

        // Refused or accepted accordingly, and open meshes accepted on request.
        struct buoy_mesh *made;
        struct buoy_mesh_input input = body_input(&body, BUOY_MESH_WELD);
        input.weld_tolerance = -1.0;
        const enum buoy_status status = buoy_mesh_create(&input, &made, &error);
        expect_count(mesh->name, "accepted", status == BUOY_OK, d.closed);
        buoy_mesh_destroy(made);
        input.flags |= BUOY_MESH_ACCEPT_OPEN;
        assert_int_equal(buoy_mesh_create(&input, &made, &error), BUOY_OK);
        buoy_mesh_destroy(made);
        mesh_data_free(&data);
    }
}
