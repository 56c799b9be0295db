// What a file of results says, by name.
#include "results_benchmarks.h"

#include <math.h>
#include <string.h>

bool results_timed(const struct results_benchmark *benchmark) {
    return benchmark->row;
}

double results_counter(const struct results_benchmark *benchmark, const char *name) {
    const json_t *number = json_object_get(benchmark->row, name);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}

const struct results_benchmark *results_find(const struct results_file *file, const char *name) {
    const json_t *index = json_object_get(file->indices, name);
    return index ? &file->benchmarks[json_integer_value(index)] : NULL;
}

const struct results_subject *results_find_subject(const struct results_file *file,
                                                   const struct results_subject *like) {
    for (size_t i = 0; i < file->subject_count; ++i) {
        const struct results_subject *subject = &file->subjects[i];
        if (strcmp(subject->name, like->name) == 0 && strcmp(subject->family, like->family) == 0) {
            return subject;
        }
    }
    return NULL;
}

const char *results_context_text(const struct results_file *file, const char *key) {
    const char *text = json_string_value(json_object_get(file->context, key));
    return text ? text : "";
}

double results_context_number(const struct results_file *file, const char *key) {
    const json_t *number = json_object_get(file->context, key);
    return json_is_number(number) ? json_number_value(number) : (double)NAN;
}
