// The recommended kernel on made-up times: nothing in its table is certainly faster, and kernels
// with the same bits everywhere are preferred as long as that costs nothing.
#include "planted.h"
#include "results_model.h"
#include "rng.h"
#include "test.h"

static const struct planted_subject one[] = {{"builtin:box", 12, 1, NULL}};

static void plant(struct planted *planted, const char *kernel, double median, double width) {
    planted_time(planted, planted_entry(planted, 0, kernel), median, width);
}

static void expect_best(struct planted *planted, const char *id) {
    struct results results;
    planted_judge(planted, &results);
    const struct result *best = results.subjects[0].best;
    assert_non_null(best);
    assert_string_equal(best->kernel, id);
}

// Whatever the times, also where many are level; and approximations are behind the exact ones.
TEST(nobody_leads_it) {
    struct rng rng = rng_make("nobody leads it");
    for (int round = 0; round < 100; ++round) {
        struct planted planted;
        struct results results;
        planted_make(&planted, one, 1, rng_bits(&rng));
        struct race_subject *subject = &planted.race.subjects[0];
        for (size_t i = 0; i < subject->entry_count && round % 2 == 0; ++i) {
            planted_time(&planted, &subject->entries[i], rng_between(&rng, 100.0, 110.0),
                         rng_below(&rng, 3) == 0 ? 20.0 : rng_between(&rng, 0.1, 5.0));
        }
        planted_judge(&planted, &results);
        const struct results_subject *judged = &results.subjects[0];
        assert_non_null(judged->best);
        assert_in_range(judged->exact, 1, judged->timed - 1);
        for (size_t i = 0; i < judged->timed; ++i) {
            const struct result *other = judged->results[i];
            assert_true(other->approximate == (i >= judged->exact));
            assert_true((other->times.rank == 0) == other->approximate);
            FAIL_IF(!other->approximate && ranking_leads(&other->times, &judged->best->times),
                    "round %d: %s leads the recommended %s", round, other->kernel,
                    judged->best->kernel);
            assert_true(i == 0 || i == judged->exact ||
                        judged->results[i - 1]->times.median <= other->times.median);
        }
    }
}

// A crowd: the fastest kernel for single queries wins it if it is faster than the one for crowds.
TEST(crowds) {
    struct planted planted;
    planted_make(&planted, one, 1, 1);
    plant(&planted, "volume/batch/scalar", 50.0, 0.1);
    expect_best(&planted, "volume/batch/scalar");
    plant(&planted, "volume/hierarchy/scalar", 40.0, 0.1);
    expect_best(&planted, "volume/hierarchy/scalar");
}

// Level with a deterministic kernel, others are not recommended; certainly faster, they are.
TEST(same_bits_first) {
    struct planted planted;
    planted_make(&planted, one, 1, 1);
    plant(&planted, "volume/blocks/avx2", 50.0, 1.0);
    plant(&planted, "volume/blocks/avx2+fma", 49.0, 1.0);
    expect_best(&planted, "volume/blocks/avx2");
    plant(&planted, "volume/blocks/avx2+fma", 45.0, 1.0);
    expect_best(&planted, "volume/blocks/avx2+fma");
}

// The library's own choice is recommended by its method's name, unless it is faster than that. The
// lead over it counts beyond both spreads only.
TEST(automatic) {
    static const struct {
        double automatic, width, lead;
        const char *best;
    } cases[] = {{49.5, 1.0, 0.0, "volume/blocks/avx2"},
                 {40.0, 1.0, 0.0, "volume/auto/best"},
                 {60.0, 1.0, 20.0, "volume/blocks/avx2"},
                 {60.0, 14.0, 0.0, "volume/blocks/avx2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct planted planted;
        struct results results;
        planted_make(&planted, one, 1, 1);
        plant(&planted, "volume/blocks/avx2", 50.0, 1.0);
        plant(&planted, "volume/auto/best", cases[i].automatic, cases[i].width);
        expect_best(&planted, cases[i].best);
        planted_judge(&planted, &results);
        assert_string_equal(results.subjects[0].automatic->kernel, "volume/auto/best");
        assert_true(fabs(recommend_lead(&results.subjects[0]) - cases[i].lead) < 1e-9);
    }
}

// Approximations are not recommended, even if they are right about this body; other kernels are,
// just at the limit of exactness, and not just beyond; nor is a kernel that was not timed.
TEST(approximations) {
    struct planted planted;
    struct results results;
    planted_make(&planted, one, 1, 1);
    struct race_entry *catto = planted_entry(&planted, 0, "volume/catto/scalar");
    plant(&planted, "volume/voxel/scalar", 0.5, 0.01);
    planted_entry(&planted, 0, "volume/voxel/scalar")->max_error_volume = 0.0;
    plant(&planted, "volume/catto/scalar", 1.0, 0.01);
    plant(&planted, "volume/blocks/scalar", 2.0, 0.01);
    catto->max_error_volume = nextafter(1e-3, 1.0);
    expect_best(&planted, "volume/blocks/scalar");
    catto->max_error_volume = 1e-3;
    expect_best(&planted, "volume/catto/scalar");
    for (size_t i = 0; i < planted.race.subjects[0].entry_count; ++i) {
        planted_time(&planted, &planted.race.subjects[0].entries[i], 0.0, 0.0);
    }
    plant(&planted, "volume/voxel/scalar", 0.5, 0.01); // alone
    planted_judge(&planted, &results);
    assert_null(results.subjects[0].best);
    assert_null(recommend_fastest(&results.subjects[0], true));
    assert_null(results.subjects[0].automatic);
}

// One variant per method and kind of bits is the one to look at.
TEST(best_variants) {
    struct planted planted;
    struct results results;
    planted_make(&planted, one, 1, 5);
    planted_judge(&planted, &results);
    const struct results_subject *subject = &results.subjects[0];
    for (size_t i = 0; i < subject->count; ++i) {
        size_t best = 0;
        for (size_t k = 0; k < subject->count; ++k) {
            const struct result *a = subject->results[i], *b = subject->results[k];
            const bool same =
                strcmp(a->method, b->method) == 0 && a->deterministic == b->deterministic;
            if (same && recommend_is_best_variant(b)) {
                ++best;
                assert_true(b->times.median <= a->times.median);
            }
        }
        assert_int_equal(best, 1);
    }
}
