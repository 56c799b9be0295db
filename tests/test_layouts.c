// What meshes keep, and images of them.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"
#include "buoyancy_step.h"
#include "dispatch/registry.h"
#include "making/bake.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

static struct buoy_mesh *make(const struct body *body, unsigned flags) {
    struct buoy_mesh_input input = body_input(body, flags);
    struct buoy_error error;
    struct buoy_mesh *mesh;
    input.flags = flags;
    FAIL_IF(buoy_mesh_create(&input, &mesh, &error) != BUOY_OK, "%s", error.message);
    return mesh;
}

// Engines build a question in every step.
_Static_assert(sizeof(struct buoy_step_query) <= 160,
               "what few questions need is behind `options`");

// The bytes of a mesh that keeps nothing: at most 40 for each triangle that its leaves have room
// for, and 1.5 KB; of a small one 32 for each triangle and 24 for each vertex, in sixteens, and its
// head.
static size_t lean_bytes(const struct body *body) {
    struct buoy_mesh *mesh = make(body, 0);
    const size_t leaves = mesh->tree.leaf_count, blocks = (body->triangle_count + 15) / 16;
    assert_true(leaves <= body->triangle_count / 15 + 1 && (leaves == 0) == mesh->is_indexed);
    const size_t bytes = mesh->bytes;
    const size_t indexed = blocks * 512 + 24 * (size_t)buoy_indexed_room(mesh);
    assert_true(mesh->is_indexed ? bytes == sizeof *mesh + indexed
                                 : bytes <= 40 * BUOY_LANES * leaves + 1536);
    buoy_mesh_destroy(mesh);
    return bytes;
}

// 10 000 hulls of 12 to 124 triangles take 40.1 MB at most, one of 112 takes 5.6 KB.
TEST(small_hulls) {
    struct rng rng = rng_make("small hulls");
    size_t sum = 0;
    for (size_t sides = 6; sides <= 62; ++sides) {
        struct body body = body_bipyramid(&rng, sides);
        const size_t bytes = lean_bytes(&body);
        assert_true(sides != 56 || bytes <= 5696);
        sum += bytes;
    }
    assert_true(10000.0 / 57.0 * (double)sum <= 40.1e6);
}

// Large ones take no more than 40 bytes a triangle.
TEST(large_meshes) {
    static const double profile[] = {1.0, -0.2, 1.5, -0.2, 1.5, 0.2, 1.0, 0.2};
    for (size_t segments = 3; segments < 8000; segments *= 3) {
        struct body ring = body_ring(profile, 4, segments);
        const size_t bytes = lean_bytes(&ring);
        assert_true(segments < 100 || bytes <= 40 * ring.triangle_count + 1536);
    }
}

static const char *const names[] = {"BUOY_MESH_KEEP_TRIANGLES", "BUOY_MESH_KEEP_BLOCKS",
                                    "BUOY_MESH_KEEP_FACETS", "BUOY_MESH_KEEP_TREE"};
static const unsigned flags_of[] = {BUOY_MESH_KEEP_TRIANGLES, BUOY_MESH_KEEP_BLOCKS,
                                    BUOY_MESH_KEEP_FACETS, BUOY_MESH_KEEP_TREE};

static bool names_a_flag(const char *message, unsigned missing) {
    for (int i = 0; i < 4; ++i) {
        if (flags_of[i] & missing && strstr(message, names[i])) {
            return true;
        }
    }
    return false;
}

