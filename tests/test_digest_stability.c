// Equal bits everywhere (see test_digest.c) for drafts, and for metacentric radii and stiffness
// at these drafts. test_digest.c explains when to change the constant and whom to tell.
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "digest.h"
#include "rng.h"
#include "test.h"

static const uint64_t expected = UINT64_C(0x555c212b426d96f4);

static uint64_t digest_finite(uint64_t digest, const double *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        assert_true(isfinite(values[i]));
    }
    return digest_doubles(digest, values, count);
}

static uint64_t digest_attitude(uint64_t digest, const struct buoy_mesh *mesh, const float n[3],
                                double volume) {
    static const double point[3] = {0.125, -0.25, 0.5};
    double d, k[6][6];
    struct buoy_draft_info found;
    struct buoy_metacentric_radii radii;
    assert_int_equal(
        buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &d, &found, NULL), BUOY_OK);
    assert_int_equal(buoy_metacentric_radii_compute(&found.at, n, &radii, NULL), BUOY_OK);
    assert_int_equal(buoy_stiffness(&found.at, n, 10055.25, point, k, NULL), BUOY_OK);
    digest = digest_finite(digest, (const double[]){d, found.evaluations, found.at.volume}, 3);
    digest = digest_finite(digest, (const double[]){radii.transverse, radii.longitudinal}, 2);
    digest = digest_finite(digest, radii.axis, 3);
    return digest_finite(digest, &k[0][0], 36);
}

// Boxes joined, whose vertices are exact: at any share of their volume, down to next to nothing.
TEST(drafts) {
    struct rng rng = {1}; // not rng_make(): no seed may change it
    struct buoy_mesh *mesh =
        mesh_of(body_joined(body_box(2.0f, 0.75f, 0.5f),
                            body_moved(body_box(0.25f, 0.5f, 1.0f), 0.5, 0.125, 2.0)),
                0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 500; ++i) {
        float n[3];
        for (int j = 0; j < 3; ++j) {
            n[j] = (float)rng_below(&rng, 64) - 31.5f;
        }
        double share = (double)(1 + rng_below(&rng, 1023)) / 1024.0;
        share *= i % 4 ? 1.0 : 0x1p-12;
        digest = digest_attitude(digest, mesh, n, share * info.volume);
    }
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}
