// The processor's event counters around a piece of this thread's work.
//
// All counters form one group, which the kernel schedules as a whole: their ratios, such as
// instructions per cycle, are those of the same moments.
#include "counters.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

const char *const counter_names[COUNTER_COUNT] = {"cycles", "instructions", "branch_misses",
                                                  "l1d_misses"};

static bool is_open(const struct counters *counters) {
    return counters->descriptors[COUNTER_CYCLES] >= 0;
}

// ------------------------------------------------------------------------------- reasons

// Why the system refused a counter.
static void explain(const struct counters_system *system, int error, char *text, size_t size) {
    const int paranoid = system->paranoid();
    switch (error) {
    case EACCES:
    case EPERM:
        if (paranoid > 2) {
            snprintf(text, size,
                     "not permitted: kernel.perf_event_paranoid is %d; as root, 'sysctl "
                     "kernel.perf_event_paranoid=2' permits it",
                     paranoid);
        } else {
            snprintf(text, size, "not permitted, perhaps by a container's seccomp rules");
        }
        break;
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
        snprintf(text, size,
                 "this machine has no such counters; virtual machines often hide those of the "
                 "processor");
        break;
    case ENOSYS:
        snprintf(text, size, "this system has no perf_event_open()");
        break;
    case EMFILE:
    case ENFILE:
        snprintf(text, size, "too many files are open");
        break;
    case EBUSY:
        snprintf(text, size, "another program has reserved the counters");
        break;
    default:
        snprintf(text, size, "perf_event_open: %s", strerror(error));
    }
}

// Says which counters are not open, and why.
static void explain_closed(struct counters *counters, const char *why) {
    char *text = counters->reason;
    size_t length = (size_t)snprintf(text, sizeof counters->reason, "not counted: ");
    const char *between = "";
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        if (counters->descriptors[i] < 0) {
            length += (size_t)snprintf(text + length, sizeof counters->reason - length, "%s%s",
                                       between, counter_names[i]);
            between = ", ";
        }
    }
    snprintf(text + length, sizeof counters->reason - length, " (%s)", why);
}

// ------------------------------------------------------------------------------- opening

static void close_one(struct counters *counters, int i) {
    if (counters->descriptors[i] >= 0) {
        counters->system->close(counters->descriptors[i]);
        counters->descriptors[i] = -1;
    }
}

void counters_close(struct counters *counters) {
    for (int i = COUNTER_COUNT; i-- > 0;) { // the group's first one last
        close_one(counters, i);
    }
}

// Opens all counters, or none if cycles or instructions cannot be had.
static void open_group(struct counters *counters) {
    int refusal = 0;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        const int descriptor =
            counters->system->open((enum counter)i, counters->descriptors[COUNTER_CYCLES]);
        if (descriptor >= 0) {
            counters->descriptors[i] = descriptor;
            continue;
        }
        refusal = -descriptor;
        if (i <= COUNTER_INSTRUCTIONS) {
            counters_close(counters);
            explain(counters->system, refusal, counters->reason, sizeof counters->reason);
            return;
        }
    }
    if (refusal != 0) {
        char why[160];
        explain(counters->system, refusal, why, sizeof why);
        explain_closed(counters, why);
    }
}

// ------------------------------------------------------------------------------- reading

// The numbers before the values: see struct counters_system.
#define HEAD 3

// The group's numbers. Returns false if they cannot be read.
static bool read_group(const struct counters *counters, uint64_t numbers[HEAD + COUNTER_COUNT]) {
    size_t count = HEAD;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        count += counters->descriptors[i] >= 0;
    }
    return counters->system->read(counters->descriptors[COUNTER_CYCLES], numbers, count) &&
           numbers[0] == count - HEAD;
}

