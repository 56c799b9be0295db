// Equal bits everywhere: each method answers a fixed set of questions
// (support/family_questions.c), and the digest of its answers is a constant below, for every
// deterministic variant, processor, compiler and level of optimisation. Lockstep games and replays
// rely on it.
//
// What a failure says:
// - "questions", "boxes": a built-in mesh, a box or a plane has other bits; no kernel is to blame.
// - "baked meshes": the questions are right, but what the library makes of the meshes is not.
// - a kernel, question and field: where that kernel first differs from its scalar twin.
// - a method, and that all its variants agree on another digest: so it differs from what it was.
// - a new method: the line to add to the table.
// Run
//       test_digest answers
//   in a build that passes and in this one and diff: it prints every answer of every twin.
//
// To change a constant on purpose, because a method, the baking or the corpus has changed: see that
// gcc's and clang's builds and an emulated AArch64's print the same new digest (tests/run --all),
// write that here, and tell users in the commit's message why replays made before will differ.
#include "digest.h"
#include "family_questions.h"
#include "mesh/mesh.h"
#include "test.h"

static const uint64_t expected_questions = UINT64_C(0xc63fcdd56cd2a80c);
static const uint64_t expected_boxes = UINT64_C(0xbe29fbe6528fe4dc);
static const uint64_t expected_polygons = UINT64_C(0x6366485a7bb0ec14);
static const uint64_t expected_baked = UINT64_C(0xbacd9453a0e9c2ba);

static const struct expectation {
    const char *family, *method, *twin;
    uint64_t digest;
} expected_answers[] = {
    {"volume", "auto", "volume/auto/best", UINT64_C(0x3715e3ac26a402c1)},
    {"volume", "batch", "volume/batch/scalar", UINT64_C(0x567665f662a184fb)},
    {"volume", "blocks", "volume/blocks/scalar", UINT64_C(0x060395da1b549f35)},
    {"volume", "hierarchy", "volume/hierarchy/scalar", UINT64_C(0x704f67661fa3f097)},
    {"volume", "blocks64", "volume/blocks64/scalar", UINT64_C(0xf159bcd78a35b85b)},
    {"volume", "hierarchy64", "volume/hierarchy64/scalar", UINT64_C(0x1e16eb986d9cf53c)},
    {"volume", "catto", "volume/catto/scalar", UINT64_C(0x522b3ed9052b47af)},
    {"volume", "catto64", "volume/catto64/scalar", UINT64_C(0x4aff2d6e5f7167fc)},
    {"volume", "voxel", "volume/voxel/scalar", UINT64_C(0x09b26e4b8b17c063)},
    {"volume", "refined", "volume/refined/scalar", UINT64_C(0x5004afcdb99b1072)},
    {"volume", "boundingbox", "volume/boundingbox/scalar", UINT64_C(0xff0abdb6a0d22964)},
    {"volume", "points", "volume/points/scalar", UINT64_C(0x3aaed88c0e80cfb0)},
    {"volume", "pontoons", "volume/pontoons/scalar", UINT64_C(0x2fe8561e13feaf63)},
    // Where bodies were not moved, turned or scaled; elsewhere it is pontoons (support/corpus.c).
    {"volume", "spheres", "volume/spheres/scalar", UINT64_C(0x137fa4cf00fb51e7)},
    {"box", "auto", "box/corners/scalar", UINT64_C(0xaedc49c4cd7e55c8)},
    {"box", "celis", "box/celis/scalar", UINT64_C(0xfe9594c7317afa4d)},
    {"box", "columns", "box/columns/scalar", UINT64_C(0x91f8246586ff6d96)},
    {"box", "deeter", "box/deeter/scalar", UINT64_C(0x012df2c1b7cfc415)},
    {"box", "corners", "box/corners/scalar", UINT64_C(0xaedc49c4cd7e55c8)},
    {"box", "voxel", "box/voxel/scalar", UINT64_C(0x2cb9cae688e4d06c)},
    {"shapes", "auto", "shapes/auto/best", UINT64_C(0xf73f2cbebbe7c2bd)},
    {"shapes", "box", "shapes/box/scalar", UINT64_C(0x0f306e96bc12593b)},
    {"shapes", "sphere", "shapes/sphere/scalar", UINT64_C(0xc42c5d053c5c0d2c)},
    {"shapes", "ellipsoid", "shapes/ellipsoid/scalar", UINT64_C(0xc1dcc2575a667a2c)},
    {"shapes", "capsule", "shapes/capsule/scalar", UINT64_C(0x42cc97d7fd96d37b)},
    {"shapes", "cylinder", "shapes/cylinder/scalar", UINT64_C(0x33f62623a8d312c1)},
    {"shapes", "cone", "shapes/cone/scalar", UINT64_C(0x40650a246ce0fa31)},
    {"shapes", "reference", "shapes/reference/scalar", UINT64_C(0x3b995c1f2111efe0)},
    {"polygon", "auto", "polygon/batch/scalar", UINT64_C(0xd39b78cc1bc58b88)},
    {"polygon", "batch", "polygon/batch/scalar", UINT64_C(0xd39b78cc1bc58b88)},
    {"polygon", "clip", "polygon/clip/scalar", UINT64_C(0x3731d3f2208fe3d6)},
    {"basin", "arcs", "basin/arcs/scalar", UINT64_C(0x53e47e49476c6d57)},
    {"water", "auto", "water/waves/scalar", UINT64_C(0x18ee53bb99077fef)},
    {"water", "waves", "water/waves/scalar", UINT64_C(0x18ee53bb99077fef)},
    {"hydrostatics", "auto", "hydrostatics/hierarchy/scalar", UINT64_C(0xdba8536d49011bd2)},
    {"hydrostatics", "hierarchy", "hydrostatics/hierarchy/scalar", UINT64_C(0xdba8536d49011bd2)},
    {"hydrostatics", "blocks", "hydrostatics/blocks/scalar", UINT64_C(0xd418f3b0199a6a1d)},
    {"hydrostatics", "clip64", "hydrostatics/clip64/scalar", UINT64_C(0x07067fe45438778b)},
    {"pressure", "auto", "pressure/kerner/scalar", UINT64_C(0xb369673dd4f87d36)},
    {"pressure", "kerner", "pressure/kerner/scalar", UINT64_C(0xb369673dd4f87d36)},
    {"pressure", "appendix", "pressure/appendix/scalar", UINT64_C(0xd7a0ba5c2d222cac)},
    {"pressure", "centre", "pressure/centre/scalar", UINT64_C(0x9cc770661121221a)},
    {"pressure", "kerner64", "pressure/kerner64/scalar", UINT64_C(0xefac493a6c8469a5)},
    {"forces", "auto", "forces/catto/scalar", UINT64_C(0x89bba4373a5f0468)},
    {"forces", "batch", "forces/catto/scalar", UINT64_C(0x89bba4373a5f0468)},
    {"forces", "catto", "forces/catto/scalar", UINT64_C(0x89bba4373a5f0468)},
    {"step", "auto", "step/fused/scalar", UINT64_C(0x7944e986e682760c)},
    {"step", "fused", "step/fused/scalar", UINT64_C(0x7944e986e682760c)},
};

