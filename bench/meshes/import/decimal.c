// Converts decimal numbers to double: with up to 53 bits of digits and exponents to ±22, as most in
// files, by a product or quotient of two doubles; others are left to strtod().
#include "decimal.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "numerals.h"

// The parts of a number: it is digits × 10^exponent if there are at most 19 significant digits.
struct decimal {
    bool negative;
    uint64_t digits;
    int64_t exponent;
    size_t count; // of significant digits
};

// Appends a run of digits, modulo 2^64. Leading zeros do not count.
static const char *parse_digits(const char *at, const char *end, struct decimal *decimal) {
    for (; at < end; ++at) {
        const unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9) {
            break;
        }
        decimal->digits = decimal->digits * 10 + digit;
        decimal->count += decimal->count > 0 || digit > 0;
    }
    return at;
}

// An explicit exponent, from after its letter. Kept below 10^13: no text is long enough for its
// digits to compensate for more.
static const char *parse_exponent(const char *at, const char *end, int64_t *exponent) {
    int64_t value = 0;
    const bool negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+') ? 1 : 0;
    const char *first = at;
    for (; at < end && *at >= '0' && *at <= '9'; ++at) {
        value = value < INT64_C(1000000000000) ? value * 10 + (*at - '0') : value;
    }
    *exponent += negative ? -value : value;
    return at > first ? at : NULL;
}

// Whether the whole text is a number.
static bool parse(const char *text, size_t length, struct decimal *decimal) {
    const char *at = text, *end = text + length;
    *decimal = (struct decimal){.negative = length > 0 && *at == '-'};
    at += length > 0 && (*at == '-' || *at == '+') ? 1 : 0;
    const char *first = at, *point = NULL;
    at = parse_digits(at, end, decimal);
    if (at < end && *at == '.') {
        point = at;
        at = parse_digits(at + 1, end, decimal);
        decimal->exponent = point + 1 - at;
    }
    if (at - first == (point ? 1 : 0)) {
        return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at = parse_exponent(at + 1, end, &decimal->exponent);
    }
    return at == end;
}

// 10^0 to 10^22, all that are doubles.
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
#define MOST_EXPONENT 22

// Whether one operation on two doubles rounds the number to the nearest one.
static bool is_short(const struct decimal *decimal) {
    return FLT_EVAL_METHOD == 0 && decimal->count <= 19 && decimal->digits <= UINT64_C(1) << 53 &&
           decimal->exponent >= -MOST_EXPONENT && decimal->exponent <= MOST_EXPONENT &&
           fegetround() == FE_TONEAREST;
}

// A number without its sign, by the C library, whatever the locale and the rounding mode.
static double round_by_library(const char *text) {
    const int mode = fegetround();
    fesetround(FE_TONEAREST);
    const double value = numerals_read(text + (*text == '-' || *text == '+'));
    fesetround(mode);
    return value;
}

enum decimal_result decimal_to_double(const char *text, size_t length, double *value) {
    struct decimal decimal;
    if (!parse(text, length, &decimal)) {
        return DECIMAL_NONE;
    }
    double magnitude = 0.0;
    if (decimal.count > 0) {
        magnitude = !is_short(&decimal)    ? round_by_library(text)
                    : decimal.exponent < 0 ? (double)decimal.digits / powers[-decimal.exponent]
                                           : (double)decimal.digits * powers[decimal.exponent];
    }
    if (isinf(magnitude)) {
        return DECIMAL_TOO_LARGE;
    }
    *value = decimal.negative ? -magnitude : magnitude;
    return DECIMAL_OK;
}
