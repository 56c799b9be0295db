// Shared by the targets: failing, counting, floating-point exceptions.
#include "fuzz.h"

#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct fuzz_tally fuzz_tally;
bool fuzz_goes_on;
void (*fuzz_describe)(void);

static bool looks_for_flags = FUZZ_LOOKS_FOR_FLAGS;

void fuzz_start(void) {
    const char *flags = getenv("BUOY_FUZZ_FLAGS");
    if (flags) {
        looks_for_flags = flags[0] == '1';
    }
    // cmocka's fail() then aborts: outside of its tests it would only exit.
    setenv("CMOCKA_TEST_ABORT", "1", 1);
}

void fuzz_print_question(void) {
    void (*describe)(void) = fuzz_describe;
    fuzz_describe = NULL; // once
    if (describe) {
        describe();
        fflush(stderr);
    }
}

void fuzz_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    fuzz_print_question();
    abort();
}

void fuzz_count(size_t questions, size_t answers) {
    fuzz_tally.questions += questions;
    fuzz_tally.answers += answers;
}

void fuzz_expect(const char *kernel, const char *what, double error, double allowed) {
    const double share = error > 0.0 ? error / allowed : 0.0;
    if (!(error <= allowed)) {
        ++fuzz_tally.beyond;
        FUZZ_FAIL_IF(!fuzz_goes_on || isnan(error), "%s: %s: off by %.4g, allowed %.4g", kernel,
                     what, error, allowed);
    }
    if (share > fuzz_tally.worst) {
        fuzz_tally.worst = share;
        snprintf(fuzz_tally.of_worst, sizeof fuzz_tally.of_worst, "%s: %s", kernel, what);
    }
}

void fuzz_watch(void) {
    if (looks_for_flags) {
        feclearexcept(FE_ALL_EXCEPT);
    }
}

void fuzz_expect_no_flags(const char *kernel) {
    const int raised = looks_for_flags ? fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) : 0;
    FUZZ_FAIL_IF(raised != 0, "%s raised%s%s%s", kernel, raised & FE_INVALID ? " invalid" : "",
                 raised & FE_DIVBYZERO ? " division by zero" : "",
                 raised & FE_OVERFLOW ? " overflow" : "");
}
