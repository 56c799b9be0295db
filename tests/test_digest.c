// Equal bits everywhere: each method answers a fixed set of questions, and the digest of its
// answers is a constant below, for every deterministic variant, processor, compiler and level of
// optimisation. Lockstep games and replays rely on it.
//
// What a failure says:
// - "questions", "boxes": a built-in mesh, a box or a plane has other bits; no kernel is to blame.
// - "baked meshes": the questions are right, but what the library makes of the meshes is not.
// - a kernel: its answers are not what its method's were. Where all the method's variants fail
// alike,
//   the method has changed; else the variant.
// - a new method: the line to add to the table.
// Run
//       test_digest KERNEL
//   for two kernels, or in a build that passes and in this one, and diff: it prints every answer.
//
// To change a constant on purpose, because a method, the baking or the corpus has changed: see that
// gcc's and clang's builds and an emulated AArch64's print the same new digest (tests/run --all),
// write that here, and tell users in the commit's message why replays made before will differ.
#include "ask_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "crowd.h"
#include "digest.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "outline.h"
#include "owned.h"
#include "pressing_corpus.h"
#include "shapes.h"
#include "stepping.h"
#include "test.h"

static const uint64_t expected_questions = UINT64_C(0xc63fcdd56cd2a80c);
static const uint64_t expected_boxes = UINT64_C(0xbe29fbe6528fe4dc);
static const uint64_t expected_polygons = UINT64_C(0x6366485a7bb0ec14);
static const uint64_t expected_baked = UINT64_C(0xd58edb969082ecab);

static const struct expectation {
    const char *family, *method;
    uint64_t digest;
} expected_answers[] = {
    {"volume", "auto", UINT64_C(0xba59aac4d7feea16)},
    {"volume", "batch", UINT64_C(0xd0193ccc6377c651)},
    {"volume", "indexed", UINT64_C(0x1e98554ba08e557f)},
    {"volume", "indexed64", UINT64_C(0xfa1f9387e9be334c)},
    {"volume", "blocks", UINT64_C(0x6d6abf3e7216515b)},
    {"volume", "hierarchy", UINT64_C(0xa3787fbd274f1145)},
    {"volume", "blocks64", UINT64_C(0xe5559507d6e6fe06)},
    {"volume", "hierarchy64", UINT64_C(0x75c2927aa86ea3b5)},
    {"volume", "catto", UINT64_C(0x522b3ed9052b47af)},
    {"volume", "catto64", UINT64_C(0x4aff2d6e5f7167fc)},
    {"volume", "voxel", UINT64_C(0x09b26e4b8b17c063)},
    {"volume", "refined", UINT64_C(0x5004afcdb99b1072)},
    {"volume", "boundingbox", UINT64_C(0xff0abdb6a0d22964)},
    {"volume", "points", UINT64_C(0x3aaed88c0e80cfb0)},
    {"volume", "pontoons", UINT64_C(0x2fe8561e13feaf63)},
    // Where bodies were not moved, turned or scaled; elsewhere it is pontoons (support/corpus.c).
    {"volume", "spheres", UINT64_C(0x137fa4cf00fb51e7)},
    {"box", "auto", UINT64_C(0xaedc49c4cd7e55c8)},
    {"box", "celis", UINT64_C(0xfe9594c7317afa4d)},
    {"box", "columns", UINT64_C(0x91f8246586ff6d96)},
    {"box", "deeter", UINT64_C(0x012df2c1b7cfc415)},
    {"box", "corners", UINT64_C(0xaedc49c4cd7e55c8)},
    {"box", "voxel", UINT64_C(0x2cb9cae688e4d06c)},
    {"shapes", "auto", UINT64_C(0x5a15e4978be54e9e)},
    {"shapes", "box", UINT64_C(0x0f306e96bc12593b)},
    {"shapes", "sphere", UINT64_C(0xfb8b3b2ea04bcfee)},
    {"shapes", "ellipsoid", UINT64_C(0x7f2568c43fa5c8d4)},
    {"shapes", "capsule", UINT64_C(0x3daf7086d7fdfa8f)},
    {"shapes", "cylinder", UINT64_C(0xfe3f1058cd77568b)},
    {"shapes", "cone", UINT64_C(0x9d6dd05366adf472)},
    {"shapes", "reference", UINT64_C(0x48b499369d6e6c16)},
    {"polygon", "auto", UINT64_C(0xd39b78cc1bc58b88)},
    {"polygon", "batch", UINT64_C(0xd39b78cc1bc58b88)},
    {"polygon", "clip", UINT64_C(0x3731d3f2208fe3d6)},
    {"basin", "arcs", UINT64_C(0x53e47e49476c6d57)},
    {"water", "auto", UINT64_C(0x18ee53bb99077fef)},
    {"water", "waves", UINT64_C(0x18ee53bb99077fef)},
    {"hydrostatics", "auto", UINT64_C(0x3913ff0009898499)},
    {"hydrostatics", "indexed", UINT64_C(0x64f21d45d6266e22)},
    {"hydrostatics", "hierarchy", UINT64_C(0x94a3ef65b4149759)},
    {"hydrostatics", "blocks", UINT64_C(0x74055a77ccd17160)},
    {"hydrostatics", "clip64", UINT64_C(0xfe7e5b100910d036)},
    {"pressure", "auto", UINT64_C(0x829f504b9acf40f1)},
    {"pressure", "kerner", UINT64_C(0x829f504b9acf40f1)},
    {"pressure", "appendix", UINT64_C(0xd7a0ba5c2d222cac)},
    {"pressure", "centre", UINT64_C(0x9cc770661121221a)},
    {"pressure", "kerner64", UINT64_C(0xefac493a6c8469a5)},
    {"forces", "auto", UINT64_C(0x89bba4373a5f0468)},
    {"forces", "catto", UINT64_C(0x89bba4373a5f0468)},
    {"step", "auto", UINT64_C(0x69dd2ca348eb0d01)},
    {"step", "fused", UINT64_C(0x69dd2ca348eb0d01)},
};

