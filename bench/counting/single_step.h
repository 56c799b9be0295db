// Which instructions a call executes, found by executing them one at a time. No counter of the
// processor is needed and no clock: the same program gives the same numbers on every machine, a
// busy or a virtual one, too.
#ifndef BENCH_SINGLE_STEP_H
#define BENCH_SINGLE_STEP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef void single_step_function(void *data);

// Calls function(data), counts the instructions, and writes the address of each in hexadecimal, a
// line each, to `addresses` unless that is NULL. What counts:
// - code of this program, not of what it is linked to: the memset() of libc is another one on every
//   processor;
// - a string instruction once, however often it repeats itself, as processors count.
// The call of `function` itself adds a handful. On x86-64 only, for one thread; false elsewhere.
// `function` must not write files.
bool single_step(single_step_function *function, void *data, FILE *addresses,
                 uint64_t *instructions);

// For an emulator that counts: calls function(data) between two marks.
void single_step_elsewhere(single_step_function *function, void *data);

// The addresses of these marks, and of the code that counts.
struct single_step_marks {
    uintptr_t begin, end;
    uintptr_t code_begin, code_end;
};
struct single_step_marks single_step_marks(void);

#endif
