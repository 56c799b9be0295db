// What `profile` says.
#include "profile_report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "clock.h"
#include "json_output.h"
#include "numbers.h"

#define PEAKS_SECONDS 1.0

int profile_measure(struct profile_report *report) {
    const struct race_entry *entry = report->entry;
    const struct race_subject *subject = entry->subject;
    work_count(&subject->queries, entry->kernel, &entry->scratch, subject->answers, &report->work);
    return peaks_measure(PEAKS_SECONDS, &report->peaks) ? 0 : cli_out_of_memory();
}

static double ns_per_body(const struct steady_result *result) {
    return 1e9 * result->cpu_seconds / result->bodies;
}

static double per_body(const struct steady_result *result, enum counter counter) {
    return result->counters.values[counter] / result->bodies;
}

// Instructions per cycle; 0 if unknown.
static double ipc(const struct counters_reading *counters) {
    const double cycles = counters->values[COUNTER_CYCLES];
    const bool known = counters->known[COUNTER_CYCLES] && counters->known[COUNTER_INSTRUCTIONS];
    return known && cycles > 0.0 ? counters->values[COUNTER_INSTRUCTIONS] / cycles : 0.0;
}

static struct bound find_bound(const struct profile_report *report) {
    return bound_find(&report->peaks, report->entry->info.isa, &report->work,
                      ns_per_body(&report->result));
}

// ------------------------------------------------------------------------------- in text

static void print_row(const struct profile_report *report, const char *label, double value) {
    const size_t triangles = report->entry->triangles;
    printf("  %-22s%14s", label, number_like(value, value).text);
    if (triangles > 0) {
        printf("%14.3f", value / (double)triangles);
    }
    putchar('\n');
}

// Shares of what this core can do.
static void print_peaks(const struct profile_report *report) {
    const struct peaks_bandwidth *most = &report->peaks.bandwidth;
    const struct counters_reading *counters = &report->result.counters;
    if (report->work.flops <= 0.0) {
        puts("\noperations: counted for the templates of simd/ only, and not for auto, which calls "
             "them");
        return;
    }
    const struct bound bound = find_bound(report);
    printf("\n%.3g GFLOP/s, %.0f %% of the %.4g that %s can do (doubles take the place of two)\n",
           bound.gflops, 100.0 * bound.arithmetic, bound.most_gflops, report->entry->info.isa);
    printf("%.3g GB/s loaded, %.0f %% of the %.4g from L1", bound.gbytes, 100.0 * bound.loads,
           most->l1);
    if (most->l2 > 0.0) {
        printf("; L2 %.4g", most->l2);
    }
    if (most->l3 > 0.0) {
        printf("; L3 %.4g", most->l3);
    }
    printf("; memory %.4g\n", most->memory);
    const bool known =
        counters->known[COUNTER_BRANCH_MISSES] && counters->values[COUNTER_CYCLES] > 0.0;
    puts(bound_explain(
        &bound, ipc(counters),
        known ? counters->values[COUNTER_BRANCH_MISSES] / counters->values[COUNTER_CYCLES] : 0.0));
}

static const char *place_of(const struct race_subject *subject) {
    const struct queries *queries = &subject->queries;
    return subject->mesh ? subject->mesh->name : workload_place(queries->family, queries->workload);
}

