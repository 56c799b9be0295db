// What happens when the user interrupts a race.
#include "interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"

static const char *folder;
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
                       : "\nbuoybench: interrupted, nothing written; earlier results stay in ");
    write_text(folder);
    write_text("\n");
    end_by(signal_number);
}

void interrupt_watch(const char *directory) {
    folder = directory;
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
