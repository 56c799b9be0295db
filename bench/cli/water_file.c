// Water described by a JSON file.
#include "water_file.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_input.h"

#define PI 3.14159265358979323846

static const struct json_place root = {.key = NULL};

static struct json_place place_of(const char *key) {
    return (struct json_place){key, JSON_INPUT_WHOLE, NULL};
}

static struct json_place element_of(const char *key, size_t index) {
    return (struct json_place){key, index, NULL};
}

// --------------------------------------------------------------------------------- parts

// Complains about the value at a place; complaints name the place, e.g. components[3].phase.
static int bad_value(const struct json_input *input, struct json_place place, const char *cause) {
    char element[40] = "";
    if (place.index != JSON_INPUT_WHOLE) {
        snprintf(element, sizeof element, "[%zu]", place.index);
    }
    return cli_bad("%s: line %zu: %s%s%s%s %s", input->name, json_input_line(input, place),
                   place.key, element, place.of_it ? "." : "", place.of_it ? place.of_it : "",
                   cause);
}

// A float in [low, high] from the value at a place; a value of NULL is missing.
static int read_number(const struct json_input *input, const json_t *value, struct json_place place,
                       double low, double high, float *number) {
    if (!json_is_number(value)) {
        return bad_value(input, place, !value ? "is missing" : "is not a number");
    }
    const double read = json_number_value(value);
    if (!(fabs(read) <= (double)FLT_MAX)) {
        return bad_value(input, place, "is beyond 32-bit floats");
    }
    *number = (float)read;
    if (!((double)*number >= low && (double)*number <= high)) {
        char cause[80];
        snprintf(cause, sizeof cause, "is %g, not between %g and %g", read, low, high);
        return bad_value(input, place, cause);
    }
    return 0;
}

static int read_member(const struct json_input *input, const char *key, float *number) {
    return read_number(input, json_object_get(input->root, key), place_of(key), -(double)FLT_MAX,
                       (double)FLT_MAX, number);
}

