// From CPUID and XCR0 to instruction sets, for processors and operating systems other than this
// machine's: real ones by their documented features, and made-up ones that lack one thing each.
#include "dispatch/cpu.h"
#include "test.h"

// Bits by their numbers in Intel's manual, volume 2, CPUID, and volume 1, 13.3.
enum leaf1_c {
    FMA = 1u << 12,
    OSXSAVE = 1u << 27,
    AVX = 1u << 28,
};
enum leaf7_b {
    AVX2 = 1u << 5,
    AVX512F = 1u << 16,
    AVX512DQ = 1u << 17,
    AVX512IFMA = 1u << 21,
    AVX512PF = 1u << 26,
    AVX512ER = 1u << 27,
    AVX512CD = 1u << 28,
    AVX512BW = 1u << 30,
};
#define AVX512VL (1u << 31)
enum xcr0 {
    X87 = 1u << 0,
    XMM = 1u << 1,
    YMM = 1u << 2,
    OPMASK = 1u << 5,
    ZMM_LOW = 1u << 6,  // upper halves of ZMM0 to ZMM15
    ZMM_HIGH = 1u << 7, // ZMM16 to ZMM31
    PKRU = 1u << 9,
};
#define OF_AVX (X87 | XMM | YMM)
#define OF_AVX512 (OF_AVX | OPMASK | ZMM_LOW | ZMM_HIGH)
#define HASWELL (OSXSAVE | AVX | FMA)
#define SKYLAKE (AVX2 | AVX512F | AVX512CD | AVX512BW | AVX512DQ | AVX512VL)

struct machine {
    const char *name;
    struct buoy_x86_registers registers;
    const char *best; // instruction set
};

static const struct machine real[] = {
    {"Nehalem", {0, 0, 0}, "sse2"},
    {"Nehalem under an operating system that uses XSAVE", {OSXSAVE, 0, X87 | XMM}, "sse2"},
    {"Sandy Bridge", {OSXSAVE | AVX, 0, OF_AVX}, "sse2"},
    {"Piledriver, FMA without AVX2", {HASWELL, 0, OF_AVX}, "sse2"},
    {"Haswell", {HASWELL, AVX2, OF_AVX}, "avx2+fma"},
    {"Haswell before Windows 7 SP1, which saves no YMM", {FMA, AVX2, 0}, "sse2"},
    {"VIA Nano QuadCore, AVX2 without FMA", {OSXSAVE | AVX, AVX2, OF_AVX}, "avx2"},
    {"Knights Landing",
     {HASWELL, AVX2 | AVX512F | AVX512PF | AVX512ER | AVX512CD, OF_AVX512},
     "avx2+fma"},
    {"Skylake-X", {HASWELL, SKYLAKE, OF_AVX512 | PKRU}, "avx512+fma"},
    {"Cannon Lake", {HASWELL, SKYLAKE | AVX512IFMA, OF_AVX512}, "avx512+fma"},
    {"Alder Lake", {HASWELL, AVX2, OF_AVX | PKRU}, "avx2+fma"},
    {"Zen 4", {HASWELL, SKYLAKE | AVX512IFMA, OF_AVX512 | PKRU}, "avx512+fma"},
    {"Skylake-X under a kernel that saves no ZMM", {HASWELL, SKYLAKE, OF_AVX}, "avx2+fma"},
};

static const struct machine made_up[] = {
    {"AVX-512 without F", {HASWELL, SKYLAKE & ~AVX512F, OF_AVX512}, "avx2+fma"},
    {"AVX-512 without DQ", {HASWELL, SKYLAKE & ~AVX512DQ, OF_AVX512}, "avx2+fma"},
    {"AVX-512 without BW", {HASWELL, SKYLAKE & ~AVX512BW, OF_AVX512}, "avx2+fma"},
    {"AVX-512 without VL", {HASWELL, SKYLAKE & ~AVX512VL, OF_AVX512}, "avx2+fma"},
    {"AVX-512 without CD, which is not used",
     {HASWELL, SKYLAKE & ~AVX512CD, OF_AVX512},
     "avx512+fma"},
    {"AVX-512 without AVX2", {HASWELL, SKYLAKE & ~AVX2, OF_AVX512}, "sse2"},
    {"AVX-512 without FMA", {OSXSAVE | AVX, SKYLAKE, OF_AVX512}, "avx512"},
    {"no masks saved", {HASWELL, SKYLAKE, OF_AVX512 & ~OPMASK}, "avx2+fma"},
    {"no upper halves of ZMM0 to ZMM15 saved",
     {HASWELL, SKYLAKE, OF_AVX512 & ~ZMM_LOW},
     "avx2+fma"},
    {"no ZMM16 to ZMM31 saved", {HASWELL, SKYLAKE, OF_AVX512 & ~ZMM_HIGH}, "avx2+fma"},
    {"no upper halves of YMM saved", {HASWELL, SKYLAKE, OF_AVX512 & ~YMM}, "sse2"},
    {"no XMM saved", {HASWELL, SKYLAKE, OF_AVX512 & ~XMM}, "sse2"},
    {"AVX2 of a processor said to have no AVX", {OSXSAVE | FMA, AVX2, OF_AVX}, "sse2"},
    {"no XGETBV: what stands for XCR0 says nothing", {AVX | FMA, SKYLAKE, OF_AVX512}, "sse2"},
    {"every bit", {~0u, ~0u, ~0u}, "avx512+fma"},
    {"no bit", {0u, 0u, 0u}, "sse2"},
};

