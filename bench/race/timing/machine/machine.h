// The machine and build of a measurement: CPU, clock, compiler, flags, commit, libraries.
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <jansson.h>

// All of it, as an object; a value that cannot be found out is null. NULL if out of memory.
json_t *machine_describe(void);

// The CPU's name as the system reports it, else the kind of processor.
const char *machine_cpu(void);

// Name and version of the compiler that made the kernels.
const char *machine_compiler(void);

#endif
