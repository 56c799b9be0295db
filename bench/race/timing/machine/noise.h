// How quiet the machine was while a race was timed, and whether its times can be trusted.
#ifndef BENCH_NOISE_H
#define BENCH_NOISE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

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
