#include "test.h"

// A file's tests, or those that name another subject, and what goes with them.
static struct subject {
    struct subject *next;
    char name[64];
    struct CMUnitTest tests[128];
    size_t count;
    int (*make)(void **state), (*free)(void **state);
    int (*before_each)(void **state), (*after_each)(void **state);
    bool (*need)(void);
    int (*take_arguments)(int count, char **words);
} * subjects, *now; // now: whose tests run

// What a path names: "cpu" is the subject of ".../test_cpu.c".
static struct subject *subject_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = (slash ? slash + 1 : path) + strlen("test_");
    const size_t length = strcspn(name, ".");
    struct subject **at = &subjects;
    while (*at && (strncmp((*at)->name, name, length) != 0 || (*at)->name[length] != '\0')) {
        at = &(*at)->next;
    }
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at || length >= sizeof(*at)->name) {
            abort();
        }
        memcpy((*at)->name, name, length);
    }
    return *at;
}

void tests_add(const char *path, const char *name, void (*test)(void **state)) {
    struct subject *subject = subject_of(path);
    if (subject->count == COUNT_OF(subject->tests)) {
        abort();
    }
    subject->tests[subject->count] = (struct CMUnitTest)cmocka_unit_test(test);
    subject->tests[subject->count++].name = name;
}

void tests_add_fixture(const char *path, int (*make)(void **state), int (*free)(void **state)) {
    subject_of(path)->make = make;
    subject_of(path)->free = free;
}

void tests_add_each(const char *path, int (*before)(void **state), int (*after)(void **state)) {
    subject_of(path)->before_each = before;
    subject_of(path)->after_each = after;
}

void tests_add_need(const char *path, bool (*holds)(void)) {
    subject_of(path)->need = holds;
}

void tests_add_arguments(const char *path, int (*take)(int count, char **words)) {
    subject_of(path)->take_arguments = take;
}

void tests_left_out(const char *test, const char *why) {
    const bool is_test = strncmp(test, "test_", strlen("test_")) == 0; // or what several call
    print_message("left out: %s: %s\n", is_test ? test + strlen("test_") : test, why);
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
    return now->before_each ? now->before_each(state) : 0;
}

static int end_test(void **state) {
    const int bad = now->after_each ? now->after_each(state) : 0;
    end_kept(kept_before);
    return bad;
}

// Returns a value of main()'s.
static int run(struct subject *subject) {
    now = subject;
    if (subject->need && !subject->need()) {
        print_message("skipped\n");
        return 77;
    }
    for (size_t i = 0; i < subject->count; ++i) {
        subject->tests[i].setup_func = begin_test;
        subject->tests[i].teardown_func = end_test;
    }
    const int failed = cmocka_run_group_tests_name(subject->name, subject->tests, subject->make,
                                                   subject->free); // but those without a name
    end_kept(0);
    return failed;
}

static void free_all(void) {
    end_kept(0);
    while (subjects) {
        struct subject *next = subjects->next;
        free(subjects);
        subjects = next;
    }
    free(kept);
    kept = NULL;
    kept_room = 0;
}

int tests_run(void) {
    int bad = 0;
    for (struct subject *at = subjects; at && (bad == 0 || bad == 77); at = at->next) {
        bad = run(at);
    }
    free_all();
    return bad;
}

int tests_main(int argc, char **argv) {
    struct subject *asked = NULL;
    for (struct subject *at = subjects; at; at = at->next) {
        if (argc < 2) {
            puts(at->name);
        } else if (strcmp(at->name, argv[1]) == 0) {
            asked = at;
        }
    }
    int bad = argc < 2 ? 0 : 2;
    if (asked && argc == 2) {
        bad = run(asked);
    } else if (asked && asked->take_arguments) {
        bad = asked->take_arguments(argc - 2, argv + 2);
    } else if (argc >= 2) {
        fprintf(stderr, "%s: no test takes '%s'; without arguments its subjects are listed\n",
                argv[0], argv[argc - 1]);
    }
    free_all();
    return bad;
}

bool importer_is_built(void) {
#ifdef BUOY_HAVE_MESH_FILES
    return true;
#else
    return false;
#endif
}

void expect_within(const char *what, double got, double expected, double most) {
    FAIL_IF(!(fabs(got - expected) <= most), "%s: %.17g, expected %.17g, off by %.3g, allowed %.3g",
            what, got, expected, got - expected, most);
}
