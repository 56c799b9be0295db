// What `profile` says.
#include "profile_report.h"

#include <stdio.h>

#include "bound.h"
#include "cli.h"
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

static double misses_per_cycle(const struct counters_reading *counters) {
    const bool known =
        counters->known[COUNTER_BRANCH_MISSES] && counters->values[COUNTER_CYCLES] > 0.0;
    return known ? counters->values[COUNTER_BRANCH_MISSES] / counters->values[COUNTER_CYCLES] : 0.0;
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

static void print_counters(const struct profile_report *report) {
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
    puts(bound_explain(&bound, ipc(counters), misses_per_cycle(counters)));
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
    print_counters(report);
    if (report->peaks.set_count > 0) {
        print_peaks(report);
    }
}

// ------------------------------------------------------------------------------- in JSON

static void set_counters(const struct profile_report *report, json_t *object) {
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
}

static void set_work(const struct profile_report *report, json_t *object) {
    const struct work *work = &report->work;
    if (work->flops <= 0.0) {
        return;
    }
    const struct bound bound = find_bound(report);
    json_object_set_new(object, "flops_per_body", json_number(work->flops));
    json_object_set_new(object, "double_flops_per_body", json_number(work->doubles));
    json_object_set_new(object, "bytes_per_body", json_number(work->bytes));
    json_object_set_new(object, "share_of_peak_flops", json_number(bound.arithmetic));
    json_object_set_new(object, "share_of_l1_bandwidth", json_number(bound.loads));
}

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
    set_counters(report, object);
    if (report->peaks.set_count > 0) {
        json_object_set_new(object, "peaks", peaks_to_json(&report->peaks));
    }
    set_work(report, object);
    return object;
}
