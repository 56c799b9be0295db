// Windows cannot copy a process.
#include "processes.h"

#include <stdio.h>

int process_call(int (*function)(void *context), void *context) {
    (void)function, (void)context;
    return -1;
}

int process_feed(const char *program, const char *text, size_t length) {
    char command[64];
    snprintf(command, sizeof command, "%.30s - >nul 2>nul", program);
    FILE *process = _popen(command, "wb");
    if (!process) {
        return -1;
    }
    const size_t sent = fwrite(text, 1, length, process);
    const int code = _pclose(process);
    return sent == length ? code : -1;
}
