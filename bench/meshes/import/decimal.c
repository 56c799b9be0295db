// Converts decimal numbers to float32 in two steps. A product in double is off by less than 16
// units in its last place, and a float's last place has 2^29 of these units. That decides the
// rounding of all numbers except those (one in some ten million random ones) that may be close to
// the midpoint of two floats. Exact integers compare these with the midpoint.
#include "decimal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The number of digits that always fit into 64 bits.
#define MOST_LEADING 19

// The parts of a number: it is digits × 10^exponent, plus less than 1 × 10^exponent if the text has
// more than 19 significant digits.
struct decimal {
    bool negative;
    uint64_t digits;          // the first 19 at most
    int64_t exponent;         // exponent of the last of these
    const char *first, *last; // all digits in the text, with the point if it is among them
    size_t count;             // number of these digits; without leading zeros if above 19
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// ------------------------------------------------------------------------------- parsing

// An explicit exponent, from after its letter. Kept below 10^13: no text is long enough for its
// digits to compensate for more.
static const char *parse_exponent(const char *at, const char *end, int64_t *exponent) {
    const bool negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+') ? 1 : 0;
    const char *first = at;
    for (; at < end && is_digit(*at); ++at) {
        *exponent = *exponent < INT64_C(1000000000000) ? *exponent * 10 + (*at - '0') : *exponent;
    }
    *exponent = negative ? -*exponent : *exponent;
    return at > first ? at : NULL;
}

// Reads the first 19 of more digits again.
static void shorten(struct decimal *decimal) {
    size_t taken = 0;
    decimal->digits = 0;
    for (const char *at = decimal->first; taken < MOST_LEADING; ++at) {
        if (is_digit(*at)) {
            decimal->digits = decimal->digits * 10 + (uint64_t)(*at - '0');
            ++taken;
        }
    }
    decimal->exponent += (int64_t)(decimal->count - taken);
}

// Appends a run of digits, modulo 2^64.
static const char *parse_digits(const char *at, const char *end, uint64_t *digits) {
    uint64_t value = *digits;
    for (; at < end; ++at) {
        const unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9) {
            break;
        }
        value = value * 10 + digit;
    }
    *digits = value;
    return at;
}

// Leaves out leading zeros, which are not significant, and digits after the 19th.
static void find_significant(struct decimal *decimal) {
    const char *point = memchr(decimal->first, '.', (size_t)(decimal->last - decimal->first));
    while (decimal->first < decimal->last && (*decimal->first == '0' || *decimal->first == '.')) {
        ++decimal->first;
    }
    decimal->count = (size_t)(decimal->last - decimal->first);
    decimal->count -= point && point >= decimal->first ? 1 : 0;
    if (decimal->count > MOST_LEADING) {
        shorten(decimal);
    }
}

static bool parse(const char *text, size_t length, struct decimal *decimal) {
    const char *at = text, *end = text + length;
    *decimal = (struct decimal){.negative = length > 0 && *at == '-'};
    at += length > 0 && (*at == '-' || *at == '+') ? 1 : 0;
    decimal->first = at;
    at = parse_digits(at, end, &decimal->digits);
    decimal->count = (size_t)(at - decimal->first);
    if (at < end && *at == '.') {
        const char *point = at;
        at = parse_digits(at + 1, end, &decimal->digits);
        decimal->exponent = point + 1 - at;
        decimal->count += (size_t)(at - point - 1);
    }
    decimal->last = at;
    if (decimal->count == 0) {
        return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        int64_t exponent = 0;
        at = parse_exponent(at + 1, end, &exponent);
        decimal->exponent += exponent;
    }
    if (decimal->count > MOST_LEADING) {
        find_significant(decimal);
    }
    return at == end;
}

// -------------------------------------------------------------------------- exact integers

// Enough for the comparisons below.
#define LIMBS 24

struct integer {
    uint32_t limbs[LIMBS]; // least significant first
    size_t count;          // number in use; the top one of these is not 0
};

static void multiply_add(struct integer *x, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (size_t i = 0; i < x->count; ++i) {
        carry += (uint64_t)x->limbs[i] * factor;
        x->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0) {
        x->limbs[x->count++] = (uint32_t)carry;
    }
}

static uint32_t power_of_ten(int64_t exponent) { // 0 to 9
    static const uint32_t powers[] = {1,      10,      100,      1000,      10000,
                                      100000, 1000000, 10000000, 100000000, 1000000000};
    return powers[exponent];
}

static void multiply_by_power_of_ten(struct integer *x, int64_t exponent) {
    for (; exponent > 9; exponent -= 9) {
        multiply_add(x, power_of_ten(9), 0);
    }
    multiply_add(x, power_of_ten(exponent), 0);
}

static void multiply_by_power_of_two(struct integer *x, int exponent) {
    const size_t limbs = (size_t)exponent / 32;
    memmove(x->limbs + limbs, x->limbs, x->count * sizeof *x->limbs);
    memset(x->limbs, 0, limbs * sizeof *x->limbs);
    x->count += limbs;
    multiply_add(x, UINT32_C(1) << exponent % 32, 0);
}