// Starts the group and remembers its times, which go on from there. Returns whether it starts.
static bool start_group(struct counters *counters) {
    uint64_t numbers[HEAD + COUNTER_COUNT];
    if (!read_group(counters, numbers)) {
        return false;
    }
    counters->wanted = numbers[1];
    counters->ran = numbers[2];
    return counters->system->start(counters->descriptors[COUNTER_CYCLES]) == 0;
}

// Stops the group and reads values, and times since its start. Returns false if it cannot be read.
static bool stop_group(const struct counters *counters, uint64_t numbers[HEAD + COUNTER_COUNT]) {
    counters->system->stop(counters->descriptors[COUNTER_CYCLES]);
    if (!read_group(counters, numbers)) {
        return false;
    }
    numbers[1] -= counters->wanted;
    numbers[2] -= counters->ran;
    return true;
}

// Whether a group counted: one that does not fit may be said to have run for a moment, in which the
// kernel tried, but has counted nothing.
static bool has_counted(const uint64_t numbers[HEAD + COUNTER_COUNT]) {
    return numbers[1] > 0 && numbers[2] > 0 && numbers[HEAD + COUNTER_CYCLES] > 0 &&
           numbers[HEAD + COUNTER_INSTRUCTIONS] > 0;
}

// Whether the group counts during some work of so many seconds.
static bool counts_during(struct counters *counters, double seconds) {
    uint64_t numbers[HEAD + COUNTER_COUNT];
    if (!start_group(counters)) {
        return false;
    }
    const double began = clock_cpu();
    while (clock_cpu() - began < seconds) {
    }
    return stop_group(counters, numbers) && has_counted(numbers);
}

void counters_open(const struct counters_system *system, struct counters *counters) {
    *counters = (struct counters){.system = system};
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        counters->descriptors[i] = -1;
    }
    if (system->missing) {
        snprintf(counters->reason, sizeof counters->reason, "%s", system->missing);
        return;
    }
    open_group(counters);
    // A processor with few counters may have room for the first ones.
    for (int i = COUNTER_COUNT;
         is_open(counters) && !(counts_during(counters, 1e-4) || counts_during(counters, 0.05));) {
        while (--i > COUNTER_INSTRUCTIONS && counters->descriptors[i] < 0) {
        }
        if (i <= COUNTER_INSTRUCTIONS) {
            counters_close(counters);
            snprintf(counters->reason, sizeof counters->reason,
                     "the counters never ran; another program, such as the kernel's NMI watchdog, "
                     "may hold them");
            return;
        }
        close_one(counters, i);
        explain_closed(counters, "too few counters are free");
    }
}

void counters_start(struct counters *counters) {
    if (is_open(counters) && !start_group(counters)) {
        counters_close(counters);
        snprintf(counters->reason, sizeof counters->reason, "the counters do not start");
    }
}

void counters_stop(struct counters *counters, struct counters_reading *reading) {
    uint64_t numbers[HEAD + COUNTER_COUNT];
    *reading = (struct counters_reading){.share = 0.0};
    snprintf(reading->reason, sizeof reading->reason, "%s", counters->reason);
    if (!is_open(counters)) {
        return;
    }
    if (!stop_group(counters, numbers)) {
        snprintf(reading->reason, sizeof reading->reason, "the counters cannot be read");
    } else if (!has_counted(numbers)) {
        snprintf(reading->reason, sizeof reading->reason,
                 "the counters did not run: other programs held them all the time");
    } else {
        reading->share = (double)numbers[2] / (double)numbers[1];
        for (int i = 0, next = HEAD; i < COUNTER_COUNT; ++i) {
            if (counters->descriptors[i] >= 0) {
                reading->known[i] = true;
                reading->values[i] = (double)numbers[next++] / reading->share;
            }
        }
        if (reading->share < 0.999) {
            const size_t length = strlen(reading->reason);
            snprintf(
                reading->reason + length, sizeof reading->reason - length,
                "%sscaled up: the counters ran in %.0f %% of the time, sharing the processor's "
                "with other programs",
                length > 0 ? "; " : "", 100.0 * reading->share);
        }
    }
}
