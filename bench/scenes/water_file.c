// Water described by JSON.
#include "water_file.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_values.h"

#define PI 3.14159265358979323846

// What the largest component of a normal may be: struct buoy_water.
#define LEAST_NORMAL 1e-30
#define LARGEST_NORMAL 1e30

// Keys of all kinds of water, and of each.
#define WATER_TYPE_KEYS "type", "kind"
#define WATER_PLANE_KEYS "normal", "offset", "d"
#define WATER_GRID_KEYS "origin", "spacing", "columns", "rows", "heights"
#define WATER_WAVES_KEYS "time", "components", "waves", "decay", "orbital"

// The description being read.
struct reading {
    const struct json_at *at;
    const char *const *more; // further keys that it may have
    double gravity;
    struct water_file *file;
};

static int check_keys(const struct reading *reading, const char *const *known) {
    return json_check_keys(reading->at, known, reading->more);
}

// A member that has a second name, as in the library's headers.
static int read_real_of_either(const struct reading *reading, const char *key, const char *other,
                               double *number) {
    struct json_at at;
    return json_at_either(reading->at, key, other, &at) != 0
               ? CLI_BAD
               : json_read_real(&at, -(double)FLT_MAX, (double)FLT_MAX, number);
}

static int read_reals(const struct reading *reading, const char *key, size_t count,
                      double *numbers) {
    const struct json_at array = json_at_member(reading->at, key);
    return json_read_reals(&array, count, (double)FLT_MAX, numbers);
}

static int read_flag(const struct reading *reading, const char *key, bool *flag) {
    const struct json_at at = json_at_member(reading->at, key);
    return at.value ? json_read_flag(&at, flag) : 0;
}

static int read_floats(const struct reading *reading, const char *key, size_t count,
                       float *numbers) {
    const struct json_at array = json_at_member(reading->at, key);
    return json_read_floats(&array, count, numbers);
}

static int read_side(const struct reading *reading, const char *key, uint32_t *count) {
    const struct json_at at = json_at_member(reading->at, key);
    return json_read_count(&at, 2, BUOY_MAX_PATCH_SIDE, count);
}

// What the library says against a member.
static int bad_member(const struct reading *reading, const char *key,
                      const struct buoy_error *error) {
    const struct json_at at = json_at_member(reading->at, key);
    return cli_bad("%s: line %zu: %s", at.input->name, json_at_line(&at), error->message);
}

// --------------------------------------------------------------------------------- kinds

static int read_plane(const struct reading *reading) {
    static const char *const keys[] = {WATER_TYPE_KEYS, WATER_PLANE_KEYS, NULL};
    double n[3] = {0.0}, d = 0.0;
    if (check_keys(reading, keys) != 0 || read_reals(reading, "normal", 3, n) != 0 ||
        read_real_of_either(reading, "offset", "d", &d) != 0) {
        return CLI_BAD;
    }
    const double size = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (size == 0.0) {
        const struct json_at normal = json_at_member(reading->at, "normal");
        return json_at_bad(&normal, "is zero");
    }
    if (!(size >= LEAST_NORMAL && size <= LARGEST_NORMAL)) { // the same plane
        const int exponent = -ilogb(size);
        for (int i = 0; i < 3; ++i) {
            n[i] = scalbn(n[i], exponent);
        }
        d = fmin(fmax(scalbn(d, exponent), -(double)FLT_MAX), (double)FLT_MAX);
    }
    reading->file->water.plane =
        (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
    reading->file->water.plane64 = (struct buoy_plane64){{n[0], n[1], n[2]}, d};
    return 0;
}

static int fill_patch(const struct reading *reading, const struct buoy_patch_grid *grid) {
    const size_t count = (size_t)grid->columns * grid->rows;
    float *heights = malloc(count * sizeof *heights);
    if (!heights) {
        return cli_out_of_memory();
    }
    int status = read_floats(reading, "heights", count, heights);
    if (status == 0 && buoy_patch_set(reading->file->patch, heights, NULL) != BUOY_OK) {
        const struct json_at at = json_at_member(reading->at, "heights");
        status = json_at_bad(&at, "are not all within 1e18");
    }
    free(heights);
    return status;
}

static int read_grid(const struct reading *reading) {
    static const char *const keys[] = {WATER_TYPE_KEYS, WATER_GRID_KEYS, NULL};
    struct water_file *file = reading->file;
    struct buoy_patch_grid grid;
    struct buoy_error error;
    float origin[2] = {0.0f}, spacing[2] = {0.0f};
    if (check_keys(reading, keys) != 0 || read_floats(reading, "origin", 2, origin) != 0 ||
        read_floats(reading, "spacing", 2, spacing) != 0 ||
        read_side(reading, "columns", &grid.columns) != 0 ||
        read_side(reading, "rows", &grid.rows) != 0) {
        return CLI_BAD;
    }
    grid.origin[0] = (double)origin[0];
    grid.origin[1] = (double)origin[1];
    grid.spacing[0] = spacing[0];
    grid.spacing[1] = spacing[1];
    if (buoy_patch_create(&grid, &file->patch, &error) != BUOY_OK) {
        return bad_member(reading, "spacing", &error);
    }
    file->water.kind = BUOY_WATER_PATCH;
    file->water.patch = file->patch;
    return fill_patch(reading, &grid);
}

static int read_wave(const struct json_at *component, struct buoy_wave *wave) {
    static const char *const keys[] = {
        "amplitude", "wavelength", "direction_degrees", "direction", "phase", "period", NULL};
    const double any = (double)FLT_MAX, least = (double)FLT_MIN;
    float direction = 0.0f;
    const struct {
        const char *key;
        double low, high;
        float *number;
    } parts[] = {
        {"amplitude", 0.0, any, &wave->amplitude},
        {"wavelength", least, any, &wave->wavelength},
        {"phase", -any, any, &wave->phase},
        {"period", least, any, &wave->period},
    };
    struct json_at at;
    *wave = (struct buoy_wave){.period = 0.0f};
    if (json_check_object(component) != 0 || json_check_keys(component, keys, NULL) != 0 ||
        json_at_either(component, "direction_degrees", "direction", &at) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        const struct json_at part = json_at_member(component, parts[i].key);
        const bool optional = strcmp(parts[i].key, "period") == 0;
        if ((part.value || !optional) &&
            json_read_float(&part, parts[i].low, parts[i].high, parts[i].number) != 0) {
            return CLI_BAD;
        }
    }
    const bool radians = strcmp(at.key, "direction") == 0;
    const int status = json_read_float(&at, -any, any, &direction);
    wave->direction = radians ? direction : (float)(fmod((double)direction, 360.0) * (PI / 180.0));
    return status;
}

static int make_waves(const struct reading *reading, const struct json_at *components) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    struct water_file *file = reading->file;
    const size_t count = json_array_size(components->value);
    struct buoy_error error;
    for (size_t i = 0; i < count; ++i) {
        const struct json_at component = json_at_element(components, i);
        if (read_wave(&component, &waves[i]) != 0) {
            return CLI_BAD;
        }
    }
    if (buoy_waves_create(waves, count, reading->gravity, &file->waves, &error) != BUOY_OK) {
        return bad_member(reading, "components", &error);
    }
    file->water.kind = BUOY_WATER_WAVES;
    file->water.waves = file->orbital.waves = file->waves;
    return 0;
}