// ------------------------------------------------------------------------------- questions

// No seed may change any of them: they begin with {1}, not with rng_make().
enum {
    box_count = 3000,
    polygon_count = 3000,
    shape_count = 3000,
    surface_count = 3000,
    crowd_count = 15,    // of crowd_most bodies each
    stepping_count = 15, // of stepping_most bodies each
};
static struct corpus corpus;
static struct shape_question boxes[box_count];
static struct outline_question polygons[polygon_count];

static int make_questions(void **state) {
    struct rng rng = {1};
    corpus = corpus_make();
    for (size_t i = 0; i < box_count; ++i) {
        boxes[i] = box_question_make(&rng);
    }
    for (size_t i = 0; i < polygon_count; ++i) {
        polygons[i] = outline_question_make(&rng);
    }
    return stepping_make(state);
}

TEST_FIXTURE(make_questions, NULL)

// ------------------------------------------------------------------------------- answers

static uint64_t digest; // of the answers so far
static bool prints;     // them, too

// Takes an answer.
static void put(const double *numbers, size_t fields) {
    digest = digest_doubles(digest, numbers, fields);
    for (size_t f = 0; prints && f < fields; ++f) {
        printf("%a%c", numbers[f], f + 1 < fields ? ' ' : '\n');
    }
}

// Puts an answer that consists of doubles alone.
#define PUT(answer) put((const double *)&(answer), sizeof(answer) / sizeof(double))

// Zeros, where a slow kernel is asked less.
static void put_none(size_t answers, size_t fields) {
    static const double zeros[15];
    for (; answers > 0; --answers) {
        put(zeros, fields);
    }
}

static void ask_meshes(const struct buoy_kernel *kernel) {
    for (size_t m = 0; m < corpus.count; ++m) {
        const struct corpus_mesh *mesh = &corpus.meshes[m];
        const struct subject subject = {kernel, mesh->mesh, mesh->name};
        const size_t count = questions_about(mesh->mesh, kernel, corpus_planes);
        struct buoy_volume results[corpus_planes];
        ask_open(&subject, mesh->planes, count, results);
        for (size_t k = 0; k < count; ++k) {
            PUT(results[k]);
        }
        put_none(corpus_planes - count, 4);
    }
}

