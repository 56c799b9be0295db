#include "processes.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int process_call(int (*function)(void *context), void *context) {
    fflush(stdout);
    fflush(stderr);
    const pid_t child = fork();
    if (child < 0) {
        return -1;
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
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