// The best of the instruction sets for x86-64 that these features allow.
static const char *best_of(unsigned features) {
    const char *best = "none";
    for (size_t i = 0; i < buoy_isa_count; ++i) {
        const struct buoy_isa *isa = &buoy_isas[i];
        if (strcmp(isa->processor, "x86-64") == 0 && (isa->features & ~features) == 0) {
            best = isa->name;
        }
    }
    return best;
}

static void check(const struct machine *machines, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const char *best = best_of(buoy_x86_features(&machines[i].registers));
        FAIL_IF(strcmp(best, machines[i].best) != 0, "%s: %s, not %s", machines[i].name, best,
                machines[i].best);
    }
}

// Without a detector, all kernels of this processor would silently run in plain C.
TEST(there_is_a_detector) {
#if defined(__x86_64__) || defined(_M_X64)
    assert_true(buoy_isa_find("sse2")->not_built || buoy_cpu_features() & BUOY_CPU_SSE2);
#elif defined(__aarch64__) || defined(_M_ARM64)
    assert_true(buoy_isa_find("neon")->not_built || buoy_cpu_features() & BUOY_CPU_NEON);
#elif defined(__wasm__)
    assert_true(buoy_isa_find("simd128")->not_built || buoy_cpu_features() & BUOY_CPU_SIMD128);
#endif
}

TEST(real_machines) {
    check(real, sizeof real / sizeof *real);
}

TEST(made_up_machines) {
    check(made_up, sizeof made_up / sizeof *made_up);
}

// No machine gains anything by losing a bit, and features of other processors are never claimed.
TEST(every_bit) {
    const struct buoy_x86_registers best = {HASWELL, SKYLAKE, OF_AVX512};
    const unsigned all = buoy_x86_features(&best);
    assert_int_equal(all, BUOY_CPU_SSE2 | BUOY_CPU_AVX2 | BUOY_CPU_FMA | BUOY_CPU_AVX512);
    for (int bit = 0; bit < 32; ++bit) {
        const unsigned without = ~(1u << bit);
        const struct buoy_x86_registers lesser[] = {
            {best.leaf1_c & without, best.leaf7_b, best.xcr0},
            {best.leaf1_c, best.leaf7_b & without, best.xcr0},
            {best.leaf1_c, best.leaf7_b, best.xcr0 & without}};
        // The requested bits of each register.
        const unsigned needed[] = {OSXSAVE | AVX | FMA,
                                   AVX2 | AVX512F | AVX512DQ | AVX512BW | AVX512VL,
                                   XMM | YMM | OPMASK | ZMM_LOW | ZMM_HIGH};
        for (int i = 0; i < 3; ++i) {
            const unsigned left = buoy_x86_features(&lesser[i]);
            assert_int_equal(left & ~all, 0);
            assert_true((left != all) == ((needed[i] & ~without) != 0));
        }
    }
}

// This machine as the compiler's own detection has it.
TEST(this_machine) {
#if defined(__x86_64__) && defined(__GNUC__)
    const bool avx2 = __builtin_cpu_supports("avx2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq");
    const unsigned features = buoy_cpu_features();
    assert_int_equal((features & BUOY_CPU_AVX2) != 0, avx2);
    assert_int_equal((features & BUOY_CPU_FMA) != 0, __builtin_cpu_supports("fma") != 0);
    assert_int_equal((features & BUOY_CPU_AVX512) != 0, avx512);
#else
    SKIP("for x86 and its compilers");
#endif
}
