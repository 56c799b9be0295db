// Equal bits everywhere (see test_digest.c) for curves of form, righting arms and attitudes of
// rest. test_digest.c explains when to change the constants and whom to tell.
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "digest.h"
#include "test.h"

// Boxes joined, whose vertices are exact.
static struct buoy_mesh *make_mesh(void) {
    struct body body = body_box(2.0f, 0.75f, 0.5f), other = body_box(0.25f, 0.5f, 1.0f);
    body_move(&other, (const double[3]){0.5, 0.125, 2.0});
    struct buoy_mesh *mesh = mesh_of(body_joined(body, other), 0);
    return mesh;
}

static void expect(uint64_t digest, uint64_t expected) {
    FAIL_IF(digest != expected, "the digest is UINT64_C(0x%016llx), expected 0x%016llx",
            (unsigned long long)digest, (unsigned long long)expected);
}

TEST(curves) {
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 60; ++i) {
        const double up[3] = {i % 5 - 1.75, i % 4 - 1.25, i % 3 - 0.875};
        struct buoy_form rows[20];
        assert_int_equal(buoy_curves_of_form(mesh, up, NULL, 20, rows, NULL), BUOY_OK);
        digest = digest_doubles(digest, &rows[0].draft, sizeof rows / (sizeof(double)));
    }
    expect(digest, UINT64_C(0x7df96079ebc5c118));
}

TEST(righting_arms) {
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int i = 0; i < 400; ++i) {
        const struct buoy_floating floating = {
            mesh, 0.125 * (1 + i % 50), {0.125, 0.03125, 0.25 * (i % 4)}};
        struct buoy_heeling way = buoy_heeling_default();
        way.fixed_trim = i % 3 == 0;
        way.up[0] = 0.25 * (i % 5);
        const double angle = 13.75 * i - 2000.0;
        struct buoy_righting_arm arm;
        assert_int_equal(buoy_righting_arms(&floating, &way, &angle, 1, &arm, NULL), BUOY_OK);
        if (isnan(arm.arm)) {
            digest = digest_bytes(digest, 1, 1);
        } else {
            digest = digest_doubles(digest, &arm.heel_degrees, sizeof arm / (sizeof(double)));
        }
    }
    expect(digest, UINT64_C(0x43341706329c22bf));
}

TEST(equilibria) {
    static struct buoy_attitude found[200];
    struct buoy_mesh *mesh = make_mesh();
    uint64_t digest = DIGEST_EMPTY;
    for (int k = 1; k < 8; ++k) {
        const struct buoy_floating floating = {mesh, 0.875 * k, {0.125, 0.03125, 0.25}};
        const struct buoy_equilibria_options options = {.all = true, .seed = (uint64_t)k};
        size_t count;
        assert_int_equal(buoy_equilibria(&floating, &options, found, 200, &count, NULL), BUOY_OK);
        for (size_t i = 0; i < count; ++i) {
            digest = digest_doubles(digest, found[i].up, 3);
            digest = digest_doubles(digest, &found[i].d, 2);
            digest = digest_doubles(digest, found[i].centre, 3);
            digest = digest_doubles(digest, &found[i].gm_min, 3);
            digest = digest_bytes(digest, found[i].stable + 2u * found[i].family, 1);
        }
    }
    expect(digest, UINT64_C(0x9dad48fa0a3a69b6));
}