// Every kernel of `volume`, on meshes that keep any set of layouts: the bits of one that keeps all,
// or a refusal that names a flag, and nothing written.
TEST(volumes) {
    struct rng rng = rng_make("layouts");
    struct body bodies[] = {body_box(1.0f, 0.9f, 1.1f), body_bipyramid(&rng, 9),
                            body_bipyramid(&rng, 200)};
    void *scratch = buoy_aligned_alloc(1u << 20);
    for (size_t b = 0; b < 3; ++b) {
        struct buoy_mesh *whole = make(&bodies[b], BUOY_MESH_KEEP_ALL);
        struct buoy_plane planes[20];
        for (int i = 0; i < 20; ++i) {
            planes[i] = rng_plane(&rng, whole);
        }
        for (unsigned set = 0; set < 16; ++set) {
            const unsigned keep = (set & 7) << 7 | (set & 8 ? (unsigned)BUOY_MESH_KEEP_TREE : 0u);
            struct buoy_mesh *mesh = make(&bodies[b], keep);
            for (size_t k = 0; k < buoy_kernel_count(); ++k) {
                const struct buoy_kernel *kernel = buoy_kernel_at(k);
                if (strcmp(kernel->method->family, "volume") != 0 || !buoy_kernel_runs(kernel)) {
                    continue;
                }
                struct buoy_volume_query query = {.mesh = mesh,
                                                  .planes = planes,
                                                  .count = 20,
                                                  .scratch = scratch,
                                                  .scratch_bytes = 1u << 20,
                                                  .voxels = 8};
                struct buoy_volume got[20], wanted[20];
                struct buoy_error error;
                memset(got, 0x55, sizeof got);
                memcpy(wanted, got, sizeof got);
                query.kernel = kernel;
                const enum buoy_status status = buoy_volume_compute(&query, got, &error);
                const unsigned missing = kernel->method->reads & ~(unsigned)mesh->kept;
                assert_int_equal(status, missing ? BUOY_ERROR_LAYOUT : BUOY_OK);
                assert_true(!missing || names_a_flag(error.message, missing));
                query.mesh = whole;
                if (!missing && strcmp(kernel->isa, "tuned") != 0) {
                    query.kernel = kernel;
                    assert_int_equal(buoy_volume_compute(&query, wanted, NULL), BUOY_OK);
                }
                if (missing || strcmp(kernel->isa, "tuned") != 0) {
                    assert_memory_equal(got, wanted, sizeof got);
                }
            }
            buoy_mesh_destroy(mesh);
        }
        buoy_mesh_destroy(whole);
    }
    buoy_aligned_free(scratch);
}

// What an engine asks needs no flag: hydrostatics, drafts, error bounds, attitudes of rest.
TEST(questions) {
    struct rng rng = rng_make("questions of a mesh that keeps nothing");
    for (int round = 0; round < 20; ++round) {
        struct body body = body_bipyramid(&rng, 3 + rng_below(&rng, 60));
        struct buoy_mesh *lean = make(&body, 0), *whole = make(&body, BUOY_MESH_KEEP_ALL);
        const struct buoy_plane plane = rng_plane(&rng, whole);
        struct buoy_hydrostatics at[2];
        struct buoy_draft_info drafts[2];
        struct buoy_volume_error errors[2];
        struct buoy_volume volumes[2];
        double d[2];
        struct buoy_mesh_info info;
        buoy_mesh_get_info(whole, &info, NULL);
        for (int i = 0; i < 2; ++i) {
            const struct buoy_mesh *mesh = i == 0 ? lean : whole;
            const struct buoy_volume_query query = {.mesh = mesh,
                                                    .planes = &plane,
                                                    .count = 1,
                                                    .errors = &errors[i],
                                                    .kernel = buoy_kernel_find("volume/auto/best")};
            assert_int_equal(
                buoy_hydrostatics_compute(
                    &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = &plane, .count = 1},
                    &at[i], NULL),
                BUOY_OK);
            assert_int_equal(buoy_volume_compute(&query, &volumes[i], NULL), BUOY_OK);
            assert_int_equal(
                buoy_draft(mesh,
                           (const double[3]){plane.normal[0], plane.normal[1], plane.normal[2]},
                           info.volume / 3.0, &d[i], &drafts[i], NULL),
                BUOY_OK);
        }
        assert_memory_equal(&at[0], &at[1], sizeof at[0]);
        assert_memory_equal(&volumes[0], &volumes[1], sizeof volumes[0]);
        assert_memory_equal(&errors[0], &errors[1], sizeof errors[0]);
        assert_memory_equal(&d[0], &d[1], sizeof d[0]);
        buoy_mesh_destroy(lean);
        buoy_mesh_destroy(whole);
    }
}

