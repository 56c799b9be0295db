// Says where a plug-in ended the program.
#include "blame.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const char *volatile doing;

void blame(const char *what) {
    doing = what;
}

void blame_format(const char *format, ...) {
    static char text[4200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    doing = text;
}

// Only with functions that a signal handler may call.
static void say(const char *how) {
    const char *const parts[] = {"buoybench: a plug-in ", how, " ", doing, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
        (void)written; // nobody is left to be told
    }
}

static void on_fault(int number) {
    if (doing) {
        say(number == SIGSEGV   ? "crashed (SIGSEGV)"
            : number == SIGBUS  ? "crashed (SIGBUS)"
            : number == SIGFPE  ? "crashed (SIGFPE)"
            : number == SIGILL  ? "crashed (SIGILL)"
            : number == SIGABRT ? "crashed (SIGABRT)"
                                : "crashed (SIGTRAP)");
    }
    raise(number); // by SA_RESETHAND this is the end
}

static void on_exit_within(void) {
    if (doing) {
        say("ended the program");
        _exit(CLI_BAD);
    }
}

void blame_begin(void) {
    static bool begun;
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = (int)SA_RESETHAND};
    if (begun) {
        return;
    }
    begun = true;
    atexit(on_exit_within);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        sigaction(faults[i], &action, NULL);
    }
}