static void ask_for_hydrostatics(const struct buoy_kernel *kernel) {
    for (size_t m = 0; m < corpus.count; ++m) {
        const struct corpus_mesh *mesh = &corpus.meshes[m];
        const struct subject subject = {kernel, mesh->mesh, mesh->name};
        const size_t count = questions_about(mesh->mesh, kernel, corpus_planes);
        struct buoy_hydrostatics results[corpus_planes];
        ask_hydrostatics_open(&subject, mesh->planes, count, results);
        for (size_t k = 0; k < count; ++k) {
            PUT(results[k]);
        }
        put_none(corpus_planes - count, 15);
    }
}

static void ask_all_boxes(const struct buoy_kernel *kernel) {
    const size_t count = box_questions_for(kernel, box_count);
    static struct shape_answer results[box_count];
    ask_shapes(kernel, boxes, count, results);
    for (size_t k = 0; k < count; ++k) {
        PUT(results[k].volume);
    }
    put_none(box_count - count, 4);
}

// Of the kinds that the kernel answers.
static void ask_all_shapes(const struct buoy_kernel *kernel) {
    static struct shape_question questions[shape_count];
    static struct shape_answer results[shape_count];
    struct rng rng = {1};
    for (size_t k = 0; k < shape_count; ++k) {
        questions[k] = shape_question_make(&rng, shapes_kinds_of(kernel));
    }
    ask_shapes(kernel, questions, shape_count, results);
    for (size_t k = 0; k < shape_count; ++k) {
        PUT(results[k]);
    }
}

// Area, cx, cy and 0.
static void put_area(const struct buoy_area *area) {
    put((const double[4]){area->area, area->centre[0], area->centre[1]}, 4);
}

static void ask_polygons(const struct buoy_kernel *kernel) {
    for (size_t k = 0; k < polygon_count; ++k) {
        const struct buoy_area area = ask_outline(kernel, &polygons[k].outline, polygons[k].line);
        put_area(&area);
    }
}

// The polygons in discs about their first vertices.
static void ask_basins(const struct buoy_kernel *kernel) {
    for (size_t k = 0; k < polygon_count; ++k) {
        const struct outline *outline = &polygons[k].outline;
        const struct buoy_polygon polygon = outline_polygon(outline);
        const struct buoy_circle basin = {{outline->vertices[0], outline->vertices[1]},
                                          0.5f +
                                              fabsf(outline->vertices[2] - outline->vertices[0])};
        struct buoy_area area;
        assert_true(kernel->basin(&polygon, &basin, 1, &area));
        put_area(&area);
    }
}

// Height and slopes of eight waves, of lengths and periods short and long; not rng_make(): no seed
// may change them.
static void ask_waves(const struct buoy_kernel *kernel) {
    static double x[surface_count], y[surface_count];
    static float found[3][surface_count];
    struct rng rng = {1};
    struct buoy_wave waves[8];
    for (size_t i = 0; i < COUNT_OF(waves); ++i) {
        waves[i] = (struct buoy_wave){
            .amplitude = (float)(1 + rng_below(&rng, 64)) / 64.0f,
            .wavelength = (float)(1 + rng_below(&rng, 4096)) / 16.0f,
            .direction = (float)rng_below(&rng, 64) / 10.0f,
            .phase = (float)rng_below(&rng, 64) / 10.0f,
            .period = i % 2 ? (float)(1 + rng_below(&rng, 64)) / 8.0f : 0.0f,
        };
    }
    for (size_t k = 0; k < surface_count; ++k) {
        x[k] = ((double)rng_below(&rng, 1 << 20) - (1 << 19)) / 64.0;
        y[k] = ((double)rng_below(&rng, 1 << 20) - (1 << 19)) / 64.0;
    }
    struct buoy_waves *prepared = waves_of(waves, 8, BUOY_GRAVITY);
    struct buoy_surface query = {.x = x,
                                 .y = y,
                                 .count = surface_count,
                                 .height = found[0],
                                 .slope_x = found[1],
                                 .slope_y = found[2]};
    query.kernel = kernel;
    assert_int_equal(buoy_waves_sample(prepared, 12.375, &query, NULL), BUOY_OK);
    for (size_t k = 0; k < surface_count; ++k) {
        put((const double[4]){(double)found[0][k], (double)found[1][k], (double)found[2][k]}, 4);
    }
}

