// Each member of an input that a caller may leave out has its effect if it alone is set, in a
// designated initialiser, beside what every question needs. A member that is lost in silence, as
// .frame once was without a size, fails here.
#include <string.h>

#include "base/aligned.h"
#include "body.h"
#include "buoyancy.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "buoyancy_polygon.h"
#include "buoyancy_pressure.h"
#include "test.h"

// A cube from 0 to 1 along x and y, and to 2 along z.
static const float corners[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
static const uint32_t triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
static const struct buoy_plane level = {{0, 0, 1}, 0.5f};

// --------------------------------------------------------------------------------------- meshes

// What may be told of a mesh: its numbers, and what it answers; or how it is refused.
struct told {
    enum buoy_status status;
    struct buoy_mesh_info info;
    struct buoy_volume wet;
};

static struct told tell(const struct buoy_mesh_input *input) {
    struct told told;
    struct buoy_mesh *mesh;
    memset(&told, 0, sizeof told);
    told.status = buoy_mesh_create(input, &mesh, NULL);
    if (told.status == BUOY_OK) {
        const struct buoy_volume_query query = {.mesh = mesh, .planes = &level, .count = 1};
        buoy_mesh_get_info(mesh, &told.info, NULL);
        assert_int_equal(buoy_volume_compute(&query, &told.wet, NULL), BUOY_OK);
    }
    buoy_mesh_destroy(mesh);
    return told;
}

#define MESH(...) (&(struct buoy_mesh_input){.vertex_count = 8, .triangle_count = 12, __VA_ARGS__})

TEST(meshes) {
    double wide[24], far[24];
    float with_normals[8][6] = {{0}};
    uint16_t narrow[36];
    for (size_t i = 0; i < 24; ++i) {
        wide[i] = (double)corners[i];
        far[i] = wide[i] + (i % 3 == 0 ? 1e9 : 0.0);
        with_normals[i / 3][i % 3] = corners[i];
    }
    for (size_t i = 0; i < 36; ++i) {
        narrow[i] = (uint16_t)triangles[i];
    }
    const struct told plain = tell(MESH(.positions = corners, .indices = triangles));
    assert_true(plain.status == BUOY_OK && plain.wet.volume == 0.5);
    struct told told = tell(MESH(.positions64 = wide, .indices = triangles));
    assert_memory_equal(&told.wet, &plain.wet, sizeof plain.wet);
    told = tell(MESH(.positions64 = far, .indices = triangles));
    assert_true(told.wet.volume == 0.5 && told.info.centre[0] == 1e9 + 0.5);
    told = tell(MESH(.positions = corners, .indices16 = narrow));
    assert_memory_equal(&told.wet, &plain.wet, sizeof plain.wet);
    told = tell(
        MESH(.positions = with_normals[0], .stride = sizeof *with_normals, .indices = triangles));
    assert_memory_equal(&told.wet, &plain.wet, sizeof plain.wet);
    told = tell(MESH(.positions = with_normals[0], .indices = triangles));
    assert_true(told.status != BUOY_OK || told.wet.volume != 0.5); // another body
    // y up: what was z is y, turned about x, and the water cuts the long side.
    told = tell(MESH(.positions = corners, .indices = triangles, .frame = BUOY_Y_UP));
    assert_true(told.status == BUOY_OK && told.wet.volume == 1.0);
    told = tell(MESH(.positions = corners, .indices = triangles, .flags = BUOY_MESH_KEEP_ALL));
    assert_true(told.info.bytes > plain.info.bytes);
    // Factors are of the caller's axes, and multiply as doubles.
    static const double factors[] = {0.1, 3.0, 0.7};
    for (size_t i = 0; i < 24; ++i) {
        far[i] = wide[i] * factors[i % 3];
    }
    const struct told scaled = tell(MESH(.positions64 = far, .indices = triangles,
                                         .frame = BUOY_Y_UP_LEFT, .flags = BUOY_MESH_FIX_WINDING));
    for (int single = 0; single < 2; ++single) {
        struct buoy_mesh_input *input =
            MESH(.indices = triangles, .frame = BUOY_Y_UP_LEFT, .flags = BUOY_MESH_FIX_WINDING,
                 .scale = {0.1, 3.0, 0.7});
        input->positions = single ? corners : NULL;
        input->positions64 = single ? NULL : wide;
        told = tell(input);
        assert_true(told.status == BUOY_OK && fabs(told.info.volume - 0.42) < 1e-7);
        assert_memory_equal(&told, &scaled, sizeof told);
    }
    static const double refused[][3] = {
        {1, 0, 1}, {-1, 1, 1}, {1, 1, (double)INFINITY}, {(double)NAN, 1, 1}};
    for (size_t i = 0; i < COUNT_OF(refused); ++i) {
        struct buoy_mesh_input *input = MESH(.positions = corners, .indices = triangles);
        memcpy(input->scale, refused[i], sizeof refused[i]);
        assert_int_equal(tell(input).status, BUOY_ERROR_ARGUMENT);
    }
    // A crack as wide as a hundredth is welded only where so much is allowed.
    float cracked[27];
    uint32_t of_cracked[36];
    memcpy(cracked, corners, sizeof corners);
    memcpy(of_cracked, triangles, sizeof triangles);
    memcpy(cracked + 24, (const float[3]){1.0f, 1.0f, 2.01f}, 3 * sizeof(float));
    of_cracked[10] = 8; // 4, 6, 7
    struct buoy_mesh_input crack = {.positions = cracked,
                                    .vertex_count = 9,
                                    .indices = of_cracked,
                                    .triangle_count = 12,
                                    .flags = BUOY_MESH_WELD};
    assert_int_equal(tell(&crack).status, BUOY_ERROR_OPEN);
    crack.weld_tolerance = 0.01;
    assert_int_equal(tell(&crack).status, BUOY_OK);
    assert_int_equal(
        tell(MESH(.positions = corners, .indices = triangles, .spheres = BUOY_MAX_SPHERES + 1))
            .status,
        BUOY_ERROR_ARGUMENT);
    // What contradicts itself is refused.
    assert_int_equal(
        tell(MESH(.positions = corners, .positions64 = wide, .indices = triangles)).status,
        BUOY_ERROR_ARGUMENT);
    assert_int_equal(
        tell(MESH(.positions = corners, .indices = triangles, .indices16 = narrow)).status,
        BUOY_ERROR_ARGUMENT);
    assert_int_equal(tell(MESH(.positions = corners, .indices = triangles, .stride = 8)).status,
                     BUOY_ERROR_ARGUMENT);
    assert_int_equal(tell(MESH(.positions64 = wide, .indices = triangles, .stride = 12)).status,
                     BUOY_ERROR_ARGUMENT);
}

// -------------------------------------------------------------------------------------- queries

static const struct buoy_plane64 level64 = {{0, 0, 1}, 0.5};

TEST(volumes) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 1, 1), 0);
    const struct buoy_kernel *other = buoy_kernel_find("polygon/batch/scalar");
    struct buoy_volume_error bound = {-1.0, -1.0};
    struct buoy_volume wet;
    struct buoy_hydrostatics at;
    uint8_t failed = 7;
