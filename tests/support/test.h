// What tests need of C and cmocka, and TEST() for each of them. Many files are linked into one
// program, which runs those of one: `tests SUBJECT` has the tests of test_SUBJECT.c, in the order
// in which they are written. Without arguments it lists its subjects.
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// Fails the test with a message, as of printf(), if a condition holds.
#define FAIL_IF(condition, ...)                                                                    \
    do {                                                                                           \
        if (condition) {                                                                           \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

// A test: `TEST(what_it_shows) { ... }`. TEST_OF() has the name of another subject than its file's.
#define TEST(name) TEST_OF(__FILE__, name)
#define TEST_OF(subject, name)                                                                     \
    static void test_##name(void **state);                                                         \
    TEST_AT_START(add_##name) {                                                                    \
        tests_add(subject, #name, test_##name);                                                    \
    }                                                                                              \
    static void test_##name(void **state __attribute__((unused)))

#define TEST_AT_START(name) __attribute__((constructor)) static void name(void)

// What is made before the file's tests and freed after them, functions of cmocka's signature or
// NULL.
#define TEST_FIXTURE(make, free)                                                                   \
    TEST_AT_START(add_fixture) {                                                                   \
        tests_add_fixture(__FILE__, make, free);                                                   \
    }

// What is called before and after each test.
#define TEST_EACH(before, after)                                                                   \
    TEST_AT_START(add_each) {                                                                      \
        tests_add_each(__FILE__, before, after);                                                   \
    }

// The file's tests are skipped where a function returns false.
#define TEST_NEEDS(holds)                                                                          \
    TEST_AT_START(add_need) {                                                                      \
        tests_add_need(__FILE__, holds);                                                           \
    }

// What `tests SUBJECT WORD...` does: returns a value of main()'s.
#define TEST_ARGUMENTS(count, words)                                                               \
    static int take_arguments(int count, char **words);                                            \
    TEST_AT_START(add_arguments) {                                                                 \
        tests_add_arguments(__FILE__, take_arguments);                                             \
    }                                                                                              \
    static int take_arguments(int count, char **words)

// Leaves the test, which this machine or build cannot be asked; tests/run says so in its summary.
#define SKIP(why)                                                                                  \
    do {                                                                                           \
        tests_left_out(__func__, why);                                                             \
        skip();                                                                                    \
    } while (0)
#define SKIP_IF(condition, why)                                                                    \
    do {                                                                                           \
        if (condition) {                                                                           \
            SKIP(why);                                                                             \
        }                                                                                          \
    } while (0)
// Says it of a part of a test that goes on.
void tests_left_out(const char *test, const char *why);

void tests_add(const char *path, const char *name, void (*test)(void **state));
void tests_add_fixture(const char *path, int (*make)(void **state), int (*free)(void **state));
void tests_add_each(const char *path, int (*before)(void **state), int (*after)(void **state));
void tests_add_need(const char *path, bool (*holds)(void));
void tests_add_arguments(const char *path, int (*take)(int count, char **words));

// Fails the test unless two numbers differ by no more than `most`.
void expect_within(const char *what, double got, double expected, double most);

// How much random tests and long tables ask: all of it, unless BUOY_TEST_HURRY is set. tests/run
// sets it for tests labelled `long` and for every build other than release.
static inline int in_a_hurry(int hurried, int otherwise) {
    return getenv("BUOY_TEST_HURRY") ? hurried : otherwise;
}

// What belongs to the test that runs now: `end` is called with it when the test has ended; outside
// of tests, when the subject's tests have. Returns it.
void *test_keep(void *what, void (*end)(void *what));

// So many bytes of zeros, which belong to the test.
void *test_alloc(size_t bytes);

// Ends now what belongs to the test.
void test_end(void *what);

// Runs all that were added, one subject after another, up to one that fails; returns main()'s
// value.
int tests_run(void);

// main(): runs the subject that the arguments name.
int tests_main(int argc, char **argv);

// Whether this build reads mesh files at all.
bool importer_is_built(void);

#endif
