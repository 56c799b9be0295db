// Records: results that are kept in the tree.
#include "submission.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_memory.h"
#include "output.h"
#include "seal.h"

// Members of the context that name a machine or its user's folders.
static const char *const names[] = {"host_name", "executable"};
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// ------------------------------------------------------------------------------- refusing

static int check_whole(const struct results *results) {
    const char *file = results->input.name;
    const json_t *whole = json_object_get(results->context, "whole");
    if (!seal_holds(results->input.root)) {
        return cli_bad("%s: changed since it was written: its seal does not fit", file);
    }
    if (!json_is_true(whole) || !json_is_false(json_object_get(results->context, "interrupted"))) {
        return cli_bad("%s: not all of a default run: a record is of 'run' to its end, without "
                       "--mesh, --kernel, --workload, --sweep, --poses, --seed, --voxels and "
                       "flags",
                       file);
    }
    for (size_t i = 0; i < results->count; ++i) {
        const struct result *result = &results->items[i];
        if (!results_timed(result) && !result->declined) {
            return cli_bad("%s: %s failed: %.200s", file, result->name, result->failure);
        }
    }
    return 0;
}

static bool is_noisy(const struct results *results) {
    const json_t *noise = json_object_get(results->context, "noise");
    return !json_is_true(json_object_get(noise, "trusted"));
}

static int check_quiet(const struct results *results, bool noisy_ok) {
    const char *why = json_string_value(json_array_get(results_warnings(results), 0));
    return !is_noisy(results) || (noisy_ok && why)
               ? 0
               : cli_bad("%s: NOISY: %.200s; run again when the machine has nothing else to do",
                         results->input.name, why ? why : "it does not say how quiet it was");
}

static int check_build(const struct results *results) {
    const char *commit = results_text(results, "commit");
    if (strcmp(results_text(results, "build_type"), "Release") != 0 ||
        strstr(results_text(results, "flags"), "-fsanitize")) {
        return cli_bad("%s: of a build for debugging (%s)", results->input.name,
                       results_text(results, "build_type"));
    }
    return commit[0] != '\0' && strcmp(commit, "unknown") != 0 && !strstr(commit, "-dirty")
               ? 0
               : cli_bad("%s: of sources that are in no commit ('%s'): commit, and run again",
                         results->input.name, commit);
}

static int check_own(const struct results *results, const json_t *own) {
    static const char *const keys[] = {"cpu", "compiler", "flags", "version", "commit"};
    for (size_t i = 0; i < COUNT_OF(keys); ++i) {
        const char *text = json_string_value(json_object_get(own, keys[i]));
        const char *other = results_text(results, keys[i]);
        if (!text || strcmp(text, other) != 0) {
            return cli_bad("%s: not of this program on this machine: %s '%.100s', here '%.100s'",
                           results->input.name, keys[i], other, text ? text : "");
        }
    }
    return 0;
}

static int check_names(const struct results *results) {
    for (size_t i = 0; i < COUNT_OF(names); ++i) {
        if (json_object_get(results->context, names[i])) {
            return cli_bad("%s: tells its '%s': 'submit' makes records, which do not",
                           results->input.name, names[i]);
        }
    }
    return 0;
}

int submission_check(const struct results *results, const json_t *own, bool noisy_ok) {
    if (check_whole(results) != 0 || check_quiet(results, noisy_ok) != 0 ||
        check_build(results) != 0) {
        return CLI_BAD;
    }
    return own ? check_own(results, own) : check_names(results);
}

// --------------------------------------------------------------------------------- making

// Whole numbers as such, which reading has made real; others with seven digits.
static json_t *plain_number(double value) {
    char digits[40];
    if (value == floor(value) && fabs(value) < 1e15) {
        return json_integer((json_int_t)value);
    }
    snprintf(digits, sizeof digits, "%.7g", value);
    return json_real(strtod(digits, NULL));
}

// As deep as a report, whose reader limits it.
static json_t *plain(const json_t *value) {
    const char *key;
    json_t *member;
    if (json_is_object(value)) {
        json_t *object = json_object();
        json_object_foreach((json_t *)value, key, member) {
            json_object_set_new(object, key, plain(member));
        }
        return object;
    }
    if (json_is_array(value)) {
        json_t *array = json_array();
        for (size_t i = 0; i < json_array_size(value); ++i) {
            json_array_append_new(array, plain(json_array_get(value, i)));
        }
        return array;
    }
    return json_is_number(value) ? plain_number(json_number_value(value)) : json_deep_copy(value);
}