// Functions that need more say which flag is missing.
TEST(refusals) {
    struct rng rng = rng_make("refusals");
    struct body body = body_bipyramid(&rng, 20);
    struct buoy_mesh *mesh = make(&body, 0);
    struct buoy_error error;
    float positions[3 * 22];
    double positions64[3 * 22];
    uint32_t indices[3 * 40];
    uint8_t hidden[40];
    assert_int_equal(buoy_mesh_copy_out(mesh, positions, indices, &error), BUOY_ERROR_LAYOUT);
    assert_true(names_a_flag(error.message, BUOY_MESH_KEEP_TRIANGLES));
    assert_int_equal(buoy_mesh_copy_out64(mesh, positions64, indices, NULL), BUOY_ERROR_LAYOUT);
    assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_ERROR_LAYOUT);
    assert_true(buoy_pressure_scratch_bytes(mesh, &error) == SIZE_MAX);
    assert_true(names_a_flag(error.message, BUOY_MESH_KEEP_FACETS));
    const struct buoy_water water = {.kind = BUOY_WATER_PLANE};
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_pressure result;
    query.mesh = mesh;
    query.water = &water;
    assert_int_equal(buoy_pressure_compute(&query, NULL, &result, &error), BUOY_ERROR_LAYOUT);
    assert_true(names_a_flag(error.message, BUOY_MESH_KEEP_FACETS));
    buoy_mesh_destroy(mesh);
}

// ------------------------------------------------------------------------------------------- image

// Images of meshes: what is loaded answers as what was saved, and nothing else is loaded.

struct image {
    unsigned char *at;
    size_t bytes;
};

static struct image save(const struct buoy_mesh *mesh) {
    struct image image = {.bytes = buoy_mesh_image_bytes(mesh, NULL)};
    assert_true(image.bytes < SIZE_MAX);
    image.at = buoy_aligned_alloc(image.bytes + 64);
    assert_int_equal(buoy_mesh_save(mesh, image.at, image.bytes - 1, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_save(mesh, image.at, image.bytes, NULL), BUOY_OK);
    return image;
}

static struct buoy_mesh *load(const struct image *image) {
    struct buoy_error error;
    struct buoy_mesh *mesh;
    FAIL_IF(buoy_mesh_load(image->at, image->bytes, &mesh, &error) != BUOY_OK, "%s", error.message);
    return mesh;
}

static void expect_refused(const struct image *image, size_t bytes, const char *word) {
    struct buoy_error error;
    struct buoy_mesh *mesh;
    memcpy(&mesh, &image, sizeof mesh); // anything but NULL, which is what it has to become
    assert_int_equal(buoy_mesh_load(image->at, bytes, &mesh, &error), BUOY_ERROR_IMAGE);
    assert_null(mesh);
    assert_true(strncmp(error.message, word, strlen(word)) == 0);
}

// All that a mesh answers: volumes and their bounds, hydrostatics, and what it says of itself.
static void expect_same_answers(const struct buoy_mesh *one, const struct buoy_mesh *other,
                                struct rng *rng) {
    struct buoy_plane planes[20];
    struct buoy_volume volumes[2][20];
    struct buoy_volume_error bounds[2][20];
    struct buoy_hydrostatics hydrostatics[2][20];
    struct buoy_mesh_info info[2];
    struct buoy_closing closing[2];
    for (int i = 0; i < 20; ++i) {
        planes[i] = rng_plane(rng, one);
        planes[i].d = i < 5 ? (float)(planes[i].d - 0.3 * (double)i) : planes[i].d;
    }
    for (int i = 0; i < 2; ++i) {
        const struct buoy_mesh *mesh = i == 0 ? one : other;
        memset(&info[i], 0, sizeof info[i]);
        struct buoy_volume_query query = {0};
        query.mesh = mesh;
        query.planes = planes;
        query.count = 20;
        query.errors = bounds[i];
        query.kernel = buoy_kernel_find("volume/auto/best");
        assert_int_equal(buoy_volume_compute(&query, volumes[i], NULL), BUOY_OK);
        assert_int_equal(
            buoy_hydrostatics_compute(
                &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = planes, .count = 20},
                hydrostatics[i], NULL),
            BUOY_OK);
        assert_int_equal(buoy_mesh_get_info(mesh, &info[i], NULL), BUOY_OK);
        assert_int_equal(buoy_mesh_get_closing(mesh, &closing[i], NULL), BUOY_OK);
        info[i].bytes = 0;
    }
    assert_memory_equal(volumes[0], volumes[1], sizeof volumes[0]);
    assert_memory_equal(bounds[0], bounds[1], sizeof bounds[0]);
    assert_memory_equal(hydrostatics[0], hydrostatics[1], sizeof hydrostatics[0]);
    assert_memory_equal(&info[0], &info[1], sizeof info[0]);
    assert_memory_equal(&closing[0], &closing[1], sizeof closing[0]);
}

