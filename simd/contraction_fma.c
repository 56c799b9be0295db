// Whether the compiler fuses multiplications and additions, although base/arithmetic.h forbids it:
// a product and a sum in plain C, for a target that could.
#include "base/arithmetic.h"

#include "dispatch/cpu.h"

#if BUOY_ON_X86(1) == 1
#define FOR_FMA __attribute__((target("fma"), noinline))
#else
#define FOR_FMA __attribute__((noinline))
#endif

static FOR_FMA float multiply_add(float a, float b, float c) {
    return a * b + c;
}

bool buoy_contracts(void) {
    const volatile float a = 1.0f + 0x1p-12f, c = -1.0f - 0x1p-11f; // a² = −c + 2⁻²⁴, rounded: −c
    const bool runs = BUOY_ON_X86(1) != 1 || (buoy_cpu_features() & BUOY_CPU_FMA);
    return runs && multiply_add(a, a, c) == 0x1p-24f;
}
