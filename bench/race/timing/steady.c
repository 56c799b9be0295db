// One kernel in a steady loop over its queries.
#include "steady.h"

#include <signal.h>

#include "clock.h"

// Between two looks at the clock.
#define BATCH_SECONDS 1e-3

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static void loop(const struct race_entry *entry, double seconds, struct counters *counters,
                 struct steady_result *result) {
    struct stopwatch_job job = race_job(entry);
    // Asking for that also warms up what is to be warm.
    const size_t batch = stopwatch_fit(&job, job.per_call, BATCH_SECONDS);
    size_t bodies = 0;
    counters_start(counters);
    const double cpu_began = clock_cpu();
    const double began = clock_wall();
    double spent;
    do {
        stopwatch_ask(&job, batch);
        bodies += batch;
        spent = clock_wall() - began;
    } while (spent < seconds && !interrupted);
    result->cpu_seconds = clock_cpu() - cpu_began;
    counters_stop(counters, &result->counters);
    result->seconds = spent;
    result->bodies = (double)bodies;
    result->interrupted = spent < seconds;
}

void steady_run(const struct race_entry *entry, double seconds,
                const struct counters_system *system, struct steady_result *result) {
    struct counters counters;
    interrupted = 0;
    void (*const before)(int) = signal(SIGINT, note_interrupt);
    counters_open(system, &counters);
    loop(entry, seconds, &counters, result);
    counters_close(&counters);
    signal(SIGINT, before);
}
