// What two files of results should have in common, and what one says about its noise.
#include "differences.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *key, *plural;
} kept[] = {
    {"cpu", "machines"},           {"instruction_set", "caps of the instruction set"},
    {"compiler", "compilers"},     {"flags", "compiler flags"},
    {"build_type", "build types"}, {"version", "versions"},
    {"commit", "commits"},
};

const json_t *differences_noise(const struct results_file *file) {
    const json_t *noise = json_object_get(file->context, "noise");
    const json_t *warnings = json_object_get(noise, "warnings");
    return json_is_array(warnings) ? warnings : NULL;
}

bool differences_is_noisy(const struct results_file *file) {
    const json_t *noise = json_object_get(file->context, "noise");
    return json_is_false(json_object_get(noise, "trusted"));
}

static void say_noise(const struct results_file *file, const char *label, differences_say *say,
                      void *context) {
    char line[400];
    const char *first = json_string_value(json_array_get(differences_noise(file), 0));
    if (differences_is_noisy(file)) {
        snprintf(line, sizeof line, "%s was measured on a noisy machine%s%.300s", label,
                 first ? ": " : "", first ? first : "");
        say(line, context);
    }
}

void differences_between(const struct results_file *a, const struct results_file *b,
                         const char *const labels[2], differences_say *say, void *context) {
    say_noise(a, labels[0], say, context);
    say_noise(b, labels[1], say, context);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) {
        const char *in_a = results_context_text(a, kept[i].key);
        const char *in_b = results_context_text(b, kept[i].key);
        if (strcmp(in_a, in_b) != 0) {
            char line[400];
            snprintf(line, sizeof line, "different %s: %.150s; %.150s", kept[i].plural,
                     in_a[0] != '\0' ? in_a : "not said", in_b[0] != '\0' ? in_b : "not said");
            say(line, context);
        }
    }
}
