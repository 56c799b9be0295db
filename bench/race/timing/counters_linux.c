// The counters of this machine: perf_event_open() of Linux, with libpfm4 for the events.
#include "counters.h"

#if defined(__linux__) && defined(BUOY_HAVE_LIBPFM)

#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const events[COUNTER_COUNT] = {
    "perf::PERF_COUNT_HW_CPU_CYCLES",
    "perf::PERF_COUNT_HW_INSTRUCTIONS",
    "perf::PERF_COUNT_HW_BRANCH_MISSES",
    "perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS",
};

// In user mode only, as perf_event_paranoid 2, the default of the kernel, permits it to everyone.
static int open_counter(enum counter counter, int group) {
    struct perf_event_attr attribute = {.size = sizeof attribute};
    pfm_perf_encode_arg_t argument = {.attr = &attribute, .size = sizeof argument};
    if (pfm_initialize() != PFM_SUCCESS ||
        pfm_get_os_event_encoding(events[counter], PFM_PLM3, PFM_OS_PERF_EVENT, &argument) !=
            PFM_SUCCESS) {
        return -ENOENT;
    }
    attribute.exclude_kernel = 1;
    attribute.exclude_hv = 1;
    attribute.read_format =
        PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attribute.disabled = group < 0; // the others follow the first
    // This thread, on any processor. The C library has no function for this call.
    const long descriptor =
        syscall(SYS_perf_event_open, &attribute, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
    return descriptor >= 0 ? (int)descriptor : -errno;
}

static int control(int group, unsigned long request) {
    return ioctl(group, request, PERF_IOC_FLAG_GROUP) == 0 ? 0 : -errno;
}

static int start(int group) {
    const int status = control(group, PERF_EVENT_IOC_RESET);
    return status == 0 ? control(group, PERF_EVENT_IOC_ENABLE) : status;
}

static int stop(int group) {
    return control(group, PERF_EVENT_IOC_DISABLE);
}

static bool read_numbers(int group, uint64_t *numbers, size_t count) {
    const size_t bytes = count * sizeof *numbers;
    return read(group, numbers, bytes) == (ssize_t)bytes;
}

static void close_counter(int descriptor) {
    close(descriptor);
}

static int paranoid(void) {
    int level = -1;
    FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    if (file) {
        if (fscanf(file, "%d", &level) != 1) {
            level = -1;
        }
        fclose(file);
    }
    return level;
}

const struct counters_system counters_of_machine = {
    .open = open_counter,
    .start = start,
    .stop = stop,
    .read = read_numbers,
    .close = close_counter,
    .paranoid = paranoid,
};

#elif defined(__linux__)

const struct counters_system counters_of_machine = {
    .missing = "this program was built without libpfm4 (Debian: libpfm4-dev)",
};

#else

const struct counters_system counters_of_machine = {
    .missing = "the processor's counters are read on Linux only",
};

#endif
