// Text files, line by line and word by word. The loops look at each byte once. A line feed after
// the window's last byte ends them there, and only then do they check whether the file goes on.
#include "text.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "numerals.h"

// --------------------------------------------------------------------------------- decimal numbers

// Decimal numbers to double, correctly rounded.
//
// strtod() does so, but takes 50 to 150 ns per number, several times as long as most need, takes
// more than decimals, and the point that it accepts depends on the locale.

// Converts decimal numbers to double: with up to 53 bits of digits and exponents to ±22, as most in
// files, by a product or quotient of two doubles; others are left to strtod().

enum decimal_result {
    DECIMAL_OK,
    DECIMAL_NONE,      // the text is not a decimal number
    DECIMAL_TOO_LARGE, // rounded it would be infinite
};

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

// The double nearest to a decimal number; if two are equally near, the one with an even
// significand. This includes denormal numbers and signed zeros. A number has an optional sign,
// digits with or without a decimal point, and an optional exponent to 10. It may have any number of
// digits and leading zeros, and any exponent. Nothing else is accepted: no blanks, nan, inf or
// hexadecimal. The byte after the text is one that no number goes on with, such as a blank. `value`
// is set only on DECIMAL_OK. Depends neither on the locale nor on the rounding mode.
static enum decimal_result decimal_to_double(const char *text, size_t length, double *value) {
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

enum kind {
    OTHER,
    BLANK,
    LINE_END,
    MARK, // a backslash or '#'
};

static inline enum kind kind_of(char c) {
    static const unsigned char kinds[256] = {
        [' '] = BLANK,     ['\t'] = BLANK,    ['\v'] = BLANK, ['\f'] = BLANK,
        ['\n'] = LINE_END, ['\r'] = LINE_END, ['\\'] = MARK,  ['#'] = MARK,
    };
    return (enum kind)kinds[(unsigned char)c];
}

// Whether the file has a byte at `at`. May move the window.
static inline bool has_byte(struct source *source) {
    return source->at < source->end || source_more(source);
}

struct text text_begin(struct source *source) {
    if (source_available(source, 3) >= 3 && memcmp(source->at, "\xEF\xBB\xBF", 3) == 0) {
        source->at += 3;
    }
    return (struct text){.source = source};
}

// The position after the line end at `at`.
static void skip_line_end(struct text *text) {
    struct source *source = text->source;
    const bool two =
        *source->at == '\r' && source_available(source, 2) >= 2 && source->at[1] == '\n';
    source->at += two ? 2 : 1;
    ++text->line;
}

// Whether the line continues after a backslash so many bytes from `at`. May move the window.
static bool is_joint(struct text *text, size_t offset) {
    struct source *source = text->source;
    return text->joins_lines && source_available(source, offset + 2) >= offset + 2 &&
           source->at[offset] == '\\' && kind_of(source->at[offset + 1]) == LINE_END;
}

static void skip_joint(struct text *text) {
    ++text->source->at;
    skip_line_end(text);
}

bool text_next_line(struct text *text) {
    struct source *source = text->source;
    if (text->line == 0) {
        text->line = 1;
        return has_byte(source);
    }
    bool comment = false;
    char before = ' ';
    for (;;) {
        const char *at = source->at;
        while (kind_of(*at) <= BLANK) {
            ++at;
        }
        before = at > source->at ? at[-1] : before;
        source->at = at;
        if (at == source->end) {
            if (!source_more(source)) {
                return false;
            }
        } else if (kind_of(*at) == LINE_END) {
            skip_line_end(text);
            return has_byte(source);
        } else if (*at == '\\' && !comment && is_joint(text, 0)) {
            skip_joint(text);
            before = ' ';
        } else {
            comment = comment || (*at == '#' && kind_of(before) == BLANK);
            before = *source->at++;
        }
    }
}

bool text_next_filled_line(struct text *text) {
    struct source *source = text->source;
    while (text_next_line(text)) {
        do {
            while (kind_of(*source->at) == BLANK) {
                ++source->at;
            }
        } while (source->at == source->end && source_more(source));
        if (source->at < source->end && kind_of(*source->at) != LINE_END && *source->at != '#') {
            return true;
        }
    }
    return false;
}

// Skips blanks and joints.
static void skip_blanks(struct text *text) {
    struct source *source = text->source;
    for (;;) {
        const char *at = source->at;
        while (kind_of(*at) == BLANK) {
            ++at;
        }
        source->at = at;
        if (at == source->end) {
            if (!source_more(source)) {
                return;
            }
        } else if (*at == '\\' && is_joint(text, 0)) {
            skip_joint(text);
        } else {
            return;
        }
    }
}

// The length of the word at `at`.
static size_t find_word_end(struct text *text) {
    struct source *source = text->source;
    size_t length = 0;
    for (;;) {
        const char *at = source->at + length;
        while (kind_of(*at) == OTHER) {
            ++at;
        }
        length = (size_t)(at - source->at);
        if (at == source->end) {
            if (!source_more(source)) {
                return length;
            }
        } else if (*at == '#' || (*at == '\\' && !is_joint(text, length))) {
            ++length;
        } else {
            return length;
        }
    }
}

// Whether a word that ends at a joint is followed by another at once.
static bool is_cut(struct text *text, size_t length) {
    struct source *source = text->source;
    if (source->at[length] != '\\') {
        return false;
    }
    const size_t held = source_available(source, length + 4);
    const bool two =
        held > length + 2 && source->at[length + 1] == '\r' && source->at[length + 2] == '\n';
    const size_t next = length + (two ? 3 : 2);
    return next < held && kind_of(source->at[next]) != BLANK &&
           kind_of(source->at[next]) != LINE_END;
}

bool text_has_word(struct text *text) {
    skip_blanks(text);
    return text->source->at < text->source->end && kind_of(*text->source->at) == OTHER;
}

bool text_next_argument(struct text *text, struct word *word) {
    skip_blanks(text);
    *word = (struct word){text->source->at, 0};
    return *text->source->at != '#' && text_next_word(text, word);
}

bool text_next_word(struct text *text, struct word *word) {
    struct source *source = text->source;
    skip_blanks(text);
    const size_t length = find_word_end(text);
    text->cut = is_cut(text, length);
    *word = (struct word){source->at, length};
    source->at += length;
    return length > 0;
}

bool text_next_word_anywhere(struct text *text, struct word *word) {
    *word = (struct word){text->source->at, 0};
    while (text->line == 0 || !text_next_word(text, word)) {
        if (!text_next_line(text)) {
            *word = (struct word){text->source->at, 0};
            return false;
        }
    }
    return true;
}

bool word_is(struct word word, const char *lower_case) {
    size_t i = 0;
    for (; i < word.length && lower_case[i]; ++i) {
        const char c = word.at[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != lower_case[i]) {
            return false;
        }
    }
    return i == word.length && lower_case[i] == '\0';
}

struct word_shown word_show(struct word word) {
    struct word_shown shown;
    const size_t most = sizeof shown.text - 4;
    const size_t length = word.length < most ? word.length : most;
    for (size_t i = 0; i < length; ++i) {
        shown.text[i] = word.at[i] > ' ' && word.at[i] < 127 ? word.at[i] : '?';
    }
    for (size_t i = length; i < length + 3; ++i) {
        shown.text[i] = word.length > most ? '.' : '\0';
    }
    shown.text[length + 3] = '\0';
    return shown;
}

bool word_to_integer(struct word word, int64_t *value) {
    const bool negative = word.length > 0 && word.at[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == word.length || word.length - i > 18) {
        return false;
    }
    int64_t magnitude = 0;
    for (; i < word.length; ++i) {
        if (word.at[i] < '0' || word.at[i] > '9') {
            return false;
        }
        magnitude = magnitude * 10 + (word.at[i] - '0');
    }
    *value = negative ? -magnitude : magnitude;
    return true;
}

bool text_check_word(const struct text *text, struct word word) {
    return !text->cut ||
           text_fail(text, BUOY_ERROR_ARGUMENT,
                     "'%s\\' is continued without a blank on the next line", word_show(word).text);
}

bool text_coordinate(const struct text *text, struct word word, double *value) {
    if (text->cut) {
        return text_check_word(text, word);
    }
    const enum decimal_result result = decimal_to_double(word.at, word.length, value);
    return result == DECIMAL_OK ||
           text_fail(text, BUOY_ERROR_NON_FINITE, "coordinate '%s' %s", word_show(word).text,
                     result == DECIMAL_TOO_LARGE ? "is out of range" : "is not a number");
}

bool text_next_point(struct text *text, double point[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        struct word word;
        if (!text_next_word(text, &word)) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "a vertex of %d coordinates instead of 3",
                             axis);
        }
        if (!text_coordinate(text, word, &point[axis])) {
            return false;
        }
    }
    return true;
}

bool text_fail(const struct text *text, enum buoy_status status, const char *format, ...) {
    char cause[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);
    return source_fail(text->source, text->line, status, "%s", cause);
}
