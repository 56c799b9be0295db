// The cheapest clock that there is, for times too short for another: a counter of the processor
// that runs at a constant rate, if it has one, or else the system's clock on the wall.
#ifndef BENCH_TICKS_H
#define BENCH_TICKS_H

#include <stdint.h>

// What was begun before it has ended, and what follows has not begun.
uint64_t ticks_now(void);

// Nanoseconds of a tick, measured in a hundredth of a second when first asked for.
double ticks_nanoseconds(void);

#endif
