// Both sides of the thresholds between wet, barely wet and dry, just below, at and just above. What
// is barely wet is summed again, in double.
#include "ask.h"
#include "body.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "test.h"

// A cube's corner, one of eight, cut off (±1, ±1, ±1)·x < −3 + x: x³/6 of 8.
static struct buoy_plane corner_plane(unsigned corner, double share) {
    const float x = corner & 1 ? -1.0f : 1.0f, y = corner & 2 ? -1.0f : 1.0f;
    return (struct buoy_plane){{x, y, corner & 4 ? -1.0f : 1.0f},
                               (float)(cbrt(48.0 * share) - 3.0)};
}

// The share of a compact body's volume below which a method sums again, 0 if it never does.
static double share_summed_again(const struct buoy_kernel *kernel) {
    const char *method = kernel->method->name;
    const bool again = strcmp(method, "hierarchy") == 0 || strcmp(method, "blocks") == 0 ||
                       strcmp(method, "batch") == 0 || strcmp(method, "auto") == 0;
    return again ? 0x1p-12 : 0.0;
}

// SUMS_BARELY_WET, 2^-16 of the volume, and SUMS_BARELY_WET_IN_FLOAT, 2^-12, for compact bodies,
// whose heights are in float: below it a body is summed again, in double, from its deepest corner,
// so that nothing cancels. The remaining error is the rounding of heights, about 2^-52 of 3 each,
// which is 2e-12 of a depth d ≥ 3e-4, and three times that share of d³: 1e-10 is allowed. At the
// threshold and above it the promise for all volumes holds, and float's roundings show.
TEST(barely_wet) {
    static const double shares[] = {0x1p-40,    0x1p-30,    0x1p-24, 0x1.f8p-17, 0x1p-16,
                                    0x1.08p-16, 0x1.f8p-13, 0x1p-12, 0x1.08p-12};
    struct subject subject = {.mesh = body_box_mesh(1.0f, 1.0f, 1.0f), .body = "a cube"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const size_t share_count = sizeof shares / sizeof *shares;
    for (size_t s = 0; s < 8 * share_count; ++s) {
        const struct buoy_plane plane =
            corner_plane((unsigned)(s / share_count), shares[s % share_count]);
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            expect(&subject, "barely wet", plane, got, truth, 0.0, 0.0);
            const double share = share_summed_again(subject.kernel);
            if (truth.volume > 1.01 * share * 8.0 && share > 0.0 && got.volume == truth.volume) {
                fail_answer(&subject, "summed once", plane, got);
            }
            if (truth.volume < 0.99 * share * 8.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume &&
                  fabs(got.centre[0] - truth.centre[0]) <= 1e-12 &&
                  fabs(got.centre[2] - truth.centre[2]) <= 1e-12)) {
                fail_answer(&subject, "barely wet, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// Two cubes far apart, of which a corner is wet: a scattered body, whose heights are in double.
// With the apex of the whole, what is wet would be a difference of terms many times as large.
TEST(barely_wet_scattered) {
    const double far = 20.0;
    struct subject subject = {.mesh = mesh_of(body_two_cubes(far), 0), .body = "two cubes"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    const struct buoy_mesh_info info = mesh_info(subject.mesh);
    const double lowest = info.centre[0] - info.half_extent[0] + info.centre[1] -
                          info.half_extent[1] + info.centre[2] - info.half_extent[2];
    for (int exponent = -34; exponent <= -18; exponent += 4) {
        const double deep = cbrt(6.0 * ldexp(info.volume, exponent));
        const struct buoy_plane plane = {{1.0f, 1.0f, 1.0f}, (float)(lowest + deep)};
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        assert_true(truth.volume > 0.0 && truth.volume < 0x1p-17 * info.volume);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            if (share_summed_again(subject.kernel) > 0.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume)) {
                print_error("expected %.17g\n", truth.volume);
                fail_answer(&subject, "a corner, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// A pebble of many triangles that hangs below a large box: alone in the water it is less than 2^-20
// of the whole, and whole blocks of it lie below, or end in the water. Its heights, up to 2 of the
// body's size, are right to 2^-51, which are 2^-51 / r of it for each of three dimensions.
TEST(barely_wet_part) {
    const double radius = 0.01;
    struct body box = body_box(1.0f, 1.0f, 1.0f), pebble = body_builtin("builtin:sphere:1280");
    struct buoy_mesh *alone = body_mesh(&pebble, 0);
    const struct buoy_mesh_info info = mesh_info(alone);
    body_scale(&pebble, radius / info.half_extent[2]);
    body_move(&pebble, (const double[3]){0.3, -0.2, -1.5});
    struct subject subject = {.mesh = mesh_of(body_joined(box, pebble), 0),
                              .body = "a box and a pebble"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    static const float levels[] = {-1.509f, -1.5f, -1.495f, -1.2f};
    for (size_t l = 0; l < sizeof levels / sizeof *levels; ++l) {
        const struct buoy_plane plane = {{0.01f, 0.02f, 1.0f}, levels[l]};
        struct buoy_volume truth;
        buoy_exact_volume(exact, &plane, &truth);
        assert_true(truth.volume > 0.0 && truth.volume < 0x1p-20 * 8.0);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const struct buoy_volume got = ask(&subject, plane);
            if (share_summed_again(subject.kernel) > 0.0 &&
                !(fabs(got.volume - truth.volume) <= 1e-10 * truth.volume &&
                  fabs(got.centre[0] - truth.centre[0]) <= 1e-10 &&
                  fabs(got.centre[2] - truth.centre[2]) <= 1e-10)) {
                print_error("expected %.17g at (%.17g, %.17g, %.17g)\n", truth.volume,
                            truth.centre[0], truth.centre[1], truth.centre[2]);
                fail_answer(&subject, "a pebble, right to 1e-10 of itself", plane, got);
            }
        }
    }
}

// Two pebbles far apart, one hardly in the water, in either order: the apex is the deeper one's.
// With the other's, what is wet of the deeper one would be a difference of terms 1 / radius times
// as large, and the centroid hundreds of times as far off.
TEST(barely_wet_apart) {
    static const double radii[] = {1e-2, 1e-3, 1e-4};
    for (int k = 0; k < 6; ++k) {
        const double radius = radii[k / 2];
        struct body box = body_box(1.0f, 1.0f, 1.0f), high = body_builtin("builtin:sphere:1280");
        struct buoy_mesh *alone = body_mesh(&high, 0);
        const struct buoy_mesh_info info = mesh_info(alone);
        body_scale(&high, radius / info.half_extent[2]);
        struct body low = body_copy(&high);
        body_move(&high, (const double[3]){-0.9, -0.9, -1.25 + 1.9 * radius});
        body_move(&low, (const double[3]){0.9, 0.9, -1.25});
        struct body pebbles = k % 2 ? body_joined(low, high) : body_joined(high, low);
        struct subject subject = {.mesh = mesh_of(body_joined(pebbles, box), 0),
                                  .body = "a box and two pebbles"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (int level = 0; level < 20; ++level) {
            const float d = (float)(-1.25 + radius * (0.95 + 0.004 * level));
            const struct buoy_plane plane = {{0.0f, 0.0f, 1.0f}, d};
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            assert_true(truth.volume > 0.0 && truth.volume < 0.99 * 0x1p-20 * 8.0);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                const struct buoy_volume got = ask(&subject, plane);
                if (share_summed_again(subject.kernel) > 0.0 &&
                    !(fabs(got.centre[0] - truth.centre[0]) <= 1e-16 / radius)) {
                    print_error("expected %.17g\n", truth.centre[0]);
                    fail_answer(&subject, "two pebbles, from the deeper one", plane, got);
                }
            }
        }
    }
}

// The ends of the bounding box, where water is known to miss it: a float's step beyond either, at
// it, and a step within, where a corner's depth is that step and no more than it.
TEST(ends_of_the_box) {
    struct subject subject = {.mesh = body_box_mesh(1.0f, 1.0f, 1.0f), .body = "a cube"};
    const float foot = -1.0f, within = nextafterf(foot, 0.0f), beyond = nextafterf(foot, -2.0f);
    for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
        if (share_summed_again(subject.kernel) == 0.0) {
            continue;
        }
        const float dry[] = {beyond, foot};
        for (int k = 0; k < 2; ++k) {
            const struct buoy_plane plane = {{0, 0, 1}, dry[k]}, turned = {{0, 0, 1}, -dry[k]};
            if (ask(&subject, plane).volume != 0.0 || ask(&subject, turned).volume != 8.0) {
                fail_answer(&subject, "dry at its foot, wet at its top", plane,
                            ask(&subject, plane));
            }
        }
        // 4 × 2^-24, exactly a layer.
        const struct buoy_plane layer = {{0, 0, 1}, within};
        const struct buoy_volume got = ask(&subject, layer);
        if (!(fabs(got.volume - 0x1p-22) <= 1e-6 * 0x1p-22)) {
            fail_answer(&subject, "a layer a float's step deep", layer, got);
        }
    }
}