void profile_print(const struct profile_report *report) {
    const struct race_entry *entry = report->entry;
    const struct race_subject *subject = entry->subject;
    const struct steady_result *result = &report->result;
    printf("%s on %s, workload %s (%s): %s bodies in %.3g s%s\n\n", entry->info.id,
           place_of(subject), subject->queries.workload->name, subject->summary,
           number_count(result->bodies).text, result->seconds,
           result->interrupted ? ", interrupted" : "");
    printf("  %-22s%14s%s\n", "", "per body", entry->triangles > 0 ? "  per triangle" : "");
    print_row(report, "CPU time, ns", ns_per_body(result));
    if (report->work.flops > 0.0) {
        print_row(report, "operations", report->work.flops);
        print_row(report, "  of them in double", report->work.doubles);
        print_row(report, "bytes loaded", report->work.bytes);
    }
    static const char *const labels[COUNTER_COUNT] = {"cycles", "instructions",
                                                      "mispredicted branches", "L1 data misses"};
    const struct counters_reading *counters = &report->result.counters;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        if (counters->known[i]) {
            print_row(report, labels[i], per_body(&report->result, (enum counter)i));
        }
    }
    if (ipc(counters) > 0.0) {
        printf("\ninstructions per cycle: %.2f\n", ipc(counters));
    }
    if (counters->reason[0] != '\0') {
        printf("\ncounters: %s\n", counters->reason);
    }
    if (report->peaks.set_count > 0) {
        print_peaks(report);
    }
}

// ------------------------------------------------------------------------------- in JSON

json_t *profile_to_json(const struct profile_report *report) {
    const struct race_subject *subject = report->entry->subject;
    const struct steady_result *result = &report->result;
    json_t *object = json_object();
    json_object_set_new(object, "kernel", json_string(report->entry->info.id));
    json_object_set_new(object, "mesh", json_text(place_of(subject)));
    json_object_set_new(object, "workload", json_string(subject->queries.workload->name));
    json_object_set_new(object, "seconds", json_number(result->seconds));
    json_object_set_new(object, "bodies", json_integer((json_int_t)result->bodies));
    json_object_set_new(object, "ns_per_body", json_number(ns_per_body(result)));
    const struct counters_reading *counters = &report->result.counters;
    for (int i = 0; i < COUNTER_COUNT; ++i) {
        if (counters->known[i]) {
            json_object_set_new(object, counter_names[i],
                                json_number(per_body(&report->result, (enum counter)i)));
        }
    }
    if (ipc(counters) > 0.0) {
        json_object_set_new(object, "ipc", json_number(ipc(counters)));
    }
    if (counters->reason[0] != '\0') {
        json_object_set_new(object, "counters", json_string(counters->reason));
    }
    if (report->peaks.set_count > 0) {
        json_object_set_new(object, "peaks", peaks_to_json(&report->peaks));
    }
    const struct work *work = &report->work;
    if (work->flops > 0.0) {
        const struct bound bound = find_bound(report);
        json_object_set_new(object, "flops_per_body", json_number(work->flops));
        json_object_set_new(object, "double_flops_per_body", json_number(work->doubles));
        json_object_set_new(object, "bytes_per_body", json_number(work->bytes));
        json_object_set_new(object, "share_of_peak_flops", json_number(bound.arithmetic));
        json_object_set_new(object, "share_of_l1_bandwidth", json_number(bound.loads));
    }
    return object;
}

// ---------------------------------------------------------------------------------------- the loop

// Between two looks at the clock.
#define BATCH_SECONDS 1e-3

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

void steady_run(const struct race_entry *entry, double seconds,
                const struct counters_system *system, struct steady_result *result) {
    struct counters counters;
    interrupted = 0;
    void (*const before)(int) = signal(SIGINT, note_interrupt);
    counters_open(system, &counters);
    struct stopwatch_job job = race_job(entry);
    // Asking for that also warms up what is to be warm.
    const size_t batch = stopwatch_fit(&job, job.per_call, BATCH_SECONDS);
    size_t bodies = 0;
    counters_start(&counters);
    const double cpu_began = clock_cpu();
    const double began = clock_wall();
    double spent;
    do {
        stopwatch_ask(&job, batch);
        bodies += batch;
        spent = clock_wall() - began;
    } while (spent < seconds && !interrupted);
    result->cpu_seconds = clock_cpu() - cpu_began;
    counters_stop(&counters, &result->counters);
    result->seconds = spent;
    result->bodies = (double)bodies;
    result->interrupted = spent < seconds;
    counters_close(&counters);
    signal(SIGINT, before);
}

// ------------------------------------------------------------------------------------------ bounds

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
