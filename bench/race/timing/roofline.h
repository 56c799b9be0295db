// What a roofline is drawn from: the work of each entry, and the peaks of this machine.
#ifndef BENCH_ROOFLINE_H
#define BENCH_ROOFLINE_H

#include "race.h"

// Counts the work of every entry that is timed, once for each subject and method.
void roofline_count_work(struct race *race);

// When `run` measures the peaks, which takes a second.
enum roofline_peaks {
    ROOFLINE_PEAKS_AUTO, // if timing took so long that this adds little
    ROOFLINE_PEAKS_ALWAYS,
    ROOFLINE_PEAKS_NEVER,
};

#define ROOFLINE_WORDS "auto|always|never" // in the order of the enum

// Measures the race's peaks, after timing that took so many seconds. Returns 0, or CLI_BAD after
// complaining.
int roofline_measure_peaks(struct race *race, enum roofline_peaks when, double timing_seconds);

#endif
