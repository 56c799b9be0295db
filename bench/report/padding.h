// Texts in columns. printf() pads bytes, people read characters: Δ is two bytes and one character.
#ifndef BENCH_PADDING_H
#define BENCH_PADDING_H

#include <stddef.h>

// Prints UTF-8 at the right or left of a column, as %*s and %-*s would ASCII.
void print_right(const char *text, size_t width);
void print_left(const char *text, size_t width);

#endif
