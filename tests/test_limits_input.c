// Both sides of the limits on callers' input, to the last bit: the largest number that is accepted,
// and the next number, which is refused. tests/constants.md lists all limits, and the tests of
// those that are not tested here.
#include <float.h>

#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "test.h"

// BUOY_MAX_VOXELS.
TEST(voxels) {
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {1.0f, 1.0f, 1.0f}};
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, 0.0f};
    struct buoy_volume result;
    for (unsigned voxels = BUOY_MAX_VOXELS - 1; voxels <= BUOY_MAX_VOXELS + 1; ++voxels) {
        const struct buoy_shapes_query query = {.shapes = &box,
                                                .planes = &plane,
                                                .count = 1,
                                                .voxels = voxels,
                                                .kernel = buoy_kernel_find("box/voxel/scalar")};
        assert_int_equal(buoy_shapes_compute(&query, &result, NULL),
                         voxels <= BUOY_MAX_VOXELS ? BUOY_OK : BUOY_ERROR_ARGUMENT);
    }
}

// FLAT: |V| ≤ 2^-23 × area × diagonal is no volume. Plates of halves 1, 1 and t.
TEST(flat_meshes) {
    size_t flat = 0, thick = 0;
    for (int k = 0; k < 40; ++k) {
        const float t = (float)(0x1p-23 * pow(1.05, k));
        struct body plate = body_box(1.0f, 1.0f, t);
        const double area = 8.0 + 16.0 * (double)t;
        const double diagonal = sqrt(8.0 + 4.0 * (double)t * (double)t);
        const double share = 8.0 * (double)t / (0x1p-23 * area * diagonal);
        const struct buoy_mesh_input input = {.positions = plate.positions,
                                              .vertex_count = plate.vertex_count,
                                              .indices = plate.indices,
                                              .triangle_count = plate.triangle_count,
                                              .flags = BUOY_MESH_KEEP_ALL};
        struct buoy_mesh *mesh;
        const enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
        assert_int_equal(status, share > 1.0 ? BUOY_OK : BUOY_ERROR_ZERO_VOLUME);
        flat += share < 1.0;
        thick += share > 1.0;
        buoy_mesh_destroy(mesh);
    }
    assert_true(flat > 5 && thick > 5);
}

// BUOY_MAX_TRIANGLES: beyond it counts are refused before anything is read. What is at the limit
// would take gigabytes.
TEST(most_triangles) {
    static const float nothing[3];
    static const uint32_t none[3];
    struct buoy_mesh_input input = {.positions = nothing,
                                    .vertex_count = 1,
                                    .indices = none,
                                    .triangle_count = (size_t)BUOY_MAX_TRIANGLES + 1,
                                    .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_mesh *mesh;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
    input.vertex_count = (size_t)BUOY_MAX_TRIANGLES + 1;
    input.triangle_count = 1;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_TOO_LARGE);
}

// A normal's length: from the smallest denormals to the largest doubles, volumes, hydrostatics and
// drafts are those of a normal of length 1.
TEST(longest_normals) {
    static const int exponents[] = {1023, 1022, 1000,  999,   128,   0,     -150,
                                    -900, -901, -1000, -1022, -1023, -1060, -1072};
    struct buoy_mesh *mesh = mesh_of(body_box(0.25f, 0.5f, 0.375f), 0);
    const struct buoy_plane64 plane = {{1.0, 0.5, 0.75}, 0.25};
    struct buoy_volume volume, expected;
    struct buoy_hydrostatics at, expected_at;
    double d, expected_d;
    assert_int_equal(buoy_volume_compute(
                         &(struct buoy_volume_query){.mesh = mesh, .planes64 = &plane, .count = 1},
                         &expected, NULL),
                     BUOY_OK);
    assert_int_equal(
        buoy_hydrostatics_compute(
            &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = &plane, .count = 1},
            &expected_at, NULL),
        BUOY_OK);
    assert_int_equal(buoy_draft(mesh, plane.normal, 0.25, &expected_d, NULL, NULL), BUOY_OK);
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; ++i) {
        const int e = exponents[i];
        const struct buoy_plane64 scaled = {{ldexp(1.0, e), ldexp(0.5, e), ldexp(0.75, e)},
                                            ldexp(0.25, e)};
        assert_int_equal(
            buoy_volume_compute(
                &(struct buoy_volume_query){.mesh = mesh, .planes64 = &scaled, .count = 1}, &volume,
                NULL),
            BUOY_OK);
        assert_memory_equal(&volume, &expected, sizeof volume);
        assert_int_equal(
            buoy_hydrostatics_compute(
                &(struct buoy_hydrostatics_query){.mesh = mesh, .planes64 = &scaled, .count = 1},
                &at, NULL),
            BUOY_OK);
        assert_memory_equal(&at, &expected_at, sizeof at);
        assert_int_equal(buoy_draft(mesh, scaled.normal, 0.25, &d, NULL, NULL), BUOY_OK);
        assert_true(d == ldexp(expected_d, e));
    }
}

