// The names of benchmarks, and the subjects that they stand for.
#include "results_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

// ---------------------------------------------------------------------------------- parts

// Cuts a text at the slash behind it; returns what follows, or "" if there is no slash.
static char *cut(char *text) {
    char *slash = strchr(text, '/');
    if (!slash) {
        return text + strlen(text);
    }
    *slash = '\0';
    return slash + 1;
}

// The place of the slash between kernel and subject; NULL in names of other programs.
static const char *find_subject(const struct results_benchmark *benchmark) {
    const char *place = benchmark->name;
    const bool is_ours = !benchmark->row || json_object_get(benchmark->row, "ns_per_body");
    for (int slashes = 0; is_ours && place && slashes < 3; ++slashes) {
        place = strchr(place + (slashes > 0), '/');
    }
    return is_ours && place && place[1] != '\0' ? place : NULL;
}

// Needs room for two copies of the name; returns the end of what it used.
static char *split(struct results_benchmark *benchmark, char *room) {
    const size_t bytes = strlen(benchmark->name) + 1;
    const char *slash = find_subject(benchmark);
    char *whole = room, *parts = room + bytes;
    memcpy(whole, benchmark->name, bytes);
    memcpy(parts, benchmark->name, bytes);
    benchmark->kernel = whole;
    if (!slash) {
        benchmark->method = whole;
        benchmark->subject = benchmark->family = benchmark->isa = benchmark->mesh =
            benchmark->workload = parts + bytes - 1;
        return parts + bytes;
    }
    whole[slash - benchmark->name] = '\0';
    benchmark->subject = whole + (slash - benchmark->name) + 1;
    benchmark->family = parts;
    benchmark->method = parts = cut(parts);
    benchmark->isa = parts = cut(parts);
    benchmark->mesh = parts = cut(parts);
    benchmark->workload = cut(parts);
    // The baseline races there, too: it takes boxes as meshes. Only `step` has workloads with a
    // dash.
    if (strcmp(benchmark->mesh, "boxes") == 0 && strcmp(benchmark->family, "volume") == 0) {
        benchmark->family = strchr(benchmark->workload, '-') ? "step" : "box";
    }
    return room + 2 * bytes;
}

static int split_names(struct results_file *file) {
    size_t bytes = 0;
    for (size_t i = 0; i < file->benchmark_count; ++i) {
        bytes += 2 * (strlen(file->benchmarks[i].name) + 1);
    }
    char *room = file->texts = malloc(bytes);
    if (!room) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < file->benchmark_count; ++i) {
        room = split(&file->benchmarks[i], room);
    }
    return 0;
}

// -------------------------------------------------------------------------------- subjects

static int compare_subjects(const struct results_benchmark *a, const struct results_benchmark *b) {
    const int by_family = strcmp(a->family, b->family);
    return by_family != 0 ? by_family : strcmp(a->subject, b->subject);
}

// Benchmarks of one subject by time, those without a time last, and else in the file's order.
static int compare_benchmarks(const void *x, const void *y) {
    const struct results_benchmark *a = *(struct results_benchmark *const *)x;
    const struct results_benchmark *b = *(struct results_benchmark *const *)y;
    const int by_subject = compare_subjects(a, b);
    if (by_subject != 0) {
        return by_subject;
    }
    if (results_timed(a) != results_timed(b)) {
        return results_timed(a) ? -1 : 1;
    }
    if (a->times.median != b->times.median) {
        return a->times.median < b->times.median ? -1 : 1;
    }
    return (a > b) - (a < b);
}

// The order in which benchmarks were registered: rows are in the order in which they were timed.
static double place_of(const struct results_subject *subject) {
    double first = HUGE_VAL;
    for (size_t i = 0; i < subject->count; ++i) {
        const double place = results_counter(subject->benchmarks[i], "family_index");
        first = isnan(place) ? first : fmin(first, place);
    }
    return first;
}

static int compare_places(const void *x, const void *y) {
    const struct results_subject *a = x, *b = y;
    const double at = place_of(a), bt = place_of(b);
    if (at != bt) {
        return at < bt ? -1 : 1;
    }
    return (a->benchmarks[0] > b->benchmarks[0]) - (a->benchmarks[0] < b->benchmarks[0]);
}

// Ranks by the same rules as `run`.
static int rank(struct results_subject *subject) {
    struct ranking_candidate *candidates = calloc(subject->count, sizeof *candidates);
    size_t *order = calloc(subject->count, sizeof *order);
    size_t timed = 0;
    const bool has_memory = candidates && order;
    while (has_memory && timed < subject->count && results_timed(subject->benchmarks[timed])) {
        candidates[timed] = subject->benchmarks[timed]->times;
        candidates[timed].sample_count = subject->benchmarks[timed]->repetitions;
        ++timed;
    }
    if (has_memory) {
        ranking_order(candidates, timed, order);
    }
    for (size_t i = 0; i < timed; ++i) {
        subject->benchmarks[i]->times.rank = candidates[i].rank;
    }
    free(candidates);
    free(order);
    return has_memory ? 0 : cli_out_of_memory();
}

static struct results_subject subject_at(struct results_benchmark **begin, size_t count) {
    const struct results_benchmark *any = *begin;
    return (struct results_subject){.name = any->subject,
                                    .family = any->family,
                                    .mesh = any->mesh,
                                    .workload = any->workload,
                                    .count = count,
                                    .benchmarks = begin};
}

int results_names_split(struct results_file *file) {
    if (split_names(file) != 0) {
        return CLI_BAD;
    }
    const size_t count = file->benchmark_count;
    file->order = calloc(count, sizeof(struct results_benchmark *));
    file->subjects = calloc(count, sizeof *file->subjects);
    if (!file->order || !file->subjects) {
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < count; ++i) {
        file->order[i] = &file->benchmarks[i];
    }
    qsort(file->order, count, sizeof *file->order, compare_benchmarks);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count; ++end) {
            if (compare_subjects(file->order[begin], file->order[end]) != 0) {
                break;
            }
        }
        struct results_subject *subject = &file->subjects[file->subject_count++];
        *subject = subject_at(&file->order[begin], end - begin);
        if (rank(subject) != 0) {
            return CLI_BAD;
        }
    }
    qsort(file->subjects, file->subject_count, sizeof *file->subjects, compare_places);
    return 0;
}
