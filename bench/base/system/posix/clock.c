#include "clock.h"

#include <math.h>
#include <time.h>

static double seconds(struct timespec time) {
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// NaN if the system has no such clock.
static double read_clock(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? seconds(time) : (double)NAN;
}

double clock_wall(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double clock_cpu(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_cpu_of_thread(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

bool clock_cpu_is_wall(void) {
    return false;
}

double clock_tick(void) {
    struct timespec tick = {.tv_nsec = 1};
    clock_getres(CLOCK_MONOTONIC, &tick);
    return seconds(tick);
}
