// Runs gnuplot: a script in, a picture out, both through pipes. No shell and no temporary files.
#include "gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output.h"

extern char **environ;

struct process {
    pid_t id;
    int script, picture; // our ends of its standard input and output
};

// Other programs started meanwhile must not hold our ends open.
static int open_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return errno;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

// Returns 0 or an error number.
static int spawn(int input, int output, pid_t *id) {
    // The user's settings could redirect the picture.
    char *arguments[] = {(char *)"gnuplot", (char *)"--default-settings", (char *)"-", NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    }
    // Our scripts are UTF-8; in another locale gnuplot complains about characters it cannot
    // convert.
    setenv("LC_ALL", "C.UTF-8", 1);
    if (error == 0) {
        error = posix_spawnp(id, arguments[0], &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int start(struct process *process) {
    int input[2], output[2];
    int error = open_pipe(input);
    if (error != 0) {
        return error;
    }
    error = open_pipe(output);
    if (error != 0) {
        close(input[0]);
        close(input[1]);
        return error;
    }
    error = spawn(input[0], output[1], &process->id);
    close(input[0]);
    close(output[1]);
    if (error != 0) {
        close(input[1]);
        close(output[0]);
    }
    process->script = input[1];
    process->picture = output[0];
    return error;
}

static bool receive(int file, struct gnuplot_picture *picture) {
    const size_t step = 65536;
    for (;;) {
        char *bytes = realloc(picture->bytes, picture->count + step);
        if (!bytes) {
            return false;
        }
        picture->bytes = bytes;
        const ssize_t received = read(file, bytes + picture->count, step);
        if (received == 0) {
            return true;
        }
        if (received < 0 && errno != EINTR) {
            return false;
        }
        picture->count += received > 0 ? (size_t)received : 0;
    }
}

// A process's exit code; −1 if it did not exit normally.
static int exit_status(pid_t id) {
    int status;
    while (waitpid(id, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum gnuplot_result gnuplot_draw(const char *script, size_t length,
                                 struct gnuplot_picture *picture) {
    struct process process;
    *picture = (struct gnuplot_picture){0};
    const int error = start(&process);
    if (error != 0) {
        return error == ENOENT ? GNUPLOT_ABSENT : GNUPLOT_FAILED;
    }
    const bool sent = output_send(process.script, script, length);
    close(process.script);
    const bool received = receive(process.picture, picture);
    close(process.picture);
    const int status = exit_status(process.id);
    if (status == 127) {
        return GNUPLOT_ABSENT; // where posix_spawnp() returns before the program is looked for
    }
    return status == 0 && sent && received && picture->count > 0 ? GNUPLOT_DREW : GNUPLOT_FAILED;
}

void gnuplot_put_level_range(const char *axis, double low, double high, FILE *script) {
    if (low == high) {
        const double margin = fmax(1.0, 0.01 * fabs(low));
        fprintf(script, "set %srange [%.9g:%.9g]\n", axis, low - margin, high + margin);
    }
}
