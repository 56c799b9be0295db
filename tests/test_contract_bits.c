// Same method, same bits, in every family: every deterministic variant of a method returns the bits
// of its first one; a question has the same answer among any others and at any place in the arrays,
// whichever way it is asked, and in any floating-point mode of the caller, which is still there
// afterwards.
#include <fenv.h>

#include "buoyancy_kernels.h"
#include "buoyancy_shapes.h"
#include "contract.h"
#include "crowd.h"
#include "dispatch/registry.h"
#include "floating_mode.h"
#include "mesh/kinds.h"
#include "rng.h"
#include "shapes.h"
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

// ------------------------------------------------------------------------------------- shapes bits

// Bits of the `shapes` family beyond what test_contract_bits.c holds all families to: mixed kinds,
// and boxes.

enum {
#ifdef TEST_EMULATED
    usual_questions = 300, // the digest asks many more
#else
    usual_questions = 1500,
#endif
    most_questions = 1500
};
static struct shape_question questions[most_questions];
static struct shape_answer got[most_questions];

// Mixed kinds have the bits of each kind's own kernel, in any order: few and many of a kind, runs
// longer than the portions in which kinds are sorted, and whatever is left over.
TEST(mixed) {
    const struct buoy_kernel *automatic = buoy_kernel_find("shapes/auto/best");
    struct rng rng = rng_make("mixed");
    for (int round = 0; round < 30; ++round) {
        const size_t count = 1 + rng_below(&rng, round < 20 ? 100 : usual_questions);
        for (size_t i = 0; i < count;) {
            const unsigned kinds = shape_question_make(&rng, BUOY_KINDS).shape.kind;
            const size_t most = rng_below(&rng, 8) == 0 ? 600 : 2;
            for (size_t run = 1 + rng_below(&rng, most); run > 0 && i < count; --run, ++i) {
                questions[i] = shape_question_make(&rng, BUOY_KIND(kinds));
            }
        }
        ask_shapes(automatic, questions, count, got);
        for (size_t i = 0; i < count; ++i) {
            char id[64];
            snprintf(id, sizeof id, "shapes/%s/scalar", buoy_kind_name(questions[i].shape.kind));
            const struct buoy_kernel *own = buoy_kernel_find(id);
            expect_same_shape(automatic, "the bits of the kind's own kernel", questions[i], got[i],
                              ask_shape(own, questions[i]));
        }
    }
}

// Boxes have the bits of box/corners.
TEST(boxes) {
    const unsigned kinds = BUOY_KIND(BUOY_SHAPE_BOX);
    const size_t count = usual_questions;
    struct rng rng = rng_make("boxes");
    for (size_t i = 0; i < count; ++i) {
        questions[i] = shape_question_make(&rng, kinds);
    }
    ask_shapes(buoy_kernel_find("shapes/auto/best"), questions, usual_questions, got);
    for (size_t i = 0; i < usual_questions; ++i) {
        const float *h = questions[i].shape.size;
        const struct buoy_shape box = {BUOY_SHAPE_BOX, {h[0], h[1], h[2]}};
        struct buoy_volume volume;
        assert_int_equal(buoy_shapes_compute(
                             &(struct buoy_shapes_query){
                                 .shapes = &box, .planes = &questions[i].plane, .count = 1},
                             &volume, NULL),
                         BUOY_OK);
        assert_memory_equal(&got[i].volume, &volume, sizeof volume);
    }
}

// ------------------------------------------------------------------------------------- forces bits

// The family `forces`: arrays of bodies have exactly the bits of the formulas body by body.

static struct crowd crowd;
static struct buoy_forces expected_forces[crowd_most], got_forces[crowd_most];

static void compare(const struct buoy_kernel *kernel, const char *property, size_t first,
                    size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const double *a = got_forces[i].buoyancy.force,
                     *b = expected_forces[first + i].buoyancy.force;
        size_t field = 0;
        if (memcmp(&got_forces[i], &expected_forces[first + i], sizeof got_forces[i]) == 0) {
            continue;
        }
        while (memcmp(&a[field], &b[field], sizeof *a) == 0) {
            ++field;
        }
        fail_msg("%s, body %zu of %zu from %zu on, number %zu is %a, expected_forces %a: not %s",
                 kernel->id, i, count, first, field, a[field], b[field], property);
    }
}

TEST(formulas) {
    struct rng rng = rng_make("forces: formulas");
    const struct buoy_kernel *kernel;
    for (int round = 0; round < 60; ++round) {
        crowd_make(&rng, crowd_most, &crowd);
        crowd_expect(&crowd, expected_forces);
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
                memset(got_forces, 0xff, sizeof got_forces);
                query.kernel = kernel;
                assert_int_equal(buoy_forces_compute(&query, got_forces, NULL), BUOY_OK);
                for (size_t k = count; k < crowd_most; ++k) {
                    const unsigned char *byte = (const unsigned char *)&got_forces[k];
                    assert_true(byte[0] == 0xff && byte[sizeof got_forces[k] - 1] == 0xff);
                }
                compare(kernel, "what the formulas say", 0, crowd_most);
            }
        }
    }
}

TEST(public_call) {
    struct rng rng = rng_make("forces: public call");
    crowd_make(&rng, crowd_most, &crowd);
    crowd_expect(&crowd, expected_forces);
    struct buoy_forces_query query = crowd_query(&crowd);
    for (query.count = 0; query.count <= 20; ++query.count) {
        struct buoy_error error;
        assert_int_equal(buoy_forces_compute(&query, got_forces, &error), BUOY_OK);
        assert_true(error.status == BUOY_OK && error.message[0] == '\0');
        compare(buoy_kernel_find("forces/auto/best"), "what the formulas say", 0, query.count);
    }
}
