// What one core of this machine can do at most.
//
// Every number is the best of several batches, because whatever disturbs a measurement (another
// program, a clock that still rises) makes it slower and never faster.
#include "peaks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caches.h"
#include "clock.h"
#include "dispatch/cpu.h"
#include "heap.h"
#include "loops.h"
#include "platform.h"

// ---------------------------------------------------------------------------- instruction sets

#define IF_BUILT(built, ...) CHOOSE(built, __VA_ARGS__)
#define CHOOSE(built, ...) IF_BUILT_##built(__VA_ARGS__)
#define IF_BUILT_1(...) __VA_ARGS__
#define IF_BUILT_0(...)
#define IF_BUILT_2(...)

#define DECLARE(family, method, suffix, option, name, processor, width, features, same_bits)       \
    IF_BUILT(BUOY_BUILT_##option, extern const struct peaks_loops peaks_loops_##suffix;)
BUOY_FOR_EACH_ISA(DECLARE, , )

struct set {
    const char *isa;
    const struct peaks_loops *loops;
};

#define TABLE_LINE(family, method, suffix, option, name, processor, width, features, same_bits)    \
    IF_BUILT(BUOY_BUILT_##option, {name, &peaks_loops_##suffix}, )
static const struct set sets[] = {BUOY_FOR_EACH_ISA(TABLE_LINE, , )};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static bool runs(const struct set *set) {
    const struct buoy_isa *isa = buoy_isa_find(set->isa);
    return isa && (isa->features & ~buoy_cpu_features()) == 0;
}

static bool is_fused(const struct set *set) {
    return strchr(set->isa, '+');
}

// ------------------------------------------------------------------------------- measuring

#define BATCHES 24

// CPU time, as kernels are timed: on a loaded machine, other programs run during most batches.
static double now(void) {
    return clock_cpu_of_thread();
}

// What the loops return goes here, so that they are not optimised away.
static volatile float kept;

// A job that can be done so many times; returns the operations or bytes of one time.
typedef double job(const void *what, size_t times);

// The best rate, in 10⁹ per second. The number of times is doubled until a batch is long enough;
// these attempts also warm up caches and clock.
static double best_rate(job *run, const void *what, double seconds) {
    const double batch = seconds / BATCHES;
    size_t times = 1;
    double best = 0.0, spent = 0.0;
    for (int done = 0; done < BATCHES && (done < 2 || spent < 2.0 * seconds);) {
        const double began = now();
        const double amount = run(what, times) * (double)times;
        const double took = now() - began;
        const double rate = took > 0.0 ? 1e-9 * amount / took : 0.0;
        spent += took;
        if (took < 0.5 * batch) {
            times *= 2;
        } else {
            best = rate > best ? rate : best;
            ++done;
        }
    }
    return best;
}

struct computing {
    peaks_compute *loop;
    size_t width;
    double per_operation; // 2 for multiply-adds
};

static double compute(const void *what, size_t times) {
    const struct computing *computing = what;
    static const volatile float start = 1.0f,
                                step = 0.0625f; // read anew: the compiler knows neither
    float values[PEAKS_VALUES] = {start, step};
    for (int i = 2; i < PEAKS_VALUES; ++i) {
        values[i] = start + (float)i * step;
    }
    const size_t turns = 64;
    kept = computing->loop(turns * times, values);
    return computing->per_operation * (double)(turns * PEAKS_CHAINS * computing->width);
}

// ------------------------------------------------------------------------------------ clock

#if defined(__x86_64__)
#define DEPENDENT_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define DEPENDENT_ADD "add %0, %0, %1\n\t"
#endif

#ifdef DEPENDENT_ADD
#define EIGHT_ADDS                                                                                 \
    DEPENDENT_ADD DEPENDENT_ADD DEPENDENT_ADD DEPENDENT_ADD DEPENDENT_ADD DEPENDENT_ADD            \
        DEPENDENT_ADD DEPENDENT_ADD

// Additions that wait for each other take one cycle each on every core that this is compiled for.
static double add_dependent(const void *what, size_t times) {
    const size_t turns = 256;
    unsigned long sum = 0;
    (void)what;
    for (size_t i = 0; i < turns * times; ++i) {
        __asm__ volatile(EIGHT_ADDS EIGHT_ADDS EIGHT_ADDS EIGHT_ADDS : "+r"(sum) : "r"(1ul) : "cc");
    }
    kept = (float)sum;
    return 32.0 * (double)turns;
}

static double measure_clock(double seconds) {
    return best_rate(add_dependent, NULL, seconds);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The clock that the core keeps for a while behind a set's operations: some lower it for wide
// vectors, within microseconds and for most of a millisecond. The median, as the system may
// interrupt between.
static double clock_behind(const struct computing *computing, double seconds) {
    enum {
        TIMES = 16, // 131,072 additions, 50 µs
        MOST = 200
    };
    double rates[MOST];
    size_t count = 0;
    const double begins = now() + 0.1 * seconds, ends = begins + seconds;
    while (count < MOST && (count == 0 || now() < ends)) {
        for (const double until = now() + 2e-4; now() < until;) {
            compute(computing, 8);
        }
        const double began = now(), amount = add_dependent(NULL, TIMES) * TIMES;
        if (began >= begins || count > 0) {
            rates[count++] = 1e-9 * amount / (now() - began);
        }
    }
    qsort(rates, count, sizeof *rates, compare);
    return rates[count / 2];
}
#else
static double clock_behind(const struct computing *computing, double seconds) {
    (void)computing, (void)seconds;
    return 0.0;
}

static double measure_clock(double seconds) {
    (void)seconds;
    return 0.0;
}
#endif

static double best_flops(const struct peaks_loops *loops, peaks_compute *loop, double per_operation,
                         double seconds) {
    const struct computing computing = {loop, loops->width, per_operation};
    return best_rate(compute, &computing, seconds);
}

// Adds a set's rates, or those of its multiply-adds to the set that it extends.
static void measure_set(const struct set *set, double seconds, struct peaks *peaks) {
    const struct peaks_loops *loops = set->loops;
    if (is_fused(set)) {
        const size_t length = strcspn(set->isa, "+");
        for (size_t i = 0; i < peaks->set_count; ++i) {
            struct peaks_flops *base = &peaks->sets[i];
            if (strlen(base->isa) == length && strncmp(base->isa, set->isa, length) == 0) {
                base->fma = best_flops(loops, loops->multiply_add, 2.0, seconds);
            }
        }
        return;
    }
    if (peaks->set_count < PEAKS_MOST_SETS) {
        peaks->sets[peaks->set_count++] = (struct peaks_flops){
            .isa = set->isa,
            .width = loops->width,
            .add = best_flops(loops, loops->add, 1.0, seconds),
            .multiply = best_flops(loops, loops->multiply, 1.0, seconds),
            .mixed = best_flops(loops, loops->mixed, 1.0, seconds),
            .clock_ghz =
                clock_behind(&(struct computing){loops->mixed, loops->width, 1.0}, seconds),
        };
    }
}

// --------------------------------------------------------------------------------- reading

// Arrays in memory are twice as large as the largest cache, within these limits and within an
// eighth of the machine's memory. Beyond them, such an array is partly read from the cache.
#define SMALLEST_IN_MEMORY ((size_t)64 << 20)
#define LARGEST_IN_MEMORY ((size_t)256 << 20)

struct reading {
    peaks_read *loop;
    const float *floats;
    size_t count;
};

static double read_array(const void *what, size_t times) {
    const struct reading *reading = what;
    float sum = 0.0f;
    for (size_t i = 0; i < times; ++i) {
        sum += reading->loop(reading->floats, reading->count);
    }
    kept = sum;
    return (double)(reading->count * sizeof *reading->floats);
}

static size_t bytes_in_memory(const struct caches *caches) {
    const size_t largest = caches->l3 > caches->l2 ? caches->l3 : caches->l2;
    size_t bytes = 2 * largest;
    bytes = bytes > SMALLEST_IN_MEMORY ? bytes : SMALLEST_IN_MEMORY;
    bytes = bytes < LARGEST_IN_MEMORY ? bytes : LARGEST_IN_MEMORY;
    const size_t most = platform_memory() / 8;
    return most > 0 && bytes > most ? most : bytes;
}

// The rate of reading the first `bytes` of an array, or 0 if there is no such cache.
static double read_rate(const struct reading *all, size_t bytes, double seconds) {
    struct reading reading = *all;
    const size_t count = bytes / sizeof(float) / PEAKS_STRIDE * PEAKS_STRIDE;
    reading.count = count < all->count ? count : all->count;
    return reading.count > 0 ? best_rate(read_array, &reading, seconds) : 0.0;
}

// Half of the second level's cache, or of the third's, is more than the level before holds.
static bool measure_bandwidth(peaks_read *loop, double seconds, struct peaks_bandwidth *bandwidth) {
    struct caches caches = caches_find();
    if (caches.l1 == 0) {
        caches.l1 = (size_t)32 << 10;
    }
    const size_t bytes = bytes_in_memory(&caches) / 4096 * 4096;
    float *floats = heap_take(bytes);
    if (!floats) {
        return false;
    }
    memset(floats, 0, bytes);
    const struct reading all = {loop, floats, bytes / sizeof *floats};
    *bandwidth = (struct peaks_bandwidth){
        .l1 = read_rate(&all, caches.l1 / 2, seconds),
        .l2 = read_rate(&all, caches.l2 / 2, seconds),
        // Other cores use it, too: no more of it than is surely beyond the second level.
        .l3 =
            read_rate(&all, 4 * caches.l2 < caches.l3 / 2 ? 4 * caches.l2 : caches.l3 / 2, seconds),
        .memory = read_rate(&all, bytes, seconds),
    };
    heap_give(floats);
    return true;
}

bool peaks_measure(double seconds, struct peaks *peaks) {
    *peaks = (struct peaks){0};
    const struct set *widest = &sets[0];
    size_t numbers = 5; // bandwidths and the clock
    for (size_t i = 0; i < SET_COUNT; ++i) {
        if (runs(&sets[i])) {
            numbers += is_fused(&sets[i]) ? 1 : 4;
            widest = sets[i].loops->width >= widest->loops->width ? &sets[i] : widest;
        }
    }
    const double each = seconds / (double)numbers;
    peaks->clock_ghz = measure_clock(each);
    for (size_t i = 0; i < SET_COUNT; ++i) {
        if (runs(&sets[i])) {
            measure_set(&sets[i], each, peaks);
        }
    }
    return measure_bandwidth(widest->loops->read, each, &peaks->bandwidth);
}

// ------------------------------------------------------------------------------- in JSON

double peaks_most_flops(const struct peaks *peaks, const char *isa) {
    const size_t length = strcspn(isa, "+");
    for (size_t i = 0; i < peaks->set_count; ++i) {
        const struct peaks_flops *set = &peaks->sets[i];
        if (strlen(set->isa) != length || strncmp(set->isa, isa, length) != 0) {
            continue;
        }
        if (isa[length] == '+') {
            return set->fma;
        }
        const double single = set->add > set->multiply ? set->add : set->multiply;
        return set->mixed > single ? set->mixed : single;
    }
    return 0.0;
}

#define SAME_CLOCK 0.97

void peaks_say_clock(const struct peaks *peaks, char *text, size_t size) {
    text[0] = '\0';
    if (peaks->clock_ghz > 0.0) {
        size_t length = (size_t)snprintf(text, size, "%.1f GHz", peaks->clock_ghz);
        for (size_t i = 0; i < peaks->set_count && length < size; ++i) {
            const double clock = peaks->sets[i].clock_ghz;
            if (clock > 0.0 && clock < SAME_CLOCK * peaks->clock_ghz) {
                length += (size_t)snprintf(text + length, size - length, ", %.1f under %s", clock,
                                           peaks->sets[i].isa);
            }
        }
    }
}

static void set_known(json_t *object, const char *name, double value) {
    if (value > 0.0) {
        json_object_set_new(object, name, json_real(value));
    }
}

json_t *peaks_to_json(const struct peaks *peaks) {
    json_t *object = json_object(), *flops = json_object(), *bandwidth = json_object();
    set_known(object, "clock_ghz", peaks->clock_ghz);
    for (size_t i = 0; i < peaks->set_count; ++i) {
        const struct peaks_flops *set = &peaks->sets[i];
        json_t *rates = json_object();
        set_known(rates, "add", set->add);
        set_known(rates, "multiply", set->multiply);
        set_known(rates, "mixed", set->mixed);
        set_known(rates, "fma", set->fma);
        set_known(rates, "clock_ghz", set->clock_ghz);
        json_object_set_new(flops, set->isa, rates);
    }
    set_known(bandwidth, "l1", peaks->bandwidth.l1);
    set_known(bandwidth, "l2", peaks->bandwidth.l2);
    set_known(bandwidth, "l3", peaks->bandwidth.l3);
    set_known(bandwidth, "memory", peaks->bandwidth.memory);
    json_object_set_new(object, "flops", flops);
    json_object_set_new(object, "bandwidth", bandwidth);
    return object;
}
