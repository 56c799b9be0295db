// Reading results: rows become benchmarks, and benchmarks subjects.
#include "results_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "meshes/json_memory.h"
#include "results_names.h"
#include "results_rows.h"

#define MOST_BENCHMARKS 10000 // ranks take the square of it

// A row of a benchmark.
struct taken {
    size_t benchmark;
    struct results_row row;
    size_t place; // in the file
};

struct reading {
    struct results_file *file;
    struct taken *taken;
    size_t count;
};

// ----------------------------------------------------------------------- rows to benchmarks

static int add_benchmark(struct results_file *file, const char *name, size_t place, size_t *index) {
    *index = file->benchmark_count;
    if (*index == MOST_BENCHMARKS) {
        return results_row_bad(&file->input, place, "there are 10,000 before it, the most allowed");
    }
    if (json_object_set_new(file->indices, name, json_integer((json_int_t)*index)) != 0) {
        return cli_out_of_memory();
    }
    file->benchmarks[file->benchmark_count++].name = name;
    return 0;
}

static int take_row(struct reading *reading, size_t place) {
    struct results_file *file = reading->file;
    struct taken *taken = &reading->taken[reading->count];
    taken->place = place;
    if (results_row_read(&file->input, place, &taken->row) != 0) {
        return CLI_BAD;
    }
    const json_t *known = json_object_get(file->indices, taken->row.name);
    if (known) {
        taken->benchmark = (size_t)json_integer_value(known);
    } else if (add_benchmark(file, taken->row.name, place, &taken->benchmark) != 0) {
        return CLI_BAD;
    }
    reading->count += taken->row.kind != RESULTS_OTHER;
    return 0;
}

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_taken(const void *a, const void *b) {
    const struct taken *x = a, *y = b;
    if (x->benchmark != y->benchmark) {
        return x->benchmark < y->benchmark ? -1 : 1;
    }
    if (x->row.kind != y->row.kind) {
        return x->row.kind < y->row.kind ? -1 : 1;
    }
    const int by_index = compare_numbers(x->row.index, y->row.index);
    return by_index != 0 ? by_index : (x->place > y->place) - (x->place < y->place);
}

// Old files do not number the repetitions, and only one aggregate of a kind makes sense.
static bool is_same_row(const struct taken *a, const struct taken *b) {
    return a->benchmark == b->benchmark && a->row.kind == b->row.kind &&
           (a->row.kind != RESULTS_REPETITION ||
            (a->row.index == b->row.index && a->row.index >= 0.0)) &&
           a->row.kind != RESULTS_FAILED;
}

static int refuse_duplicates(const struct reading *reading) {
    for (size_t i = 1; i < reading->count; ++i) {
        if (is_same_row(&reading->taken[i - 1], &reading->taken[i])) {
            return cli_bad("%s: benchmark %zu: '%s' is there twice", reading->file->input.name,
                           reading->taken[i].place + 1, reading->taken[i].row.name);
        }
    }
    return 0;
}

static const json_t *row_at(const struct results_file *file, size_t place) {
    return json_array_get(json_object_get(file->input.root, "benchmarks"), place);
}

// Aggregates count only if there are no repetitions, which say more. The median comes before the
// mean.
static void fill_from(struct results_file *file, const struct taken *taken) {
    struct results_benchmark *benchmark = &file->benchmarks[taken->benchmark];
    struct ranking_candidate *times = &benchmark->times;
    switch (taken->row.kind) {
    case RESULTS_REPETITION:
        times->samples[times->sample_count++] = taken->row.ns;
        benchmark->repetitions = times->sample_count;
        break;
    case RESULTS_MEDIAN:
    case RESULTS_MEAN:
        if (benchmark->row) {
            return;
        }
        times->median = taken->row.ns;
        times->spread = HUGE_VAL;
        benchmark->repetitions = (size_t)fmax(1.0, fmin(taken->row.repetitions, 1e6));
        break;
    case RESULTS_DEVIATION:
        if (benchmark->row && times->sample_count == 0 && benchmark->repetitions > 1) {
            times->spread = taken->row.ns;
        }
        return;
    case RESULTS_FAILED:
        benchmark->failure = taken->row.failure;
        return;
    case RESULTS_OTHER:
        return;
    }
    benchmark->row = benchmark->row ? benchmark->row : row_at(file, taken->place);
}

static void fill_benchmarks(const struct reading *reading) {
    struct results_file *file = reading->file;
    double *samples = file->samples;
    for (size_t i = 0; i < reading->count; ++i) {
        const struct taken *taken = &reading->taken[i];
        struct ranking_candidate *times = &file->benchmarks[taken->benchmark].times;
        if (!times->samples) {
            times->samples = samples;
        }
        fill_from(file, taken);
        samples = times->samples + times->sample_count;
    }
    for (size_t i = 0; i < file->benchmark_count; ++i) {
        struct results_benchmark *benchmark = &file->benchmarks[i];
        if (benchmark->times.sample_count > 0) {
            ranking_summarise(&benchmark->times);
        }
        if (!benchmark->row && !benchmark->failure) {
            benchmark->failure = "no times";
        }
    }
}

static int take_rows(struct reading *reading, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (take_row(reading, i) != 0) {
            return CLI_BAD;
        }
    }
    qsort(reading->taken, reading->count, sizeof *reading->taken, compare_taken);
    if (refuse_duplicates(reading) != 0) {
        return CLI_BAD;
    }
    fill_benchmarks(reading);
    return results_names_split(reading->file);
}

static int read_rows(struct results_file *file, size_t count) {
    struct reading reading = {.file = file, .taken = calloc(count, sizeof *reading.taken)};
    file->benchmarks = calloc(count, sizeof *file->benchmarks);
    file->samples = calloc(count, sizeof *file->samples);
    file->indices = json_object();
    const bool has_memory = reading.taken && file->benchmarks && file->samples && file->indices;
    const int status = has_memory ? take_rows(&reading, count) : cli_out_of_memory();
    free(reading.taken);
    return status;
}

// ------------------------------------------------------------------------------ the file

static int check(struct results_file *file) {
    const json_t *rows = json_object_get(file->input.root, "benchmarks");
    file->context = json_object_get(file->input.root, "context");
    if (!json_is_array(rows)) {
        return cli_bad("%s: no array 'benchmarks': not a file of results", file->input.name);
    }
    if (json_array_size(rows) == 0) {
        return cli_bad("%s: no benchmarks in it", file->input.name);
    }
    if (file->context && !json_is_object(file->context)) {
        return cli_bad("%s: 'context' is not an object", file->input.name);
    }
    return read_rows(file, json_array_size(rows));
}

int results_file_read(const char *path, struct results_file *file) {
    *file = (struct results_file){0};
    int status = json_input_read(path, &file->input);
    if (status == 0) {
        status = check(file);
    }
    if (status != 0) {
        results_file_free(file);
    }
    return status;
}

void results_file_free(struct results_file *file) {
    json_decref(file->indices);
    free(file->benchmarks);
    free(file->samples);
    free(file->subjects);
    free(file->order);
    free(file->texts);
    json_input_free(&file->input);
    *file = (struct results_file){0};
}
