#include "load.h"

#include <math.h>
#include <windows.h>

static double seconds(FILETIME time) { // 100 ns each
    return 1e-7 * (4294967296.0 * (double)time.dwHighDateTime + (double)time.dwLowDateTime);
}

struct load load_read(void) {
    struct load load = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    FILETIME idle, kernel, user; // the second with the first
    if (GetSystemTimes(&idle, &kernel, &user)) {
        load.total = seconds(kernel) + seconds(user);
        load.busy = load.total - seconds(idle);
    }
    return load;
}

// It ticks at 15.6 ms: too slowly for times, but not for a share of seconds.
double load_own(void) {
    FILETIME begun, ended, kernel, user;
    return GetProcessTimes(GetCurrentProcess(), &begun, &ended, &kernel, &user)
               ? seconds(kernel) + seconds(user)
               : (double)NAN;
}
