// The samples of a race, out of Google Benchmark's report.
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reals.h"

static bool is_interrupted(const json_t *row) {
    const char *message = json_string_value(json_object_get(row, "error_message"));
    return json_object_get(row, SAMPLES_INTERRUPTED) ||
           (message && strcmp(message, SAMPLES_INTERRUPTED) == 0);
}

// Removes missing repetitions, and the means, medians and so on that count them in: these have the
// mean, median and so on of the mark of the interruption.
static void drop_interrupted(json_t *report) {
    json_t *rows = json_object_get(report, "benchmarks");
    for (size_t i = json_array_size(rows); i-- > 0;) {
        if (is_interrupted(json_array_get(rows, i))) {
            json_array_remove(rows, i);
        }
    }
}

static int add_sample(struct ranking_candidate *times, double sample) {
    const size_t count = times->sample_count + 1;
    double *samples = realloc(times->samples, count * sizeof *samples);
    if (!samples) {
        return cli_out_of_memory();
    }
    samples[count - 1] = sample;
    times->samples = samples;
    times->sample_count = count;
    return 0;
}

int samples_take(const struct race *race, json_t *report) {
    drop_interrupted(report);
    const json_t *rows = json_object_get(report, "benchmarks");
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *type = json_string_value(json_object_get(row, "run_type"));
        const char *name = json_string_value(json_object_get(row, "run_name"));
        const json_t *time = json_object_get(row, "ns_per_body");
        if (!type || !name || !time || strcmp(type, "iteration") != 0) {
            continue;
        }
        const struct race_entry *entry = race_find(race, name);
        if (entry && add_sample(race_times(entry), json_number_value(time)) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static size_t count_entries(const struct race *race) {
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        count += race->subjects[i].entry_count;
    }
    return count;
}

double samples_spread(const struct race *race) {
    double *spreads = calloc(count_entries(race) + 1, sizeof *spreads), typical = (double)NAN;
    size_t count = 0;
    for (size_t i = 0; i < race->subject_count && spreads; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            const struct ranking_candidate *time = &subject->times[k];
            if (time->sample_count > 0 && !isinf(time->spread)) {
                spreads[count++] = 100.0 * time->spread / time->median;
            }
        }
    }
    if (count > 0) {
        reals_sort(spreads, count);
        typical = spreads[count / 2];
    }
    free(spreads);
    return typical;
}