static void ask_pressings(const struct buoy_kernel *kernel) {
    const size_t count = corpus.count * corpus_pressings;
    struct buoy_pressure *results = test_alloc(count * sizeof *results);
    ask_pressing_corpus(kernel, &corpus, results);
    for (size_t k = 0; k < count; ++k) {
        PUT(results[k]);
    }
}

static void ask_crowds(const struct buoy_kernel *kernel) {
    static struct crowd crowd;
    static struct buoy_forces results[crowd_most];
    struct rng rng = {1};
    for (size_t k = 0; k < crowd_count; ++k) {
        crowd_make(&rng, crowd_most, &crowd);
        struct buoy_forces_query query = crowd_query(&crowd);
        query.kernel = kernel;
        assert_int_equal(buoy_forces_compute(&query, results, NULL), BUOY_OK);
        for (size_t i = 0; i < crowd_most; ++i) {
            PUT(results[i]);
        }
    }
}

// In still water, in waves and upon a patch.
static void ask_steppings(const struct buoy_kernel *kernel) {
    static struct stepping crowd;
    static struct buoy_body_forces results[stepping_most];
    struct rng rng = {1};
    for (size_t k = 0; k < stepping_count; ++k) {
        stepping_random(&rng, stepping_most, &crowd);
        if (k % 3 == 1) {
            stepping_into_waves(&crowd, 0.125 * (double)k);
        } else if (k % 3 == 2) {
            stepping_onto_patch(&crowd);
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(kernel, &query, results);
        for (size_t i = 0; i < stepping_most; ++i) {
            PUT(results[i]);
        }
    }
}

// The digest of a kernel's answers.
static uint64_t digest_of(const struct buoy_kernel *kernel) {
    static const struct {
        const char *family;
        void (*ask)(const struct buoy_kernel *kernel);
    } families[] = {{"volume", ask_meshes},    {"hydrostatics", ask_for_hydrostatics},
                    {"box", ask_all_boxes},    {"shapes", ask_all_shapes},
                    {"polygon", ask_polygons}, {"basin", ask_basins},
                    {"water", ask_waves},      {"pressure", ask_pressings},
                    {"forces", ask_crowds},    {"step", ask_steppings}};
    size_t f = 0;
    while (strcmp(families[f].family, kernel->method->family) != 0) {
        assert_true(++f < COUNT_OF(families));
    }
    digest = DIGEST_EMPTY;
    families[f].ask(kernel);
    return digest;
}

// ------------------------------------------------------------------------------- digests

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
    uint64_t sum = DIGEST_EMPTY;
    for (size_t m = 0; m < corpus.count; ++m) {
        const struct corpus_mesh *mesh = &corpus.meshes[m];
        sum = digest_floats(sum, mesh->body.positions, 3 * mesh->body.vertex_count);
        sum = digest_indices(sum, mesh->body.indices, 3 * mesh->body.triangle_count);
        for (size_t k = 0; k < corpus_planes; ++k) {
            const struct buoy_plane p = mesh->planes[k];
            sum =
                digest_floats(sum, (const float[4]){p.normal[0], p.normal[1], p.normal[2], p.d}, 4);
        }
    }
    assert_true(is_expected("questions", sum, expected_questions));
}

TEST(box_questions) {
    uint64_t sum = DIGEST_EMPTY;
    for (size_t i = 0; i < box_count; ++i) {
        const struct buoy_shape b = boxes[i].shape;
        const struct buoy_plane p = boxes[i].plane;
        sum = digest_floats(sum,
                            (const float[7]){b.size[0], b.size[1], b.size[2], p.normal[0],
                                             p.normal[1], p.normal[2], p.d},
                            7);
    }
    assert_true(is_expected("boxes", sum, expected_boxes));
}

