// The reference for areas and waterplanes: closed forms, what lies below and above a plane, and
// frames in which all must come out alike.
#include "base/vector.h"
#include "body.h"
#include "exact_surface.h"
#include "test.h"

static struct buoy_hydrostatics find(const struct body *body, struct buoy_plane plane) {
    struct buoy_mesh *mesh = body_mesh(body, 0);
    struct buoy_exact_surface *surface = buoy_exact_surface_create(mesh);
    struct buoy_hydrostatics answer;
    memset(&answer, 0, sizeof answer);
    assert_non_null(surface);
    buoy_exact_surface_find(surface, &plane, &answer);
    buoy_exact_surface_destroy(surface);
    return answer;
}

static void expect_number(double got, double expected) {
    // What ought to be 0 may be left from numbers of 704 bits.
    if (!(fabs(got - expected) <= 4e-16 * fabs(expected) + 1e-200)) {
        fail_msg("%.17g where %.17g ought to be", got, expected);
    }
}

// A box of 2 × 4 × 6 in still water, at any depth; its deck and its keel in the water.
TEST(upright_box) {
    struct body body = body_box(1.0f, 2.0f, 3.0f);
    static const float depths[] = {-3.0f, -1.5f, 0.0f, 0.3125f, 3.0f};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; ++i) {
        const struct buoy_hydrostatics got =
            find(&body, (struct buoy_plane){{0.0f, 0.0f, 2.0f}, 2.0f * depths[i]});
        const double draft = 3.0 + (double)depths[i];
        const bool wet = draft > 0.0;
        expect_number(got.wetted_area, wet ? 8.0 + 12.0 * draft : 0.0);
        expect_number(got.waterplane_area, wet ? 8.0 : 0.0);
        expect_number(got.waterplane_centroid[0], 0.0);
        expect_number(got.waterplane_centroid[1], 0.0);
        expect_number(got.waterplane_centroid[2], wet ? (double)depths[i] : 0.0);
        expect_number(got.xx, wet ? 8.0 * 4.0 / 12.0 : 0.0);
        expect_number(got.yy, wet ? 8.0 * 16.0 / 12.0 : 0.0);
        expect_number(got.zz, 0.0);
        expect_number(got.xy, 0.0);
        expect_number(got.xz, 0.0);
        expect_number(got.yz, 0.0);
    }
}

// A cube cut through its middle along n = (1, 1, 1): a regular hexagon of side √2 about the centre,
// whose second moments are 5√3/16 a⁴ in every direction of its plane.
TEST(hexagon) {
    struct body body = body_box(1.0f, 1.0f, 1.0f);
    const struct buoy_hydrostatics got = find(&body, (struct buoy_plane){{3.0f, 3.0f, 3.0f}, 0.0f});
    const double area = 1.5 * sqrt(3.0) * 2.0, moment = 5.0 * sqrt(3.0) / 16.0 * 4.0;
    expect_number(got.wetted_area, 12.0);
    expect_number(got.waterplane_area, area);
    // I (δij − ni nj)
    expect_number(got.xx, 2.0 / 3.0 * moment);
    expect_number(got.yy, 2.0 / 3.0 * moment);
    expect_number(got.zz, 2.0 / 3.0 * moment);
    expect_number(got.xy, -1.0 / 3.0 * moment);
    expect_number(got.xz, -1.0 / 3.0 * moment);
    expect_number(got.yz, -1.0 / 3.0 * moment);
    for (int i = 0; i < 3; ++i) {
        expect_number(got.waterplane_centroid[i], 0.0);
    }
}

// A corner of a box below a plane that cuts its three legs at the same length: a triangle.
TEST(corner) {
    struct body body = body_corner(4.0f, 4.0f, 4.0f);
    const struct buoy_hydrostatics got =
        find(&body, (struct buoy_plane){{-1.0f, -1.0f, -1.0f}, -1.0f});
    // Submerged is what lies beyond x + y + z = 1: all but a corner of legs 1.
    expect_number(got.waterplane_area, sqrt(3.0) / 2.0);
    expect_number(got.wetted_area, 3.0 * (8.0 - 0.5) + sqrt(3.0) / 2.0 * 16.0);
    for (int i = 0; i < 3; ++i) {
        expect_number(got.waterplane_centroid[i], 1.0 / 3.0);
    }
    // A/12 (Σ v vᵀ − 3 c cᵀ) of the unit vectors.
    const double share = sqrt(3.0) / 2.0 / 12.0;
    expect_number(got.xx, share * 2.0 / 3.0);
    expect_number(got.yz, -share / 3.0);
}

// Below and above a plane: areas add up to the whole, and the waterplane is the same. Scaled by a
// power of two, every number is scaled with it. Moved along the plane, only the centroid is.
TEST(random_bodies) {
    struct rng rng = rng_make("exact surfaces");
    size_t at_water = 0;
    for (size_t k = 0; k < 40; ++k) {
        struct body body = body_bipyramid(&rng, 3 + k % 20);
        body_coarsen(&body);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        const struct buoy_plane below = rng_plane(&rng, mesh);
        const struct buoy_plane above = {{-below.normal[0], -below.normal[1], -below.normal[2]},
                                         -below.d};
        const struct buoy_hydrostatics low = find(&body, below), high = find(&body, above);
        assert_true(fabs(low.wetted_area + high.wetted_area - info.area) <= 1e-14 * info.area);
        at_water += low.waterplane_area > 0.0; // some planes miss the body
        assert_memory_equal(&low.waterplane_area, &high.waterplane_area, 10 * sizeof(double));

        body_scale(&body, 8.0);
        const struct buoy_plane farther = {{below.normal[0], below.normal[1], below.normal[2]},
                                           8.0f * below.d};
        const struct buoy_hydrostatics large = find(&body, farther);
        assert_true(large.wetted_area == 64.0 * low.wetted_area);
        assert_true(large.waterplane_area == 64.0 * low.waterplane_area);
        assert_true(large.xx == 4096.0 * low.xx && large.yz == 4096.0 * low.yz);
        for (int i = 0; i < 3; ++i) {
            assert_true(large.waterplane_centroid[i] == 8.0 * low.waterplane_centroid[i]);
        }
    }
    assert_true(at_water >= 10);
}
