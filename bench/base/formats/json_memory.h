// Tells jansson's out-of-memory failures from faults in its input: some of its calls report invalid
// text when memory runs out, others report nothing, and a member that cannot be added is left out.
#ifndef BENCH_JSON_MEMORY_H
#define BENCH_JSON_MEMORY_H

#include <stdbool.h>

// Tracks jansson's allocations from now on.
void json_memory_watch(void);

// Whether jansson has run out of memory since tracking began.
bool json_memory_ran_out(void);

#endif
