// Same method, same bits, in every family: every deterministic variant of a method returns the bits
// of its first one; a question has the same answer among any others and at any place in the arrays,
// whichever way it is asked, and in any floating-point mode of the caller, which is still there
// afterwards.
#include <fenv.h>

#include "buoyancy_kernels.h"
#include "contract.h"
#include "floating_mode.h"
#include "test.h"

// The method's first deterministic variant that runs here.
static const struct buoy_kernel *first_variant(const struct buoy_kernel *kernel) {
    for (size_t i = 0;; ++i) {
        if (buoy_kernel_at(i)->method == kernel->method && buoy_kernel_at(i)->deterministic &&
            buoy_kernel_runs(buoy_kernel_at(i))) {
            return buoy_kernel_at(i);
        }
    }
}

static void check_variant(struct contract *contract, const struct buoy_kernel *kernel) {
    struct contract_part got[CONTRACT_PARTS];
    if (kernel->deterministic) {
        contract_ask(contract, first_variant(kernel), 0, contract->count, got);
        contract_expect_same(contract, kernel, "the bits of the method's first variant", 0,
                             contract->count, got);
        contract_free(got);
    }
}

TEST(variants) {
#ifdef TEST_EMULATED
    contract_for_all("variants", 60, CONTRACT_TAILS, check_variant);
#else
    contract_for_all("variants", SIZE_MAX, CONTRACT_TAILS, check_variant);
#endif
}

// Which methods auto/tuned takes depends on how many are asked.
static bool is_tuned(const struct buoy_kernel *kernel) {
    return strcmp(kernel->isa, "tuned") == 0;
}

// Alone, and in runs that begin and end anywhere; what lies behind the last answer stays.
static void check_company(struct contract *contract, const struct buoy_kernel *kernel) {
    struct rng rng = rng_make("company");
    const size_t alone = contract->count < 40 ? contract->count : 40;
    for (size_t k = 0; k < 120 && !is_tuned(kernel); k += (size_t)in_a_hurry(4, 1)) {
        const size_t first = k < alone ? k : rng_below(&rng, contract->count);
        const size_t most = contract->count - first;
        const size_t count = k < alone ? 1 : k < 2 * alone ? k - alone : rng_below(&rng, most + 1);
        struct contract_part got[CONTRACT_PARTS];
        contract_ask(contract, kernel, first, count < most ? count : most, got);
        contract_expect_same(contract, kernel, "the same bits in any company, at any place", first,
                             count < most ? count : most, got);
        for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
            for (size_t byte = 0; byte < got[i].bytes; ++byte) {
                assert_int_equal(got[i].at[(count < most ? count : most) * got[i].bytes + byte],
                                 0xff);
            }
        }
        contract_free(got);
    }
}

TEST(company) {
    contract_for_all("company", 150, 0, check_company);
}

// The other way of asking the same: with planes in float, with error bounds, with surfaces.
static void check_way(struct contract *contract, const struct buoy_kernel *kernel) {
    if (contract->way == 1) {
        const struct contract first = contract_first_way(contract);
        struct contract_part got[CONTRACT_PARTS];
        contract_ask(&first, kernel, 0, contract->count, got);
        contract_expect_same(contract, kernel, "the same bits whichever way it is asked", 0,
                             contract->count, got);
        contract_free(got);
    }
}

TEST(ways) {
    contract_for_all("ways", 700, 0, check_way);
}

// A power of two changes nothing but exponents, so it must not change a bit.
static void check_scale(struct contract *contract, const struct buoy_kernel *kernel) {
    static const int exponents[][2] = {{-20, 3}, {-1, -10}, {0, 20}, {1, 0}, {20, -7}};
    for (size_t e = 0; e < COUNT_OF(exponents); ++e) {
        struct contract scaled;
        struct contract_part got[CONTRACT_PARTS];
        if (contract_scale(contract, exponents[e][0], exponents[e][1], &scaled)) {
            contract_ask(&scaled, kernel, 0, contract->count, got);
            contract_expect_same(&scaled, kernel, "the same bits at any scale", 0, contract->count,
                                 got);
            contract_free(got);
            contract_free_scaled(&scaled);
        }
    }
}

TEST(scale) {
    contract_for_all("scale", 600, CONTRACT_ORDINARY, check_scale);
}

// ------------------------------------------------------------------------------------- modes

static uint64_t mode;
static bool same_bits;

static void check_mode(struct contract *contract, const struct buoy_kernel *kernel) {
    const uint64_t ordinary = floating_mode();
    struct contract_part got[CONTRACT_PARTS];
    floating_mode_set(mode);
    contract_ask(contract, kernel, 0, contract->count, got);
    const uint64_t left = floating_mode();
    floating_mode_set(ordinary);
    FAIL_IF(left != mode, "%s left mode %#llx as %#llx", kernel->id, (unsigned long long)mode,
            (unsigned long long)left);
    if (same_bits) {
        contract_expect_same(contract, kernel, "the same bits with flush-to-zero", 0,
                             contract->count, got);
    }
    contract_free(got);
}

TEST(flush_to_zero) {
#ifdef FLOATING_MODE_FLUSH
    mode = floating_mode() | FLOATING_MODE_FLUSH;
    same_bits = true;
    contract_for_all("flush to zero", SIZE_MAX, CONTRACT_ORDINARY, check_mode);
#else
    SKIP("this processor cannot flush to zero");
#endif
}

// Kernels promise nothing in other rounding modes but to leave them alone.
TEST(rounding_modes) {
    static const int modes[] = {
#ifdef FE_UPWARD // not on WebAssembly, which has only the last
        FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO,
#endif
        FE_TONEAREST};
    same_bits = false;
    for (size_t i = 0; i < COUNT_OF(modes); ++i) {
        assert_int_equal(fesetround(modes[i]), 0);
        mode = floating_mode();
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        contract_for_all("rounding modes", 200, 0, check_mode);
    }
}
