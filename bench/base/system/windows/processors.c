#include "processors.h"

#include <windows.h>

// The processors in the program's group that it may use, 64 at most, as bits.
static DWORD_PTR allowed(void) {
    DWORD_PTR own = 0, all = 0;
    return GetProcessAffinityMask(GetCurrentProcess(), &own, &all) ? own : 1;
}

size_t processors_count(void) {
    size_t count = 0;
    for (DWORD_PTR rest = allowed(); rest != 0; rest &= rest - 1) {
        ++count;
    }
    return count > 0 ? count : 1;
}

// Windows tells no kinds of cores that the program reads.
bool processors_keep(const bool numbers[PROCESSORS_MOST + 1]) {
    (void)numbers;
    return false;
}

void processors_free(void) {}

const char *processors_pin(uint64_t number) {
    const DWORD_PTR one = number < 64 ? (DWORD_PTR)1 << number : 0;
    return SetProcessAffinityMask(GetCurrentProcess(), one) ? NULL : "this program has no such CPU";
}

const char *processors_prefer(void) {
    return SetPriorityClass(GetCurrentProcess(), HIGH_PRIORITY_CLASS) ? NULL : "Windows refuses";
}
