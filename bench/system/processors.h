// The processors that the program may use.
#ifndef BENCH_PROCESSORS_H
#define BENCH_PROCESSORS_H

#include <stddef.h>

// Their number, 1 or more: less than the machine's if the program is kept on some of them.
size_t processors_count(void);

#endif
