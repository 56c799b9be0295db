#include "processors.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__

#include <sched.h>

size_t processors_count(void) {
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (size_t)count : 1;
}

static cpu_set_t allowed; // before the first processors_keep()
static bool knows_allowed;

bool processors_keep(const bool numbers[PROCESSORS_MOST + 1]) {
    cpu_set_t set;
    size_t kept = 0;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return false;
    }
    allowed = knows_allowed ? allowed : set;
    knows_allowed = true;
    for (size_t i = 0; i < CPU_SETSIZE && i <= PROCESSORS_MOST; ++i) {
        if (CPU_ISSET(i, &set) && !numbers[i]) {
            CPU_CLR(i, &set);
        }
        kept += CPU_ISSET(i, &set) ? 1 : 0;
    }
    return kept > 0 && sched_setaffinity(0, sizeof set, &set) == 0;
}

void processors_free(void) {
    if (knows_allowed) {
        sched_setaffinity(0, sizeof allowed, &allowed);
    }
}

const char *processors_pin(uint64_t number) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)number, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? NULL : strerror(errno);
}

#else

size_t processors_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

bool processors_keep(const bool numbers[PROCESSORS_MOST + 1]) {
    (void)numbers;
    return false;
}

void processors_free(void) {}

const char *processors_pin(uint64_t number) {
    (void)number;
    return "this system has no call that keeps a program on one CPU";
}

#endif

const char *processors_prefer(void) {
    return setpriority(PRIO_PROCESS, 0, -10) == 0 ? NULL : strerror(errno);
}
