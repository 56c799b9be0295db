// The messages of statuses, and the share of a mesh that `blocks` examines.
#include "body.h"
#include "buoyancy.h"
#include "dispatch/methods.h"
#include "test.h"

// Each status has a text of its own, also one that does not exist.
TEST(texts) {
    const int end = BUOY_ERROR_ELEMENT + 2;
    for (int i = BUOY_OK; i <= end; ++i) {
        const char *text = buoy_status_text((enum buoy_status)i);
        if (!text || strlen(text) < 2) {
            fail_msg("status %d says nothing", i);
            return;
        }
        for (int j = BUOY_OK; j < i; ++j) {
            const bool both_unknown = j > BUOY_ERROR_ELEMENT;
            assert_true((strcmp(text, buoy_status_text((enum buoy_status)j)) == 0) == both_unknown);
        }
    }
    assert_string_equal(buoy_status_text((enum buoy_status)end), "unknown status");
}

// Planes anywhere: never fewer triangles than the water crosses, which a box of eight corners that
// crosses it says for whole blocks, and none where it misses the body.
TEST(examined) {
    static const char *const names[] = {"builtin:box", "builtin:star:1000", "builtin:sphere:5120"};
    struct rng rng = rng_make("examined");
    for (size_t b = 0; b < sizeof names / sizeof *names; ++b) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(names[b]), 0);
        for (int round = 0; round < 50; ++round) {
            struct buoy_plane plane = rng_plane(&rng, mesh);
            size_t crossed = 0;
            for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
                const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                            mesh->triangles->i2[t]};
                int wet = 0;
                for (int k = 0; k < 3; ++k) {
                    wet += (double)plane.normal[0] * (double)mesh->triangles->px[corner[k]] +
                               (double)plane.normal[1] * (double)mesh->triangles->py[corner[k]] +
                               (double)plane.normal[2] * (double)mesh->triangles->pz[corner[k]] <
                           (double)plane.d;
                }
                crossed += wet == 1 || wet == 2;
            }
            const size_t blocks = buoy_volume_blocks_examined(mesh, &plane);
            assert_in_range(blocks, crossed, mesh->triangle_count);
            assert_true(b == 0 ? blocks == 12 : crossed == 0 || blocks < mesh->triangle_count);
            const size_t leaves = buoy_volume_hierarchy_examined(mesh, &plane);
            assert_in_range(leaves, crossed, mesh->triangle_count);
            assert_true(b == 0 ? leaves == 12 : crossed == 0 || leaves < mesh->triangle_count);
            plane.d = -1e6f;
            assert_int_equal(buoy_volume_blocks_examined(mesh, &plane), 0);
        }
    }
}

// ----------------------------------------------------------------------------------------- version

// The version of the header, of the library and of the project: the same.

#if BUOY_VERSION < 1000 // a preprocessor can compare it
#error "the version is before 0.1.0"
#endif

TEST(number) {
    assert_int_equal(buoy_version(), BUOY_VERSION);
    assert_int_equal(BUOY_VERSION / 1000000, BUOY_VERSION_MAJOR);
    assert_int_equal(BUOY_VERSION / 1000 % 1000, BUOY_VERSION_MINOR);
    assert_int_equal(BUOY_VERSION % 1000, BUOY_VERSION_PATCH);
}

TEST(text) {
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", BUOY_VERSION_MAJOR, BUOY_VERSION_MINOR,
             BUOY_VERSION_PATCH);
    assert_string_equal(BUOY_VERSION_TEXT, text);
    assert_string_equal(TEST_PROJECT_VERSION, text);
}
