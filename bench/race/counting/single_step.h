// Counts the instructions that a call executes, by executing them one at a time. This needs neither
// a clock nor the processor's counters: the same program gives the same numbers on every machine,
// even a busy or a virtual one.
#ifndef BENCH_SINGLE_STEP_H
#define BENCH_SINGLE_STEP_H

#include <stdbool.h>
#include <stdint.h>

typedef void single_step_function(void *data);

// Calls function(data) and counts the instructions. What counts:
// - only code of this program, not of its shared libraries: libc's memset() differs between
// processors;
// - a string instruction once, however often it repeats itself, as processors count.
// The call of `function` itself adds a handful. Works on x86-64 only, for one thread; false
// elsewhere.
bool single_step(single_step_function *function, void *data, uint64_t *instructions);

// For an emulator that counts: calls function(data) between two marks.
void single_step_elsewhere(single_step_function *function, void *data);

// The addresses of these marks, and of the code that counts.
struct single_step_marks {
    uintptr_t begin, end;
    uintptr_t code_begin, code_end;
};
struct single_step_marks single_step_marks(void);

#endif
