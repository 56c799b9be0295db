// Writing JSON to standard output.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_output.h"
#include "meshes/json_memory.h"

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

void json_clean(char *text) {
    for (char *c = text; *c != '\0'; ++c) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = '?';
        }
    }
    json_t *string = json_string(text);
    if (!string) {
        drop_beyond_ascii(text);
    }
    json_decref(string);
}
