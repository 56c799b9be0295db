// The clocks of a system whose CPU time is missing or too coarse: the time on the wall.
#include "clock.h"

double clock_cpu(void) {
    return clock_wall();
}

double clock_cpu_of_thread(void) {
    return clock_wall();
}

bool clock_cpu_is_wall(void) {
    return true;
}
