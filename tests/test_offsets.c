// Offsets in double that replace the planes' own.
#include "ask.h"
#include "body.h"
#include "body_change.h"
#include "rng.h"
#include "test.h"

enum {
    MOST = 40
};

static const struct buoy_kernel *twin_of(const struct buoy_kernel *kernel) {
    char id[64];
    struct buoy_kernel_info info;
    buoy_kernel_get_info(kernel, &info, NULL);
    snprintf(id, sizeof id, "%s/%s/scalar", info.family, info.method);
    return info.deterministic ? buoy_kernel_find(id) : NULL;
}

// An offset that is the plane's own changes no bit, whatever that plane then says; any other has
// the bits of the scalar twin.
TEST(bits) {
    static const char *const names[] = {"builtin:box", "builtin:star:1000", "builtin:sphere:5120"};
    struct rng rng = rng_make("offsets");
    for (size_t b = 0; b < sizeof names / sizeof *names; ++b) {
        struct body body = body_builtin(names[b]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct buoy_plane planes[MOST], nameless[MOST];
        double own[MOST], fine[MOST];
        for (int i = 0; i < MOST; ++i) {
            nameless[i] = planes[i] = rng_plane(&rng, mesh);
            nameless[i].d = (float)NAN;
            own[i] = (double)planes[i].d;
            fine[i] = own[i] * rng_between(&rng, 1.0 - 1e-7, 1.0 + 1e-7);
        }
        struct subject subject = {.mesh = mesh, .body = names[b]};
        for (size_t k = 0; (subject.kernel = next_kernel("volume", &k));) {
            struct buoy_volume got[MOST], expected[MOST];
            const size_t count = 1 + rng_below(&rng, MOST);
            ask_offsets(&subject, planes, NULL, count, expected);
            ask_offsets(&subject, nameless, own, count, got);
            for (size_t i = 0; i < count; ++i) {
                expect_same_bits(&subject, "its own offset", planes[i], &got[i], &expected[i]);
            }
            const struct subject twin = {twin_of(subject.kernel), mesh, names[b]};
            if (twin.kernel) {
                ask_offsets(&subject, nameless, fine, count, got);
                ask_offsets(&twin, nameless, fine, count, expected);
                for (size_t i = 0; i < count; ++i) {
                    expect_same_bits(&subject, "a fine offset", planes[i], &got[i], &expected[i]);
                }
            }
        }
    }
}

// A box 2^20 of its sizes from its origin, where floats are 1/8 apart, floats as one at the origin.
TEST(far_away) {
    const double away = 0x1p20;
    struct buoy_mesh *mesh[2] = {mesh_of(body_box(1, 1, 1), 0),
                                 mesh_of(body_moved(body_box(1, 1, 1), 0, 0, away), 0)};
    const struct buoy_plane level = {{0, 0, 1}, 0};
    struct subject subject = {.mesh = mesh[1], .body = "a box far away"};
    for (size_t k = 0; (subject.kernel = next_kernel("volume", &k));) {
        for (int i = -9; i <= 9; ++i) {
            struct buoy_volume at_origin, there;
            const double d[2] = {0.1 * i, away + 0.1 * i};
            const struct subject at_origin_of = {subject.kernel, mesh[0], "a box at its origin"};
            ask_offsets(&at_origin_of, &level, &d[0], 1, &at_origin);
            ask_offsets(&subject, &level, &d[1], 1, &there);
            if (fabs(there.volume - at_origin.volume) > 1e-5 ||
                fabs(there.centre[2] - away - at_origin.centre[2]) > 1e-5) {
                fail_answer(&subject, "as at the origin", level, there);
            }
        }
    }
}

// An open edge is wet or dry by the offset in place of the plane's; one that is not finite is
// refused.
TEST(edges) {
    struct body box = body_box(1, 1, 1);
    box.triangle_count -= 2; // the last side
    struct buoy_mesh *mesh = body_mesh(&box, BUOY_MESH_ACCEPT_OPEN);
    const struct buoy_plane all = {{0, 0, 1}, 9}, none = {{0, 0, 1}, -9};
    const double d[2] = {-9, 9}, nan = (double)NAN;
    struct buoy_volume result;
    const struct buoy_kernel *kernel = buoy_kernel_find("volume/blocks/best");
    const struct subject subject = {kernel, mesh, "an open box"};
    ask_offsets(&subject, &all, &d[0], 1, &result);
    assert_true(result.volume == 0);
    ask_offsets(&subject, &none, &d[1], 1, &result);
    assert_true(isnan(result.volume));
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = &all, .offsets = &nan, .count = 1};
    struct buoy_error error;
    assert_int_equal(buoy_volume_with(kernel, &query, &result, &error), BUOY_ERROR_NON_FINITE);
    assert_non_null(strstr(error.message, "offset 0"));
}
