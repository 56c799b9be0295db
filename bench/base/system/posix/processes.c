#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"

// Returns the exit code, or -1: it was killed.
static int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

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
    const int status = wait_for(child);
    signal(SIGINT, before);
    return status;
}

int process_feed(const char *program, const char *text, size_t length) {
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = files_open("/dev/null", O_WRONLY);
        dup2(ends[0], STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp(program, program, "-", (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN); // it may end before it has read all
    const bool sent = child > 0 && files_send(ends[1], text, length);
    close(ends[1]);
    signal(SIGPIPE, before);
    const int status = child > 0 ? wait_for(child) : -1;
    return sent ? status : -1;
}
