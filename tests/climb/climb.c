#include "climb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Consecutive steps without gain before a search starts anew.
#define PATIENCE 600

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool climb_plain;

bool climb_asks(const struct buoy_kernel *kernel) {
    const bool plain = strcmp(kernel->isa, "scalar") == 0;
    return buoy_kernel_runs(kernel) && (plain || (!kernel->deterministic && !climb_plain));
}

struct climb_noted climb_noted[64];
size_t climb_noted_count;

struct climb_ratio climb_note(struct climb_ratio worst, const char *kernel, const char *quantity,
                              double error, double bound) {
    const double ratio = error > 0.0 ? error / bound : isnan(error) ? (double)INFINITY : 0.0;
    struct climb_noted *noted = climb_noted;
    while (noted < &climb_noted[climb_noted_count] &&
           (strcmp(noted->kernel, kernel) != 0 || strcmp(noted->quantity, quantity) != 0)) {
        ++noted;
    }
    if (noted == &climb_noted[climb_noted_count]) {
        if (climb_noted_count == sizeof climb_noted / sizeof *climb_noted) {
            abort();
        }
        climb_noted[climb_noted_count++] = (struct climb_noted){kernel, quantity, 0.0};
    }
    noted->ratio = fmax(noted->ratio, ratio);
    return ratio <= worst.ratio ? worst : (struct climb_ratio){ratio, kernel};
}

// One number moved: by a share of itself or of 1, by an ulp or some, to the value of another, to 0,
// to the other sign.
static double moved(struct rng *rng, const struct climb_question *question, size_t i) {
    const double x = question->x[i];
    const size_t movable = question->count - question->fixed;
    const double size = ldexp(rng_between(rng, -1.0, 1.0), -(int)rng_below(rng, 26));
    switch (rng_below(rng, 16)) {
    case 0:
        return question->x[question->fixed + rng_below(rng, movable)];
    case 1:
        return rng_below(rng, 4) ? -x : 0.0;
    case 2:
    case 3:
    case 4: // floats are what most questions are rounded to
        return x + ldexp(x, -23) * (double)((int)rng_below(rng, 9) - 4);
    case 5:
    case 6:
    case 7:
    case 8:
        return x + size * x;
    default:
        return x + size;
    }
}

// Begins at a question that may be asked.
static bool begin(const struct climb_family *family, struct rng *rng, double end, uint64_t most,
                  struct climb_summit *at) {
    do {
        if (at->judged == most || now() >= end) {
            return false;
        }
        family->start(family, rng, &at->question);
        at->ratio = family->judge(family, &at->question);
        ++at->judged;
    } while (at->ratio.ratio < 0.0);
    return true;
}

void climb(const struct climb_family *family, struct rng *rng, double seconds, uint64_t most,
           struct climb_summit *summit) {
    const double end = now() + seconds;
    climb_noted_count = 0;
    struct climb_summit at = {.judged = 0};
    summit->ratio = (struct climb_ratio){.ratio = -1.0, .what = "nothing"};
    while (summit->ratio.ratio <= 1.0 && begin(family, rng, end, most, &at)) {
        int patience = PATIENCE;
        // A NaN for a ratio is beyond every bound, too.
        while (at.ratio.ratio <= 1.0 && patience > 0 && at.judged < most && now() < end) {
            struct climb_question next = at.question;
            const size_t movable = next.count - next.fixed;
            size_t numbers = 1;
            while (numbers < 4 && rng_below(rng, 3) == 0) {
                ++numbers;
            }
            for (; numbers > 0; --numbers) {
                const size_t i = next.fixed + rng_below(rng, movable);
                next.x[i] = moved(rng, &next, i);
            }
            const struct climb_ratio ratio = family->judge(family, &next);
            ++at.judged;
            --patience;
            if (!(ratio.ratio < at.ratio.ratio)) {
                patience = ratio.ratio > at.ratio.ratio ? PATIENCE : patience;
                at.question = next;
                at.ratio = ratio;
            }
        }
        if (!(at.ratio.ratio <= summit->ratio.ratio)) {
            summit->question = at.question;
            summit->ratio = at.ratio;
        }
    }
    summit->judged = at.judged;
}
