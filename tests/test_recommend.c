// The recommended kernel on made-up times, and the ranking on made-up samples.
#include "planted.h"
#include "ranking.h"
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

// ----------------------------------------------------------------------------------------- ranking

// The ranking on made-up samples: it must not be moved by outliers, and must not claim a lead that
// the samples do not show.

#define SAMPLES 9
#define MOST 4

static struct ranking_candidate candidate(double *samples, size_t count) {
    return (struct ranking_candidate){.samples = samples, .sample_count = count};
}

// The index of the only candidate of rank 1, which leads all others; `count` if several share it.
static size_t winner_of(const struct ranking_candidate *candidates, size_t count) {
    size_t winner = count, first = 0;
    for (size_t i = 0; i < count; ++i) {
        if (candidates[i].rank == 1 && candidates[i].sample_count > 0) {
            winner = i;
            ++first;
        }
    }
    return first == 1 ? winner : count;
}

// Nine samples symmetric about `middle`: at distances 0, w/4, w/2, 3w/4 and w on either side, in no
// order. Their median distance from the median is w/2.
static void fill(double samples[SAMPLES], double middle, double w) {
    static const double places[SAMPLES] = {0.5, -1.0, 0.0, 0.75, -0.25, 1.0, -0.5, 0.25, -0.75};
    for (size_t i = 0; i < SAMPLES; ++i) {
        samples[i] = middle + w * places[i];
    }
}

TEST(median_and_spread) {
    double odd[SAMPLES], even[] = {4.0, 1.0, 3.0, 2.0, 60.0, 5.0};
    fill(odd, 100.0, 8.0);
    struct ranking_candidate c[] = {candidate(odd, SAMPLES), candidate(even, 6)};
    size_t order[2];
    ranking_make(c, 2, order);
    assert_true(c[0].median == 100.0);
    assert_true(fabs(c[0].spread - 1.4826 * 4.0) < 1e-12);
    // 1 2 3 | 4 5 60: median 3.5, distances 0.5 0.5 1.5 | 1.5 2.5 56.5.
    assert_true(c[1].median == 3.5);
    assert_true(fabs(c[1].spread - 1.4826 * 1.5) < 1e-12);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 0);
}

// The spread is in the unit of the samples, and the order of measuring does not matter.
TEST(scale_and_order) {
    double plain[SAMPLES], scaled[SAMPLES];
    fill(plain, 7.0, 0.5);
    for (size_t i = 0; i < SAMPLES; ++i) {
        scaled[i] = 1024.0 * plain[SAMPLES - 1 - i];
    }
    struct ranking_candidate c[] = {candidate(plain, SAMPLES), candidate(scaled, SAMPLES)};
    size_t order[2];
    ranking_make(c, 2, order);
    assert_true(c[1].median == 1024.0 * c[0].median);
    assert_true(c[1].spread == 1024.0 * c[0].spread);
}

// Four wild samples of nine, all upwards as in timing, leave median and spread inside the range of
// the five good ones, and the winner where it was.
TEST(outliers) {
    double fast[SAMPLES], slow[SAMPLES];
    fill(fast, 100.0, 1.0);
    fill(slow, 110.0, 1.0);
    size_t order[2];
    double wild[SAMPLES];
    memcpy(wild, fast, sizeof wild);
    for (size_t i = 0; i < 4; ++i) {
        wild[2 * i] = 1e6 * (double)(i + 1);
    }
    struct ranking_candidate c[] = {candidate(slow, SAMPLES), candidate(wild, SAMPLES)};
    ranking_make(c, 2, order);
    assert_true(c[1].median <= 101.0);
    assert_true(c[1].spread <= 1.4826 * 2.0);
    assert_int_equal(winner_of(c, 2), 1);
}