static struct buoy_mesh *image_make(const struct body *body, unsigned flags, unsigned spheres) {
    struct buoy_mesh_input input = body_input(body, flags);
    struct buoy_mesh *mesh;
    input.flags = flags;
    input.spheres = spheres;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_OK);
    return mesh;
}

// Any mesh, whatever it keeps; saved again, it has the same image; and it copies out the same.
TEST(round_trip) {
    struct rng rng = rng_make("images");
    for (int round = 0; round < (int)in_a_hurry(60, 600); ++round) {
        struct body body = round % 5 == 0   ? body_box(1.0f, 0.1f, 2.0f)
                           : round % 5 == 1 ? body_open_cone(&rng, 3 + rng_below(&rng, 30))
                                            : body_bipyramid(&rng, 3 + rng_below(&rng, 300));
        body_move(&body, (const double[3]){round % 3 * 100.0, 0.0, 3.0});
        const unsigned closing = round % 4 ? BUOY_MESH_ACCEPT_OPEN : BUOY_MESH_CLOSE;
        const unsigned keep = (unsigned)rng_below(&rng, 8) << 7;
        struct buoy_mesh *mesh = image_make(&body, keep | closing, round % 7 ? 0 : 5);
        struct image image = save(mesh);
        struct buoy_mesh *loaded = load(&image);
        struct image again = save(loaded);
        expect_same_answers(mesh, loaded, &rng);
        assert_int_equal(image.bytes, again.bytes);
        assert_memory_equal(image.at, again.at, image.bytes);
        assert_int_equal(mesh->sphere_count, loaded->sphere_count);
        if (keep & BUOY_MESH_KEEP_TRIANGLES) {
            float positions[2][3 * 400];
            uint32_t indices[2][3 * 700];
            buoy_mesh_copy_out(mesh, positions[0], indices[0], NULL);
            buoy_mesh_copy_out(loaded, positions[1], indices[1], NULL);
            assert_memory_equal(positions[0], positions[1], 12 * (size_t)mesh->vertex_count);
            assert_memory_equal(indices[0], indices[1], 12 * (size_t)mesh->triangle_count);
        }
        buoy_mesh_destroy(mesh);
        buoy_mesh_destroy(loaded);
        buoy_aligned_free(image.at);
        buoy_aligned_free(again.at);
    }
}

// What is inside out in part has no bounds, and none after it was loaded.
TEST(inside_out) {
    struct rng rng = rng_make("an image that is inside out");
    struct body body =
        body_joined(body_box(1.0f, 1.0f, 1.0f),
                    body_inside_out(body_moved(body_box(0.5f, 0.5f, 0.5f), 3, 0, 0)));
    struct buoy_mesh *mesh = image_make(&body, BUOY_MESH_ACCEPT_INSIDE_OUT, 0);
    struct image image = save(mesh);
    struct buoy_mesh *loaded = load(&image);
    expect_same_answers(mesh, loaded, &rng);
    buoy_mesh_destroy(mesh);
    buoy_mesh_destroy(loaded);
    buoy_aligned_free(image.at);
}

