// From the rows of a report to results, subjects and ranks.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "json_memory.h"
#include "json_output.h"
#include "record.h"
#include "results_model.h"

#define MOST_ROWS 100000
#define MOST_RESULTS 10000 // ranks take the square of it
#define LONGEST 1e18       // thirty years, in nanoseconds: no time of a benchmark
#define ROUNDING 1e-6      // that the two times of a row may differ by

// A kernel that errs by more of the whole volume approximates, whatever its method.
#define FARTHEST_OFF 1e-3

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_in(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

// The index that a member has, if it is below a limit; else the limit.
static size_t index_in(const json_t *object, const char *key, size_t limit) {
    const double number = number_in(object, key);
    return number >= 0.0 && number < (double)limit ? (size_t)number : limit;
}

// ------------------------------------------------------------------------------- context

static int take_families(struct results *results) {
    const json_t *families = json_object_get(results->context, "families");
    const size_t count = json_array_size(families);
    results->families = calloc(count + 1, sizeof *results->families);
    results->family_count = 0;
    for (size_t i = 0; i < count && results->families; ++i) {
        const json_t *family = json_array_get(families, i);
        const json_t *columns = json_object_get(family, "columns");
        results->families[results->family_count++] = (struct results_family){
            .name = text_in(family, "name"),
            .baseline = text_in(family, "baseline"),
            .automatic = text_in(family, "automatic"),
            .one = text_in(family, "one"),
            .many = text_in(family, "many"),
            .of_total = text_in(family, "max_error_volume"),
            .centroid = text_in(family, "max_error_centroid"),
            .truth = text_in(family, "truth"),
            .note = text_in(family, "note"),
            .columns = json_array_size(columns) > 0 ? columns : NULL,
        };
    }
    return results->families ? 0 : cli_out_of_memory();
}

// The first of the members that count things which is below 0, or NULL.
static const char *negative_in(const json_t *object) {
    static const char *const counts[] = {
        "iterations", "repetitions",     "repetition_index", "threads",
        "triangles",  "bodies_per_call", "family_index",     "per_family_instance_index"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        if (number_in(object, counts[i]) < 0.0) {
            return counts[i];
        }
    }
    return NULL;
}

static int take_subject(struct results *results, const json_t *from) {
    const char *family = text_in(from, "family");
    struct results_subject *subject = &results->subjects[results->subject_count];
    *subject = (struct results_subject){
        .name = text_in(from, "name"),
        .mesh = text_in(from, "mesh"),
        .shape = text_in(from, "shape"),
        .workload = text_in(from, "workload"),
        .line = text_in(from, "line"),
        .how = text_in(from, "how"),
        .summary = text_in(from, "summary"),
        .headline = text_in(from, "headline"),
        .triangles = fmax(0.0, number_in(from, "triangles")),
        .per_call = number_in(from, "bodies_per_call"),
        .threads = fmax(1.0, number_in(from, "threads")),
        .immersion = fmax(0.0, number_in(from, "immersion")),
        .cold = json_is_true(json_object_get(from, "cold")),
        .histogram = json_object_get(from, "histogram"),
        .parts = json_object_get(from, "parts"),
    };
    const size_t single = index_in(from, "one_thread", results->subject_count);
    subject->one_thread = single < results->subject_count ? &results->subjects[single] : NULL;
    for (size_t i = 0; i < results->family_count; ++i) {
        if (strcmp(results->families[i].name, family) == 0) {
            subject->family = &results->families[i];
        }
    }
    if (!subject->family || subject->name[0] == '\0') {
        return cli_bad("%s: context.subjects[%zu] has no name, or a family that is not in "
                       "context.families",
                       results->input.name, results->subject_count);
    }
    const char *negative = negative_in(from);
    if (negative) {
        return cli_bad("%s: context.subjects[%zu].%s is %g, below 0", results->input.name,
                       results->subject_count, negative, number_in(from, negative));
    }
    ++results->subject_count;
    return 0;
}

static int take_context(struct results *results) {
    const json_t *subjects = json_object_get(results->context, "subjects");
    const size_t count = json_array_size(subjects);
    results->sweep = text_in(results->context, "sweep");
    results->budget_us = number_in(results->context, "budget_us");
    results->subjects = calloc(count + 1, sizeof *results->subjects);
    results->subject_count = 0;
    if (!results->subjects) {
        return cli_out_of_memory();
    }
    if (take_families(results) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < count; ++i) {
        if (take_subject(results, json_array_get(subjects, i)) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------- rows

static int bad_row(const struct results *results, size_t index, const char *text) {
    const struct json_at root = json_at_root(&results->input);
    const struct json_at rows = json_at_member(&root, "benchmarks");
    const struct json_at row = json_at_element(&rows, index);
    return results->input.text
               ? cli_bad("%s: line %zu: benchmark %zu: %s", results->input.name, json_at_line(&row),
                         index + 1, text)
               : cli_bad("%s: benchmark %zu: %s", results->input.name, index + 1, text);
}

static int add_result(struct results *results, const json_t *row, size_t index) {
    const char *name = text_in(row, "run_name"), *kernel = text_in(row, "kernel");
    const json_t *kernels = json_object_get(results->context, "kernels");
    const json_t *parts = json_object_get(kernels, kernel);
    const size_t subject = index_in(row, "subject", results->subject_count);
    if (results->count == MOST_RESULTS) {
        return bad_row(results, index, "there are 10,000 before it, the most allowed");
    }
    if (!parts || subject == results->subject_count) {
        return bad_row(results, index, "its 'kernel' or 'subject' is not in the context");
    }
    if (json_object_set_new(results->indices, name, json_integer((json_int_t)results->count))) {
        return cli_out_of_memory();
    }
    struct results_subject *of = &results->subjects[subject];
    ++of->count;
    results->items[results->count++] = (struct result){
        .subject = of,
        .name = name,
        .kernel = kernel,
        .family = text_in(parts, "family"),
        .method = text_in(parts, "method"),
        .isa = text_in(parts, "isa"),
        .call = text_in(parts, "call"),
        .deterministic = json_is_true(json_object_get(parts, "deterministic")),
        .automatic = strcmp(text_in(parts, "method"), "auto") == 0,
        .plugin = json_is_true(json_object_get(parts, "plugin")),
        .approximate = json_is_true(json_object_get(parts, "approximate")),
        .baseline = strcmp(kernel, of->family->baseline) == 0,
        .error = (double)NAN,
    };
    return 0;
}

// Means, medians and so on follow from the repetitions.
static int take_row(struct results *results, const json_t *row, size_t index) {
    const char *name = text_in(row, "run_name");
    if (!json_is_object(row) || name[0] == '\0') {
        return bad_row(results, index, "no object with a 'run_name'");
    }
    const char *negative = negative_in(row);
    if (negative) {
        char text[100];
        snprintf(text, sizeof text, "its '%s' is %g, below 0", negative, number_in(row, negative));
        return bad_row(results, index, text);
    }
    if (json_object_get(row, "aggregate_name")) {
        return 0;
    }
    if (!json_object_get(results->indices, name) && add_result(results, row, index) != 0) {
        return CLI_BAD;
    }
    const json_t *known = json_object_get(results->indices, name);
    struct result *result = &results->items[(size_t)json_integer_value(known)];
    if (json_is_true(json_object_get(row, "error_occurred")) ||
        json_is_true(json_object_get(row, "skipped"))) {
        const char *message = text_in(row, "error_message");
        result->declined = json_is_true(json_object_get(row, "declined"));
        result->failure = message[0] != '\0' ? message : "not timed";
        return 0;
    }
    // Our own counter is the CPU time of Google Benchmark, or longer where threads share the work.
    // Where they differ otherwise somebody has changed one of them, for instance to try `compare`;
    // the longer one counts.
    const double own = number_in(row, "ns_per_body"), cpu = number_in(row, "cpu_time");
    const double ns = cpu > own * (1.0 + ROUNDING) ? cpu : own;
    struct ranking_candidate *times = &result->times;
    if (isnan(own) || isnan(cpu)) {
        return bad_row(results, index, "no number 'ns_per_body' or 'cpu_time'");
    }
    if (own <= 0.0 || cpu <= 0.0 || ns > LONGEST) {
        return bad_row(results, index,
                       ns > LONGEST ? "its time is too long" : "its time is not positive");
    }
    if ((double)times->sample_count >= fmax(1.0, number_in(row, "repetitions"))) {
        return bad_row(results, index, "there are more of it than repetitions: one is there twice");
    }
    double *samples = realloc(times->samples, (times->sample_count + 1) * sizeof *samples);
    if (!samples) {
        return cli_out_of_memory();
    }
    times->samples = samples;
    samples[times->sample_count++] = ns;
    if (!result->row) {
        result->row = row;
        result->error = number_in(row, "max_error_volume");
        result->approximate = result->approximate || result->error > FARTHEST_OFF;
    }
    return 0;
}

static int take_rows(struct results *results) {
    const json_t *rows = json_object_get(results->input.root, "benchmarks");
    const size_t count = json_array_size(rows);
    if (count == 0 || count > MOST_ROWS) {
        return cli_bad("%s: no array 'benchmarks' of 1 to %d rows", results->input.name, MOST_ROWS);
    }
    results->items = calloc(count, sizeof *results->items);
    results->order = calloc(count, sizeof *results->order);
    results->indices = json_object();
    if (!results->items || !results->order || !results->indices) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; ++i) {
        if (take_row(results, json_array_get(rows, i), i) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// ------------------------------------------------------------------------------- subjects

static int compare_results(const void *x, const void *y) {
    const struct result *a = *(struct result *const *)x, *b = *(struct result *const *)y;
    if (a->subject != b->subject) {
        return a->subject < b->subject ? -1 : 1;
    }
    if (results_timed(a) != results_timed(b)) {
        return results_timed(a) ? -1 : 1;
    }
    if (a->approximate != b->approximate) {
        return b->approximate ? -1 : 1;
    }
    if (a->times.median != b->times.median) {
        return a->times.median < b->times.median ? -1 : 1;
    }
    return strcmp(a->name, b->name);
}

static void look_at(struct results_subject *subject, struct result *result) {
    result->times.rank = 0;
    subject->exact += results_timed(result) && !result->approximate;
    subject->timed += results_timed(result);
    if (results_timed(result)) {
        subject->baseline = result->baseline ? result : subject->baseline;
        subject->automatic =
            result->automatic && strcmp(result->isa, "best") == 0 ? result : subject->automatic;
        if (result->plugin && !result->approximate && !subject->rival) {
            subject->rival = result; // the fastest, as they come by median
        }
    }
}

static int rank(struct results_subject *subject) {
    struct ranking_candidate *candidates = calloc(subject->exact + 1, sizeof *candidates);
    size_t *order = calloc(subject->exact + 1, sizeof *order);
    const bool has_memory = candidates && order;
    for (size_t i = 0; i < subject->exact && has_memory; ++i) {
        candidates[i] = subject->results[i]->times;
    }
    if (has_memory) {
        ranking_order(candidates, subject->exact, order);
    }
    for (size_t i = 0; i < subject->exact && has_memory; ++i) {
        subject->results[i]->times.rank = candidates[i].rank;
    }
    free(candidates);
    free(order);
    return has_memory ? 0 : cli_out_of_memory();
}

// Ranks the results of every subject; also once more, after samples were added.
static int make_subjects(struct results *results) {
    for (size_t i = 0; i < results->count; ++i) {
        struct result *result = &results->items[i];
        results->order[i] = result;
        ranking_summarise(&result->times);
        if (!results_timed(result) && !result->failure) {
            result->failure = "no times";
        }
    }
    qsort(results->order, results->count, sizeof *results->order, compare_results);
    struct result **next = results->order;
    for (size_t i = 0; i < results->subject_count; ++i) {
        struct results_subject *subject = &results->subjects[i];
        subject->results = next;
        subject->exact = subject->timed = 0;
        subject->baseline = subject->automatic = subject->rival = NULL;
        next += subject->count;
        for (size_t k = 0; k < subject->count; ++k) {
            look_at(subject, subject->results[k]);
        }
        if (rank(subject) != 0) {
            return CLI_BAD;
        }
        subject->best = subject->family->columns ? NULL : recommend(subject);
    }
    return 0;
}

// ------------------------------------------------------------------------------- the whole

// Files of earlier versions had no number.
static int check_schema(const struct results *results) {
    const json_t *schema = json_object_get(results->context, "buoybench_results");
    if (!schema) {
        return cli_bad("%s: not a file of results of this program, or one of an earlier version: "
                       "time again, by 'buoybench run'",
                       results->input.name);
    }
    return number_in(results->context, "buoybench_results") == RECORD_SCHEMA
               ? 0
               : cli_bad("%s: results of another version: their schema is %g, this program's is %d",
                         results->input.name, number_in(results->context, "buoybench_results"),
                         RECORD_SCHEMA);
}

// Whoever prints results has text of others before him: names, plug-ins' reasons, a machine's own
// words.
static int take(struct results *results) {
    json_memory_watch();
    if (!json_clean_all(results->input.root) || json_memory_ran_out()) {
        return cli_out_of_memory();
    }
    results->context = json_object_get(results->input.root, "context");
    if (check_schema(results) != 0 || take_context(results) != 0 || take_rows(results) != 0 ||
        make_subjects(results) != 0) {
        return CLI_BAD;
    }
    return 0;
}

int results_take(json_t *report, struct results *results) {
    *results = (struct results){.input = {.name = "this run", .root = report}};
    const int status = take(results);
    if (status != 0) {
        results_free(results);
    }
    return status;
}

int results_read(const char *path, struct results *results) {
    *results = (struct results){0};
    int status = json_input_read(path, &results->input);
    if (status == 0) {
        status = take(results);
    }
    if (status != 0) {
        results_free(results);
    }
    return status;
}

// ------------------------------------------------------------------------------ several runs

static int add_samples(struct result *result, const struct result *more) {
    struct ranking_candidate *times = &result->times;
    const size_t count = more->times.sample_count;
    double *samples = realloc(times->samples, (times->sample_count + count) * sizeof *samples);
    if (!samples) {
        return cli_out_of_memory();
    }
    memcpy(samples + times->sample_count, more->times.samples, count * sizeof *samples);
    times->samples = samples;
    times->sample_count += count;
    return 0;
}

// Adds what another run of the same build on the same machine has measured.
static int add_run(struct results *results, const struct results *run) {
    static const char *const same[] = {"cpu", "compiler", "flags", "commit"};
    for (size_t i = 0; i < sizeof same / sizeof *same; ++i) {
        const char *one = results_text(results, same[i]), *other = results_text(run, same[i]);
        if (strcmp(one, other) != 0) {
            return cli_bad("%s: not a run of the same program and machine as the folder's others: "
                           "%s '%.100s', not '%.100s'",
                           run->input.name, same[i], other, one);
        }
    }
    if (results_noisy(run)) {
        json_object_set(results->context, "noise", json_object_get(run->context, "noise"));
    }
    for (size_t i = 0; i < results->count; ++i) {
        const struct result *more = results_find(run, results->items[i].name);
        if (more && results_timed(more) && results_timed(&results->items[i]) &&
            add_samples(&results->items[i], more) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static bool is_json(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && dot != name && strcmp(dot, ".json") == 0;
}

static int read_run(const char *folder, const char *file, bool first, struct results *results) {
    char path[4096];
    struct results run;
    snprintf(path, sizeof path, "%.3000s/%.1000s", folder, file);
    if (results_read(path, &run) != 0) {
        return CLI_BAD;
    }
    run.input.name = first ? folder : path;
    if (first) {
        *results = run;
        return 0;
    }
    const int status = add_run(results, &run);
    results_free(&run);
    return status;
}

int results_read_runs(const char *path, struct results *results) {
    char **files;
    *results = (struct results){0};
    if (!files_is_folder(path)) {
        return results_read(path, results);
    }
    const long count = files_list(path, is_json, &files);
    if (count < 0) {
        return errno == ENOMEM ? cli_out_of_memory() : cli_bad("%s: %s", path, strerror(errno));
    }
    int bad = count == 0 ? cli_bad("%s: no file of results, *.json, in this folder", path) : 0;
    for (long i = 0; i < count; ++i) {
        bad = bad == 0 ? read_run(path, files[i], i == 0, results) : bad;
        free(files[i]);
    }
    free(files);
    bad = bad == 0 ? make_subjects(results) : bad;
    if (bad != 0) {
        results_free(results);
    }
    return bad;
}

void results_free(struct results *results) {
    for (size_t i = 0; i < results->count; ++i) {
        free(results->items[i].times.samples);
    }
    json_decref(results->indices);
    free(results->families);
    free(results->subjects);
    free(results->items);
    free(results->order);
    json_input_free(&results->input);
    *results = (struct results){0};
}
