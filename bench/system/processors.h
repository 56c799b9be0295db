// The processors that the program may use.
#ifndef BENCH_PROCESSORS_H
#define BENCH_PROCESSORS_H

#include <stddef.h>
#include <stdint.h>

// Their number, 1 or more: less than the machine's if the program is kept on some of them.
size_t processors_count(void);

// The largest number that one can have here.
#define PROCESSORS_MOST 1023

// Keeps the program on one of them. Returns 0, or CLI_BAD after complaining: no such processor for
// this program, or no way to choose one on this system.
int processors_pin(uint64_t number);

#endif
