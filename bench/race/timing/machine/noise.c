// How quiet the machine was while a race was timed, and whether its times can be trusted.
#include "host.h"

#include <math.h>
#include <stdio.h>

#include "clock.h"
#include "json_output.h"
#include "load.h"
#include "platform.h"

struct noise_counters noise_read(void) {
    const struct load load = load_read();
    return (struct noise_counters){
        .clock = clock_wall(),
        .own = load_own(),
        .busy = load.busy,
        .steal = load.steal,
        .total = load.total,
        .megahertz = platform_megahertz(),
        .load_average = load.average,
    };
}

// Over less time, the ticks that the system counts in say too little.
#define LEAST_SECONDS 1.0

struct noise noise_between(const struct noise_counters *begin, const struct noise_counters *end) {
    const double seconds = end->clock - begin->clock, own = end->own - begin->own;
    const double counted = end->total - begin->total; // NaN if the system does not tell
    const bool is_long = seconds >= LEAST_SECONDS && !isnan(counted);
    const double total = is_long ? counted : (double)NAN;
    return (struct noise){
        .load_average = begin->load_average,
        .cpu_share = own / seconds,
        .others = is_long ? fmax((end->busy - begin->busy - own) / seconds, 0.0) : (double)NAN,
        .cpus = total / seconds,
        .steal_percent = 100.0 * (end->steal - begin->steal) / total,
        .clock_percent = 100.0 * fabs(end->megahertz / begin->megahertz - 1.0),
        .spread_percent = (double)NAN,
    };
}

// Room for one more reason.
static char *next(struct noise_reasons *reasons) {
    return reasons->text[reasons->count++];
}

// What is not known is not complained about: comparisons with NaN are false.
struct noise_reasons noise_judge(const struct noise *noise) {
    struct noise_reasons reasons = {.count = 0};
    if (noise->cpu_share < NOISE_LEAST_CPU_SHARE) {
        snprintf(next(&reasons), sizeof *reasons.text,
                 "this program had the CPU %.0f %% of the time where %.0f %% is the least",
                 100.0 * noise->cpu_share, 100.0 * NOISE_LEAST_CPU_SHARE);
    }
    if (noise->others > NOISE_MOST_OTHERS * noise->cpus) {
        snprintf(next(&reasons), sizeof *reasons.text,
                 "other programs kept %.1f of %.0f CPUs busy where %.1f is the limit",
                 noise->others, noise->cpus, NOISE_MOST_OTHERS * noise->cpus);
    }
    if (noise->steal_percent > NOISE_MOST_STEAL_PERCENT) {
        snprintf(next(&reasons), sizeof *reasons.text,
                 "the hypervisor took %.0f %% of CPU time where %.0f %% is the limit",
                 noise->steal_percent, NOISE_MOST_STEAL_PERCENT);
    }
    if (noise->clock_percent > NOISE_MOST_CLOCK_PERCENT) {
        snprintf(next(&reasons), sizeof *reasons.text,
                 "the clock changed by %.0f %% where %.0f %% is the limit", noise->clock_percent,
                 NOISE_MOST_CLOCK_PERCENT);
    }
    if (noise->spread_percent > NOISE_MOST_SPREAD_PERCENT) {
        snprintf(next(&reasons), sizeof *reasons.text,
                 "times spread by %.0f %% where %.0f %% is the limit", noise->spread_percent,
                 NOISE_MOST_SPREAD_PERCENT);
    }
    return reasons;
}

json_t *noise_describe(const struct noise *noise) {
    const struct noise_reasons reasons = noise_judge(noise);
    json_t *object = json_object(), *warnings = json_array();
    for (size_t i = 0; i < reasons.count; ++i) {
        json_array_append_new(warnings, json_string(reasons.text[i]));
    }
    json_object_set_new(object, "trusted", json_boolean(reasons.count == 0));
    json_object_set_new(object, "warnings", warnings);
    json_object_set_new(object, "load_average", json_number(noise->load_average));
    json_object_set_new(object, "cpu_share", json_number(noise->cpu_share));
    json_object_set_new(object, "others_cpus", json_number(noise->others));
    json_object_set_new(object, "steal_percent", json_number(noise->steal_percent));
    json_object_set_new(object, "clock_percent", json_number(noise->clock_percent));
    json_object_set_new(object, "spread_percent", json_number(noise->spread_percent));
    return object;
}