#define VOLUME(...)                                                                                \
    buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .count = 1, __VA_ARGS__}, &wet,  \
                        NULL)
    assert_int_equal(VOLUME(.planes = &level), BUOY_OK);
    assert_true(wet.volume == 6.0);
    assert_int_equal(VOLUME(.planes64 = &level64), BUOY_OK);
    assert_true(wet.volume == 6.0);
    assert_int_equal(VOLUME(.planes = &level, .planes64 = &level64), BUOY_ERROR_ARGUMENT);
    assert_int_equal(VOLUME(.planes = &level, .kernel = other), BUOY_ERROR_ARGUMENT);
    assert_int_equal(VOLUME(.planes = &level, .voxels = BUOY_MAX_VOXELS + 1), BUOY_ERROR_ARGUMENT);
    assert_int_equal(VOLUME(.planes = &level, .failed = &failed), BUOY_OK);
    assert_int_equal(failed, 0);
    assert_int_equal(VOLUME(.planes = &level, .errors = &bound), BUOY_OK);
    assert_true(bound.volume >= 0.0 && bound.volume < 1e-6);
#define WATERPLANE(...)                                                                            \
    buoy_hydrostatics_compute(                                                                     \
        &(struct buoy_hydrostatics_query){.mesh = mesh, .count = 1, __VA_ARGS__}, &at, NULL)
    failed = 7;
    assert_int_equal(WATERPLANE(.planes64 = &level64, .failed = &failed), BUOY_OK);
    assert_true(at.waterplane_area == 4.0 && failed == 0);
    assert_int_equal(WATERPLANE(.planes = &level, .without_waterplane = true), BUOY_OK);
    assert_true(at.waterplane_area == 0.0 && at.volume == 6.0);
    assert_int_equal(WATERPLANE(.planes = &level, .kernel = other), BUOY_ERROR_ARGUMENT);
}

TEST(shapes) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1, 1, 1}};
    struct buoy_shape_surface surface = {.wetted_area = -1.0};
    struct buoy_volume wet, counted;
    uint8_t failed = 7;