// Intervals that overlap tie; a lead by more than both spreads is a lead, and nothing less.
TEST(ties) {
    const double spread = 1.4826 * 0.5;
    const double middles[MOST] = {100.0, 100.0 + 1.9 * spread, 100.0 + 2.1 * spread, 200.0};
    double samples[MOST][SAMPLES];
    struct ranking_candidate c[MOST];
    size_t order[MOST];
    for (size_t i = 0; i < MOST; ++i) {
        fill(samples[i], middles[i], 1.0);
        c[i] = candidate(samples[i], SAMPLES);
    }
    ranking_make(c, MOST, order);
    const size_t ranks[MOST] = {1, 1, 3, 4}; // the third is led by the first alone
    for (size_t i = 0; i < MOST; ++i) {
        assert_int_equal(order[i], i);
        assert_int_equal(c[i].rank, ranks[i]);
    }
    assert_int_equal(winner_of(c, MOST), MOST);
    assert_false(ranking_leads(&c[0], &c[1]));
    assert_true(ranking_leads(&c[0], &c[2]));
    assert_false(ranking_leads(&c[2], &c[0]));
    // Without the second the first leads all.
    struct ranking_candidate without[] = {c[0], c[2], c[3]};
    ranking_make(without, 3, order);
    assert_int_equal(winner_of(without, 3), 0);
}

// One that is slower in the middle but so noisy that nobody leads it denies the win, and ranks with
// those before it, whatever leads them: a rank says that all before it are certainly faster.
TEST(noise_denies_the_win) {
    double quiet[SAMPLES], close[SAMPLES], noisy[SAMPLES], last[SAMPLES];
    fill(quiet, 100.0, 0.1);
    fill(close, 105.0, 0.1);
    fill(noisy, 110.0, 40.0);
    fill(last, 200.0, 0.1);
    struct ranking_candidate c[] = {candidate(quiet, SAMPLES), candidate(close, SAMPLES),
                                    candidate(noisy, SAMPLES), candidate(last, SAMPLES)};
    const size_t ranks[] = {1, 1, 1, 4};
    size_t order[4];
    ranking_make(c, 4, order);
    assert_true(ranking_leads(&c[0], &c[1]));
    for (size_t i = 0; i < 4; ++i) {
        assert_int_equal(order[i], i);
        assert_int_equal(c[i].rank, ranks[i]);
    }
    assert_int_equal(winner_of(c, 4), 4);
}

TEST(identical) {
    double samples[3][SAMPLES];
    struct ranking_candidate c[3];
    size_t order[3];
    for (size_t i = 0; i < 3; ++i) {
        fill(samples[i], 5.0, 0.0);
        c[i] = candidate(samples[i], SAMPLES);
    }
    ranking_make(c, 3, order);
    for (size_t i = 0; i < 3; ++i) {
        assert_int_equal(c[i].rank, 1);
        assert_int_equal(order[i], i); // the caller's order decides
        assert_true(c[i].spread == 0.0);
    }
    assert_int_equal(winner_of(c, 3), 3);
}

// Too few samples to tell noise: a median, but no lead either way.
TEST(few_samples) {
    for (size_t count = 1; count < 5; ++count) {
        double fast[] = {1.0, 1.0, 1.0, 1.0}, slow[SAMPLES];
        fill(slow, 1000.0, 1.0);
        struct ranking_candidate c[] = {candidate(fast, count), candidate(slow, SAMPLES)};
        size_t order[2];
        ranking_make(c, 2, order);
        assert_true(c[0].median == 1.0);
        assert_true(isinf(c[0].spread));
        assert_int_equal(c[1].rank, 1);
        assert_int_equal(winner_of(c, 2), 2);
    }
}

TEST(unmeasured) {
    double samples[SAMPLES];
    fill(samples, 9.0, 1.0);
    struct ranking_candidate c[] = {candidate(NULL, 0), candidate(samples, SAMPLES),
                                    candidate(NULL, 0)};
    size_t order[3];
    ranking_make(c, 3, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(c[1].rank, 1);
    assert_int_equal(c[0].rank, 2);
    assert_int_equal(c[2].rank, 2);
    assert_int_equal(winner_of(c, 3), 1);
    // Nobody wins where nothing was measured.
    ranking_make(c, 1, order);
    assert_int_equal(winner_of(c, 1), 1);
}
