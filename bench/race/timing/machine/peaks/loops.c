// The loops of one instruction set. The build compiles this source once for each set, with its
// flags, and defines PEAKS_LOOPS, the name of the table below, and PEAKS_LANES, its lanes header.
#include "loops.h"
#include "base/arithmetic.h"

#include PEAKS_LANES

extern const struct peaks_loops PEAKS_LOOPS;

// One line per chain: names, so that compilers keep each chain in a register at any level of
// optimisation.
#define FOR_EACH_CHAIN(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
#define START(i) lanes chain##i = lanes_splat(values[2 + (i)]);
#define START_EMPTY(i) lanes chain##i = none;
#define JOIN(i) sum = lanes_add(sum, chain##i);

static inline float first_lane(lanes sum) {
    _Alignas(64) float floats[LANES_WIDTH];
    lanes_store(floats, sum);
    return floats[0];
}

// With a factor of 1 and a small summand no result is ever infinite or denormal.
#define COMPUTE(name, STEP)                                                                        \
    static float name(size_t turns, const float values[PEAKS_VALUES]) {                            \
        const lanes factor = lanes_splat(values[0]), summand = lanes_splat(values[1]);             \
        lanes sum = lanes_add(factor, summand);                                                    \
        FOR_EACH_CHAIN(START)                                                                      \
        for (; turns > 0; --turns) {                                                               \
            FOR_EACH_CHAIN(STEP)                                                                   \
        }                                                                                          \
        FOR_EACH_CHAIN(JOIN)                                                                       \
        return first_lane(sum);                                                                    \
    }

#define ADD(i) chain##i = lanes_add(chain##i, summand);
#define MULTIPLY(i) chain##i = lanes_mul(chain##i, factor);
#define MIXED(i)                                                                                   \
    chain##i = (i) % 2 == 0 ? lanes_add(chain##i, summand) : lanes_mul(chain##i, factor);
#define MULTIPLY_ADD(i) chain##i = lanes_muladd(chain##i, factor, summand);

COMPUTE(add, ADD)
COMPUTE(multiply, MULTIPLY)
COMPUTE(mixed, MIXED)
COMPUTE(multiply_add, MULTIPLY_ADD)

#define READ(i) chain##i = lanes_add(chain##i, lanes_load(floats + (i)*LANES_WIDTH));
#define FOR_EACH_READ(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

static float read_all(const float *floats, size_t count) {
    const lanes none = lanes_splat(0.0f);
    lanes sum = none;
    FOR_EACH_READ(START_EMPTY)
    for (const float *end = floats + count; floats < end; floats += 8 * LANES_WIDTH) {
        FOR_EACH_READ(READ)
    }
    FOR_EACH_READ(JOIN)
    return first_lane(sum);
}

_Static_assert(PEAKS_STRIDE % (8 * LANES_WIDTH) == 0, "whole turns");

const struct peaks_loops PEAKS_LOOPS = {
    .width = LANES_WIDTH,
    .add = add,
    .multiply = multiply,
    .mixed = mixed,
    .multiply_add = multiply_add,
    .read = read_all,
};

// The end of the target that the lanes header began.
#if defined(LANES_TARGET_PUSHED)
#pragma clang attribute pop
#undef LANES_TARGET_PUSHED
#endif
