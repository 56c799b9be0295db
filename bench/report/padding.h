// Texts in columns. printf() pads by bytes, but readers see characters: Δ has two bytes.
#ifndef BENCH_PADDING_H
#define BENCH_PADDING_H

#include <stddef.h>

// Prints UTF-8 text right- or left-aligned in a column, as %*s and %-*s do for ASCII.
void print_right(const char *text, size_t width);
void print_left(const char *text, size_t width);

#endif
