// Bodies of small parts far apart, where an apex is far from most parts: every method keeps its
// bound.
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

// Two to five tetrahedra anywhere in a unit box, each smaller than it by a factor of 1 to 10.
static struct body scattered(struct rng *rng) {
    struct body all = {0};
    const size_t parts = 2 + rng_below(rng, 4);
    for (size_t p = 0; p < parts; ++p) {
        const float size = (float)pow(10.0, -rng_between(rng, 0.0, 1.0));
        struct body part = body_corner(size, size, size);
        double place[3];
        for (int i = 0; i < 3; ++i) {
            place[i] = rng_between(rng, 0.0, 1.0);
        }
        body_move(&part, place);
        if (p == 0) {
            all = part;
            continue;
        }
        const struct body joined = body_join(&all, &part);
        all = joined;
    }
    return all;
}

static void check(const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                  const struct buoy_plane *planes, const struct buoy_volume *truth, size_t count) {
    struct buoy_mesh_info info;
    struct buoy_volume got[16];
    const struct subject subject = {kernel, mesh, "scattered tetrahedra"};
    buoy_mesh_get_info(mesh, &info, NULL);
    ask_open(&subject, planes, count, got);
    for (size_t k = 0; k < count; ++k) {
        const double bound =
            kernel->method->volume.bounds(mesh, &planes[k], 0).volume * info.volume;
        if (!(fabs(got[k].volume - truth[k].volume) <= bound)) {
            fail_msg("%s: V %.17g, expected %.17g, kappa %g: %.2f of the bound", kernel->id,
                     got[k].volume, truth[k].volume, info.conditioning,
                     fabs(got[k].volume - truth[k].volume) / bound);
        }
    }
}

TEST(scattered) {
    struct rng rng = rng_make("scattered");
    const struct buoy_kernel *truth = buoy_kernel_find("volume/catto64/scalar");
    size_t loose = 0;
    for (int round = 0; round < 300; ++round) {
        struct buoy_mesh *mesh = mesh_of(scattered(&rng), 0);
        struct buoy_plane planes[16];
        struct buoy_volume expected[16];
        const struct buoy_mesh_info info = mesh_info(mesh);
        loose += info.conditioning > 60.0;
        for (size_t k = 0; k < 16; ++k) {
            planes[k] = rng_plane(&rng, mesh);
        }
        ask_open(&(struct subject){truth, mesh, "scattered tetrahedra"}, planes, 16, expected);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("volume", &i));) {
            if (!is_voxel(kernel)) {
                check(kernel, mesh, planes, expected, 16);
            }
        }
    }
    assert_true(loose > 20); // else few are what this is about
}
