// Kernels of the family `step` touch nothing beyond the arrays of a query, in every layout of the
// states: each array ends at a forbidden page, and begins at one.

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "buoyancy_kernels.h"
#include "guard.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces expected[stepping_most];

// A member of the states, alone between forbidden pages: as doubles, or as the floats that they
// are.
static struct guarded lay_out(size_t member, size_t components, size_t count, size_t stride,
                              bool floats, enum guard_side side) {
    const size_t size = floats ? sizeof(float) : sizeof(double);
    const size_t numbers = count ? (count - 1) * stride + components : 0;
    const struct guarded guarded = guard_make(numbers * size, size, side);
    memset(guarded.bytes, 0x7f, numbers * size); // not to be taken for a number of a body
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < components; ++k) {
            const double x = ((const double *)&crowd.states[i])[member + k];
            const float narrow = (float)x;
            memcpy(guarded.bytes + (i * stride + k) * size, floats ? (const void *)&narrow : &x,
                   size);
        }
    }
    return guarded;
}

static void check(const struct buoy_kernel *kernel, size_t count, uint32_t stride, bool floats,
                  enum guard_side side) {
    struct buoy_step_query query = stepping_query(&crowd);
    const size_t answers = count * sizeof *expected, models = count * sizeof *crowd.models;
    const size_t size = floats ? sizeof(float) : sizeof(double);
    const enum buoy_number type = floats ? BUOY_FLOAT : BUOY_DOUBLE;
    struct guarded arrays[] = {
        lay_out(0, 3, count, stride, floats, side), lay_out(3, 4, count, stride, floats, side),
        lay_out(7, 3, count, stride, floats, side), lay_out(10, 3, count, stride, floats, side),
        guard_make(models, sizeof(void *), side),   guard_make(answers, sizeof(double), side),
        guard_make(3 * count * size, size, side),   guard_make(3 * count * size, size, side),
    };
    memcpy(arrays[4].bytes, crowd.models, models);
    query.states = (struct buoy_states){{arrays[0].bytes, stride * size, type},
                                        {arrays[1].bytes, stride * size, type},
                                        {arrays[2].bytes, stride * size, type},
                                        {arrays[3].bytes, stride * size, type}};
    query.effects.linear = (struct buoy_output){arrays[6].bytes, 3 * size, type};
    query.effects.angular = (struct buoy_output){arrays[7].bytes, 3 * size, type};
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
TEST(sparse) {
    enum {
        count = 19
    };
    static const size_t first[4] = {0, 3, 7, 10}, components[4] = {3, 4, 3, 3};
    const uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE), stride = 2 * page;
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
    query.states =
        (struct buoy_states){buoy_doubles(member[0], stride), buoy_doubles(member[1], stride),
                             buoy_doubles(member[2], stride), buoy_doubles(member[3], stride)};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("step", &i));) {
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

TEST(guarded) {
    static const uint32_t strides[] = {13, 4, 7};
    enum {
        most = 35
    };
    struct rng rng = rng_make("step_guard");
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("step", &i));) {
        stepping_random(&rng, most, &crowd);
        if (i % 2) {
            stepping_into_waves(&crowd, 1.5);
        }
        if (kernel == buoy_kernel_find("step/auto/tuned")) {
            continue; // its bits depend on the company
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        for (size_t b = 0; b < most; ++b) { // as floats have them
            double *numbers = crowd.states[b].position;
            for (size_t k = 0; k < 13; ++k) {
                numbers[k] = (double)(float)numbers[k];
            }
        }
        stepping_ask(kernel, &query, expected);
        for (size_t l = 0; l < 2 * sizeof strides / sizeof *strides; ++l) {
            for (size_t count = 0; count <= most; ++count) {
                check(kernel, count, strides[l / 2], l % 2, GUARD_BEFORE);
                check(kernel, count, strides[l / 2], l % 2, GUARD_AFTER);
            }
        }
    }
}

TEST_FIXTURE(stepping_make, NULL)
