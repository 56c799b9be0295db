// The family `forces`: every deterministic kernel returns exactly the bits of the formulas body by
// body. A body has the same answer among any others and at any place in the arrays, in any
// floating-point mode of the caller.
#include "crowd.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
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

// Asks about some bodies of the crowd.
static void ask(const struct buoy_kernel *kernel, size_t first, size_t count) {
    struct buoy_forces_query query = crowd_query(&crowd);
    query.submerged += first;
    query.bodies += first;
    query.motions += first;
    query.waters += first;
    query.count = count;
    memset(got, 0xff, sizeof got);
    assert_int_equal(buoy_forces_with(kernel, &query, got, NULL), BUOY_OK);
    for (size_t i = count; i < crowd_most; ++i) {
        const unsigned char *byte = (const unsigned char *)&got[i];
        assert_true(byte[0] == 0xff && byte[sizeof got[i] - 1] == 0xff);
    }
}

TEST(formulas) {
    struct rng rng = rng_make("forces: formulas");
    const struct buoy_kernel *kernel;
    for (int round = 0; round < 60; ++round) {
        crowd_make(&rng, crowd_most, &crowd);
        crowd_expect(&crowd, expected);
        for (size_t i = 0; (kernel = next_forces_kernel(&i));) {
            if (kernel->deterministic) {
                ask(kernel, 0, crowd_most);
                compare(kernel, "what the formulas say", 0, crowd_most);
            }
        }
    }
}

TEST(company) {
    enum {
        most = 40
    };
    struct rng rng = rng_make("forces: company");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, most, &crowd);
    for (size_t i = 0; (kernel = next_forces_kernel(&i));) {
        ask(kernel, 0, most);
        memcpy(expected, got, sizeof got);
        for (size_t first = 0; first < most; ++first) {
            for (size_t count = 0; count <= most - first; ++count) {
                ask(kernel, first, count);
                compare(kernel, "the same in any company", first, count);
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

TEST(flush_to_zero) {
#ifdef FLOATING_MODE_FLUSH
    const uint64_t ordinary = floating_mode(), flush = ordinary | FLOATING_MODE_FLUSH;
    struct rng rng = rng_make("forces: flush to zero");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, crowd_most, &crowd);
    for (size_t i = 0; (kernel = next_forces_kernel(&i));) {
        ask(kernel, 0, crowd_most);
        memcpy(expected, got, sizeof got);
        const struct buoy_forces_query query = crowd_query(&crowd);
        floating_mode_set(flush);
        const enum buoy_status status = buoy_forces_with(kernel, &query, got, NULL);
        const uint64_t left = floating_mode();
        floating_mode_set(ordinary);
        assert_true(status == BUOY_OK && left == flush);
        compare(kernel, "the same with flush-to-zero", 0, crowd_most);
    }
#else
    skip();
#endif
}