// Reads an array with a given number of numbers.
static int read_numbers(const struct json_input *input, const char *key, size_t count,
                        float *numbers) {
    const json_t *array = json_object_get(input->root, key);
    if (!json_is_array(array)) {
        return bad_value(input, place_of(key), !array ? "is missing" : "is not an array");
    }
    if (json_array_size(array) != count) {
        char cause[80];
        snprintf(cause, sizeof cause, "has %zu numbers, not %zu", json_array_size(array), count);
        return bad_value(input, place_of(key), cause);
    }
    const double any = (double)FLT_MAX;
    for (size_t i = 0; i < count; ++i) {
        if (read_number(input, json_array_get(array, i), element_of(key, i), -any, any,
                        &numbers[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int read_count(const struct json_input *input, const char *key, uint32_t low, uint32_t high,
                      uint32_t *count) {
    const json_t *value = json_object_get(input->root, key);
    float number = 0.0f;
    if (read_number(input, value, place_of(key), low, high, &number) != 0) {
        return CLI_BAD;
    }
    *count = (uint32_t)number;
    return (double)*count == json_number_value(value)
               ? 0
               : bad_value(input, place_of(key), "is not a whole number");
}

// Complains about the first member of an object that is not among the given names, which end with
// NULL.
static int check_keys(const struct json_input *input, json_t *object, struct json_place place,
                      const char *const *known) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        size_t i = 0;
        while (known[i] && strcmp(known[i], key) != 0) {
            ++i;
        }
        if (!known[i]) {
            if (!place.key) {
                place = place_of(key);
            } else {
                place.of_it = key;
            }
            return cli_bad("%s: line %zu: unknown key '%s'", input->name,
                           json_input_line(input, place), key);
        }
    }
    return 0;
}

// --------------------------------------------------------------------------------- kinds

static int read_plane(const struct json_input *input, double gravity, struct water_file *file) {
    static const char *const keys[] = {"type", "normal", "offset", NULL};
    float n[3] = {0.0f}, d = 0.0f;
    (void)gravity;
    if (check_keys(input, input->root, root, keys) != 0 ||
        read_numbers(input, "normal", 3, n) != 0 || read_member(input, "offset", &d) != 0) {
        return CLI_BAD;
    }
    if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) {
        return bad_value(input, place_of("normal"), "is zero");
    }
    file->water.plane = (struct buoy_plane){{n[0], n[1], n[2]}, d};
    return 0;
}

static int fill_patch(const struct json_input *input, const struct buoy_patch_grid *grid,
                      struct water_file *file) {
    const size_t count = (size_t)grid->columns * grid->rows;
    float *heights = malloc(count * sizeof *heights);
    if (!heights) {
        return cli_out_of_memory();
    }
    int status = read_numbers(input, "heights", count, heights);
    if (status == 0 && buoy_patch_set(file->patch, heights, NULL) != BUOY_OK) {
        status = bad_value(input, place_of("heights"), "are not all within 1e18");
    }
    free(heights);
    return status;
}

static int read_grid(const struct json_input *input, double gravity, struct water_file *file) {
    static const char *const keys[] = {"type", "origin",  "spacing", "columns",
                                       "rows", "heights", NULL};
    struct buoy_patch_grid grid;
    struct buoy_error error;
    float origin[2] = {0.0f}, spacing[2] = {0.0f};
    (void)gravity;
    if (check_keys(input, input->root, root, keys) != 0 ||
        read_numbers(input, "origin", 2, origin) != 0 ||
        read_numbers(input, "spacing", 2, spacing) != 0 ||
        read_count(input, "columns", 2, BUOY_MAX_PATCH_SIDE, &grid.columns) != 0 ||
        read_count(input, "rows", 2, BUOY_MAX_PATCH_SIDE, &grid.rows) != 0) {
        return CLI_BAD;
    }
    grid.origin[0] = (double)origin[0];
    grid.origin[1] = (double)origin[1];
    grid.spacing[0] = spacing[0];
    grid.spacing[1] = spacing[1];
    if (buoy_patch_create(&grid, &file->patch, &error) != BUOY_OK) {
        return cli_bad("%s: line %zu: %s", input->name, json_input_line(input, place_of("spacing")),
                       error.message);
    }
    file->water.kind = BUOY_WATER_PATCH;
    file->water.patch = file->patch;
    return fill_patch(input, &grid, file);
}

static int read_wave(const struct json_input *input, size_t index, json_t *component,
                     struct buoy_wave *wave) {
    static const char *const keys[] = {"amplitude", "wavelength", "direction_degrees",
                                       "phase",     "period",     NULL};
    const double any = (double)FLT_MAX, least = (double)FLT_MIN;
    struct json_place place = element_of("components", index);
    if (!json_is_object(component)) {
        return bad_value(input, place, "is not an object");
    }
    float degrees = 0.0f;
    const struct {
        const char *key;
        double low, high;
        float *number;
    } parts[] = {
        {"amplitude", 0.0, any, &wave->amplitude},  {"wavelength", least, any, &wave->wavelength},
        {"direction_degrees", -any, any, &degrees}, {"phase", -any, any, &wave->phase},
        {"period", least, any, &wave->period},
    };
    *wave = (struct buoy_wave){.period = 0.0f};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        const json_t *value = json_object_get(component, parts[i].key);
        const bool optional = strcmp(parts[i].key, "period") == 0;
        place.of_it = parts[i].key;
        if ((value || !optional) &&
            read_number(input, value, place, parts[i].low, parts[i].high, parts[i].number) != 0) {
            return CLI_BAD;
        }
    }
    wave->direction = (float)(fmod((double)degrees, 360.0) * (PI / 180.0));
    return check_keys(input, component, element_of("components", index), keys);
}

static int make_waves(const struct json_input *input, const json_t *components, double gravity,
                      struct water_file *file) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    const size_t count = json_array_size(components);
    struct buoy_error error;
    if (gravity == 0.0) {
        return cli_bad("--gravity: waves need more than 0");
    }
    for (size_t i = 0; i < count; ++i) {
        if (read_wave(input, i, json_array_get(components, i), &waves[i]) != 0) {
            return CLI_BAD;
        }
    }
    if (buoy_waves_create(waves, count, gravity, &file->waves, &error) != BUOY_OK) {
        return cli_bad("%s: line %zu: %s", input->name,
                       json_input_line(input, place_of("components")), error.message);
    }
    file->water.kind = BUOY_WATER_WAVES;
    file->water.waves = file->waves;
    return 0;
}

static int read_waves(const struct json_input *input, double gravity, struct water_file *file) {
    static const char *const keys[] = {"type", "time", "components", NULL};
    const json_t *components = json_object_get(input->root, "components");
    float time = 0.0f;
    if (check_keys(input, input->root, root, keys) != 0 || read_member(input, "time", &time) != 0) {
        return CLI_BAD;
    }
    file->water.time = (double)time;
    if (!json_is_array(components) || json_array_size(components) > BUOY_MAX_WAVES) {
        return bad_value(input, place_of("components"),
                         !components                  ? "are missing"
                         : !json_is_array(components) ? "is not an array"
                                                      : "are more than 1024");
    }
    return make_waves(input, components, gravity, file);
}

// --------------------------------------------------------------------------------- whole

static int read_kind(const struct json_input *input, double gravity, struct water_file *file) {
    static const struct {
        const char *type;
        int (*read)(const struct json_input *, double, struct water_file *);
    } kinds[] = {{"plane", read_plane}, {"grid", read_grid}, {"waves", read_waves}};
    const json_t *type = json_object_get(input->root, "type");
    for (size_t i = 0; json_is_string(type) && i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (strcmp(json_string_value(type), kinds[i].type) == 0) {
            return kinds[i].read(input, gravity, file);
        }
    }
    return bad_value(input, place_of("type"),
                     !type ? "is missing" : "is neither plane nor grid nor waves");
}

int water_file_read(const char *path, double gravity, struct water_file *file) {
    struct json_input input;
    *file = (struct water_file){.water = buoy_calm_sea()};
    file->water.gravity = gravity;
    if (json_input_read(path, &input) != 0) {
        return CLI_BAD;
    }
    const int status = read_kind(&input, gravity, file);
    json_input_free(&input);
    return status;
}

void water_file_free(struct water_file *file) {
    buoy_patch_destroy(file->patch);
    buoy_waves_destroy(file->waves);
    *file = (struct water_file){0};
}