static int compare(const struct integer *x, const struct integer *y) {
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    for (size_t i = x->count; i-- > 0;) {
        if (x->limbs[i] != y->limbs[i]) {
            return x->limbs[i] < y->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

// Midpoints are multiples of 2^-150 below 2^25 × 2^-150, or have fewer digits: 25 + 150 log2 5 =
// 374 bits are 113 digits. So a number's first 128 digits, and whether any later digit is not 0,
// decide on which side of the midpoint it lies.
#define MOST_DIGITS 128

// The first digits as an integer, with the exponent of the last one. Returns whether any later
// digit is not 0.
static bool take_digits(const struct decimal *decimal, struct integer *x, int64_t *exponent) {
    size_t taken = 0, chunk = 0;
    uint32_t digits = 0;
    const char *at = decimal->first;
    *x = (struct integer){.count = 0};
    for (; at < decimal->last && taken < MOST_DIGITS; ++at) {
        if (is_digit(*at)) {
            digits = digits * 10 + (uint32_t)(*at - '0');
            ++taken;
            if (++chunk == 9) {
                multiply_add(x, power_of_ten(9), digits);
                chunk = digits = 0;
            }
        }
    }
    multiply_add(x, power_of_ten((int64_t)chunk), digits);
    const size_t before = decimal->count < MOST_LEADING ? decimal->count : MOST_LEADING;
    *exponent = decimal->exponent - (int64_t)taken + (int64_t)before;
    for (; at < decimal->last; ++at) {
        if (*at != '0' && *at != '.') {
            return true;
        }
    }
    return false;
}

// The sign of a number minus odd × 2^power, a midpoint that it is within a millionth of. Then the
// exponent of its 128 digits is at least −46 − 127, and of the integers compared the largest is one
// of 128 digits (426 bits) × 2^150, or the odd number (25 bits) × 10^173 (575 bits): below 32 × 24.
static int compare_with_midpoint(const struct decimal *decimal, uint32_t odd, int power) {
    struct integer number, midpoint = {.limbs = {odd}, .count = 1};
    int64_t exponent;
    const bool more = take_digits(decimal, &number, &exponent);
    if (exponent >= 0) {
        multiply_by_power_of_ten(&number, exponent);
    } else {
        multiply_by_power_of_ten(&midpoint, -exponent);
    }
    if (power >= 0) {
        multiply_by_power_of_two(&midpoint, power);
    } else {
        multiply_by_power_of_two(&number, -power);
    }
    const int order = compare(&number, &midpoint);
    return order == 0 && more ? 1 : order;
}

// ------------------------------------------------------------------------------- rounding

#define LEAST_EXPONENT (-65) // 10^19 × 10^-66 is less than half the least float
#define MOST_EXPONENT 38

// digits × 10^exponent, within double's normal range. The conversion, the power and their product
// are rounded by 2^-52 each at most, whatever the rounding mode, and what is cut off behind 19
// digits is less than 2^-59 of the number: below 7 units in the last place in all.
static double estimate(uint64_t digits, int64_t exponent) {
    static const double powers[] = {
        1e-65, 1e-64, 1e-63, 1e-62, 1e-61, 1e-60, 1e-59, 1e-58, 1e-57, 1e-56, 1e-55, 1e-54, 1e-53,
        1e-52, 1e-51, 1e-50, 1e-49, 1e-48, 1e-47, 1e-46, 1e-45, 1e-44, 1e-43, 1e-42, 1e-41, 1e-40,
        1e-39, 1e-38, 1e-37, 1e-36, 1e-35, 1e-34, 1e-33, 1e-32, 1e-31, 1e-30, 1e-29, 1e-28, 1e-27,
        1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14,
        1e-13, 1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,
        1e0,   1e1,   1e2,   1e3,   1e4,   1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,
        1e13,  1e14,  1e15,  1e16,  1e17,  1e18,  1e19,  1e20,  1e21,  1e22,  1e23,  1e24,  1e25,
        1e26,  1e27,  1e28,  1e29,  1e30,  1e31,  1e32,  1e33,  1e34,  1e35,  1e36,  1e37,  1e38,
    };
    return (double)digits * powers[exponent - LEAST_EXPONENT];
}

#define TOLERANCE 16 // units in the last place of a double

// The bits of the float nearest to a number that is not 0.
static uint32_t round_to_float(const struct decimal *decimal) {
    const double value = estimate(decimal->digits, decimal->exponent);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t significand = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    const int binary_exponent = (int)(bits >> 52) - 1023;
    // A float keeps 24 bits of the significand, a denormal one fewer: its steps are 2^-149.
    const int kept_exponent = binary_exponent < -126 ? -126 : binary_exponent;
    const int dropped = 29 + (kept_exponent - binary_exponent);
    if (dropped > 55) {
        return 0; // below a quarter of the smallest step
    }
    const uint32_t below = (uint32_t)(significand >> dropped); // in steps
    const uint64_t rest = significand & ((UINT64_C(1) << dropped) - 1);
    const uint64_t half = UINT64_C(1) << (dropped - 1);
    bool up = rest > half;
    if (rest + TOLERANCE >= half && rest <= half + TOLERANCE) {
        const int order = compare_with_midpoint(decimal, 2 * below + 1, kept_exponent - 24);
        up = order > 0 || (order == 0 && below % 2 == 1);
    }
    // The steps' bit 23 adds 1 to the exponent; so does a carry out of them.
    return ((uint32_t)(kept_exponent + 126) << 23) + below + (up ? 1 : 0);
}

enum decimal_result decimal_to_float(const char *text, size_t length, float *value) {
    struct decimal decimal;
    if (!parse(text, length, &decimal)) {
        return DECIMAL_NONE;
    }
    uint32_t bits = 0;
    if (decimal.digits != 0 && decimal.exponent > MOST_EXPONENT) {
        return DECIMAL_TOO_LARGE;
    }
    if (decimal.digits != 0 && decimal.exponent >= LEAST_EXPONENT) {
        bits = round_to_float(&decimal);
    }
    if (bits >= UINT32_C(0x7f800000)) {
        return DECIMAL_TOO_LARGE;
    }
    bits |= decimal.negative ? UINT32_C(0x80000000) : 0;
    memcpy(value, &bits, sizeof *value);
    return DECIMAL_OK;
}
