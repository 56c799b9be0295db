// The counts of the counting lanes. Not for several threads.
#ifndef BENCH_WORK_COUNTED_H
#define BENCH_WORK_COUNTED_H

#include <stdint.h>

#include "dispatch/methods.h"

struct work_counted {
    uint64_t floats, doubles; // operations
    uint64_t bytes;           // loaded
};

extern struct work_counted work_counted;

// The variants on counting lanes.
#define BUOY_DECLARE_COUNTED(family, method)                                                       \
    buoy_##family##_function buoy_##family##_##method##_counted;
BUOY_FOR_EACH_TEMPLATE(BUOY_DECLARE_COUNTED)
#undef BUOY_DECLARE_COUNTED

#endif