// Whether a member belongs to every row; other members only where they differ from those of the
// first repetition.
static bool is_of_every_row(const char *key) {
    static const char *const keys[] = {
        "name",        "run_name",   "run_type",  "repetitions", "repetition_index",
        "threads",     "iterations", "real_time", "cpu_time",    "time_unit",
        "ns_per_body", "kernel",     "subject"};
    for (size_t i = 0; i < COUNT_OF(keys); ++i) {
        if (strcmp(keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

static json_t *make_row(const json_t *row, const json_t *first) {
    static const char *const follow[] = {"ns_per_triangle", "bodies_per_ms"};
    const char *key;
    json_t *member, *made = json_object();
    json_object_foreach((json_t *)row, key, member) {
        const bool follows = strcmp(key, follow[0]) == 0 || strcmp(key, follow[1]) == 0;
        if (row == first || is_of_every_row(key) ||
            (!follows && !json_equal(member, json_object_get(first, key)))) {
            json_object_set_new(made, key, plain(member));
        }
    }
    return made;
}

static json_t *make_record(const struct results *results) {
    json_t *record = json_object(), *context = plain(results->context);
    for (size_t i = 0; i < COUNT_OF(names); ++i) {
        json_object_del(context, names[i]);
    }
    json_object_set_new(record, "context", context);
    // Without means, medians and so on, which follow from the repetitions.
    const json_t *rows = json_object_get(results->input.root, "benchmarks");
    json_t *made = json_array();
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *name = json_string_value(json_object_get(row, "run_name"));
        const struct result *result = name ? results_find(results, name) : NULL;
        if (result && !json_object_get(row, "aggregate_name")) {
            json_array_append_new(made, make_row(row, result->row ? result->row : row));
        }
    }
    json_object_set_new(record, "benchmarks", made);
    seal_put(record);
    return record;
}

// ----------------------------------------------------------------------------------- name

// Adds the words of a text, in small letters and joined by hyphens, without trade marks.
static void add_words(const char *text, char *name, size_t size) {
    static const char *const idle[] = {"(r)", "(tm)", "cpu", "processor", "with"};
    size_t length = strlen(name);
    bool joined = length == 0;
    while (*text != '\0' && length + 2 < size) {
        size_t skipped = 0;
        for (size_t i = 0; i < COUNT_OF(idle); ++i) {
            size_t same = 0;
            while (idle[i][same] != '\0' && tolower((unsigned char)text[same]) == idle[i][same]) {
                ++same;
            }
            skipped = idle[i][same] == '\0' ? same : skipped;
        }
        const bool plain = isalnum((unsigned char)*text) || *text == '.';
        if (skipped == 0 && plain) {
            if (!joined) {
                name[length++] = '-';
            }
            name[length++] = (char)tolower((unsigned char)*text);
        }
        joined = skipped == 0 && plain;
        joined = joined || length == 0;
        text += skipped > 0 ? skipped : 1;
    }
    name[length] = '\0';
}

int submission_write(const struct results *results, const char *directory,
                     char name[SUBMISSION_NAME_BYTES]) {
    struct output output;
    if (output_prepare(directory) != 0 || output_begin(&output) != 0) {
        return CLI_BAD;
    }
    json_memory_watch();
    json_t *record = make_record(results);
    // A row of the file for each row of results.
    const size_t flags = JSON_REAL_PRECISION(15); // more than plain_number() leaves
    const json_t *rows = json_object_get(record, "benchmarks");
    fputs("{\"context\": ", output.stream);
    json_dumpf(json_object_get(record, "context"), output.stream, flags | JSON_INDENT(1));
    fputs(",\n\"benchmarks\": [", output.stream);
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        fputs(i > 0 ? ",\n" : "\n", output.stream);
        json_dumpf(json_array_get(rows, i), output.stream, flags | JSON_COMPACT);
    }
    fputs("\n]}\n", output.stream);
    json_decref(record);
    char day[11];
    name[0] = '\0';
    snprintf(day, sizeof day, "%s", results_text(results, "date"));
    add_words(results_text(results, "cpu"), name, 120);
    add_words(results_text(results, "compiler"), name, 180);
    add_words(day, name, 220);
    strcat(name, is_noisy(results) ? "-noisy.json" : ".json");
    if (json_memory_ran_out()) {
        output_abandon(&output);
        return cli_out_of_memory();
    }
    return output_end_file(&output, directory, name);
}
