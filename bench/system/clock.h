// The system's clocks, in seconds.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

typedef double clock_function(void);

// Time on the wall, which never goes back.
double clock_wall(void);

// CPU time of the program, and of the calling thread: it leaves out other programs. On Windows,
// whose CPU time ticks at 15.6 ms, both are the time on the wall.
double clock_cpu(void);
double clock_cpu_of_thread(void);

// The least difference between two times on the wall.
double clock_tick(void);

#endif
