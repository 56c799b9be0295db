// Images of meshes: what is loaded answers as what was saved, and nothing else is loaded.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "making/bake.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

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

static struct buoy_mesh *make(const struct body *body, unsigned flags, unsigned spheres) {
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
        struct buoy_mesh *mesh = make(&body, keep | closing, round % 7 ? 0 : 5);
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
    struct buoy_mesh *mesh = make(&body, BUOY_MESH_ACCEPT_INSIDE_OUT, 0);
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
    struct buoy_mesh *mesh = make(&body, BUOY_MESH_KEEP_ALL, 0);
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
    mesh = make(&body, 0, 0);
    image = save(mesh);
    memcpy(image.at + 16, &(uint64_t){448}, 8);
    image.at[56] &= (unsigned char)~1u;
    buoy_image_seal(image.at, 448);
    expect_refused(&image, 448, "damaged");
    buoy_mesh_destroy(mesh);
    buoy_aligned_free(image.at);
}

// A bit that differs anywhere; an end that is missing; another place; another version or machine.
TEST(refusals) {
    struct rng rng = rng_make("damaged images");
    struct body body = body_bipyramid(&rng, 20);
    struct buoy_mesh *mesh = make(&body, BUOY_MESH_KEEP_ALL, 3), *none;
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
