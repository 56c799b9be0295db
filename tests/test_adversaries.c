// Meshes on which bounds or kernels once failed, found by random search and by climbing: the files
// of tests/adversaries, with the plane in the first line if one is known, and some cases of
// built-in meshes. Every kernel keeps its promises on each.
#include "adversary.h"
#include "ask.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "floating.h"
#include "mesh/mesh.h"
#include "rng.h"
#include "test.h"

TEST(files) {
    struct rng rng = rng_make("adversaries");
    for (size_t n = 0; n < adversary_count; ++n) {
        struct adversary adversary;
        adversary_read(adversary_names[n], &adversary);
        struct subject subject = {.mesh = body_mesh(&adversary.body, 0),
                                  .body = adversary_names[n]};
        struct buoy_plane planes[20];
        for (size_t k = 0; k < sizeof planes / sizeof *planes; ++k) {
            planes[k] = rng_plane(&rng, subject.mesh);
        }
        if (adversary.has_plane) {
            planes[0] = adversary.plane;
        }
        const size_t count = sizeof planes / sizeof *planes;
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            for (size_t k = 0; k < count; ++k) {
                struct buoy_volume truth;
                buoy_exact_volume(exact, &planes[k], &truth);
                expect(&subject, "the exact answer", planes[k], ask(&subject, planes[k]), truth,
                       0.0, 0.0);
            }
        }
    }
}

// Half a millionth of two parts is wet: nothing is what blocks and hierarchy answered. Below 2⁻²⁰
// all answer in double.
TEST(barely_wet_part) {
    static const char *const methods[] = {"blocks", "hierarchy", "batch"};
    struct adversary adversary;
    adversary_read("fail_6_32922", &adversary);
    struct subject subject = {.mesh = body_mesh(&adversary.body, 0), .body = "fail_6_32922"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    struct buoy_volume truth;
    buoy_exact_volume(exact, &adversary.plane, &truth);
    assert_true(truth.volume > 0.0 && truth.volume < 0x1p-20 * buoy_exact_total(exact));
    for (size_t m = 0; m < sizeof methods / sizeof *methods; ++m) {
        char id[64];
        snprintf(id, sizeof id, "volume/%s/scalar", methods[m]);
        subject.kernel = buoy_kernel_find(id);
        const struct buoy_volume got = ask(&subject, adversary.plane);
        if (!(fabs(got.volume - truth.volume) <= 1e-9 * truth.volume)) {
            fail_answer(&subject, "a barely wet body to nine digits", adversary.plane, got);
        }
    }
}

// Tilts and offsets around flush water, down to the least float: the ends of cut edges come as near
// to the water as they can, and a quarter of the octahedron's volume hung on that.
TEST(next_to_flush) {
    static const char *const bodies[] = {"builtin:wigley:1300", "builtin:catamaran:1300",
                                         "builtin:box"};
    static const float tiny[] = {1e-20f, 1e-25f, 1e-29f, 1e-30f, 1e-31f,
                                 1e-33f, 1e-36f, 1e-38f, 1e-40f, 1e-45f};
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct subject subject = {.mesh = body_mesh(&body, 0), .body = bodies[b]};
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            for (size_t k = 0; k < sizeof tiny / sizeof *tiny; ++k) {
                const float t = tiny[k];
                const struct buoy_plane planes[] = {
                    {{0.0f, 1.0f, t}, 0.0f}, {{-t, 1.0f, -t}, 0.0f},   {{t, 2.0f * t, 1.0f}, 0.0f},
                    {{t, -t, -1.0f}, 0.0f},  {{0.0f, 1.0f, 0.0f}, t},  {{0.0f, 1.0f, 0.0f}, -t},
                    {{1.0f, t, t}, 0.0f},    {{0.0f, 0.0f, 1.0f}, -t}, {{0.0f, 0.0f, 1.0f}, t},
                };
                for (size_t p = 0; p < sizeof planes / sizeof *planes; ++p) {
                    struct buoy_plane flush = planes[p];
                    flush.normal[0] = roundf(flush.normal[0]);
                    flush.normal[1] = roundf(flush.normal[1]);
                    flush.normal[2] = roundf(flush.normal[2]);
                    flush.d = 0.0f;
                    // No water that moves by so little moves more than rounding does.
                    expect(&subject, "the answer of flush water", planes[p],
                           ask(&subject, planes[p]), ask(&subject, flush),
                           volume_bound(&subject, flush), centroid_bound(&subject, flush));
                    if (questions_for(subject.kernel, 2) < 2) {
                        break; // a voxel count takes its time
                    }
                }
            }
        }
    }
}

// A body whose tilt decays through 1e-36 lost 830 of 64,907 N.
TEST(decaying_tilt) {
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:catamaran:1300"), 0);
    double upright = 0.0;
    for (int k = 0; k < 48; k += k ? 1 : 3) {
        const double tilt = k ? pow(10.0, -k) : 0.0;
        const struct buoy_water sea = buoy_calm_sea(BUOY_Z_UP);
        struct floating_body catamaran = floating_at_rest(mesh);
        catamaran.pose.rotation[0] = tilt;
        catamaran.pose.rotation[1] = 2.0 * tilt;
        const struct buoy_body_forces forces = floating_ask(&catamaran, &sea, floating_no_drag);
        if (k == 0) {
            upright = forces.buoyancy.force[2];
        } else if (k >= 8 && !(fabs(forces.buoyancy.force[2] - upright) <= 1e-5 * upright)) {
            fail_msg("tilted by 1e-%d: %.17g N, upright %.17g N", k, forces.buoyancy.force[2],
                     upright);
        }
    }
}
