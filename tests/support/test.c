#include "test.h"

static struct CMUnitTest tests[128];
static size_t count;
static int (*make_fixture)(void **state), (*free_fixture)(void **state);
static int (*before_each)(void **state), (*after_each)(void **state);
static bool (*need)(void);

void tests_add(const char *name, void (*test)(void **state)) {
    if (count == COUNT_OF(tests)) {
        abort();
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(test);
    tests[count - 1].name = name;
}

void tests_add_fixture(int (*make)(void **state), int (*free)(void **state)) {
    make_fixture = make;
    free_fixture = free;
}

void tests_add_each(int (*before)(void **state), int (*after)(void **state)) {
    before_each = before;
    after_each = after;
}

void tests_add_need(bool (*holds)(void)) {
    need = holds;
}

int tests_run(void) {
    if (need && !need()) {
        print_message("skipped\n");
        return 77;
    }
    for (size_t i = 0; i < count; ++i) {
        tests[i].setup_func = before_each;
        tests[i].teardown_func = after_each;
    }
    return cmocka_run_group_tests(tests, make_fixture, free_fixture); // but those without a name
}

bool importer_is_built(void) {
#ifdef BUOY_HAVE_MESH_FILES
    return true;
#else
    return false;
#endif
}
