// Frames timed one by one.
#include "frames.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "cli.h"
#include "reals.h"
#include "ticks.h"

#define WARM_UP_FRAMES 16
#define CONTROL_TURNS ((size_t)1000) // the fewest

// Each turn waits for the one before (xorshift), so that no compiler shortens it.
static void turn(size_t turns) {
    static volatile uint32_t state = 1;
    uint32_t x = state;
    for (size_t i = 0; i < turns; ++i) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    state = x;
}

static double time_control(size_t turns) {
    const uint64_t began = ticks_now();
    turn(turns);
    return ticks_nanoseconds() * (double)(ticks_now() - began);
}

static double time_step(const struct frames_job *job, size_t frame) {
    job->prepare(job->context, frame);
    const uint64_t began = ticks_now();
    job->step(job->context, frame);
    return ticks_nanoseconds() * (double)(ticks_now() - began);
}

void frames_time(const struct frames_job *job, size_t count, struct frames *frames) {
    for (size_t end = frames->count + count; frames->count < end; ++frames->count) {
        frames->step[frames->count] = time_step(job, frames->count);
        frames->control[frames->count] = time_control(frames->turns);
    }
}

// The least of three times: the first warms up, and clocks of browsers tick once in a millisecond.
static double time_control_undisturbed(size_t turns) {
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, time_control(turns));
    }
    return least;
}

static size_t fit_control(double wanted) {
    size_t turns = CONTROL_TURNS;
    double time = time_control_undisturbed(turns);
    while (time < wanted) {
        turns *= 2;
        time = time_control_undisturbed(turns);
    }
    return wanted > 0.0 ? 1 + (size_t)((double)turns * (wanted / time)) : turns;
}

int frames_make(const struct frames_job *job, size_t room, struct frames *frames) {
    double steps[WARM_UP_FRAMES];
    *frames = (struct frames){.step = calloc(room + 1, sizeof *frames->step),
                              .control = calloc(room + 1, sizeof *frames->control),
                              .room = room};
    if (!frames->step || !frames->control) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < WARM_UP_FRAMES; ++i) {
        steps[i] = time_step(job, i);
    }
    frames->turns = fit_control(frames_tail(steps, WARM_UP_FRAMES).p50);
    return 0;
}

void frames_free(struct frames *frames) {
    free(frames->step);
    free(frames->control);
    *frames = (struct frames){.step = NULL};
}

static double nearest_rank(const double *times, size_t count, double share) {
    const size_t rank = (size_t)ceil(share * (double)count);
    return times[rank > 0 ? rank - 1 : 0];
}

struct frames_tail frames_tail(double *times, size_t count) {
    reals_sort(times, count);
    return (struct frames_tail){.p50 = nearest_rank(times, count, 0.5),
                                .p99 = nearest_rank(times, count, 0.99),
                                .p999 = nearest_rank(times, count, 0.999),
                                .most = times[count - 1]};
}
