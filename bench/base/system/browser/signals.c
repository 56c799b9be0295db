// No signal arrives in a browser.
#include "signals.h"

void signals_watch(int number, void (*handler)(int)) {
    (void)number, (void)handler;
}

void signals_hold(void) {}

void signals_release(void) {}

void signals_after(unsigned seconds, void (*call)(void)) {
    (void)seconds, (void)call;
}

const struct signals_fault signals_faults[] = {{0, ""}};
const size_t signals_fault_count = 0;
