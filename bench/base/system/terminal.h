// The terminal, and the standard streams.
#ifndef BENCH_TERMINAL_H
#define BENCH_TERMINAL_H

#include <stdbool.h>

// How many columns a row may have: what the terminal that standard output goes to says, else the
// variable COLUMNS, else 80; between 80 and 1000. Narrower terminals wrap.
int terminal_width(void);

// The system's part of that: 0 where there is no terminal.
long terminal_columns(void);

// To be called before the first use of a stream. A stream that the caller has closed fails when it
// is used, instead of becoming the next file that is opened; a reader that has gone and a file at
// its size limit are errors like any other. On Windows, all files and streams are binary, and
// terminals take UTF-8 and escape sequences. False if that fails.
bool terminal_begin(void);

// Whether standard output is a pipe that nobody reads any more, as that of `head` after its lines.
bool terminal_reader_left(void);

#endif
