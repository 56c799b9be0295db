#include "test.h"

static struct CMUnitTest tests[128];
static size_t count;
static struct {
    int (*make)(void **state), (*free)(void **state);
} fixtures[8]; // more than one where several programs are linked into one
static size_t fixture_count;
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
    if (fixture_count == COUNT_OF(fixtures)) {
        abort();
    }
    fixtures[fixture_count].make = make;
    fixtures[fixture_count++].free = free;
}

static int make_fixtures(void **state) {
    int bad = 0;
    for (size_t i = 0; i < fixture_count && !bad; ++i) {
        bad = fixtures[i].make ? fixtures[i].make(state) : 0;
    }
    return bad;
}

static int free_fixtures(void **state) {
    int bad = 0;
    for (size_t i = 0; i < fixture_count; ++i) {
        bad |= fixtures[i].free ? fixtures[i].free(state) : 0;
    }
    return bad;
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
    return cmocka_run_group_tests(tests, make_fixtures, free_fixtures); // but those without a name
}

bool importer_is_built(void) {
#ifdef BUOY_HAVE_MESH_FILES
    return true;
#else
    return false;
#endif
}
