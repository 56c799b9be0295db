// What happens when the user interrupts a race (Ctrl+C, SIGTERM): before the timing begins the
// program ends, and says that it wrote nothing; while kernels are timed, the rest is left out and
// what has been timed is reported. A second interruption ends the program, and says whether files
// may have been written.
#ifndef BENCH_INTERRUPT_H
#define BENCH_INTERRUPT_H

#include <stdbool.h>

// Call when the race begins, when its timing begins, before its first file is written, and when all
// of them are.
// `directory` must live until the end.
void interrupt_watch(const char *directory);
void interrupt_begin_timing(void);
void interrupt_begin_writing(void);

// Whether the timing was interrupted.
bool interrupt_came(void);

// If the timing was interrupted, ends the program by that signal, as shells expect.
void interrupt_end(void);

#endif
