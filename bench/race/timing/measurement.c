// What `run` measures beside the races of kernels.
#include "measurement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_memory.h"
#include "json_output.h"

int measurement_make(const struct measured_family *family, const char *name, const char *mesh,
                     const char *workload, struct measurement *measurement) {
    *measurement = (struct measurement){.family = family};
    snprintf(measurement->name, sizeof measurement->name, "%s/%s", family->name, name);
    measurement->subject = json_pack(
        "{ss ss ss ss ss ss ss ss ss si sf si sf sb}", "name",
        measurement->name + strlen(family->name) + 1, "family", family->name, "mesh", mesh, "shape",
        mesh, "workload", workload, "line", workload, "how", "", "summary", "", "headline", "",
        "triangles", 0, "bodies_per_call", 1.0, "threads", 1, "immersion", 0.0, "cold", 0);
    return measurement->subject ? 0 : cli_out_of_memory();
}

void measurement_free(struct measurement *measurement) {
    json_decref(measurement->subject);
    json_decref(measurement->counters);
    free(measurement->samples);
    *measurement = (struct measurement){.family = NULL};
}

int measurement_make_room(struct measurement *measurement, size_t count) {
    free(measurement->samples);
    measurement->samples = calloc(count, sizeof *measurement->samples);
    return measurement->samples ? 0 : cli_out_of_memory();
}

// ----------------------------------------------------------------------------- the report

static void add_family(const struct measured_family *family, json_t *families) {
    for (size_t i = 0; i < json_array_size(families); ++i) {
        const json_t *name = json_object_get(json_array_get(families, i), "name");
        if (strcmp(json_string_value(name), family->name) == 0) {
            return;
        }
    }
    json_t *columns = json_array();
    for (const char *const(*column)[3] = family->columns; (*column)[0]; ++column) {
        json_array_append_new(columns,
                              json_pack("[sss]", (*column)[0], (*column)[1], (*column)[2]));
    }
    json_array_append_new(families,
                          json_pack("{ss ss ss ss ss so}", "name", family->name, "automatic",
                                    family->automatic, "one", family->one, "many", family->many,
                                    "note", family->note, "columns", columns));
}

static void add_kernel(const struct measurement *measurement, json_t *kernels) {
    const char *kernel = measurement->kernel;
    if (!json_object_get(kernels, kernel)) {
        json_object_set_new(kernels, kernel,
                            json_pack("{ss ss ss ss sb sb sb}", "family", measurement->family->name,
                                      "method", measurement->method, "isa", "best", "call", kernel,
                                      "deterministic", 1, "approximate", 0, "plugin", 0));
    }
}

void measurement_add(struct measurement *measurement, json_t *report) {
    json_t *context = json_object_get(report, "context");
    json_t *subjects = json_object_get(context, "subjects");
    if (measurement->sample_count == 0) {
        return;
    }
    measurement->place = json_array_size(subjects);
    if (measurement->one_thread && measurement->one_thread->sample_count > 0) {
        json_object_set_new(measurement->subject, "one_thread",
                            json_integer((json_int_t)measurement->one_thread->place));
    }
    json_array_append(subjects, measurement->subject);
    add_family(measurement->family, json_object_get(context, "families"));
    add_kernel(measurement, json_object_get(context, "kernels"));
    for (size_t i = 0; i < measurement->sample_count; ++i) {
        const double ns = measurement->samples[i];
        json_t *row =
            json_pack("{ss ss ss sI sI si sI sf sf ss sf ss sI}", "name", measurement->name,
                      "run_name", measurement->name, "run_type", "iteration", "repetitions",
                      (json_int_t)measurement->sample_count, "repetition_index", (json_int_t)i,
                      "threads", 1, "iterations", (json_int_t)measurement->iterations, "real_time",
                      ns, "cpu_time", ns, "time_unit", "ns", "ns_per_body", ns, "kernel",
                      measurement->kernel, "subject", (json_int_t)measurement->place);
        json_object_update(row, measurement->counters);
        const double triangles =
            json_number_value(json_object_get(measurement->counters, "triangles"));
        if (triangles > 0.0) {
            json_object_set_new(row, "ns_per_triangle", json_real(ns / triangles));
        }
        json_array_append_new(json_object_get(report, "benchmarks"), row);
    }
}
