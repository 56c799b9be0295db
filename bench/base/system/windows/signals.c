// Windows calls the handler of an interruption in a thread of its own.
#include "signals.h"

#include <signal.h>
#include <windows.h>

static void (*watching)(int);
static CRITICAL_SECTION held;

// The system has forgotten the handler by now.
static void pass_on(int number) {
    signal(number, pass_on);
    EnterCriticalSection(&held);
    watching(number);
    LeaveCriticalSection(&held);
}

static void prepare(void) {
    static int prepared;
    if (!prepared++) {
        InitializeCriticalSection(&held);
    }
}

void signals_watch(int number, void (*handler)(int)) {
    prepare();
    watching = handler;
    if (signal(number, pass_on) == SIG_IGN) {
        signal(number, SIG_IGN);
    }
}

void signals_hold(void) {
    prepare();
    EnterCriticalSection(&held);
}

void signals_release(void) {
    LeaveCriticalSection(&held);
}

// A thread that would call waits for what a plug-in holds up first, the loader's lock.
void signals_after(unsigned seconds, void (*call)(void)) {
    (void)seconds, (void)call;
}

const struct signals_fault signals_faults[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}};
const size_t signals_fault_count = sizeof signals_faults / sizeof signals_faults[0];
