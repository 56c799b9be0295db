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

// Asks `batch` queries from `*next` on, going around; whole calls, as both are.
static void ask_batch(const struct race_entry *entry, size_t batch, size_t *next) {
    const struct queries *queries = &entry->subject->queries;
    while (batch > 0) {
        const size_t left = queries->count - *next, some = batch < left ? batch : left;
        queries_ask(queries, entry->kernel, &entry->scratch, *next, *next + some,
                    entry->subject->answers);
        *next = (*next + some) % queries->count;
        batch -= some;
    }
}

// The number of queries that take a batch's time; asking them also warms up what is to be warm.
static size_t choose_batch(const struct race_entry *entry, size_t *next) {
    size_t batch = entry->subject->queries.per_call;
    for (;;) {
        const double began = clock_seconds(CLOCK_MONOTONIC);
        ask_batch(entry, batch, next);
        if (clock_seconds(CLOCK_MONOTONIC) - began >= BATCH_SECONDS || interrupted) {
            return batch;
        }
        batch *= 2;
    }
}

static void loop(const struct race_entry *entry, double seconds, struct counters *counters,
                 struct steady_result *result) {
    size_t next = 0, bodies = 0;
    const size_t batch = choose_batch(entry, &next);
    counters_start(counters);
    const double cpu_began = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double began = clock_seconds(CLOCK_MONOTONIC);
    double spent;
    do {
        ask_batch(entry, batch, &next);
        bodies += batch;
        spent = clock_seconds(CLOCK_MONOTONIC) - began;
    } while (spent < seconds && !interrupted);
    result->cpu_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_began;
    counters_stop(counters, &result->counters);
    result->seconds = spent;
    result->bodies = (double)bodies;
    result->interrupted = spent < seconds;
}

void steady_run(const struct race_entry *entry, double seconds,
                const struct counters_system *system, struct steady_result *result) {
    struct sigaction action = {.sa_handler = note_interrupt}, old;
    struct counters counters;
    interrupted = 0;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &old);
    counters_open(system, &counters);
    loop(entry, seconds, &counters, result);
    counters_close(&counters);
    sigaction(SIGINT, &old, NULL);
}
