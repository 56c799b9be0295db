// Results as JSON, ranked and summed up: what the page draws (page/report.mjs).
#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "json_output.h"
#include "measured.h"
#include "output.h"
#include "page.h"
#include "results_model.h"

// -------------------------------------------------------------------------- names of files

// The base name without .json or, if that is `results`, the name of the folder.
static void name_file(const char *path, char label[128]) {
    const char *base = files_name(path), *slash = base > path ? base - 1 : NULL;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".json") == 0) {
        length -= 5;
    }
    if (slash && slash > path && length == 7 && strncmp(base, "results", 7) == 0) {
        const char *end = slash;
        while (slash > path && !files_is_separator(slash[-1])) {
            --slash;
        }
        const size_t folder = (size_t)(end - slash);
        if (folder > 0 && strncmp(slash, "..", folder) != 0) {
            base = slash;
            length = folder;
        }
    }
    snprintf(label, 112, "%.*s", (int)length, base);
}

static bool is_taken(const struct view_labels *labels, size_t count, const char *label) {
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(labels->texts[i], label) == 0) {
            return true;
        }
    }
    return false;
}

void view_label(const struct results *files, size_t count, struct view_labels *labels) {
    for (size_t i = 0; i < count; ++i) {
        char *label = labels->texts[i];
        name_file(files[i].input.name, label);
        const size_t length = strlen(label);
        for (unsigned number = 2; is_taken(labels, i, label); ++number) {
            snprintf(label + length, sizeof labels->texts[i] - length, " (%u)", number);
        }
    }
}

// -------------------------------------------------------------------------------- numbers

static json_t *view_result(const struct results *file, const struct result *result) {
    static const char *const counters[] = {"max_error_centroid", "flops_per_body",
                                           "double_flops_per_body", "bytes_per_body"};
    const bool timed = results_timed(result);
    // The fastest of each method that has the same bits everywhere, and the baseline, which stands
    // for its method.
    const struct result *baseline = result->subject->baseline;
    const bool is_its_method = baseline && strcmp(baseline->method, result->method) == 0;
    json_t *view = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:s, s:b}", "kernel", result->kernel,
        "family", result->family, "method", result->method, "isa", result->isa, "call",
        result->call, "approximate", result->approximate, "deterministic", result->deterministic,
        "automatic", result->automatic, "baseline", result->baseline, "strong",
        result->baseline ||
            (results_timed(result) && result->deterministic && !result->automatic &&
             !result->approximate && !is_its_method && recommend_is_best_variant(result)),
        "failure", timed ? "" : result->failure, "declined", result->declined);
    if (!timed) {
        return view;
    }
    json_object_set_new(view, "rank", json_integer((json_int_t)result->times.rank));
    json_object_set_new(view, "ns", json_number(result->times.median));
    json_object_set_new(view, "spread", json_number(result->times.spread));
    json_object_set_new(view, "error", json_number(result->error));
    json_object_set_new(view, "speedup", json_number(results_speedup(result)));
    json_object_set_new(view, "rival", json_number(results_versus_rival(result)));
    for (size_t i = 0; i < sizeof counters / sizeof *counters; ++i) {
        json_object_set_new(view, counters[i], json_number(results_counter(result, counters[i])));
    }
    struct measured_column columns[MEASURED_MOST_COLUMNS];
    json_t *cells = json_array();
    for (size_t i = 0; i < measured_columns(result->subject->family, columns); ++i) {
        const double value = columns[i].counter[0] == '\0'
                                 ? result->times.median
                                 : results_counter(result, columns[i].counter);
        json_array_append_new(
            cells,
            json_pack("[s, o]", measured_text(file, result, &columns[i]).text, json_number(value)));
    }
    json_object_set_new(view, "cells", cells);
    return view;
}

static json_t *kernel_or_null(const struct result *result) {
    return result ? json_string(result->kernel) : json_null();
}

