// The processors that the program may use.
#include "processors.h"

#include <unistd.h>

#ifdef __linux__

#include <sched.h>

size_t processors_count(void) {
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (size_t)count : 1;
}

#else

size_t processors_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

#endif
