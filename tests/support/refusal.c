#include "refusal.h"

#include <float.h>

#include "test.h"

int refusal_line;
static double refusal_value; // of the last number

void refusal_check(enum buoy_status got, const struct buoy_error *error, enum buoy_status status,
                   const char *words) {
    FAIL_IF(got != status || (error && (error->status != status || !strstr(error->message, words))),
            "status %d, '%s': expected %d and '%s'; last row: line %d, last number: %g", (int)got,
            error ? error->message : "", (int)status, words, refusal_line, refusal_value);
}

static enum buoy_status of_element(const char *words, enum buoy_status otherwise) {
    return strncmp(words, "body ", 5) == 0 ? BUOY_ERROR_ELEMENT : otherwise;
}

static void expect_with(const struct refused *subject, double *at, double value,
                        enum buoy_status status, const char *words) {
    subject->make();
    *at = refusal_value = value;
    subject->expect(status, status == BUOY_OK ? "" : words);
}

void refusal_numbers(const struct refused *subject, double *first, size_t count, double most,
                     const char *words) {
    const double beyond = nextafter(most, (double)INFINITY);
    const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, beyond, -beyond};
    for (size_t i = 0; i < count; ++i) {
        for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
            expect_with(subject, first + i, wrong[w], of_element(words, BUOY_ERROR_NON_FINITE),
                        words);
        }
    }
}

void refusal_positive(const struct refused *subject, double *at, const char *words) {
    expect_with(subject, at, 0.0, of_element(words, BUOY_ERROR_ARGUMENT), words);
    expect_with(subject, at, -1e-300, of_element(words, BUOY_ERROR_ARGUMENT), words);
}

void refusal_not_negative(const struct refused *subject, double *at, const char *words) {
    expect_with(subject, at, -DBL_TRUE_MIN, of_element(words, BUOY_ERROR_ARGUMENT), words);
    expect_with(subject, at, 0.0, BUOY_OK, "");
}
