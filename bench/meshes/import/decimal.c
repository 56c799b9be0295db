// Converts decimal numbers to double. A significand of 64 bits times or over a power of five of 64
// bits is an exact integer or an exact quotient with remainder: that decides the rounding of all
// numbers of up to 19 digits with exponents to ±27. Others, one in millions of files, are left to
// strtod().
#include "decimal.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;
#define MOST_FIVES 27
#define BIT(n) (UINT64_C(1) << (n))

static uint64_t power_of_five(int64_t exponent) { // 0 to 27
    static const uint32_t powers[] = {1,     5,      25,      125,     625,      3125,     15625,
                                      78125, 390625, 1953125, 9765625, 48828125, 244140625};
    uint64_t power = 1;
    for (; exponent > 12; exponent -= 12) {
        power *= powers[12];
    }
    return power * powers[exponent];
}

static int leading_zeros(uint64_t x) {
    int count = 0;
    for (; !(x & BIT(63)); x <<= 1) {
        ++count;
    }
    return count;
}

// The double nearest to digits × 10^exponent; digits > 0.
static double round_exactly(uint64_t digits, int64_t exponent) {
    // The number is (significand + a rest if `more`) × 2^power, with more than 2^63 in the former.
    uint64_t significand;
    bool more;
    int64_t power = exponent;
    if (exponent >= 0) {
        const wide product = (wide)digits * power_of_five(exponent);
        const uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
        const int shift = high ? leading_zeros(high) : 64 + leading_zeros(low);
        const wide top = product << shift;
        significand = (uint64_t)(top >> 64);
        more = (uint64_t)top != 0;
        power += 64 - shift;
    } else {
        // Both with their highest bit: the quotient has 64 or 65 bits.
        const uint64_t five = power_of_five(-exponent);
        const int fives = leading_zeros(five), zeros = leading_zeros(digits);
        const uint64_t divisor = five << fives, dividend = digits << zeros;
        const bool large = dividend >= divisor;
        const wide whole = (wide)dividend << (large ? 63 : 64);
        significand = (uint64_t)(whole / divisor);
        more = whole != (wide)significand * divisor;
        power += fives - zeros - (large ? 63 : 64);
    }
    const uint64_t rest = significand & (BIT(11) - 1), half = BIT(10);
    uint64_t rounded = significand >> 11;
    rounded += rest > half || (rest == half && (more || rounded & 1));
    // Within 10^±46, so that all is normal; a carry to 2^53 is right.
    const uint64_t bits = ((uint64_t)(power + 63 + 1022) << 52) + rounded;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#else

#define MOST_FIVES (-1)

static double round_exactly(uint64_t digits, int64_t exponent) {
    return exponent < 0 ? 0.0 : (double)digits; // never called
}

#endif

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
        const bool exact = decimal.count <= 19 && decimal.exponent >= -MOST_FIVES &&
                           decimal.exponent <= MOST_FIVES;
        magnitude =
            exact ? round_exactly(decimal.digits, decimal.exponent) : round_by_library(text);
    }
    if (isinf(magnitude)) {
        return DECIMAL_TOO_LARGE;
    }
    *value = decimal.negative ? -magnitude : magnitude;
    return DECIMAL_OK;
}
