#include "stopwatch.h"

#include <math.h>

#define FEWEST_SLICES 3
#define SAMPLE_SECONDS 2e-3
#define CALLS_A_LOOK ((size_t)16) // at the clock

void stopwatch_ask(struct stopwatch_job *job, size_t queries) {
    while (queries > 0) {
        const size_t left = job->count - job->next, some = queries < left ? queries : left;
        job->ask(job->context, job->next, job->next + some);
        job->next = (job->next + some) % job->count;
        queries -= some;
    }
}

double stopwatch_time(struct stopwatch_job *job, size_t queries, clock_function *clock) {
    const double began = clock();
    stopwatch_ask(job, queries);
    return clock() - began;
}

double stopwatch_least(struct stopwatch_job *job, size_t queries, double enough) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < FEWEST_SLICES || (double)i * least < enough; ++i) {
        least = fmin(least, stopwatch_time(job, queries, clock_wall));
    }
    return least;
}

size_t stopwatch_fit(struct stopwatch_job *job, size_t fewest, double seconds) {
    while (stopwatch_least(job, fewest, 0.0) < seconds) {
        fewest *= 2;
    }
    return fewest;
}

void stopwatch_alternate(struct stopwatch_job *jobs, size_t count, size_t rounds,
                         double *const *samples) {
    for (size_t round = 0; round < rounds; ++round) {
        for (size_t i = 0; i < count; ++i) {
            const size_t look = CALLS_A_LOOK * jobs[i].per_call;
            double seconds = 0.0, asked = 0.0;
            while (seconds < SAMPLE_SECONDS) {
                seconds += stopwatch_time(&jobs[i], look, clock_cpu);
                asked += (double)look;
            }
            samples[i][round] = 1e9 * seconds / asked;
        }
    }
}
