// How near a kernel comes to what the machine can do at most.
#include "bound.h"

#include <string.h>

// Roughly what a mispredicted branch costs on today's cores, in cycles.
#define CYCLES_PER_MISPREDICTION 15.0

// As many instructions per cycle keep a core busy: today's finish about four at most, on vectors.
#define BUSY_IPC 2.5

struct bound bound_find(const struct peaks *peaks, const char *isa, const struct work *work,
                        double nanoseconds) {
    struct bound bound = {0};
    const double most = peaks_most_flops(peaks, isa);
    if (most <= 0.0 || work->flops <= 0.0 || nanoseconds <= 0.0) {
        return bound;
    }
    // A vector holds half as many doubles; scalar code has one number of either kind.
    const double places = strcmp(isa, "scalar") == 0 ? 1.0 : 2.0;
    bound.gflops = (work->flops + (places - 1.0) * work->doubles) / nanoseconds;
    bound.most_gflops = most;
    bound.arithmetic = bound.gflops / most;
    bound.gbytes = work->bytes / nanoseconds;
    bound.loads = peaks->bandwidth.l1 > 0.0 ? bound.gbytes / peaks->bandwidth.l1 : 0.0;
    return bound;
}

const char *bound_explain(const struct bound *bound, double ipc, double misses_per_cycle) {
    if (bound->arithmetic >= BOUND_REACHED && bound->arithmetic >= bound->loads) {
        return "arithmetic bounds it";
    }
    if (bound->loads >= BOUND_REACHED) {
        return "loads from the first-level cache bound it";
    }
    if (misses_per_cycle * CYCLES_PER_MISPREDICTION > 0.25) {
        return "neither bounds it: mispredicted branches take a quarter of the time or more";
    }
    if (ipc >= BUSY_IPC) {
        return "neither bounds it: the core is busy with other instructions, such as masks, "
               "selections, conversions and shuffles";
    }
    if (ipc > 0.0) {
        return "neither bounds it: the core waits, for results of operations before or for memory";
    }
    return "neither bounds it: other instructions do (masks, selections, conversions, shuffles), "
           "or "
           "waiting for results, memory or mispredicted branches; counters would tell";
}
