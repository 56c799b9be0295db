// The kinds of cores of one processor: P and E, big and LITTLE. Times of one say nothing of
// another.
#ifndef BENCH_CORES_H
#define BENCH_CORES_H

#include <stdbool.h>
#include <stddef.h>

#include "processors.h"

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

#endif