TEST(polygon_questions) {
    uint64_t sum = DIGEST_EMPTY;
    for (size_t i = 0; i < polygon_count; ++i) {
        const struct outline *outline = &polygons[i].outline;
        const struct buoy_line line = polygons[i].line;
        sum = digest_floats(sum, outline->vertices, 2 * outline->count);
        sum = digest_floats(sum, (const float[3]){line.normal[0], line.normal[1], line.d}, 3);
    }
    assert_true(is_expected("polygons", sum, expected_polygons));
}

static uint64_t digest_baked(uint64_t sum, const struct buoy_mesh *mesh) {
    sum = digest_doubles(sum, mesh->centre, 3);
    sum = digest_doubles(sum, &mesh->scale, 1);
    sum = digest_doubles(sum, mesh->half_extent, 3);
    sum = digest_doubles(sum, &mesh->volume, 1);
    sum = digest_doubles(sum, mesh->centroid, 3);
    sum = digest_doubles(sum, &mesh->area, 1);
    sum = digest_doubles(sum, mesh->surface_centre, 3);
    for (int i = 0; i < 3; ++i) {
        sum = digest_doubles(sum, mesh->surface_spread[i], 3);
    }
    for (uint32_t b = 0; b < mesh->blocks->block_count; ++b) {
        for (int corner = 0; corner < 3; ++corner) {
            sum = digest_floats(sum, mesh->blocks->blocks[b].x[corner], BUOY_LANES);
            sum = digest_floats(sum, mesh->blocks->blocks[b].y[corner], BUOY_LANES);
            sum = digest_floats(sum, mesh->blocks->blocks[b].z[corner], BUOY_LANES);
        }
        sum = digest_doubles(sum, mesh->blocks->blocks[b].av, BUOY_LANES);
        sum = digest_doubles(sum, mesh->blocks->moments[b].m, 16);
    }
    return sum;
}

TEST(baked_meshes) {
    uint64_t sum = DIGEST_EMPTY;
    for (size_t m = 0; m < corpus.count; ++m) {
        sum = digest_baked(sum, corpus.meshes[m].mesh);
    }
    assert_true(is_expected("baked meshes", sum, expected_baked));
}

// The method's line, or NULL.
static const struct expectation *expectation_of(const struct buoy_kernel *kernel) {
    for (size_t e = 0; e < COUNT_OF(expected_answers); ++e) {
        if (strcmp(kernel->method->family, expected_answers[e].family) == 0 &&
            strcmp(kernel->method->name, expected_answers[e].method) == 0) {
            return &expected_answers[e];
        }
    }
    return NULL;
}

// Whether this machine can run a kernel, and BUOY_TEST_ISA, if it is set, names its instruction
// set: emulators take long, and another processor changes nothing about the plain C.
static bool is_asked(const struct buoy_kernel *kernel) {
    const char *only = getenv("BUOY_TEST_ISA");
    return buoy_kernel_runs(kernel) && (!only || strcmp(only, kernel->isa) == 0);
}

TEST(answers) {
    size_t asked = 0;
    bool good = true;
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        const struct buoy_kernel *kernel = buoy_kernel_at(i);
        const struct expectation *expected = expectation_of(kernel);
        if (kernel->deterministic && is_asked(kernel)) {
            const uint64_t got = digest_of(kernel);
            if (!expected) {
                print_error(
                    "add to expected_answers:\n    {\"%s\", \"%s\", UINT64_C(0x%016llx)},\n",
                    kernel->method->family, kernel->method->name, (unsigned long long)got);
            }
            good = expected && is_expected(kernel->id, got, expected->digest) && good;
            ++asked;
        }
    }
    assert_true(good && asked > 0);
}

TEST_ARGUMENTS(count, words) {
    const struct buoy_kernel *kernel = buoy_kernel_find(words[count - 1]);
    prints = true;
    make_questions(NULL);
    return kernel ? digest_of(kernel) == 0 : 2;
}
