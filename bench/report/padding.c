// Texts in columns.
#include "padding.h"

#include <stdio.h>

static int missing(const char *text, size_t width) {
    size_t columns = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        columns += ((unsigned char)*c & 0xc0) != 0x80; // every byte that begins a character
    }
    return columns < width ? (int)(width - columns) : 0;
}

void print_right(const char *text, size_t width) {
    printf("%*s%s", missing(text, width), "", text);
}

void print_left(const char *text, size_t width) {
    printf("%s%*s", text, missing(text, width), "");
}
