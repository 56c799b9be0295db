// From a specification to a mesh: a built-in or a file.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const char builtin_prefix[] = "builtin:";

static char *copy_string(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

enum buoy_status mesh_data_load(const char *specification, struct mesh_data *data,
                                struct buoy_error *error) {
    memset(data, 0, sizeof *data);
    const size_t prefix = sizeof builtin_prefix - 1;
    const bool builtin = strncmp(specification, builtin_prefix, prefix) == 0;
    const enum buoy_status status = builtin ? builtin_make(specification + prefix, data, error)
                                            : import_file(specification, data, error);
    if (status != BUOY_OK) {
        return status;
    }
    data->name = copy_string(builtin ? specification : import_name(specification));
    if (!data->name) {
        mesh_data_free(data);
        return mesh_fail(error, BUOY_ERROR_MEMORY, "%s: out of memory", specification);
    }
    if (error) {
        error->status = BUOY_OK;
        error->message[0] = '\0';
    }
    return BUOY_OK;
}