#define METHODS (sizeof expected_answers / sizeof *expected_answers)

static uint64_t digest_answers(const struct family_questions *family,
                               const struct answer_bits *answers) {
    uint64_t digest = DIGEST_EMPTY;
    for (size_t i = 0; i < family->questions(); ++i) {
        for (size_t f = 0; f < family->fields; ++f) {
            digest = digest_bytes(digest, answers[i].field[f], sizeof answers[i].field[f]);
        }
    }
    return digest;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void print_first_difference(const struct buoy_kernel *kernel, const char *twin,
                                   const struct answer_bits *got,
                                   const struct answer_bits *expected) {
    size_t i = 0;
    while (memcmp(&got[i], &expected[i], sizeof got[i]) == 0) {
        ++i;
    }
    int f = 0;
    while (got[i].field[f] == expected[i].field[f]) {
        ++f;
    }
    const uint64_t mine = got[i].field[f], its = expected[i].field[f];
    print_error("%s first differs on ", kernel->id);
    family_questions_of(kernel)->print_question(i);
    print_error(": %s is 0x%016llx (%.17g), from %s 0x%016llx (%.17g)\n",
                family_questions_of(kernel)->names[f], (unsigned long long)mine, double_of(mine),
                twin, (unsigned long long)its, double_of(its));
}

// Compares digests; complains about a wrong one, with what to put in its place if it is meant to
// be.
static bool is_expected(const char *what, uint64_t got, uint64_t expected) {
    if (got != expected) {
        print_error("%s: the digest is UINT64_C(0x%016llx), expected 0x%016llx\n", what,
                    (unsigned long long)got, (unsigned long long)expected);
    }
    return got == expected;
}

TEST(questions) {
    uint64_t digest = DIGEST_EMPTY;
    for (size_t m = 0; m < family_corpus.count; ++m) {
        const struct corpus_mesh *mesh = &family_corpus.meshes[m];
        digest = digest_floats(digest, mesh->body.positions, 3 * mesh->body.vertex_count);
        digest = digest_indices(digest, mesh->body.indices, 3 * mesh->body.triangle_count);
        for (size_t k = 0; k < corpus_planes; ++k) {
            const struct buoy_plane p = mesh->planes[k];
            digest = digest_floats(digest,
                                   (const float[4]){p.normal[0], p.normal[1], p.normal[2], p.d}, 4);
        }
    }
    assert_true(is_expected("questions", digest, expected_questions));
}

TEST(boxes) {
    uint64_t digest = DIGEST_EMPTY;
    for (size_t i = 0; i < family_box_count; ++i) {
        const struct buoy_box b = family_boxes[i].box;
        const struct buoy_plane p = family_boxes[i].plane;
        digest =
            digest_floats(digest,
                          (const float[7]){b.half_extent[0], b.half_extent[1], b.half_extent[2],
                                           p.normal[0], p.normal[1], p.normal[2], p.d},
                          7);
    }
    assert_true(is_expected("boxes", digest, expected_boxes));
}

TEST(polygons) {
    uint64_t digest = DIGEST_EMPTY;
    for (size_t i = 0; i < family_polygon_count; ++i) {
        const struct outline *outline = &family_polygons[i].outline;
        const struct buoy_line line = family_polygons[i].line;
        digest = digest_floats(digest, outline->vertices, 2 * outline->count);
        digest = digest_floats(digest, (const float[3]){line.normal[0], line.normal[1], line.d}, 3);
    }
    assert_true(is_expected("polygons", digest, expected_polygons));
}

static uint64_t digest_baked(uint64_t digest, const struct buoy_mesh *mesh) {
    digest = digest_doubles(digest, mesh->centre, 3);
    digest = digest_doubles(digest, &mesh->scale, 1);
    digest = digest_doubles(digest, mesh->half_extent, 3);
    digest = digest_doubles(digest, &mesh->volume, 1);
    digest = digest_doubles(digest, mesh->centroid, 3);
    digest = digest_doubles(digest, &mesh->area, 1);
    digest = digest_doubles(digest, mesh->surface_centre, 3);
    for (int i = 0; i < 3; ++i) {
        digest = digest_doubles(digest, mesh->surface_spread[i], 3);
    }
    for (uint32_t b = 0; b < mesh->blocks->block_count; ++b) {
        for (int corner = 0; corner < 3; ++corner) {
            digest = digest_floats(digest, mesh->blocks->blocks[b].x[corner], BUOY_LANES);
            digest = digest_floats(digest, mesh->blocks->blocks[b].y[corner], BUOY_LANES);
            digest = digest_floats(digest, mesh->blocks->blocks[b].z[corner], BUOY_LANES);
        }
        digest = digest_doubles(digest, mesh->blocks->blocks[b].av, BUOY_LANES);
        digest = digest_doubles(digest, mesh->blocks->moments[b].m, 16);
    }
    return digest;
}

TEST(baked_meshes) {
    uint64_t digest = DIGEST_EMPTY;
    for (size_t m = 0; m < family_corpus.count; ++m) {
        digest = digest_baked(digest, family_corpus.meshes[m].mesh);
    }
    assert_true(is_expected("baked meshes", digest, expected_baked));
}

static bool has_method(const struct buoy_kernel *kernel, const struct expectation *expected) {
    return kernel->deterministic && strcmp(kernel->method->family, expected->family) == 0 &&
           strcmp(kernel->method->name, expected->method) == 0;
}

// Whether this machine can run a kernel, and BUOY_TEST_ISA, if it is set, names its instruction
// set: emulators take long, and another processor changes nothing about the plain C.
static bool is_asked(const struct buoy_kernel *kernel) {
    const char *only = getenv("BUOY_TEST_ISA");
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    return info.runnable && (!only || strcmp(only, info.isa) == 0);
}

// Asks the variants of a method; whether each has the answers of its twin, and they the digest.
static bool check_method(const struct expectation *expected, const struct buoy_kernel *twin,
                         const struct answer_bits *of_twin) {
    const struct family_questions *family = family_questions_of(twin);
    const uint64_t twin_digest = digest_answers(family, of_twin);
    bool all_agree = true;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (kernel == twin || !has_method(kernel, expected) || !is_asked(kernel)) {
            continue;
        }
        struct answer_bits *answers = family_questions_ask(kernel);
        if (digest_answers(family, answers) != twin_digest) {
            print_first_difference(kernel, expected->twin, answers, of_twin);
            all_agree = false;
        }
        free(answers);
    }
    char what[100];
    snprintf(what, sizeof what, all_agree ? "%s, on which all variants agree" : "%s",
             all_agree ? expected->method : expected->twin);
    return is_expected(what, twin_digest, expected->digest) && all_agree;
}

