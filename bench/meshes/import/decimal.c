// Converts decimal numbers to double. A significand of 64 bits times or over a power of five of 64
// bits is an exact integer or an exact quotient with remainder: that decides the rounding of all
// numbers of up to 19 digits with exponents to ±27. Others (one in millions of files) are estimated
// to a few units in the last place, and exact integers compare them with the midpoints around.
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
#define LIMBS 124

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

// Midpoints are multiples of 2^-1075 below 2^54 × 2^-1075, or have fewer digits: 54 + 1075 log2 5 =
// 2550 bits are 768 digits. So a number's first 770 digits, and whether any later digit is not 0,
// decide on which side of the midpoint it lies.
#define MOST_DIGITS 770

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
// exponent of its 770 digits is at least −324 − 769, and of the integers compared the largest is
// one of 770 digits (2558 bits) × 2^1075, or the odd number (54 bits) × 10^1093 (3631 bits): below
// 32 × 124.
static int compare_with_midpoint(const struct decimal *decimal, uint64_t odd, int power) {
    struct integer number, midpoint = {.limbs = {(uint32_t)odd, (uint32_t)(odd >> 32)}};
    int64_t exponent;
    const bool more = take_digits(decimal, &number, &exponent);
    midpoint.count = odd >> 32 ? 2 : 1;
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

#define BIT(n) (UINT64_C(1) << (n))
#define INFINITE (UINT64_C(2047) << 52)

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

#define MOST_FIVES 27

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

// The bits of the double nearest to digits × 10^exponent, all of whose digits are known; digits >
// 0.
static uint64_t round_exactly(uint64_t digits, int64_t exponent) {
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
    return ((uint64_t)(power + 63 + 1022) << 52) + rounded;
}

#else

#define MOST_FIVES (-1)

static uint64_t round_exactly(uint64_t digits, int64_t exponent) {
    (void)digits;
    (void)exponent;
    return 0;
}

#endif

// digits × 10^exponent, off by some 20 units in the last place, which the smallest denormals have,
// too; 0 or infinite beyond doubles.
static double estimate(uint64_t digits, int64_t exponent) {
    static const double powers[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
    const bool negative = exponent < 0;
    uint64_t left = (uint64_t)(negative ? -exponent : exponent);
    double value = (double)digits;
    // Small powers first, so that the result is in range as long as possible.
    for (size_t i = 0; left > 0 && i < sizeof powers / sizeof powers[0]; ++i, left >>= 1) {
        if (left & 1) {
            value = negative ? value / powers[i] : value * powers[i];
        }
    }
    return value;
}

// The sign of a number minus the midpoint of the doubles of these bits and of the next.
static int compare_above(const struct decimal *decimal, uint64_t bits) {
    const uint64_t field = bits >> 52, fraction = bits & (BIT(52) - 1);
    const uint64_t significand = field ? BIT(52) | fraction : fraction;
    return compare_with_midpoint(decimal, 2 * significand + 1, (int)(field ? field : 1) - 1076);
}

// The bits of the double nearest to a number that is not 0; infinite if it is too large.
static uint64_t round_to_double(const struct decimal *decimal) {
    const double value = estimate(decimal->digits, decimal->exponent);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = bits < INFINITE ? bits : INFINITE;
    for (;;) {
        const int above = bits < INFINITE ? compare_above(decimal, bits) : -1;
        const int below = bits > 0 ? compare_above(decimal, bits - 1) : 1;
        if (above > 0 || (above == 0 && bits & 1)) {
            ++bits;
        } else if (below < 0 || (below == 0 && bits & 1)) {
            --bits;
        } else {
            return bits;
        }
    }
}

enum decimal_result decimal_to_double(const char *text, size_t length, double *value) {
    struct decimal decimal;
    if (!parse(text, length, &decimal)) {
        return DECIMAL_NONE;
    }
    uint64_t bits = 0;
    const bool known = decimal.count <= MOST_LEADING;
    if (decimal.digits != 0 && decimal.exponent > 308) {
        return DECIMAL_TOO_LARGE;
    }
    if (decimal.digits != 0 && known && decimal.exponent >= -MOST_FIVES &&
        decimal.exponent <= MOST_FIVES) {
        bits = round_exactly(decimal.digits, decimal.exponent);
    } else if (decimal.digits != 0 && decimal.exponent >= -343) { // 10^19 × 10^-344 is below half
        bits = round_to_double(&decimal);
    }
    if (bits >= INFINITE) {
        return DECIMAL_TOO_LARGE;
    }
    bits |= decimal.negative ? BIT(63) : 0;
    memcpy(value, &bits, sizeof *value);
    return DECIMAL_OK;
}
