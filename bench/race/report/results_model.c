// What results say, and what follows from all of them.
#include "results_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_output.h"
#include "reals.h"

bool results_timed(const struct result *result) {
    return result->times.sample_count > 0;
}

double results_counter(const struct result *result, const char *name) {
    const json_t *number = json_object_get(result->row, name);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

static double ratio(const struct result *slow, const struct result *fast) {
    return slow && results_timed(slow) && results_timed(fast)
               ? slow->times.median / fast->times.median
               : (double)NAN;
}

double results_speedup(const struct result *result) {
    return ratio(result->subject->baseline, result);
}

double results_versus_rival(const struct result *result) {
    return ratio(result->subject->rival, result);
}

double results_scaling(const struct result *result) {
    const struct results_subject *single = result->subject->one_thread;
    return single ? ratio(results_of_kernel(single, result->kernel), result) : (double)NAN;
}

const struct result *results_find(const struct results *results, const char *name) {
    const json_t *index = json_object_get(results->indices, name);
    return index ? &results->items[(size_t)json_integer_value(index)] : NULL;
}

const struct result *results_of_kernel(const struct results_subject *subject, const char *kernel) {
    for (size_t i = 0; i < subject->count; ++i) {
        if (strcmp(subject->results[i]->kernel, kernel) == 0) {
            return subject->results[i];
        }
    }
    return NULL;
}

const char *results_text(const struct results *results, const char *key) {
    const char *text = json_string_value(json_object_get(results->context, key));
    return text ? text : "";
}

double results_number(const struct results *results, const char *key) {
    const json_t *number = json_object_get(results->context, key);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

bool results_noisy(const struct results *results) {
    const json_t *noise = json_object_get(results->context, "noise");
    return json_is_false(json_object_get(noise, "trusted"));
}

const json_t *results_warnings(const struct results *results) {
    return json_object_get(json_object_get(results->context, "noise"), "warnings");
}

double results_spread(const struct results *results) {
    double *spreads = calloc(results->count + 1, sizeof *spreads), typical = (double)NAN;
    size_t count = 0;
    for (size_t i = 0; i < results->count && spreads; ++i) {
        const struct ranking_candidate *times = &results->items[i].times;
        if (times->sample_count > 0 && isfinite(times->spread)) {
            spreads[count++] = 100.0 * times->spread / times->median;
        }
    }
    if (count > 0) {
        reals_sort(spreads, count);
        typical = spreads[count / 2];
    }
    free(spreads);
    return typical;
}

// ------------------------------------------------------------------------------ the report

// Rows of single repetitions, of their mean and of their median have the value. The standard
// deviation and coefficient of variation of a constant are 0, as Google Benchmark reports them.
static int set_ratio(json_t *row, const char *name, double value) {
    const char *aggregate = json_string_value(json_object_get(row, "aggregate_name"));
    const bool varies =
        aggregate && strcmp(aggregate, "mean") != 0 && strcmp(aggregate, "median") != 0;
    return isnan(value) || json_object_set_new(row, name, json_real(varies ? 0.0 : value)) == 0
               ? 0
               : cli_out_of_memory();
}

#define CATTO "volume/catto/scalar"

static int complete_row(const struct results *results, json_t *row) {
    const char *name = json_string_value(json_object_get(row, "run_name"));
    const struct result *result = name ? results_find(results, name) : NULL;
    if (!result) {
        return 0;
    }
    const double speedup = results_speedup(result);
    const bool catto = strcmp(result->subject->family->baseline, CATTO) == 0;
    int status = set_ratio(row, "speedup", speedup);
    status = status == 0 && catto ? set_ratio(row, "speedup_vs_catto", speedup) : status;
    status =
        status == 0 ? set_ratio(row, "speedup_vs_rival", results_versus_rival(result)) : status;
    return status == 0 ? set_ratio(row, "speedup_vs_one_thread", results_scaling(result)) : status;
}

static json_t *describe_verdict(const struct results *results, const struct result *best) {
    const struct results_subject *subject = best->subject;
    const struct result *automatic = subject->automatic;
    const double median = best->times.median;
    json_t *verdict = json_object();
    json_object_set_new(verdict, "subject", json_text(subject->name));
    json_object_set_new(verdict, "mesh", json_text(subject->mesh));
    json_object_set_new(verdict, "workload", json_text(subject->workload));
    json_object_set_new(verdict, "family", json_text(subject->family->name));
    json_object_set_new(verdict, "triangles", json_number(subject->triangles));
    json_object_set_new(verdict, "recommended", json_text(best->kernel));
    json_object_set_new(verdict, "call", json_text(best->call));
    json_object_set_new(verdict, "ns_per_body", json_number(median));
    json_object_set_new(verdict, "automatic_ns_per_body",
                        automatic ? json_number(automatic->times.median) : json_null());
    json_object_set_new(verdict, "bodies_per_budget",
                        json_number(floor(1e3 * results->budget_us / median)));
    json_object_set_new(verdict, "speedup", json_number(results_speedup(best)));
    json_object_set_new(verdict, "max_error_volume", json_number(best->error));
    // The exact kernels that the recommended one does not lead.
    json_t *ids = json_array();
    for (size_t i = 0; i < best->subject->exact; ++i) {
        const struct result *other = best->subject->results[i];
        if (other != best && !ranking_leads(&best->times, &other->times)) {
            json_array_append_new(ids, json_string(other->kernel));
        }
    }
    json_object_set_new(verdict, "level_with", ids);
    return verdict;
}

int results_complete(struct results *results) {
    const json_t *rows = json_object_get(results->input.root, "benchmarks");
    json_t *verdicts = json_array();
    for (size_t i = 0; i < results->subject_count; ++i) {
        const struct result *best = results->subjects[i].best;
        if (best) {
            json_array_append_new(verdicts, describe_verdict(results, best));
        }
    }
    if (json_object_set_new(results->context, "verdict", verdicts) != 0) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        if (complete_row(results, json_array_get(rows, i)) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// --------------------------------------------------------------------------------- recommendations

static bool may_be_called(const struct result *result) {
    return !result->plugin && strcmp(result->family, result->subject->family->name) == 0;
}

// Lower is better.
static int kind_of(const struct result *result) {
    return !result->deterministic ? 3 : result->automatic ? 2 : 1;
}

static bool is_led(const struct result *result) {
    const struct results_subject *subject = result->subject;
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *other = subject->results[i];
        if (may_be_called(other) && ranking_leads(&other->times, &result->times)) {
            return true;
        }
    }
    return false;
}

const struct result *recommend(const struct results_subject *subject) {
    const struct result *found = NULL;
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *result = subject->results[i];
        if (may_be_called(result) && !is_led(result) &&
            (!found || kind_of(result) < kind_of(found))) {
            found = result;
        }
    }
    return found;
}

const struct result *recommend_fastest(const struct results_subject *subject, bool deterministic) {
    for (size_t i = 0; i < subject->exact; ++i) {
        const struct result *result = subject->results[i];
        if (may_be_called(result) && !result->automatic && result->deterministic == deterministic) {
            return result;
        }
    }
    return NULL;
}

bool recommend_is_best_variant(const struct result *result) {
    const struct results_subject *subject = result->subject;
    for (size_t i = 0; subject->results[i] != result; ++i) {
        const struct result *faster = subject->results[i];
        if (strcmp(faster->method, result->method) == 0 &&
            strcmp(faster->family, result->family) == 0 &&
            faster->deterministic == result->deterministic) {
            return false;
        }
    }
    return true;
}

double recommend_percent_slower(const struct result *slow, const struct result *fast) {
    return 100.0 * (slow->times.median / fast->times.median - 1.0);
}

double recommend_lead(const struct results_subject *subject) {
    const struct result *automatic = subject->automatic, *best = subject->best;
    return automatic && best && ranking_leads(&best->times, &automatic->times)
               ? recommend_percent_slower(automatic, best)
               : 0.0;
}