#define SHAPES(to, ...)                                                                            \
    buoy_shapes_compute(                                                                           \
        &(struct buoy_shapes_query){.shapes = &box, .planes = &level, .count = 1, __VA_ARGS__},    \
        to, NULL)
    assert_int_equal(SHAPES(&wet, .surfaces = &surface, .failed = &failed), BUOY_OK);
    assert_true(wet.volume == 6.0 && surface.wetted_area == 16.0 && failed == 0);
    assert_int_equal(SHAPES(&wet, .kernel = buoy_kernel_find("shapes/sphere/scalar")),
                     BUOY_ERROR_ELEMENT);
    const struct buoy_kernel *voxel = buoy_kernel_find("box/voxel/scalar");
    assert_int_equal(SHAPES(&wet, .kernel = voxel, .voxels = 3), BUOY_OK);
    assert_int_equal(SHAPES(&counted, .kernel = voxel), BUOY_OK);
    assert_true(wet.volume != counted.volume);
}

// ---------------------------------------------------------------------------------------- models

static enum buoy_status model_with(const struct buoy_model_input *input,
                                   struct buoy_model_info *info) {
    struct buoy_model *model;
    const enum buoy_status status = buoy_model_create(input, &model, NULL);
    if (status == BUOY_OK) {
        buoy_model_get_info(model, info, NULL);
    }
    buoy_model_destroy(model);
    return status;
}

TEST(models) {
    const struct buoy_part part = {.shape = {BUOY_SHAPE_BOX, {1, 2, 3}},
                                   .place.rotation = {0, 0, 0, 1}};
    const double density = 500.0;
    struct buoy_model_info info, plain;
#define MODEL(to, ...)                                                                             \
    model_with(&(struct buoy_model_input){.parts = &part, .part_count = 1, __VA_ARGS__}, to)
    assert_int_equal(MODEL(&plain, .densities = &density), BUOY_OK);
    assert_true(plain.mass.mass == 24000.0);
    assert_int_equal(MODEL(&info, .mass = {.mass = 7.0, .inertia = {1, 0, 0, 0, 1, 0, 0, 0, 1}}),
                     BUOY_OK);
    assert_true(info.mass.mass == 7.0);
    assert_int_equal(MODEL(&info, .mass = {.mass = 7.0}), BUOY_ERROR_ARGUMENT);
    assert_int_equal(MODEL(&info, .mass = {.mass = 7.0}, .flags = BUOY_BODY_DOES_NOT_TURN),
                     BUOY_OK);
    assert_int_equal(MODEL(&info, .densities = &density, .drag = {.linear = 2.0}), BUOY_OK);
    assert_true(info.drag.linear == 2.0);
    assert_int_equal(MODEL(&info, .densities = &density, .length = 9.0), BUOY_OK);
    assert_true(info.length == 9.0 && plain.length != 9.0);
}

// A model refuses a mesh of another frame; of its own it takes it, also from an image.
TEST(frames) {
    for (int of_mesh = 0; of_mesh <= BUOY_Z_DOWN; ++of_mesh) {
        struct buoy_mesh *mesh[2];
        const struct buoy_mesh_input input = {.positions = corners,
                                              .vertex_count = 8,
                                              .indices = triangles,
                                              .triangle_count = 12,
                                              .frame = (enum buoy_frame)of_mesh};
        assert_int_equal(buoy_mesh_create(&input, &mesh[0], NULL), BUOY_OK);
        const size_t bytes = buoy_mesh_image_bytes(mesh[0], NULL);
        void *image = buoy_aligned_alloc(bytes);
        assert_int_equal(buoy_mesh_save(mesh[0], image, bytes, NULL), BUOY_OK);
        assert_int_equal(buoy_mesh_load(image, bytes, &mesh[1], NULL), BUOY_OK);
        for (int k = 0; k < 10; ++k) {
            const double density = 500.0;
            const struct buoy_part part = {
                .shape.kind = BUOY_SHAPE_MESH, .mesh = mesh[k % 2], .place.rotation = {0, 0, 0, 1}};
            const struct buoy_model_input model = {.parts = &part,
                                                   .part_count = 1,
                                                   .densities = &density,
                                                   .frame = (enum buoy_frame)(k / 2)};
            struct buoy_model_info info;
            assert_int_equal(model_with(&model, &info),
                             k / 2 == of_mesh ? BUOY_OK : BUOY_ERROR_ARGUMENT);
        }
        buoy_mesh_destroy(mesh[0]);
        buoy_mesh_destroy(mesh[1]);
        buoy_aligned_free(image);
    }
}
