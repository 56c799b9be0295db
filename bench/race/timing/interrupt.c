// What happens when the user interrupts a race.
#include "interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"

static const char *folder, *nothing_written;
static volatile sig_atomic_t timing, writing, came;

static void write_text(const char *text) {
    const ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; // there is nobody to tell
}

static void end_by(int signal_number) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void handle(int signal_number) {
    if (timing && !came) {
        came = signal_number;
        return;
    }
    write_text(writing ? "\nbuoybench: interrupted; some files are of this run, others earlier, in "
                       : nothing_written);
    write_text(folder);
    write_text("\n");
    end_by(signal_number);
}

void interrupt_watch(const char *directory) {
    char path[4096];
    folder = directory;
    snprintf(path, sizeof path, "%.4000s/results.json", directory);
    nothing_written = access(path, F_OK) == 0
                          ? "\nbuoybench: interrupted, nothing written; earlier results stay in "
                          : "\nbuoybench: interrupted, nothing written to ";
    signals_watch(SIGINT, handle);
    signals_watch(SIGTERM, handle);
}

void interrupt_begin_timing(void) {
    timing = 1;
}

void interrupt_begin_writing(void) {
    writing = 1;
}

bool interrupt_came(void) {
    return came != 0;
}

void interrupt_end(void) {
    timing = 0;
    if (came) {
        end_by(came);
    }
}
