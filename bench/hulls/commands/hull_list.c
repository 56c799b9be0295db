// The names of hulls.
#include "hull_list.h"

#include <string.h>

static int read_list(struct hulls *hulls, const char *command) {
    if (json_input_read_text(hulls->list, &hulls->text) != 0) {
        return CLI_BAD;
    }
    const size_t before = hulls->names.count;
    for (char *line = hulls->text.text; *line;) {
        const size_t length = strcspn(line, "\r\n");
        char *next = line + length + (line[length] != '\0');
        line[length] = '\0';
        if (length > 0 && cli_strings_add(&hulls->names, line) != 0) {
            return CLI_BAD;
        }
        line = next;
    }
    return hulls->names.count > before
               ? 0
               : cli_bad("%s: %s: no mesh is named: write a name in each line", command,
                         hulls->text.name);
}

int hulls_read(struct hulls *hulls, const char *command) {
    if (hulls->list && read_list(hulls, command) != 0) {
        return CLI_BAD;
    }
    return hulls->names.count > 0 ? 0 : cli_bad("%s: --mesh is missing", command);
}

void hulls_free(struct hulls *hulls) {
    cli_strings_free(&hulls->names);
    json_input_free(&hulls->text);
}

bool hulls_are_several(const struct hulls *hulls) {
    return hulls->list || hulls->names.count > 1;
}

int hulls_refuse_several(const struct hulls *hulls, const char *option, const void *value) {
    return value && hulls_are_several(hulls)
               ? cli_bad("%s is for one mesh: call the program once for each", option)
               : 0;
}
