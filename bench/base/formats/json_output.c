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

json_t *json_text(const char *text) {
    json_t *string = json_string(text);
    char *plain = !string ? strdup(text) : NULL;
    if (!plain) {
        return string;
    }
    for (char *c = plain; *c != '\0'; ++c) {
        if ((unsigned char)*c >= 0x80) {
            *c = '?';
        }
    }
    string = json_string(plain);
    free(plain);
    return string;
}

void json_clean(char *text) {
    while (*text != '\0') {
        const size_t length = cli_printable_length(text);
        if (length == 0) {
            const bool two = (unsigned char)*text == 0xc2; // a control character beyond ASCII
            memset(text, '?', two ? 2 : 1);
        }
        text += length > 0 ? length : 1;
    }
}

static bool clean_string(json_t *string) {
    char *copy = strdup(json_string_value(string));
    if (!copy) {
        return false;
    }
    json_clean(copy);
    const bool set = json_string_set(string, copy) == 0;
    free(copy);
    return set;
}

bool json_clean_all(json_t *document) {
    const char *key;
    json_t *member;
    size_t i;
    bool enough = !json_is_string(document) || clean_string(document);
    json_object_foreach(document, key, member) {
        enough = json_clean_all(member) && enough;
    }
    json_array_foreach(document, i, member) {
        enough = json_clean_all(member) && enough;
    }
    return enough;
}
