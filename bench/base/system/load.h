// How busy the machine is, as its system's counters say.
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

// CPU seconds of all programs since the machine started, and processes that wanted to run in the
// last minute, on average; NaN where the system does not tell.
struct load {
    double busy, steal, total;
    double average;
};

struct load load_read(void);

// CPU seconds of this program, by whatever clock the system has for that.
double load_own(void);

#endif
