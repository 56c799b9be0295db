// Keeps the program on one CPU.
#include "affinity.h"

#include "cli.h"

#ifdef __linux__

#include <errno.h>
#include <sched.h>
#include <string.h>

int affinity_pin(uint64_t cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0
               ? 0
               : cli_bad("--cpu %llu: %s", (unsigned long long)cpu, strerror(errno));
}

#else

int affinity_pin(uint64_t cpu) {
    (void)cpu;
    return cli_bad("--cpu: this system has no call that keeps a program on one CPU");
}

#endif
