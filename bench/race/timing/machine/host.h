// The machine and build of a measurement: CPU, clock, compiler, flags, commit, libraries.
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "processors.h"

// All of it, as an object; a value that cannot be found out is null. NULL if out of memory.
json_t *machine_describe(void);

// The CPU's name as the system reports it, else the kind of processor.
const char *machine_cpu(void);

// Name and version of the compiler that made the kernels.
const char *machine_compiler(void);

// ---- The kinds of cores of one processor: P and E, big and LITTLE. Times of one say nothing of
// another.

#define CORES_MOST_KINDS 8

// By name: P, E and LP of Intel's; else what the system says that a kind can do, of 1024, or its
// highest clock in MHz.
struct core_kind {
    char name[24];
    size_t count;
    bool has[PROCESSORS_MOST + 1]; // processors, by number
};

// The fastest first. None: all cores are alike, or the system does not say.
struct core_kinds {
    struct core_kind kinds[CORES_MOST_KINDS];
    size_t count;
};

// From a folder like Linux's /sys/devices.
#define CORES_FOLDER "/sys/devices"
void cores_find(const char *folder, struct core_kinds *kinds);

// ---- The energy that all processors of the machine have taken, by Linux's powercap (RAPL), where
// it may be read: with whatever else they do, and what they take when idle.

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

// ---- How quiet the machine was while a race was timed, and whether its times can be trusted.

// Shares and percentages; NaN where the system does not tell.
struct noise {
    double load_average;   // of the last minute, when timing began
    double cpu_share;      // our CPU time / time on the clock
    double others;         // CPUs that other programs kept busy, on average
    double cpus;           // in the machine
    double steal_percent;  // of all CPU time, taken by the hypervisor
    double clock_percent;  // change of the CPU's frequency between begin and end
    double spread_percent; // median over all kernels of spread / median time
};

// What the counters of the system said at one moment.
struct noise_counters {
    double clock, own;         // seconds
    double busy, steal, total; // CPU seconds of all programs since the machine started
    double megahertz;
    double load_average;
};

struct noise_counters noise_read(void);

// From the readings at begin and end. `spread_percent` is left to the caller.
struct noise noise_between(const struct noise_counters *begin, const struct noise_counters *end);

// The numbers from which each is too much.
#define NOISE_LEAST_CPU_SHARE 0.97
#define NOISE_MOST_OTHERS 0.1 // of the machine's CPUs
#define NOISE_MOST_STEAL_PERCENT 1.0
#define NOISE_MOST_CLOCK_PERCENT 5.0
#define NOISE_MOST_SPREAD_PERCENT 3.0

// Writes why the times cannot be trusted, a phrase each; returns how many there are.
#define NOISE_REASONS 5
struct noise_reasons {
    char text[NOISE_REASONS][100];
    size_t count;
};
struct noise_reasons noise_judge(const struct noise *noise);

// For results.json.
json_t *noise_describe(const struct noise *noise);

#endif
