// The processors that the program may use.
#ifndef BENCH_PROCESSORS_H
#define BENCH_PROCESSORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Their number, 1 or more: less than the machine's if the program is kept on some of them.
size_t processors_count(void);

// The largest number that one can have here.
#define PROCESSORS_MOST 1023

// Keeps the program on some of them, by number, of those that it may use. Returns false if there is
// none, or no way to choose on this system.
bool processors_keep(const bool numbers[PROCESSORS_MOST + 1]);

// Lets it use those again that it could before the first processors_keep().
void processors_free(void);

// Keeps the program on one of them; NULL, or why that cannot be: no such processor for this
// program, or no way to choose one on this system.
const char *processors_pin(uint64_t number);

// Has the system prefer this program to others; NULL, or why it does not.
const char *processors_prefer(void);

#endif
