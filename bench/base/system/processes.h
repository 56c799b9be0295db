// A part of the program in a process of its own.
#ifndef BENCH_PROCESSES_H
#define BENCH_PROCESSES_H

// Calls a function in a copy of this process and waits for its end; an interruption by the user is
// left to the copy. Returns what the function returns, or -1: the copy was killed, or there can be
// none.
int process_call(int (*function)(void *context), void *context);

#endif
