// A part of the program in a process of its own.
#include "processes.h"

#include "cli.h"

#ifndef __wasi__

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int process_call(int (*function)(void *context), void *context) {
    fflush(stdout);
    fflush(stderr);
    const pid_t child = fork();
    if (child < 0) {
        return cli_bad("no further process: %s", strerror(errno));
    }
    if (child == 0) {
        const int status = function(context);
        fflush(stdout);
        _exit(status);
    }
    void (*const before)(int) = signal(SIGINT, SIG_IGN);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    signal(SIGINT, before);
    return WIFEXITED(status) ? WEXITSTATUS(status)
                             : cli_bad("a process of this program was killed");
}

#else

int process_call(int (*function)(void *context), void *context) {
    (void)function, (void)context;
    return cli_bad("this system has no further processes");
}

#endif
