// Open meshes are answered as long as their open edges are dry. Importers disagree about decimal
// text by a unit in the last place, so an end of an edge counts as dry if moving each of its
// coordinates and the plane by one unit would make it dry. Every family that checks open edges is
// tested on both sides of that limit.
#include "ask_hydrostatics.h"
#include "body.h"
#include "dispatch/registry.h"
#include "test.h"

static const double ulp = 0x1p-23;

// A cube from −1 to 1 without its lid: a rim of four corners at z = 1.
static struct buoy_mesh *tub(float size) {
    struct body body = body_box(size, size, size);
    size_t kept = 0;
    for (size_t t = 0; t < body.triangle_count; ++t) {
        const uint32_t *corner = body.indices + 3 * t;
        bool lid = true;
        for (int k = 0; k < 3; ++k) {
            lid = lid && body.positions[3 * corner[k] + 2] == size;
        }
        if (!lid) {
            memmove(body.indices + 3 * kept++, corner, 3 * sizeof *corner);
        }
    }
    assert_int_equal(kept, 10);
    body.triangle_count = kept;
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    return mesh;
}

// In float, or with an offset in double.
static void check_hydrostatics(const struct buoy_mesh *mesh, struct buoy_plane plane,
                               const double *offset, bool answered) {
    const float *n = plane.normal;
    const struct buoy_plane64 wide = {{(double)n[0], (double)n[1], (double)n[2]},
                                      offset ? *offset : 0.0};
    struct subject subject = {.mesh = (struct buoy_mesh *)mesh, .body = "a tub"};
    for (size_t i = 0; (subject.kernel = next_kernel("hydrostatics", &i));) {
        const struct buoy_hydrostatics_query query = {.mesh = mesh,
                                                      .planes = offset ? NULL : &plane,
                                                      .planes64 = offset ? &wide : NULL,
                                                      .count = 1,
                                                      .kernel = subject.kernel};
        struct buoy_hydrostatics got;
        assert_int_equal(buoy_hydrostatics_compute(&query, &got, NULL), BUOY_OK);
        if (isnan(got.volume) == answered || isnan(got.wetted_area) == answered ||
            isnan(got.xx) == answered) {
            fail_hydrostatics(&subject, answered ? "the rim is dry" : "the rim is wet", plane,
                              &got);
        }
    }
}

static void check(const struct buoy_mesh *mesh, struct buoy_plane plane, bool answered) {
    struct subject subject = {.mesh = (struct buoy_mesh *)mesh, .body = "a tub"};
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        struct buoy_volume got;
        ask_open(&subject, &plane, 1, &got);
        if (isnan(got.volume) == answered || isnan(got.centre[0]) == answered ||
            isnan(got.centre[1]) == answered || isnan(got.centre[2]) == answered) {
            fail_answer(&subject, answered ? "the rim is dry" : "the rim is wet", plane, got);
        }
    }
    check_hydrostatics(mesh, plane, NULL, answered);
}

// z and d may be off by a unit each: two of them and what they are larger than 1.
TEST(level) {
    struct buoy_mesh *mesh = tub(1.0f);
    for (int exponent = -120; exponent <= 120; exponent += 60) { // a plane, whatever n's length
        const float k = (float)ldexp(1.0, exponent);
        for (int steps = -2; steps <= 5; ++steps) {
            const float d = (float)(1.0 + steps * ulp);
            check(mesh, (struct buoy_plane){{0.0f, 0.0f, k}, k * d}, steps <= 2);
        }
    }
}

// Below (1, 1, 1)·x = d the deepest corner of the rim has x + y + z = −1, made of three terms: with
// d's four units of 2^-23, which is eight steps of floats below 1.
TEST(tilted) {
    struct buoy_mesh *mesh = tub(1.0f);
    for (int steps = 5; steps <= 11; ++steps) {
        const float d = (float)(-1.0 + 0.5 * ulp * steps);
        check(mesh, (struct buoy_plane){{1.0f, 1.0f, 1.0f}, d}, steps <= 7);
    }
}

// Bodies of any size.
TEST(sizes) {
    for (int exponent = -60; exponent <= 60; exponent += 30) {
        const float size = (float)ldexp(1.0, exponent);
        struct buoy_mesh *mesh = tub(size);
        check(mesh,
              (struct buoy_plane){{0.0f, 0.0f, 1.0f}, (float)((1.0 + 2 * ulp) * (double)size)},
              true);
        check(mesh,
              (struct buoy_plane){{0.0f, 0.0f, 1.0f}, (float)((1.0 + 3 * ulp) * (double)size)},
              false);
    }
}

// An offset in double, for drafts: d = (1 + u)/(1 − u), with u = 2^-23, is the limit itself, and
// within half a step of a float that is below it.
TEST(offsets_in_double) {
    const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, NAN};
    const double limit = (1.0 + ulp) / (1.0 - ulp);
    struct buoy_mesh *mesh = tub(1.0f);
    const double dry = limit * (1.0 - 0x1p-48), wet = limit * (1.0 + 0x1p-48);
    assert_true((double)(float)wet < dry);
    check_hydrostatics(mesh, plane, &dry, true);
    check_hydrostatics(mesh, plane, &wet, false);
}

// However deep: beyond what pads the last of the boxes that a kernel looks at together.
TEST(deep) {
    static const float deep[] = {2.0f, 7.0f, 100.0f, 1e20f, 0.9e30f, 1.1e30f, 1e32f, 3e38f};
    struct body body = body_builtin("builtin:sphere:320");
    --body.triangle_count;
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    for (size_t i = 0; i < sizeof deep / sizeof *deep; ++i) {
        check(mesh, (struct buoy_plane){{0.0f, 0.0f, 1.0f}, deep[i]}, false);
        check(mesh, (struct buoy_plane){{0.1f, -0.3f, 1.0f}, deep[i]}, false);
    }
}
