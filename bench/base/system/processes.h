// Other processes: a part of the program, and other programs.
#ifndef BENCH_PROCESSES_H
#define BENCH_PROCESSES_H

#include <stddef.h>

// Calls a function in a copy of this process and waits for its end; an interruption by the user is
// left to the copy. Returns what the function returns, or -1: the copy was killed, or there can be
// none.
int process_call(int (*function)(void *context), void *context);

// Starts a program of PATH with the argument "-" and sends it a text on standard input; what it
// says is dropped. Returns its exit code when it has ended, or -1: it cannot be started, or was
// killed.
int process_feed(const char *program, const char *text, size_t length);

#endif