static int read_waves(const struct reading *reading) {
    static const char *const keys[] = {WATER_TYPE_KEYS, WATER_WAVES_KEYS, NULL};
    const struct json_at at = json_at_member(reading->at, "time");
    struct json_at components;
    double time = 0.0;
    bool decays = false, moves = false;
    if (check_keys(reading, keys) != 0 ||
        (at.value && json_read_real(&at, -(double)FLT_MAX, (double)FLT_MAX, &time) != 0) ||
        read_flag(reading, "decay", &decays) != 0 || read_flag(reading, "orbital", &moves) != 0 ||
        json_at_either(reading->at, "components", "waves", &components) != 0) {
        return CLI_BAD;
    }
    struct water_file *file = reading->file;
    file->water.time = time;
    file->water.wave_pressure = decays ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    file->orbital.time = time;
    if (moves) {
        file->water.current_at = buoy_waves_orbital_velocity;
        file->water.current_context = &file->orbital;
    }
    if (!json_is_array(components.value) || json_array_size(components.value) > BUOY_MAX_WAVES) {
        return json_at_bad(&components, "%s",
                           !components.value                  ? "are missing"
                           : !json_is_array(components.value) ? "is not an array"
                                                              : "are more than 1024");
    }
    if (reading->gravity == 0.0) {
        return json_at_bad(&components, "need gravity above 0");
    }
    return make_waves(reading, &components);
}

// --------------------------------------------------------------------------------- whole

int water_file_take(const struct json_at *at, const char *const *more, double gravity,
                    struct water_file *file) {
    static const char *const all[] = {WATER_TYPE_KEYS, WATER_PLANE_KEYS, WATER_GRID_KEYS,
                                      WATER_WAVES_KEYS, NULL};
    static const struct {
        const char *type;
        int (*read)(const struct reading *reading);
    } kinds[] = {
        {"plane", read_plane}, {"grid", read_grid}, {"patch", read_grid}, {"waves", read_waves}};
    const struct reading reading = {at, more, gravity, file};
    *file = (struct water_file){.water = buoy_calm_sea(), .orbital = buoy_orbital_motion_default()};
    file->water.gravity = gravity;
    struct json_at type;
    if (json_check_object(at) != 0 || json_at_either(at, "type", "kind", &type) != 0 ||
        (!type.value && check_keys(&reading, all) != 0)) {
        return CLI_BAD;
    }
    for (size_t i = 0; json_is_string(type.value) && i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (strcmp(json_string_value(type.value), kinds[i].type) == 0) {
            return kinds[i].read(&reading);
        }
    }
    return json_at_bad(&type, "%s",
                       !type.value ? "is missing" : "is neither plane nor grid nor waves");
}

int water_file_read(const char *path, double gravity, struct water_file *file) {
    struct json_input input;
    *file = (struct water_file){.water = buoy_calm_sea()};
    if (json_input_read(path, &input) != 0) {
        return CLI_BAD;
    }
    const struct json_at root = json_at_root(&input);
    const int status = water_file_take(&root, NULL, gravity, file);
    json_input_free(&input);
    return status;
}

void water_file_free(struct water_file *file) {
    buoy_patch_destroy(file->patch);
    buoy_waves_destroy(file->waves);
    *file = (struct water_file){0};
}
