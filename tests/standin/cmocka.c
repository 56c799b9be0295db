// The stand-in's functions; cmocka.h beside this file explains its purpose.
#include "cmocka.h"

#include <stdarg.h>
#include <stdlib.h>

static const char *running = "setup"; // the test's name
static bool skipped;

void standin_fail(const char *file, int line, const char *format, ...) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: ", file, line, running);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

void standin_note_skipped(void) {
    skipped = true;
}

int standin_run(const char *group, const struct CMUnitTest *tests, size_t count,
                standin_fixture *setup, standin_fixture *teardown) {
    void *state = NULL;
    if (setup && setup(&state) != 0) {
        fail_msg("it failed");
    }
    for (size_t i = 0; i < count && tests[i].name; ++i) {
        running = tests[i].name;
        skipped = false;
        if (tests[i].setup_func && tests[i].setup_func(&state) != 0) {
            fail_msg("its setup failed");
        }
        tests[i].function(&state);
        if (tests[i].teardown_func && tests[i].teardown_func(&state) != 0) {
            fail_msg("its teardown failed");
        }
        printf("%s %s\n", skipped ? "skipped" : "ok", running);
    }
    running = "teardown";
    if (teardown && teardown(&state) != 0) {
        fail_msg("it failed");
    }
    printf("%s: all is well\n", group);
    return 0;
}

void standin_check_integers(const char *file, int line, const char *what, uintmax_t a, uintmax_t b,
                            bool equal) {
    if ((a == b) != equal) {
        standin_fail(file, line, "%s: %" PRIdMAX ", %" PRIdMAX, what, (intmax_t)a, (intmax_t)b);
    }
}

void standin_check_strings(const char *file, int line, const char *what, const char *a,
                           const char *b, bool equal) {
    if ((strcmp(a, b) == 0) != equal) {
        standin_fail(file, line, "%s: \"%s\", \"%s\"", what, a, b);
    }
}

void standin_check_memory(const char *file, int line, const char *what, const void *a,
                          const void *b, size_t size, bool equal) {
    if ((memcmp(a, b, size) == 0) != equal) {
        standin_fail(file, line, "%s: %s", what, equal ? "differ" : "are equal");
    }
}

void standin_check_range(const char *file, int line, const char *what, uintmax_t value,
                         uintmax_t low, uintmax_t high) {
    if (value < low || value > high) {
        standin_fail(file, line, "%s: %" PRIuMAX " is not from %" PRIuMAX " to %" PRIuMAX, what,
                     value, low, high);
    }
}
