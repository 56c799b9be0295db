// Kernels of the family `step` touch nothing beyond the arrays of a query, in every layout of the
// states: each array ends at a forbidden page, and begins at one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "guard.h"
#include "stepping.h"

static struct stepping crowd;
static struct buoy_body_forces expected[stepping_most];

// A member of the states, alone between forbidden pages.
static struct guarded lay_out(size_t member, size_t components, size_t count, size_t stride,
                              size_t step, enum guard_side side) {
    const size_t numbers = count ? (count - 1) * stride + (components - 1) * step + 1 : 0;
    const struct guarded guarded = guard_make(numbers * sizeof(double), sizeof(double), side);
    double *to = (void *)guarded.bytes;
    for (size_t i = 0; i < numbers; ++i) {
        to[i] = 1e300; // not to be taken for a number of a body
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < components; ++k) {
            to[i * stride + k * step] = ((const double *)&crowd.states[i])[member + k];
        }
    }
    return guarded;
}

static void check(const struct buoy_kernel *kernel, size_t count, const size_t layout[2],
                  enum guard_side side) {
    struct buoy_step_query query = stepping_query(&crowd);
    const size_t stride = layout[0], step = layout[1] ? layout[1] : stride * count + 1;
    const size_t answers = count * sizeof *expected, models = count * sizeof *crowd.models;
    struct guarded arrays[] = {
        lay_out(0, 3, count, stride, step, side), lay_out(3, 4, count, stride, step, side),
        lay_out(7, 3, count, stride, step, side), lay_out(10, 3, count, stride, step, side),
        guard_make(models, sizeof(void *), side), guard_make(answers, sizeof(double), side),
    };
    memcpy(arrays[4].bytes, crowd.models, models);
    query.states = (struct buoy_states){(const void *)arrays[0].bytes,
                                        (const void *)arrays[1].bytes,
                                        (const void *)arrays[2].bytes,
                                        (const void *)arrays[3].bytes,
                                        stride,
                                        step};
    query.models = (const void *)arrays[4].bytes;
    query.count = count;
    stepping_ask(kernel, &query, (void *)arrays[5].bytes);
    assert_memory_equal(arrays[5].bytes, expected, answers);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        assert_true(guard_is_intact(&arrays[i]));
        guard_free(&arrays[i]);
    }
}

#ifdef __linux__
// Bodies a page apart, each member of each body followed by a forbidden page: vector loads that
// read on into the next number would end the test.
static void test_sparse(void **state) {
    (void)state;
    enum {
        count = 19
    };
    static const size_t first[4] = {0, 3, 7, 10}, components[4] = {3, 4, 3, 3};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), stride = 2 * page / sizeof(double);
    struct rng rng = rng_make("step_guard: sparse");
    stepping_random(&rng, count, &crowd);
    struct buoy_step_query query = stepping_query(&crowd);
    stepping_ask(buoy_kernel_find("step/fused/scalar"), &query, expected);
    const double *member[4];
    unsigned char *pages[4];
    for (size_t m = 0; m < 4; ++m) {
        pages[m] = mmap(NULL, 2 * page * count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
        assert_true(pages[m] != MAP_FAILED);
        member[m] = (const double *)(const void *)(pages[m] + page) - components[m];
        for (size_t i = 0; i < count; ++i) {
            memcpy(pages[m] + (2 * i + 1) * page - components[m] * sizeof(double),
                   (const double *)&crowd.states[i] + first[m], components[m] * sizeof(double));
            assert_int_equal(mprotect(pages[m] + (2 * i + 1) * page, page, PROT_NONE), 0);
        }
    }
    query.states = (struct buoy_states){member[0], member[1], member[2], member[3], stride, 1};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_step_kernel(&i));) {
        struct buoy_kernel_info info;
        struct buoy_body_forces results[count];
        buoy_kernel_get_info(kernel, &info, NULL);
        stepping_ask(kernel, &query, results);
        if (info.deterministic && kernel != buoy_kernel_find("step/auto/tuned")) {
            assert_memory_equal(results, expected, sizeof results);
        }
    }
    for (size_t m = 0; m < 4; ++m) {
        munmap(pages[m], 2 * page * count);
    }
}
#endif

static void test_guarded(void **state) {
    (void)state;
    // Structs, structure of arrays, neither.
    static const size_t layouts[][2] = {{13, 1}, {4, 1}, {1, 0}, {2, 0}, {7, 2}};
    enum {
        most = 35
    };
    struct rng rng = rng_make("step_guard");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_step_kernel(&i));) {
        stepping_random(&rng, most, &crowd);
        if (i % 2) {
            stepping_into_waves(&crowd, 1.5);
        }
        if (kernel == buoy_kernel_find("step/auto/tuned")) {
            continue; // its bits depend on the company
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(kernel, &query, expected);
        for (size_t l = 0; l < sizeof layouts / sizeof *layouts; ++l) {
            for (size_t count = 0; count <= most; ++count) {
                check(kernel, count, layouts[l], GUARD_BEFORE);
                check(kernel, count, layouts[l], GUARD_AFTER);
            }
        }
    }
}

// Scratch memory of step/auto/tuned: exactly what it asks for.
static void test_scratch(void **state) {
    (void)state;
    struct rng rng = rng_make("step_guard: scratch");
    const struct buoy_kernel *tuned = buoy_kernel_find("step/auto/tuned");
    for (int round = 0; round < 20; ++round) {
        stepping_random(&rng, 1 + rng_below(&rng, stepping_most), &crowd);
        struct buoy_step_query query = stepping_query(&crowd);
        query.scratch_bytes = buoy_step_scratch_bytes(tuned, &query, NULL);
        struct guarded scratch = guard_make(query.scratch_bytes, 64, GUARD_AFTER);
        query.scratch = query.scratch_bytes > 0 ? scratch.bytes : NULL;
        assert_int_equal(buoy_step_with(tuned, &query, expected, NULL), BUOY_OK);
        assert_true(guard_is_intact(&scratch));
        guard_free(&scratch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guarded),
#ifdef __linux__
        cmocka_unit_test(test_sparse),
#endif

        cmocka_unit_test(test_scratch),
    };
    return cmocka_run_group_tests(tests, stepping_make, stepping_free);
}
