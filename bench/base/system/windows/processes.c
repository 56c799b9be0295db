// Windows cannot copy a process.
#include "processes.h"

int process_call(int (*function)(void *context), void *context) {
    (void)function, (void)context;
    return -1;
}