static json_t *view_subject(const struct results *file, const struct results_subject *subject) {
    json_t *view =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:b}", "name",
                  subject->name, "family", subject->family->name, "mesh", subject->mesh, "shape",
                  subject->shape, "workload", subject->workload, "line", subject->line, "summary",
                  subject->summary, "triangles", json_number(subject->triangles), "per_call",
                  json_number(subject->per_call), "threads", json_number(subject->threads),
                  "immersion", json_number(subject->immersion), "cold", subject->cold);
    json_t *results = json_array();
    for (size_t i = 0; i < subject->count; ++i) {
        json_array_append_new(results, view_result(file, subject->results[i]));
    }
    json_object_set_new(view, "results", results);
    json_object_set_new(view, "best", kernel_or_null(subject->best));
    json_object_set_new(view, "automatic", kernel_or_null(subject->automatic));
    json_object_set_new(view, "rival", kernel_or_null(subject->rival));
    json_object_set_new(view, "lead", json_number(subject->best ? recommend_lead(subject) : 0.0));
    json_object_set(view, "histogram", (json_t *)subject->histogram);
    json_object_set(view, "parts", (json_t *)subject->parts);
    return view;
}

// Columns are the headings of a table of its own; null: kernels race.
static json_t *view_family(const struct results_family *family) {
    struct measured_column columns[MEASURED_MOST_COLUMNS];
    json_t *headings = family->columns ? json_array() : json_null();
    for (size_t i = 0; family->columns && i < measured_columns(family, columns); ++i) {
        json_array_append_new(headings, json_string(columns[i].heading));
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "name", family->name, "automatic",
                     family->automatic, "one", family->one, "of_total", family->of_total,
                     "centroid", family->centroid, "note", family->note, "columns", headings);
}

static json_t *view_file(const struct results *file, const char *label) {
    json_t *view = json_pack("{s:o, s:o, s:s, s:o, s:b, s:i}", "label", json_text(label), "file",
                             json_text(file->input.name), "sweep", file->sweep, "budget",
                             json_number(file->budget_us), "noisy", results_noisy(file), "count",
                             (int)file->count);
    json_t *subjects = json_array(), *families = json_array(), *context = json_copy(file->context);
    for (size_t i = 0; i < file->family_count; ++i) {
        json_array_append_new(families, view_family(&file->families[i]));
    }
    for (size_t i = 0; i < file->subject_count; ++i) {
        json_array_append_new(subjects, view_subject(file, &file->subjects[i]));
    }
    static const char *const summed_up[] = {"kernels", "subjects", "families", "verdict"};
    for (size_t i = 0; i < sizeof summed_up / sizeof *summed_up; ++i) {
        json_object_del(context, summed_up[i]);
    }
    json_object_set_new(view, "families", families);
    json_object_set_new(view, "subjects", subjects);
    json_object_set(view, "warnings", (json_t *)results_warnings(file));
    json_object_set_new(view, "context", context);
    return view;
}

// ------------------------------------------------------------------------------- the page

// What to call, for readers without scripts.
static void put_verdict(FILE *stream, const struct results *file, const char *label) {
    fprintf(stream, "%s%s\n", label,
            results_noisy(file) ? " (a noisy machine; do not trust these times)" : "");
    for (size_t i = 0; i < file->subject_count; ++i) {
        const struct results_subject *subject = &file->subjects[i];
        const struct result *main = subject->automatic ? subject->automatic : subject->best;
        if (subject->best) {
            const double ns = main->times.median;
            fprintf(stream, "%s: %s%s, %s ns", subject->name,
                    main->automatic ? subject->family->automatic : main->call,
                    main->automatic ? "()" : "", number_like(ns, ns).text);
            if (file->budget_us > 0.0) {
                fprintf(stream, ", %s in %g µs", number_count(1e3 * file->budget_us / ns).text,
                        file->budget_us);
            }
            fprintf(stream, "; called directly %s\n", subject->best->call);
        }
    }
}

int view_write(const struct results *files, const struct view_labels *labels, size_t count,
               const char *directory) {
    static const char *const figures[] = {"ns-per-", "ns-by-", "roofline", NULL};
    struct output text;
    if (output_begin(&text) != 0) {
        return CLI_BAD;
    }
    json_t *views = json_array();
    for (size_t i = 0; i < count; ++i) {
        json_array_append_new(views, view_file(&files[i], labels->texts[i]));
        put_verdict(text.stream, &files[i], labels->texts[i]);
    }
    if (output_end(&text) != 0) {
        json_decref(views);
        return CLI_BAD;
    }
    const struct page page = {.data = json_pack("{s:o}", "files", views),
                              .digits = 17,
                              .text = text.text,
                              .figures = figures};
    const int status = page_write(&page, directory);
    free(text.text);
    return status;
}
