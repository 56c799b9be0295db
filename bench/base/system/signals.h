// Interruptions by the user, and faults.
#ifndef BENCH_SIGNALS_H
#define BENCH_SIGNALS_H

#include <stddef.h>

// From now on, an interruption that comes as this signal calls the handler, also while the handler
// runs, unless whoever started the program wants it ignored. System calls go on behind it.
void signals_watch(int number, void (*handler)(int));

// Between these two, interruptions wait.
void signals_hold(void);
void signals_release(void);

// Calls a function after so many seconds, in the middle of whatever happens then, as the handler of
// a signal; 0: never. Does nothing where the system cannot.
void signals_after(unsigned seconds, void (*call)(void));

// The signals by which a fault ends a program.
struct signals_fault {
    int number;
    const char *name;
};
extern const struct signals_fault signals_faults[];
extern const size_t signals_fault_count;

#endif
