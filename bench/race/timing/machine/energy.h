// The energy that all processors of the machine have taken, by Linux's powercap (RAPL), where it
// may be read: with whatever else they do, and what they take when idle.
#ifndef BENCH_ENERGY_H
#define BENCH_ENERGY_H

#include <stddef.h>

#define ENERGY_MOST_PACKAGES 8

struct energy {
    size_t count;
    char paths[ENERGY_MOST_PACKAGES][256];
    double ranges[ENERGY_MOST_PACKAGES]; // joules at which a counter begins anew
};

// Counters in joules.
struct energy_reading {
    double joules[ENERGY_MOST_PACKAGES];
};

// The counters in a folder like Linux's /sys/class/powercap that can be read; a count of 0 if none
// can.
#define ENERGY_FOLDER "/sys/class/powercap"
void energy_open(const char *folder, struct energy *energy);

struct energy_reading energy_read(const struct energy *energy);

// Joules between two readings less than a range apart; NaN if there is no counter, or none now.
double energy_between(const struct energy *energy, const struct energy_reading *before,
                      const struct energy_reading *after);

#endif
