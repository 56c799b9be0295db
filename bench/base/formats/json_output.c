// Writing JSON to standard output.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_memory.h"
#include "json_output.h"

int json_print(json_t *document) {
    char *text = json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(document);
    // Members are missing if memory ran out.
    if (!text || json_memory_ran_out()) {
        free(text);
        return cli_out_of_memory();
    }
    puts(text); // the program notices write errors at its end, as for all output
    free(text);
    return CLI_GOOD;
}

json_t *json_number(double value) {
    return isfinite(value) ? json_real(value + 0.0) : json_null(); // 0 for -0
}

static void drop_beyond_ascii(char *text) {
    for (char *c = text; *c != '\0'; ++c) {
        if ((unsigned char)*c >= 0x80) {
            *c = '?';
        }
    }
}

json_t *json_text(const char *text) {
    json_t *string = json_string(text);
    char *plain = !string ? strdup(text) : NULL;
    if (!plain) {
        return string;
    }
    drop_beyond_ascii(plain);
    string = json_string(plain);
    free(plain);
    return string;
}

static void clean(char *text, const char *kept) {
    while (*text != '\0') {
        const size_t length = cli_printable_length(text);
        if (length == 0 && !strchr(kept, *text)) {
            const bool two = (unsigned char)*text == 0xc2; // a control character beyond ASCII
            memset(text, '?', two ? 2 : 1);
        }
        text += length > 0 ? length : 1;
    }
}

void json_clean(char *text) {
    clean(text, "");
}

static bool clean_string(json_t *string, const char *kept) {
    char *copy = strdup(json_string_value(string));
    if (!copy) {
        return false;
    }
    clean(copy, kept);
    const bool set = json_string_set(string, copy) == 0;
    free(copy);
    return set;
}

static bool is_in(const char *const *list, const char *word) {
    while (*list && strcmp(*list, word) != 0) {
        ++list;
    }
    return *list;
}

static bool clean_value(json_t *value, const char *const *with_lines, bool keeps_lines) {
    const char *key;
    json_t *member;
    size_t i;
    bool enough = !json_is_string(value) || clean_string(value, keeps_lines ? "\n" : "");
    json_object_foreach(value, key, member) {
        enough = clean_value(member, with_lines, is_in(with_lines, key)) && enough;
    }
    json_array_foreach(value, i, member) {
        enough = clean_value(member, with_lines, false) && enough;
    }
    return enough;
}

bool json_clean_all(json_t *document, const char *const *with_lines) {
    return clean_value(document, with_lines, false);
}
