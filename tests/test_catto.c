// The published listing, in float and in double: guards that do not depend on scale, and negative
// volumes. Tests of all kernels of `volume` hold its answers to its bounds.
#include <float.h>

#include "body.h"
#include "dispatch/methods.h"
#include "guard.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

struct listing {
    const char *name;
    buoy_volume_function *volume;
    size_t (*scratch_bytes)(const struct buoy_mesh *mesh);
    size_t alignment;
    double unit;         // half a unit in the last place of 1
    double least_volume; // share of the total below which the answer is 0
};

static const struct listing listings[] = {
    {"catto/scalar", buoy_volume_catto_scalar, buoy_volume_catto_scratch_bytes, sizeof(float),
     0.5 * (double)FLT_EPSILON, (double)FLT_EPSILON},
    {"catto/autovec", buoy_volume_catto_autovec, buoy_volume_catto_scratch_bytes, sizeof(float),
     0.5 * (double)FLT_EPSILON, (double)FLT_EPSILON},
    {"catto64/scalar", buoy_volume_catto64_scalar, buoy_volume_catto64_scratch_bytes,
     sizeof(double), 0.5 * DBL_EPSILON, DBL_EPSILON},
};
enum {
    LISTINGS = sizeof listings / sizeof *listings
};

// Asks with scratch memory of just the size declared, a forbidden page behind it.
static struct buoy_volume ask(const struct listing *listing, const struct buoy_mesh *mesh,
                              struct buoy_plane plane) {
    struct guarded scratch =
        guard_make(listing->scratch_bytes(mesh), listing->alignment, GUARD_AFTER);
    const struct buoy_volume_query query = {.mesh = mesh,
                                            .planes = &plane,
                                            .count = 1,
                                            .scratch = scratch.bytes,
                                            .scratch_bytes = scratch.size};
    struct buoy_volume result;
    listing->volume(&query, &result);
    assert_true(guard_is_intact(&scratch));
    guard_free(&scratch);
    return result;
}

// An inward-wound part gives negative volume, and that is no rounding error to be cut off.
TEST(negative_volumes_of_open_meshes) {
    struct rng rng = rng_make("negative_volumes_of_open_meshes");
    struct body cone = body_open_cone(&rng, 9);
    for (size_t t = 0; t < cone.triangle_count; ++t) {
        const uint32_t first = cone.indices[3 * t];
        cone.indices[3 * t] = cone.indices[3 * t + 1];
        cone.indices[3 * t + 1] = first;
    }
    struct buoy_mesh *mesh = body_mesh(&cone, BUOY_MESH_ACCEPT_OPEN);
    const struct buoy_plane plane = {{0.02f, -0.03f, 1}, -0.1f};
    for (int k = 0; k < LISTINGS; ++k) {
        assert_true(ask(&listings[k], mesh, plane).volume < 0);
    }
}

// ---------------------------------------------------------------------------------- guards

static const double sizes[] = {1e-6, 1e-3, 1, 1e3, 1e6};

// A corner standing on its base, half a unit in the last place of 1 of its height under water, is
// dry: that is half of the least depth of its reach that counts, though more than the least volume.
// At sixteen times that the answer is there, with heights off by a unit of those sixteen.
TEST(depth_guard_at_any_size) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const float size = (float)sizes[i];
        struct buoy_mesh *mesh = mesh_of(body_corner(size, size, size), 0);
        for (int k = 0; k < LISTINGS; ++k) {
            struct buoy_plane plane = {{0, 0, 1}, (float)listings[k].unit * size};
            struct buoy_volume v = ask(&listings[k], mesh, plane);
            assert_true(v.volume == 0 && v.centre[0] == mesh->centre[0]);
            plane.d *= 16;
            v = ask(&listings[k], mesh, plane);
            const double base = 0.5 * (double)size * (double)size;
            assert_true(fabs(v.volume / (base * (double)plane.d) - 1) <= 1.0 / 16);
        }
    }
}

// Below x + y + z = t a corner of size 1 keeps t³ of its volume: 0 where that is less than a unit
// in the last place of 1, resolved above.
TEST(volume_guard_at_any_size) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const float size = (float)sizes[i];
        struct buoy_mesh *mesh = mesh_of(body_corner(size, size, size), 0);
        for (int k = 0; k < LISTINGS; ++k) {
            const double t = cbrt(listings[k].least_volume);
            struct buoy_plane plane = {{1, 1, 1}, (float)(t / 2) * size};
            struct buoy_volume v = ask(&listings[k], mesh, plane);
            assert_true(v.volume == 0 && v.centre[0] == mesh->centre[0]);
            plane.d = (float)(t * 2) * size;
            v = ask(&listings[k], mesh, plane);
            const double depth = (double)plane.d, expected = depth * depth * depth / 6;
            // A tip's apex, edges and heights are differences of coordinates of size 1, off by some
            // 4 u each, in a product of three lengths of size 2 t.
            const double slack = 36 * listings[k].unit / (2 * t);
            assert_true(fabs(v.volume / expected - 1) <= slack);
        }
    }
}
