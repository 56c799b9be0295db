// The sizes of the caches that one core reads through.
#ifndef BENCH_CACHES_H
#define BENCH_CACHES_H

#include <stddef.h>

// In bytes; 0 where the system does not say or there is none.
struct caches {
    size_t l1, l2, l3;
};

struct caches caches_find(void);

// From a folder like Linux's /sys/devices/system/cpu/cpu0/cache; all 0 if it holds nothing.
struct caches caches_read_folder(const char *folder);

#endif
