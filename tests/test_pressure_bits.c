// Kernels of `pressure`: the same bits from all variants of a method, in any floating-point mode of
// the caller.
#include <fenv.h>

#include "body.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "pressing.h"
#include "test.h"

// The next runnable deterministic kernel, and the first of its method.
static const struct buoy_kernel *next_twin(size_t *index, const struct buoy_kernel **first) {
    const struct buoy_kernel *kernel;
    while ((kernel = next_pressure_kernel(index)) && !kernel->deterministic) {
    }
    for (size_t i = 0; kernel && (*first = next_pressure_kernel(&i))->method != kernel->method;) {
    }
    return kernel;
}

static void expect_same(const struct buoy_kernel *kernel, const struct buoy_pressure *got,
                        const struct buoy_pressure *expected) {
    if (memcmp(got, expected, sizeof *got) != 0) {
        fail_msg("%s: force %.17g %.17g %.17g, expected %.17g %.17g %.17g", kernel->id,
                 got->force[0], got->force[1], got->force[2], expected->force[0],
                 expected->force[1], expected->force[2]);
    }
}

static void check_twins(struct rng *rng, const struct body *body, int count) {
    struct buoy_mesh *mesh = body_mesh(body, BUOY_MESH_ACCEPT_OPEN);
    struct waters waters = waters_make(rng);
    for (int k = 0; k < count; ++k) {
        struct pressing pressing = random_pressing(rng, mesh, &waters);
        const struct buoy_region region = {{-0.5, -1.0, -2.0}, {1.0, 0.5, 2.0}};
        pressing.water.region = k % 4 == 0 ? &region : NULL;
        const struct buoy_kernel *kernel, *first;
        for (size_t i = 0; (kernel = next_twin(&i, &first));) {
            const struct buoy_pressure expected = ask_pressure(first, &pressing);
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            expect_same(kernel, &got, &expected);
        }
    }
    waters_free(&waters);
    buoy_mesh_destroy(mesh);
}

TEST(twins) {
    struct rng rng = rng_make("pressure's twins");
    for (size_t sides = 3; sides <= 40; ++sides) { // tails of every length
        struct body body = body_bipyramid(&rng, sides);
        check_twins(&rng, &body, 20);
        body_free(&body);
    }
    static const char *const bodies[] = {"builtin:box", "builtin:torus:600", "builtin:wigley:1300",
                                         "builtin:star:5000"};
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        check_twins(&rng, &body, 60);
        body_free(&body);
    }
}

#if defined(FLOATING_MODE_FLUSH) || defined(FE_UPWARD) // not on WebAssembly

// In another mode, which must still be there afterwards.
static struct buoy_pressure ask_in_mode(const struct buoy_kernel *kernel,
                                        const struct pressing *pressing, uint64_t mode) {
    const uint64_t ordinary = floating_mode();
    floating_mode_set(mode);
    const struct buoy_pressure answer = ask_pressure(kernel, pressing);
    const uint64_t left = floating_mode();
    floating_mode_set(ordinary);
    assert_true(left == mode);
    return answer;
}

static void check_mode(uint64_t mode, bool same_bits) {
    struct rng rng = rng_make("pressure's modes");
    struct body body = body_builtin("builtin:star:1000");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct waters waters = waters_make(&rng);
    for (int k = 0; k < 30; ++k) {
        const struct pressing pressing = random_pressing(&rng, mesh, &waters);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_pressure_kernel(&i));) {
            const struct buoy_pressure expected = ask_pressure(kernel, &pressing);
            const struct buoy_pressure got = ask_in_mode(kernel, &pressing, mode);
            if (same_bits) {
                expect_same(kernel, &got, &expected);
            }
        }
    }
    waters_free(&waters);
    buoy_mesh_destroy(mesh);
    body_free(&body);
}

#endif

TEST(modes) {
#ifdef FLOATING_MODE_FLUSH
    check_mode(floating_mode() | FLOATING_MODE_FLUSH, true);
#endif
#ifdef FE_UPWARD
    static const int roundings[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; ++i) {
        assert_int_equal(fesetround(roundings[i]), 0);
        const uint64_t mode = floating_mode();
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        check_mode(mode, false);
    }
#endif
}