// Images with the right checksum, crafted so that kernels would read beyond arrays or meet numbers
// they were not proven for: vertices far from the mesh.
TEST(crafted) {
    const float far = 1e6f;
    struct rng rng = rng_make("crafted images");
    struct body body = body_bipyramid(&rng, 20);
    struct buoy_mesh *mesh = image_make(&body, BUOY_MESH_KEEP_ALL, 0);
    struct image image = save(mesh);
    struct buoy_mesh *loaded = load(&image); // whose arrays are the image's
    void *const places[] = {loaded->triangles->px,     loaded->triangles->py,
                            loaded->triangles->pz,     loaded->blocks->points->x,
                            loaded->blocks->points->y, loaded->blocks->points->z};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        unsigned char before[sizeof far];
        memcpy(before, places[i], sizeof before);
        memcpy(places[i], &far, sizeof far);
        buoy_image_seal(image.at, image.bytes);
        expect_refused(&image, image.bytes, "damaged");
        memcpy(places[i], before, sizeof before);
    }
    buoy_image_seal(image.at, image.bytes);
    buoy_mesh_destroy(load(&image));
    buoy_mesh_destroy(loaded);
    buoy_mesh_destroy(mesh);
    buoy_aligned_free(image.at);
    // A mesh that has neither a tree nor vertices, because it is not compact.
    mesh = image_make(&body, 0, 0);
    image = save(mesh);
    memcpy(image.at + 16, &(uint64_t){448}, 8);
    image.at[56] &= (unsigned char)~1u;
    buoy_image_seal(image.at, 448);
    expect_refused(&image, 448, "damaged");
    buoy_mesh_destroy(mesh);
    buoy_aligned_free(image.at);
}

// A bit that differs anywhere; an end that is missing; another place; another version or machine.
TEST(image_refusals) {
    struct rng rng = rng_make("damaged images");
    struct body body = body_bipyramid(&rng, 20);
    struct buoy_mesh *mesh = image_make(&body, BUOY_MESH_KEEP_ALL, 3), *none;
    struct image image = save(mesh);
    for (size_t i = 0; i < image.bytes; i += 1 + rng_below(&rng, 7)) {
        const unsigned char bit = (unsigned char)(1u << rng_below(&rng, 8));
        image.at[i] ^= bit;
        const bool foreign = i < 8 || (i >= 12 && i < 16), version = i >= 8 && i < 12;
        expect_refused(&image, image.bytes, foreign ? "foreign" : version ? "" : "damaged");
        image.at[i] ^= bit;
    }
    for (size_t bytes = 0; bytes < image.bytes; bytes += 1 + bytes / 3) {
        expect_refused(&image, bytes, bytes < 448 ? "foreign" : "damaged");
    }
    memcpy(image.at + 8, &(uint32_t){7}, 4);
    expect_refused(&image, image.bytes, "newer");
    memcpy(image.at + 8, &(uint32_t){5}, 4);
    expect_refused(&image, image.bytes, "older");
    memcpy(image.at + 8, &(uint32_t){6}, 4);
    memmove(image.at + 8, image.at, image.bytes);
    assert_int_equal(buoy_mesh_load(image.at + 8, image.bytes, &none, NULL), BUOY_ERROR_ARGUMENT);
    assert_null(none);
    assert_int_equal(buoy_mesh_load(NULL, 0, &none, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_save(mesh, NULL, 0, NULL), BUOY_ERROR_ARGUMENT);
    assert_true(buoy_mesh_image_bytes(NULL, NULL) == SIZE_MAX);
    buoy_mesh_destroy(mesh);
    buoy_aligned_free(image.at);
}
