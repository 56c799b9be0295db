#include "clock.h"

#include <time.h>

static double seconds(struct timespec time) {
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double clock_wall(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return seconds(time);
}

double clock_tick(void) {
    struct timespec tick = {.tv_nsec = 1};
    clock_getres(CLOCK_MONOTONIC, &tick);
    return seconds(tick);
}
