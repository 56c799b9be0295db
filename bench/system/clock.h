// Seconds on one of the system's clocks.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <math.h>
#include <time.h>

// NaN if the system has no such clock.
static inline double clock_seconds(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec
                                            : (double)NAN;
}

#endif
