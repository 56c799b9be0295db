// Stands in for cmocka on targets without a cmocka package (CMake: BUOY_TESTS_STANDIN): only the
// parts that our tests use. It cannot leave a failing test by a jump (wasi-libc has no setjmp), so
// the first failure ends the program, and skip() must be called in the test function itself.
#ifndef STANDIN_CMOCKA_H
#define STANDIN_CMOCKA_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef int standin_fixture(void **state);

struct CMUnitTest {
    const char *name;
    void (*function)(void **state);
    standin_fixture *setup_func, *teardown_func;
};

#define cmocka_unit_test(function)                                                                 \
    { #function, function, NULL, NULL }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    standin_run(#tests, tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                  \
    standin_run(name, tests, sizeof(tests) / sizeof *(tests), setup, teardown)

// Runs all tests; returns 0, for it returns only if none fails.
int standin_run(const char *group, const struct CMUnitTest *tests, size_t count,
                standin_fixture *setup, standin_fixture *teardown);

void standin_note_skipped(void);
#define skip()                                                                                     \
    do {                                                                                           \
        standin_note_skipped();                                                                    \
        return;                                                                                    \
    } while (0)

#if defined(__MINGW_PRINTF_FORMAT)
#define STANDIN_PRINTF(text, values) __attribute__((format(__MINGW_PRINTF_FORMAT, text, values)))
#else
#define STANDIN_PRINTF(text, values) __attribute__((format(printf, text, values)))
#endif

// Says what failed where, and exits with 1.
_Noreturn void standin_fail(const char *file, int line, const char *format, ...)
    STANDIN_PRINTF(3, 4);

#define STANDIN_HERE __FILE__, __LINE__
#define fail_msg(...) standin_fail(STANDIN_HERE, __VA_ARGS__)
#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) fprintf(stderr, __VA_ARGS__)

#define STANDIN_ASSERT(condition, ...)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

#define assert_true(condition) STANDIN_ASSERT(condition, "not true: %s", #condition)
#define assert_false(condition) STANDIN_ASSERT(!(condition), "not false: %s", #condition)
#define assert_null(pointer) STANDIN_ASSERT(!(pointer), "not null: %s", #pointer)
#define assert_non_null(pointer) STANDIN_ASSERT((pointer), "null: %s", #pointer)
#define assert_ptr_equal(a, b) STANDIN_ASSERT((a) == (b), "not the same: %s, %s", #a, #b)

// Arguments are evaluated once, hence functions.
#define assert_int_equal(a, b) STANDIN_INTEGERS(a, b, #a ", " #b, true)
#define assert_int_not_equal(a, b) STANDIN_INTEGERS(a, b, #a ", " #b, false)
#define STANDIN_INTEGERS(a, b, what, equal)                                                        \
    standin_check_integers(STANDIN_HERE, what, (uintmax_t)(a), (uintmax_t)(b), equal)
#define assert_string_equal(a, b) standin_check_strings(STANDIN_HERE, #a ", " #b, a, b, true)
#define assert_string_not_equal(a, b) standin_check_strings(STANDIN_HERE, #a ", " #b, a, b, false)
#define assert_memory_equal(a, b, size)                                                            \
    standin_check_memory(STANDIN_HERE, #a ", " #b, a, b, size, true)
#define assert_memory_not_equal(a, b, size)                                                        \
    standin_check_memory(STANDIN_HERE, #a ", " #b, a, b, size, false)
#define assert_in_range(value, low, high)                                                          \
    standin_check_range(STANDIN_HERE, #value, value, low, high)

void standin_check_integers(const char *file, int line, const char *what, uintmax_t a, uintmax_t b,
                            bool equal);
void standin_check_strings(const char *file, int line, const char *what, const char *a,
                           const char *b, bool equal);
void standin_check_memory(const char *file, int line, const char *what, const void *a,
                          const void *b, size_t size, bool equal);
void standin_check_range(const char *file, int line, const char *what, uintmax_t value,
                         uintmax_t low, uintmax_t high);

#endif
