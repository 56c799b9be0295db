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
#include "signals.h"

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
static void say(const char *did) {
    const char *const parts[] = {"buoybench: a plug-in ", did, doing, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
        (void)written; // nobody is left to be told
    }
}

static void on_fault(int number) {
    signal(number, SIG_DFL); // this is the end
    for (size_t i = 0; doing && i < signals_fault_count; ++i) {
        if (signals_faults[i].number == number) {
            char did[40] = "crashed (";
            strncat(did, signals_faults[i].name, 20);
            strcat(did, ") ");
            say(did);
        }
    }
    raise(number);
}

static void on_exit_within(void) {
    if (doing) {
        say("ended the program ");
        _exit(CLI_BAD);
    }
}

void blame_begin(void) {
    static bool begun;
    if (begun) {
        return;
    }
    begun = true;
    atexit(on_exit_within);
    for (size_t i = 0; i < signals_fault_count; ++i) {
        signal(signals_faults[i].number, on_fault);
    }
}

static void on_alarm(void) {
    if (doing) {
        say("hangs ");
        _exit(CLI_BAD);
    }
}

void blame_limit(unsigned seconds) {
    signals_after(seconds, on_alarm);
}
