// Runs code that may crash or never end in a child process, so that the program can say so.
#include "plugin_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli.h"
#include "clock.h"

#define SECONDS_MOST 86400.0

static double limit = 60.0; // seconds
static struct guard *own;   // in a child: its guard
static double began;        // the latest child, on the monotonic clock

int guard_set_limit(void) {
    const char *text = getenv("BUOY_PLUGIN_SECONDS");
    return text ? cli_parse_real("BUOY_PLUGIN_SECONDS", text, 1e-3, SECONDS_MOST, &limit) : 0;
}

void guard_stage(const char *format, ...) {
    if (own) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(own->stage, sizeof own->stage, format, arguments);
        va_end(arguments);
    }
}

bool guard_is_late(void) {
    return own && clock_seconds(CLOCK_MONOTONIC) - began > 0.25 * limit;
}

// ------------------------------------------------------------------------------ the child

// Signals that end a process by a fault. Sanitizers handle some of them, and would turn them into
// exit codes.
static const struct {
    int number;
    const char *name;
} faults[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"},
};
enum {
    FAULT_COUNT = sizeof faults / sizeof faults[0]
};

static void prepare_child(bool keep_streams) {
    for (size_t i = 0; i < FAULT_COUNT; ++i) {
        signal(faults[i].number, SIG_DFL);
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    // Should the parent be ended:
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    alarm((unsigned)limit + 2);
    const int nowhere = keep_streams ? -1 : open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

// ----------------------------------------------------------------------------- the parent

// Waits until the child closes its end of the pipe, which its end does; false if it takes too long.
static bool wait_for_end(int pipe_end, double seconds) {
    const double deadline = clock_seconds(CLOCK_MONOTONIC) + seconds;
    for (;;) {
        const double left = deadline - clock_seconds(CLOCK_MONOTONIC);
        struct pollfd poll_end = {.fd = pipe_end};
        const int ready = left > 0.0 ? poll(&poll_end, 1, (int)(1e3 * left) + 1) : 0;
        if (ready >= 0 || errno != EINTR) {
            return ready != 0;
        }
    }
}

static void say_how_it_ended(int status, bool in_time, struct guard *outcome) {
    char how[100] = "ended the program";
    if (!in_time) {
        snprintf(how, sizeof how, "took longer than %g s (BUOY_PLUGIN_SECONDS)", limit);
    } else if (WIFSIGNALED(status)) {
        const char *name = "another signal";
        for (size_t i = 0; i < FAULT_COUNT; ++i) {
            name = faults[i].number == WTERMSIG(status) ? faults[i].name : name;
        }
        snprintf(how, sizeof how, "crashed (%s)", name);
    }
    snprintf(outcome->complaint, sizeof outcome->complaint, "%s %s", how, outcome->stage);
}

static void watch(pid_t child, int pipe_end, const struct guard *shared, struct guard *outcome) {
    int status = 0;
    const bool in_time = wait_for_end(pipe_end, limit);
    if (!in_time) {
        kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    *outcome = *shared;
    // A plug-in may have written there.
    outcome->stage[sizeof outcome->stage - 1] = '\0';
    outcome->complaint[sizeof outcome->complaint - 1] = '\0';
    outcome->declined[sizeof outcome->declined - 1] = '\0';
    if (!outcome->done) {
        say_how_it_ended(status, in_time, outcome);
    }
}

static int run(guard_task *task, void *context, bool keep_streams, struct guard *shared,
               struct guard *outcome) {
    int ends[2];
    if (pipe(ends) != 0) {
        return cli_bad("plug-ins: %s", strerror(errno));
    }
    began = clock_seconds(CLOCK_MONOTONIC);
    fflush(stdout); // or the child might write it again
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        own = shared;
        prepare_child(keep_streams);
        task(context, shared);
        shared->done = true;
        _exit(0);
    }
    close(ends[1]);
    if (child > 0) {
        watch(child, ends[0], shared, outcome);
    }
    close(ends[0]);
    return child > 0 ? 0 : cli_bad("plug-ins: no child process: %s", strerror(errno));
}

int guard_run(guard_task *task, void *context, bool keep_streams, struct guard *outcome) {
    struct guard *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return cli_out_of_memory();
    }
    *shared = (struct guard){.stage = "at once"};
    const int status = run(task, context, keep_streams, shared, outcome);
    munmap(shared, sizeof *shared);
    return status;
}