// Checks variants where BUOY_TEST_ISA leaves the twin out.
static bool check_one_set(const struct expectation *expected, size_t *asked) {
    bool good = true;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (has_method(kernel, expected) && is_asked(kernel)) {
            struct answer_bits *answers = family_questions_ask(kernel);
            const uint64_t digest = digest_answers(family_questions_of(kernel), answers);
            good &= is_expected(kernel->id, digest, expected->digest);
            free(answers);
            ++*asked;
        }
    }
    return good;
}

TEST(answers) {
    const struct buoy_kernel *twin = NULL;
    struct answer_bits *of_twin = NULL;
    size_t asked = 0;
    bool good = true;
    for (size_t e = 0; e < METHODS; ++e) {
        const struct expectation *expected = &expected_answers[e];
        if (getenv("BUOY_TEST_ISA")) {
            good &= check_one_set(expected, &asked);
            continue;
        }
        if (!twin || strcmp(twin->id, expected->twin) != 0) { // else it has just been asked
            free(of_twin);
            twin = buoy_kernel_find(expected->twin);
            of_twin = family_questions_ask(twin);
        }
        good &= check_method(expected, twin, of_twin);
    }
    free(of_twin);
    assert_true(good);
    assert_true(asked > 0 || !getenv("BUOY_TEST_ISA")); // a set that this machine has
}

