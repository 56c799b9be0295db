// Numbers formatted for people.
#ifndef BENCH_NUMBERS_H
#define BENCH_NUMBERS_H

#include <stddef.h>

struct number {
    char text[48];
};

// With commas between thousands and, for numbers with decimals, three to four significant digits:
// 1.23, 12.3, 123.4, 1,234. `like` is the number that decides how many decimals are printed, so
// that a spread gets as many as its median.
struct number number_like(double value, double like);

// Rounded down to a whole number, with commas.
struct number number_count(double value);

// In three digits: 1.23, 12.3, 123, 1.23k, 12.3M.
struct number number_short(double value);

// ---- Texts in columns.

// The number of columns that UTF-8 takes.
size_t padding_columns(const char *text);

// Print UTF-8 on standard output, padded to a width in columns.
void print_right(const char *text, size_t width);
void print_left(const char *text, size_t width);

// Prints a text cut to a width, with … for what is missing.
void print_cut(const char *text, size_t width);

// The number of bytes of a text that go into a line of `width` columns: up to the last space that
// fits. Words that are too long are cut into pieces.
size_t padding_line(const char *text, size_t width);

// Prints words in lines of at most `width` columns, all but the first indented, and a line's end.
void print_wrapped(const char *text, size_t width, size_t indent);

// How many lines that takes.
size_t padding_rows(const char *text, size_t width, size_t indent);

// print_wrapped() where the first line begins in a column.
void print_wrapped_after(size_t column, const char *text, size_t width, size_t indent);

#endif
