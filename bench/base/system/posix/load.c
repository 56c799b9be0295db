#include "load.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "first_line.h"

static double read_average(void) {
    char line[128], *end = line;
    const bool read = first_line("/proc/loadavg", line, sizeof line);
    const double average = read ? strtod(line, &end) : 0.0;
    return end == line ? (double)NAN : average;
}

struct load load_read(void) {
    struct load load = {(double)NAN, (double)NAN, (double)NAN, read_average()};
    // The first line of Linux's /proc/stat: CPU time in ticks that was spent in user mode, nice,
    // system, idle, waiting for input and output, in interrupts (two kinds), and stolen.
    enum {
        IDLE = 3,
        WAITING = 4,
        STOLEN = 7,
        TIMES = 8
    };
    char line[512];
    if (first_line("/proc/stat", line, sizeof line) && strncmp(line, "cpu ", 4) == 0) {
        const double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
        char *rest = line + 4;
        load.busy = load.total = 0.0;
        for (int i = 0; i < TIMES; ++i) {
            const double time = tick * strtod(rest, &rest);
            load.total += time;
            load.busy += i == IDLE || i == WAITING || i == STOLEN ? 0.0 : time;
            load.steal = i == STOLEN ? time : load.steal;
        }
    }
    return load;
}

double load_own(void) {
    return clock_cpu();
}
