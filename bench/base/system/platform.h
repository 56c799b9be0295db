// What the system tells of the machine and of itself.
#ifndef BENCH_PLATFORM_H
#define BENCH_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>

// The processor's name; false if the system tells none.
bool platform_cpu(char *name, size_t size);

// Kind of processor, such as x86_64; the system and its version.
const char *platform_architecture(void);
bool platform_system(char *text, size_t size);

// What governs the processor's clock, NULL if nothing is known; its frequency now, or NaN.
const char *platform_governor(char *text, int size);
double platform_megahertz(void);

// Bytes of memory; 0 if the system does not tell.
size_t platform_memory(void);

// The version of glibc, if that is the C library, else NULL.
const char *platform_glibc(void);

#endif
