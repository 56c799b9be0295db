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

// ---------------------------------------------------------------------------- what belongs to
// tests

static struct belonging {
    void *what;
    void (*end)(void *what);
} * kept;
static size_t kept_count, kept_before, kept_room; // before: the test that runs

void *test_keep(void *what, void (*end)(void *what)) {
    if (kept_count == kept_room) {
        kept_room = 2 * kept_room + 64;
        kept = realloc(kept, kept_room * sizeof *kept);
        assert_non_null(kept);
    }
    kept[kept_count++] = (struct belonging){what, end};
    return what;
}

void *test_alloc(size_t bytes) {
    void *memory = test_keep(calloc(bytes > 0 ? bytes : 1, 1), free);
    assert_non_null(memory);
    return memory;
}

void test_end(void *what) {
    size_t i = kept_count;
    while (i-- > 0 && kept[i].what != what) {
    }
    assert_true(i < kept_count); // it was kept
    kept[i].end(what);
    memmove(&kept[i], &kept[i + 1], (--kept_count - i) * sizeof *kept);
}

static void end_kept(size_t first) {
    while (kept_count > first) {
        --kept_count;
        kept[kept_count].end(kept[kept_count].what);
    }
}

static int begin_test(void **state) {
    kept_before = kept_count;
    return before_each ? before_each(state) : 0;
}

static int end_test(void **state) {
    const int bad = after_each ? after_each(state) : 0;
    end_kept(kept_before);
    return bad;
}

int tests_run(void) {
    if (need && !need()) {
        print_message("skipped\n");
        return 77;
    }
    for (size_t i = 0; i < count; ++i) {
        tests[i].setup_func = begin_test;
        tests[i].teardown_func = end_test;
    }
    const int failed =
        cmocka_run_group_tests(tests, make_fixtures, free_fixtures); // but those without a name
    end_kept(0);
    free(kept);
    kept = NULL;
    kept_room = 0;
    return failed;
}

bool importer_is_built(void) {
#ifdef BUOY_HAVE_MESH_FILES
    return true;
#else
    return false;
#endif
}
