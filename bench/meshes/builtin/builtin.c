// The table of built-in bodies, and the parser of the specification NAME[:TRIANGLES].
#include "shapes.h"

#include <stdio.h>
#include <string.h>

struct builtin {
    struct mesh_builtin info;
    shape_function *make;
};

static const struct builtin builtins[] = {
    {{"box", "cube of side 1", 12, 12}, shape_box},
    {{"sphere", "sphere of diameter 1, any even count", 1280, 6}, shape_sphere},
    {{"torus", "ring of radii 1 and 0.25", 1600, 18}, shape_torus},
    {{"wigley", "Wigley hull, 10 x 1 x 0.625", 1300, 10}, shape_wigley},
    {{"catamaran", "two Wigley hulls under a bridge, 12 x 6 x 1.3", 1800, 96}, shape_catamaran},
    {{"barrel", "barrel of length 1 and diameter 0.8, any even count", 100, 12}, shape_barrel},
    {{"star", "concave star of six arms, any even count", 5000, 6}, shape_star},
};

#define BUILTIN_COUNT (sizeof builtins / sizeof builtins[0])

size_t mesh_builtin_count(void) {
    return BUILTIN_COUNT;
}

const struct mesh_builtin *mesh_builtin_at(size_t index) {
    return &builtins[index].info;
}

static const struct builtin *find(const char *name, size_t length) {
    for (size_t i = 0; i < BUILTIN_COUNT; ++i) {
        const char *candidate = builtins[i].info.name;
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) {
            return &builtins[i];
        }
    }
    return NULL;
}

static enum buoy_status fail_unknown(const char *text, struct buoy_error *error) {
    char names[120] = "";
    for (size_t i = 0; i < BUILTIN_COUNT; ++i) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                 builtins[i].info.name);
    }
    return mesh_fail(error, BUOY_ERROR_UNKNOWN_NAME, "builtin:%.60s: no such body; there are %s",
                     text, names);
}

// Digits only, from 1 to MESH_MAX_TRIANGLES.
static bool read_count(const char *text, size_t *count) {
    size_t value = 0;
    const char *c = text;
    for (; *c >= '0' && *c <= '9' && value <= MESH_MAX_TRIANGLES; ++c) {
        value = value * 10 + (size_t)(*c - '0');
    }
    *count = value;
    return c > text && *c == '\0' && value >= 1 && value <= MESH_MAX_TRIANGLES;
}

enum buoy_status builtin_make(const char *name_and_count, struct mesh_data *data,
                              struct buoy_error *error) {
    const size_t length = strcspn(name_and_count, ":");
    const struct builtin *builtin = find(name_and_count, length);
    if (!builtin) {
        return fail_unknown(name_and_count, error);
    }
    size_t triangles = builtin->info.default_triangles;
    if (name_and_count[length] == ':' && !read_count(name_and_count + length + 1, &triangles)) {
        return mesh_fail(error, BUOY_ERROR_ARGUMENT,
                         "builtin:%.60s: the triangle count must be a whole number from 1 to %d",
                         name_and_count, MESH_MAX_TRIANGLES);
    }
    if (!builtin->make(triangles, data)) {
        return mesh_fail(error, BUOY_ERROR_MEMORY, "builtin:%s: out of memory", name_and_count);
    }
    return BUOY_OK;
}
