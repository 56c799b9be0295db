// How many queries a check asks: all about meshes of up to 2²³ triangles over the queries, of
// larger ones as many as make that, at least 16, in whole calls.
#include "race.h"
#include "test.h"

static size_t count(size_t triangles, size_t queries, size_t per_call) {
    const struct race_mesh mesh = {.info = {.triangle_count = triangles}};
    const struct race_subject subject = {.mesh = &mesh,
                                         .queries = {.count = queries, .per_call = per_call}};
    return race_check_count(&subject);
}

TEST(counts) {
    assert_int_equal(count(12, 256, 1), 256);
    assert_int_equal(count(32768, 256, 1), 256);
    assert_int_equal(count(32769, 256, 1), 255);
    assert_int_equal(count(327680, 256, 1), 25);
    assert_int_equal(count(524288, 256, 1), 16);
    assert_int_equal(count(2000000, 256, 1), 16);
    assert_int_equal(count(2000000, 8, 1), 8);
    assert_int_equal(count(327680, 256, 64), 64);
    assert_int_equal(count(40000, 256, 64), 256);
    assert_int_equal(count(50000, 256, 64), 192);
    const struct race_subject none = {.queries = {.count = 65536, .per_call = 1}};
    assert_int_equal(race_check_count(&none), 65536);
}
