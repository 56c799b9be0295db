// Texts in columns.
#include "padding.h"

#include <stdbool.h>
#include <stdio.h>

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
