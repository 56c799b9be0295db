// Kernels of the family `forces` touch nothing beyond the arrays of a query: each array ends at a
// forbidden page, and begins at one.
#include "crowd.h"
#include "dispatch/registry.h"
#include "guard.h"
#include "test.h"

static struct crowd crowd;
static struct buoy_forces expected[crowd_most];

static struct guarded copy(const void *bytes, size_t size, enum guard_side side) {
    const struct guarded guarded = guard_make(size, sizeof(double), side);
    memcpy(guarded.bytes, bytes, size);
    return guarded;
}

static void check(const struct buoy_kernel *kernel, size_t count, enum guard_side side) {
    struct buoy_forces_query query = crowd_query(&crowd);
    const size_t answers = count * sizeof *expected;
    struct guarded arrays[] = {
        copy(crowd.submerged, count * sizeof *crowd.submerged, side),
        copy(crowd.bodies, count * sizeof *crowd.bodies, side),
        copy(crowd.motions, count * sizeof *crowd.motions, side),
        copy(crowd.waters, count * sizeof *crowd.waters, side),
        guard_make(answers, sizeof(double), side),
    };
    query.submerged = (const void *)arrays[0].bytes;
    query.bodies = (const void *)arrays[1].bytes;
    query.motions = (const void *)arrays[2].bytes;
    query.waters = (const void *)arrays[3].bytes;
    query.count = count;
    assert_int_equal(buoy_forces_with(kernel, &query, (void *)arrays[4].bytes, NULL), BUOY_OK);
    assert_memory_equal(arrays[4].bytes, expected, answers);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        assert_true(guard_is_intact(&arrays[i]));
        guard_free(&arrays[i]);
    }
}

TEST(guarded) {
    struct rng rng = rng_make("forces_guard");
    const struct buoy_kernel *kernel;
    crowd_make(&rng, 40, &crowd);
    for (size_t i = 0; (kernel = next_forces_kernel(&i));) {
        const struct buoy_forces_query query = crowd_query(&crowd);
        assert_int_equal(buoy_forces_with(kernel, &query, expected, NULL), BUOY_OK);
        for (size_t count = 0; count <= crowd.count; ++count) {
            check(kernel, count, GUARD_BEFORE);
            check(kernel, count, GUARD_AFTER);
        }
    }
}
