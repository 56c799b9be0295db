// The recommended kernel on made-up times: nothing in its table is certainly faster, and kernels
// with the same bits everywhere are preferred as long as that costs nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "recommend.h"
#include "rng.h"

static const struct planted_subject one[] = {{"builtin:box", 12, 1, NULL}};

static const struct race_entry *entry_of(const struct race_subject *subject, const char *id) {
    const struct race_entry *entry = race_of_kernel(subject, buoy_kernel_find(id));
    assert_non_null(entry);
    return entry;
}

static void expect_best(struct race *race, const char *id) {
    race_rank(race);
    const struct race_entry *best = recommend(&race->subjects[0]);
    assert_non_null(best);
    assert_string_equal(best->info.id, id);
}

// Whatever the times, also where many are level.
static void test_nobody_leads_it(void **state) {
    (void)state;
    struct rng rng = rng_make("nobody leads it");
    for (int round = 0; round < 300; ++round) {
        struct race *race = planted_race(one, 1, rng_bits(&rng));
        struct race_subject *subject = &race->subjects[0];
        for (size_t i = 0; i < subject->entry_count && round % 2 == 0; ++i) {
            planted_time(&subject->entries[i], rng_between(&rng, 100.0, 110.0),
                         rng_below(&rng, 3) == 0 ? 20.0 : rng_between(&rng, 0.1, 5.0));
        }
        race_rank(race);
        const struct race_entry *best = recommend(subject);
        assert_non_null(best);
        for (size_t i = 0; i < subject->entry_count; ++i) {
            const struct race_entry *other = &subject->entries[i];
            if (recommend_is_exact(other) && ranking_leads(race_times(other), race_times(best))) {
                fail_msg("round %d: %s leads the recommended %s", round, other->info.id,
                         best->info.id);
            }
        }
        planted_free(race);
    }
}

// A crowd: the fastest kernel for single queries wins it if it is faster than the one for crowds.
static void test_crowds(void **state) {
    (void)state;
    struct race *race = planted_race(one, 1, 1);
    const struct race_subject *subject = &race->subjects[0];
    planted_time(entry_of(subject, "volume/batch/scalar"), 50.0, 0.1);
    expect_best(race, "volume/batch/scalar");
    planted_time(entry_of(subject, "volume/hierarchy/scalar"), 40.0, 0.1);
    expect_best(race, "volume/hierarchy/scalar");
    planted_free(race);
}

// Level with a deterministic kernel, others are not recommended; certainly faster, they are.
static void test_same_bits_first(void **state) {
    (void)state;
    struct race *race = planted_race(one, 1, 1);
    const struct race_subject *subject = &race->subjects[0];
    const struct race_entry *fma = entry_of(subject, "volume/blocks/avx2+fma");
    planted_time(entry_of(subject, "volume/blocks/avx2"), 50.0, 1.0);
    planted_time(fma, 49.0, 1.0);
    expect_best(race, "volume/blocks/avx2");
    planted_time(fma, 45.0, 1.0);
    expect_best(race, "volume/blocks/avx2+fma");
    planted_free(race);
}

// The library's own choice is recommended by its method's name, unless it is faster than that.
static void test_automatic(void **state) {
    (void)state;
    struct race *race = planted_race(one, 1, 1);
    const struct race_subject *subject = &race->subjects[0];
    const struct race_entry *automatic = entry_of(subject, "volume/auto/best");
    planted_time(entry_of(subject, "volume/blocks/avx2"), 50.0, 1.0);
    planted_time(automatic, 49.5, 1.0);
    expect_best(race, "volume/blocks/avx2");
    assert_ptr_equal(recommend_automatic(subject), automatic);
    planted_time(automatic, 40.0, 1.0);
    expect_best(race, "volume/auto/best");
    planted_free(race);
}

// Approximations are not recommended, even if they are right about this body; other kernels are,
// just at the limit of exactness, and not just beyond; nor is a kernel that was not timed.
static void test_approximations(void **state) {
    (void)state;
    struct race *race = planted_race(one, 1, 1);
    struct race_subject *subject = &race->subjects[0];
    struct race_entry *voxel = race_find(race, "volume/voxel/scalar/builtin:box/crowd");
    assert_non_null(voxel);
    struct race_entry *catto = race_find(race, "volume/catto/scalar/builtin:box/crowd");
    assert_non_null(catto);
    planted_time(voxel, 0.5, 0.01);
    voxel->max_error_volume = 0.0;
    planted_time(catto, 1.0, 0.01);
    planted_time(entry_of(subject, "volume/blocks/scalar"), 2.0, 0.01);
    catto->max_error_volume = nextafter(1e-3, 1.0);
    expect_best(race, "volume/blocks/scalar");
    catto->max_error_volume = 1e-3;
    expect_best(race, "volume/catto/scalar");
    for (size_t i = 0; i < subject->entry_count; ++i) {
        subject->times[i].sample_count = 0;
    }
    race_rank(race);
    assert_null(recommend(subject));
    assert_null(recommend_fastest(subject, true));
    assert_null(recommend_automatic(subject));
    planted_free(race);
}

// One variant per method and kind of bits is the one to look at.
static void test_best_variants(void **state) {
    (void)state;
    struct race *race = planted_race(one, 1, 5);
    const struct race_subject *subject = &race->subjects[0];
    race_rank(race);
    for (size_t i = 0; i < subject->entry_count; ++i) {
        size_t best = 0;
        for (size_t k = 0; k < subject->entry_count; ++k) {
            const struct race_entry *a = &subject->entries[i], *b = &subject->entries[k];
            const bool same = strcmp(a->info.method, b->info.method) == 0 &&
                              a->info.deterministic == b->info.deterministic;
            if (same && recommend_is_best_variant(b)) {
                ++best;
                assert_true(race_times(b)->median <= race_times(a)->median);
            }
        }
        assert_int_equal(best, 1);
    }
    planted_free(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_leads_it), cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_same_bits_first), cmocka_unit_test(test_automatic),
        cmocka_unit_test(test_approximations),  cmocka_unit_test(test_best_variants),
    };
    return cmocka_run_group_tests_name("recommend", tests, NULL, NULL);
}
