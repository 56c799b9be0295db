#include "stopwatch.h"

#include <math.h>

#define FEWEST_SLICES 3

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
