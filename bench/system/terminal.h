// The terminal that standard output goes to.
#ifndef BENCH_TERMINAL_H
#define BENCH_TERMINAL_H

// How many columns a row may have: what the terminal says, else the variable COLUMNS, else 80;
// between 80 and 1000. Narrower terminals wrap.
int terminal_width(void);

#endif
