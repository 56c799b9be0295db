// The system's clocks, in seconds.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>

typedef double clock_function(void);

// Time on the wall, which never goes back.
double clock_wall(void);

// CPU time of the program, and of the calling thread: it leaves out other programs.
double clock_cpu(void);
double clock_cpu_of_thread(void);

// Whether both are the time on the wall, as in browsers, which have no CPU time, and on Windows,
// whose CPU time ticks at 15.6 ms.
bool clock_cpu_is_wall(void);

// The least difference between two times on the wall.
double clock_tick(void);

#endif
