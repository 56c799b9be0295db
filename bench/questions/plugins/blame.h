// Says where a plug-in ended the program.
#ifndef BENCH_BLAME_H
#define BENCH_BLAME_H

#include "base/status.h"

// From now on, a fault or an exit() while a plug-in works is a line on stderr. A fault then ends
// the program as it does anyway, an exit() with CLI_BAD.
void blame_begin(void);

// What a plug-in is doing from now on, such as "in a query of volume/mine/float": a text that stays
// valid; NULL: nothing.
void blame(const char *what);

// As blame(), in printf()'s way.
void blame_format(const char *format, ...) BUOY_PRINTF(1, 2);

// What a plug-in is doing may take so many seconds from now on; then a line says that it hangs, and
// the program ends with CLI_BAD. 0: as long as it likes.
void blame_limit(unsigned seconds);

#endif
