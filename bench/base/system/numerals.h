// Numbers as text, whatever the locale.
#ifndef BENCH_NUMERALS_H
#define BENCH_NUMERALS_H

// strtod() in the locale "C".
double numerals_read(const char *text);

#endif
