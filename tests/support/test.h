// A test program: what tests need of C and cmocka, and TEST() for each of them. They run in the
// order in which they are written; main() is in test_main.c unless the program has its own.
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

// A test: `TEST(what_it_shows) { ... }`.
#define TEST(name)                                                                                 \
    static void test_##name(void **state);                                                         \
    __attribute__((constructor)) static void add_##name(void) {                                    \
        tests_add(#name, test_##name);                                                             \
    }                                                                                              \
    static void test_##name(void **state __attribute__((unused)))

// What is made before the program's tests and freed after them, functions of cmocka's signature or
// NULL.
#define TEST_FIXTURE(make, free)                                                                   \
    __attribute__((constructor)) static void add_fixture(void) {                                   \
        tests_add_fixture(make, free);                                                             \
    }

// What is called before and after each test.
#define TEST_EACH(before, after)                                                                   \
    __attribute__((constructor)) static void add_each(void) {                                      \
        tests_add_each(before, after);                                                             \
    }

// The program is skipped where a function returns false.
#define TEST_NEEDS(holds)                                                                          \
    __attribute__((constructor)) static void add_need(void) {                                      \
        tests_add_need(holds);                                                                     \
    }

void tests_add(const char *name, void (*test)(void **state));
void tests_add_fixture(int (*make)(void **state), int (*free)(void **state));
void tests_add_each(int (*before)(void **state), int (*after)(void **state));
void tests_add_need(bool (*holds)(void));

// What belongs to the test that runs now: `end` is called with it when the test has ended; outside
// of tests, when the program's tests have. Returns it.
void *test_keep(void *what, void (*end)(void *what));

// So many bytes of zeros, which belong to the test.
void *test_alloc(size_t bytes);

// Ends now what belongs to the test.
void test_end(void *what);

// Runs all that were added; returns main()'s value.
int tests_run(void);

// Whether this build reads mesh files at all.
bool importer_is_built(void);

#endif