static bool is_known(const struct buoy_kernel *kernel) {
    for (size_t e = 0; e < METHODS; ++e) {
        if (has_method(kernel, &expected_answers[e])) {
            return true;
        }
    }
    return false;
}

// The line of the table above that a new method lacks. Its first deterministic kernel is the twin:
// the scalar variant, if it is a template.
static void print_missing_line(const struct buoy_kernel *kernel) {
    struct answer_bits *answers = family_questions_ask(kernel);
    const uint64_t digest = digest_answers(family_questions_of(kernel), answers);
    print_error("%s: no digest is expected of its method. Add to expected_answers in "
                "tests/test_digest.c:\n    {\"%s\", \"%s\", \"%s\", UINT64_C(0x%016llx)},\n",
                kernel->id, kernel->method->family, kernel->method->name, kernel->id,
                (unsigned long long)digest);
    free(answers);
}

TEST(every_deterministic_kernel_has_a_digest) {
    const struct buoy_method *latest = NULL; // variants of a method are neighbours
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        if (kernel->deterministic && !is_known(kernel) && kernel->method != latest) {
            latest = kernel->method;
            print_missing_line(kernel);
        }
    }
    assert_null(latest);
}

// A line for each answer of each scalar twin.
static void print_answers(const char *twin) {
    const struct buoy_kernel *kernel = buoy_kernel_find(twin);
    struct answer_bits *answers = family_questions_ask(kernel);
    const struct family_questions *family = family_questions_of(kernel);
    for (size_t i = 0; i < family->questions(); ++i) {
        printf("%s, question %zu:", twin, i);
        for (size_t f = 0; f < family->fields; ++f) {
            printf(" %s 0x%016llx", family_questions_of(kernel)->names[f],
                   (unsigned long long)answers[i].field[f]);
        }
        printf("\n");
    }
    free(answers);
}

TEST_FIXTURE(family_questions_make, family_questions_free)

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "answers") == 0) {
        family_questions_make(NULL);
        for (size_t e = 0; e < METHODS; ++e) {
            if (e == 0 || strcmp(expected_answers[e].twin, expected_answers[e - 1].twin) != 0) {
                print_answers(expected_answers[e].twin);
            }
        }
        family_questions_free(NULL);
        return 0;
    }
    return tests_run();
}
