// Telling jansson's running out of memory from faults of what it reads: some of its calls then
// speak of invalid text, others say nothing, and a member that cannot be added is left out.
#ifndef BENCH_JSON_MEMORY_H
#define BENCH_JSON_MEMORY_H

#include <stdbool.h>

// Watches what jansson allocates from now on.
void json_memory_watch(void);

// Whether jansson has run out of memory since it is watched.
bool json_memory_ran_out(void);

#endif
