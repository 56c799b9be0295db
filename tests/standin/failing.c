// Fails at the place with the given number, as numbered by fails_here(); 0 fails nowhere and prints
// how many places there are. For test_standin.sh.
#include <stdlib.h>

#include "cmocka.h"

static int wanted, places;

static bool fails_here(void) {
    return ++places == wanted;
}

static int setup(void **state) {
    (void)state;
    return fails_here();
}

static void test_assertions(void **state) {
    (void)state;
    assert_true(!fails_here());
    assert_false(fails_here());
    assert_null(fails_here() ? state : NULL);
    assert_non_null(fails_here() ? NULL : state);
    assert_ptr_equal(fails_here() ? NULL : state, state);
    assert_int_equal(fails_here() ? -2 : -1, -1);
    assert_int_not_equal(fails_here() ? -1 : -2, -1);
    assert_string_equal(fails_here() ? "ab" : "a", "a");
    assert_string_not_equal(fails_here() ? "a" : "ab", "a");
    assert_memory_equal(fails_here() ? "abc" : "abd", "abd", 3);
    assert_memory_not_equal(fails_here() ? "abd" : "abc", "abd", 3);
    assert_in_range(fails_here() ? 0 : 1, 1, 3);
    assert_in_range(fails_here() ? 4 : 3, 1, 3);
    if (fails_here()) {
        fail_msg("%s", "as told");
    }
}

static void test_skipped(void **state) {
    (void)state;
    if (!fails_here()) {
        skip();
    }
    fail_msg("skip() is no exit");
}

static int teardown(void **state) {
    (void)state;
    return fails_here();
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assertions),
        cmocka_unit_test(test_skipped),
    };
    wanted = argc > 1 ? atoi(argv[1]) : 0;
    const int result = cmocka_run_group_tests(tests, setup, teardown);
    print_message("%d places\n", places);
    return result;
}
