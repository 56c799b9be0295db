// Numbers formatted for people.
#ifndef BENCH_NUMBERS_H
#define BENCH_NUMBERS_H

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

#endif