// Decimals on both sides of 2^1023, and DBL_MAX. A box that reaches from height 8 to 10 is cut at 9
// only if the offset is a double: a draft that is none is refused, and water at 1 wets nothing.
TEST(decimal_normals) {
    static const double lengths[] = {8.9e307, 9e307, DBL_MAX, DBL_MIN, 1e-310};
    struct buoy_mesh *meshes[2] = {mesh_of(body_box(1, 1, 1), 0),
                                   mesh_of(body_moved(body_box(1, 1, 1), 0, 0, 9), 0)};
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int m = 0; m < 2; ++m) {
            const struct buoy_plane64 plane = {{0.0, 0.0, lengths[i]}, 0.25 * lengths[i]};
            struct buoy_volume volume;
            struct buoy_volume_error error;
            const struct buoy_volume_query query = {.mesh = meshes[m],
                                                    .planes64 = &plane,
                                                    .count = 1,
                                                    .errors = &error,
                                                    .kernel = kernel};
            assert_int_equal(buoy_volume_compute(&query, &volume, NULL), BUOY_OK);
            assert_true(fabs(volume.volume - (m ? 0.0 : 5.0)) <= error.volume);
            assert_true(error.volume < 1e-5);
            double d;
            const bool representable = m == 0 || lengths[i] < 1.0;
            assert_int_equal(buoy_draft(meshes[m], plane.normal, 6.0, &d, NULL, NULL),
                             representable ? BUOY_OK : BUOY_ERROR_NON_FINITE);
            assert_true(!representable ||
                        fabs(d / lengths[i] - (m ? 9.5 : 0.5)) < (m ? 1e-4 : 1e-6));
        }
    }
}

// Planes in float beside planes in double.
TEST(planes_twice) {
    struct buoy_mesh *mesh = mesh_of(body_box(1, 1, 1), 0);
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/auto/best");
    const struct buoy_kernel *other = buoy_kernel_find("hydrostatics/auto/best");
    const struct buoy_plane plane = {{0, 0, 1}, 0};
    const struct buoy_plane64 wide = {{0, 0, 1}, 0};
    for (int floats = 0; floats < 2; ++floats) {
        struct buoy_volume volume;
        struct buoy_hydrostatics at;
        const struct buoy_volume_query query = {.mesh = mesh,
                                                .planes = floats ? &plane : NULL,
                                                .planes64 = &wide,
                                                .count = 1,
                                                .kernel = kernel};
        const struct buoy_hydrostatics_query more = {
            .mesh = mesh, .planes = query.planes, .planes64 = &wide, .count = 1, .kernel = other};
        const enum buoy_status expected = floats ? BUOY_ERROR_ARGUMENT : BUOY_OK;
        assert_int_equal(buoy_volume_compute(&query, &volume, NULL), expected);
        assert_int_equal(buoy_hydrostatics_compute(&more, &at, NULL), expected);
    }
}
