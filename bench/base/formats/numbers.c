// Numbers formatted for people.
#include "numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Puts a comma before every group of three digits but the first.
static struct number group_thousands(const char *plain) {
    struct number number;
    const char *point = strchr(plain, '.');
    const size_t digits = point ? (size_t)(point - plain) : strlen(plain);
    size_t length = 0;
    for (size_t i = 0; plain[i] != '\0' && length + 2 < sizeof number.text; ++i) {
        if (i > 0 && i < digits && (digits - i) % 3 == 0) {
            number.text[length++] = ',';
        }
        number.text[length++] = plain[i];
    }
    number.text[length] = '\0';
    return number;
}

struct number number_like(double value, double like) {
    char plain[32];
    const int decimals = like < 10.0 ? 2 : like < 1000.0 ? 1 : 0;
    snprintf(plain, sizeof plain, "%.*f", decimals, fmin(value, 1e18));
    return group_thousands(plain);
}

struct number number_count(double value) {
    char plain[32];
    snprintf(plain, sizeof plain, "%.0f", floor(fmin(value, 1e18)));
    return group_thousands(plain);
}

struct number number_short(double value) {
    static const char *const prefixes[] = {"", "k", "M", "G", "T"};
    struct number number;
    size_t prefix = 0;
    // A value that would be rounded up to 1000 already counts as 1000.
    while (value >= 999.5 && prefix + 1 < sizeof prefixes / sizeof prefixes[0]) {
        value /= 1000.0;
        ++prefix;
    }
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(number.text, sizeof number.text, "%.*f%s", decimals, fmin(value, 1e18),
             prefixes[prefix]);
    return number;
}

// ----------------------------------------------------------------------------------------- columns

static bool begins_character(char c) {
    return ((unsigned char)c & 0xc0) != 0x80;
}

size_t padding_columns(const char *text) {
    size_t columns = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        columns += begins_character(*c);
    }
    return columns;
}

static int missing(const char *text, size_t width) {
    const size_t columns = padding_columns(text);
    return columns < width ? (int)(width - columns) : 0;
}

void print_right(const char *text, size_t width) {
    printf("%*s%s", missing(text, width), "", text);
}

void print_left(const char *text, size_t width) {
    printf("%s%*s", text, missing(text, width), "");
}

// The number of bytes of the first `columns` characters.
static size_t bytes_of(const char *text, size_t columns) {
    size_t bytes = 0;
    while (text[bytes] != '\0' && (columns > 0 || !begins_character(text[bytes]))) {
        columns -= begins_character(text[bytes]);
        ++bytes;
    }
    return bytes;
}

void print_cut(const char *text, size_t width) {
    if (padding_columns(text) <= width) {
        fputs(text, stdout);
    } else {
        printf("%.*s…", (int)bytes_of(text, width - 1), text);
    }
}

size_t padding_line(const char *text, size_t width) {
    const size_t fitting = bytes_of(text, width);
    size_t length = fitting;
    if (text[fitting] == '\0') {
        return fitting;
    }
    while (length > 0 && text[length] != ' ') {
        --length;
    }
    return length > 0 ? length : fitting;
}

void print_wrapped_after(size_t column, const char *text, size_t width, size_t indent) {
    for (;;) {
        const size_t length = padding_line(text, width - column);
        printf("%.*s\n", (int)length, text);
        text += length;
        text += *text == ' ';
        if (*text == '\0') {
            return;
        }
        column = indent;
        printf("%*s", (int)indent, "");
    }
}

void print_wrapped(const char *text, size_t width, size_t indent) {
    print_wrapped_after(0, text, width, indent);
}

size_t padding_rows(const char *text, size_t width, size_t indent) {
    for (size_t rows = 1, used = 0;; ++rows, used = indent) {
        text += padding_line(text, width - used);
        text += *text == ' ';
        if (*text == '\0') {
            return rows;
        }
    }
}
