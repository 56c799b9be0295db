// The family `forces`: arrays of bodies have exactly the bits of the formulas body by body.
#include "buoyancy_kernels.h"
#include "crowd.h"
#include "dispatch/registry.h"
#include "test.h"

static struct crowd crowd;
static struct buoy_forces expected[crowd_most], got[crowd_most];

static void compare(const struct buoy_kernel *kernel, const char *property, size_t first,
                    size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const double *a = got[i].buoyancy.force, *b = expected[first + i].buoyancy.force;
        size_t field = 0;
        if (memcmp(&got[i], &expected[first + i], sizeof got[i]) == 0) {
            continue;
        }
        while (memcmp(&a[field], &b[field], sizeof *a) == 0) {
            ++field;
        }
        fail_msg("%s, body %zu of %zu from %zu on, number %zu is %a, expected %a: not %s",
                 kernel->id, i, count, first, field, a[field], b[field], property);
    }
}

TEST(formulas) {
    struct rng rng = rng_make("forces: formulas");
    const struct buoy_kernel *kernel;
    for (int round = 0; round < 60; ++round) {
        crowd_make(&rng, crowd_most, &crowd);
        crowd_expect(&crowd, expected);
        for (size_t i = 0; (kernel = next_kernel("forces", &i));) {
            if (kernel->deterministic) {
                // Asks about some bodies of the crowd.
                const size_t count = crowd_most;
                struct buoy_forces_query query = crowd_query(&crowd);
                query.submerged += 0;
                query.bodies += 0;
                query.motions += 0;
                query.waters += 0;
                query.count = count;
                memset(got, 0xff, sizeof got);
                query.kernel = kernel;
                assert_int_equal(buoy_forces_compute(&query, got, NULL), BUOY_OK);
                for (size_t k = count; k < crowd_most; ++k) {
                    const unsigned char *byte = (const unsigned char *)&got[k];
                    assert_true(byte[0] == 0xff && byte[sizeof got[k] - 1] == 0xff);
                }
                compare(kernel, "what the formulas say", 0, crowd_most);
            }
        }
    }
}

TEST(public_call) {
    struct rng rng = rng_make("forces: public call");
    crowd_make(&rng, crowd_most, &crowd);
    crowd_expect(&crowd, expected);
    struct buoy_forces_query query = crowd_query(&crowd);
    for (query.count = 0; query.count <= 20; ++query.count) {
        struct buoy_error error;
        assert_int_equal(buoy_forces_compute(&query, got, &error), BUOY_OK);
        assert_true(error.status == BUOY_OK && error.message[0] == '\0');
        compare(buoy_kernel_find("forces/auto/best"), "what the formulas say", 0, query.count);
    }
}
