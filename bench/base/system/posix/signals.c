#include "signals.h"

#include <signal.h>
#include <unistd.h>

void signals_watch(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_NODEFER};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(number, &action, NULL);
    }
}

static sigset_t before_hold;

void signals_hold(void) {
    sigset_t interruptions;
    sigemptyset(&interruptions);
    sigaddset(&interruptions, SIGINT);
    sigaddset(&interruptions, SIGTERM);
    sigaddset(&interruptions, SIGHUP);
    sigprocmask(SIG_BLOCK, &interruptions, &before_hold);
}

void signals_release(void) {
    sigprocmask(SIG_SETMASK, &before_hold, NULL);
}

static void (*volatile due)(void);

static void on_alarm(int number) {
    (void)number;
    due();
}

void signals_after(unsigned seconds, void (*call)(void)) {
    due = call;
    signal(SIGALRM, on_alarm);
    alarm(seconds);
}

const struct signals_fault signals_faults[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"},
};
const size_t signals_fault_count = sizeof signals_faults / sizeof signals_faults[0];
