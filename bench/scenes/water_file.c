// Water described by JSON.
#include "water_file.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_input.h"
#include "turning.h"

// What the largest component of a normal may be: struct buoy_water.
#define LEAST_NORMAL 1e-30
#define LARGEST_NORMAL 1e30

// The description being read.
struct reading {
    const struct json_at *at;
    const char *const *more; // further keys that it may have
    double gravity;
    struct water_file *file;
};

#define ANY (double)FLT_MAX
#define FARTHEST 1e18
#define TYPE                                                                                       \
    { .key = "type", .other = "kind" }

// What the library says against a member.
static int bad_member(const struct reading *reading, const char *key,
                      const struct buoy_error *error) {
    const struct json_at at = json_at_member(reading->at, key);
    return cli_bad("%s: line %zu: %s", at.input->name, json_at_line(&at), error->message);
}

// --------------------------------------------------------------------------------- kinds

static int read_plane(const struct reading *reading) {
    double n[3] = {0.0}, d = 0.0;
    const struct json_member members[] = {
        TYPE,
        {"normal", JSON_NUMBERS, n, .high = ANY, .count = 3, .needed = true},
        {"offset", JSON_DOUBLE, &d, .low = -ANY, .high = ANY, .needed = true, .other = "d"},
        {0},
    };
    if (json_read_members(reading->at, members, reading->more) != 0) {
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

static int read_grid(const struct reading *reading) {
    struct water_file *file = reading->file;
    struct buoy_patch_grid grid;
    struct buoy_error error;
    float origin[2] = {0.0f};
    double level = 0.0;
    const struct json_member members[] = {
        TYPE,
        {"level", JSON_DOUBLE, &level, .low = -FARTHEST, .high = FARTHEST},
        {"origin", JSON_FLOATS, origin, .count = 2, .needed = true},
        {"spacing", JSON_FLOATS, grid.spacing, .count = 2, .needed = true},
        {"columns", JSON_COUNT, &grid.columns, .low = 2, .high = BUOY_MAX_PATCH_SIDE,
         .needed = true},
        {"rows", JSON_COUNT, &grid.rows, .low = 2, .high = BUOY_MAX_PATCH_SIDE, .needed = true},
        {.key = "heights"},
        {0},
    };
    if (json_read_members(reading->at, members, reading->more) != 0) {
        return CLI_BAD;
    }
    grid.origin[0] = (double)origin[0];
    grid.origin[1] = (double)origin[1];
    if (buoy_patch_create(&grid, &file->patch, &error) != BUOY_OK) {
        return bad_member(reading, "spacing", &error);
    }
    file->water.kind = BUOY_WATER_PATCH;
    file->water.level = level;
    file->water.patch = file->patch;
    const size_t count = (size_t)grid.columns * grid.rows;
    float *heights = malloc(count * sizeof *heights);
    if (!heights) {
        return cli_out_of_memory();
    }
    const struct json_at at = json_at_member(reading->at, "heights");
    int status = json_read_floats(&at, count, heights);
    if (status == 0 && buoy_patch_set(reading->file->patch, heights, NULL) != BUOY_OK) {
        status = json_at_bad(&at, "are not all within 1e18");
    }
    free(heights);
    return status;
}

static int read_wave(const struct json_at *component, struct buoy_wave *wave) {
    const double least = (double)FLT_MIN;
    float direction = 0.0f;
    const struct json_member members[] = {
        {"amplitude", JSON_FLOAT, &wave->amplitude, .low = 0.0, .high = ANY, .needed = true},
        {"wavelength", JSON_FLOAT, &wave->wavelength, .low = least, .high = ANY, .needed = true},
        {"phase", JSON_FLOAT, &wave->phase, .low = -ANY, .high = ANY, .needed = true},
        {"period", JSON_FLOAT, &wave->period, .low = least, .high = ANY},
        {"direction_degrees", JSON_FLOAT, &direction, .low = -ANY, .high = ANY, .needed = true,
         .other = "direction"},
        {0},
    };
    *wave = (struct buoy_wave){.period = 0.0f};
    const int status = json_read_members(component, members, NULL);
    const bool radians = json_object_get(component->value, "direction");
    wave->direction = radians ? direction : (float)turning_direction((double)direction);
    return status;
}

static int read_components(const struct json_at *components, struct buoy_wave waves[BUOY_MAX_WAVES],
                           size_t *count) {
    *count = json_array_size(components->value);
    if (!json_is_array(components->value) || *count > BUOY_MAX_WAVES) {
        return json_at_bad(components, "%s",
                           !components->value                  ? "are missing"
                           : !json_is_array(components->value) ? "is not an array"
                                                               : "are more than 1024");
    }
    for (size_t i = 0; i < *count; ++i) {
        const struct json_at component = json_at_element(components, i);
        if (read_wave(&component, &waves[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int read_sea(const struct reading *reading, const struct json_at *at,
                    struct buoy_wave waves[BUOY_MAX_WAVES], size_t *count) {
    struct buoy_sea sea = {0};
    uint32_t seed = 0, number = 100;
    const struct json_member members[] = {
        {"height", JSON_DOUBLE, &sea.significant_height, .low = 0.0, .high = 1e6, .needed = true},
        {"period", JSON_DOUBLE, &sea.peak_period, .low = 1e-3, .high = 1e6, .needed = true},
        {"peakedness", JSON_DOUBLE, &sea.peakedness, .low = 1.0, .high = 20.0},
        {"direction_degrees", JSON_DOUBLE, &sea.direction, .low = -1e6, .high = 1e6},
        {"spreading", JSON_DOUBLE, &sea.spreading, .low = 0.0, .high = 1e6},
        {"waves", JSON_COUNT, &number, .low = 1, .high = BUOY_MAX_WAVES},
        {"seed", JSON_COUNT, &seed, .low = 0, .high = UINT32_MAX},
        {0},
    };
    struct buoy_error error;
    if (json_read_members(at, members, NULL) != 0) {
        return CLI_BAD;
    }
    sea.direction = turning_direction(sea.direction);
    sea.seed = seed;
    *count = number;
    return buoy_sea_state(&sea, reading->gravity, reading->file->depth, number, waves, &error) ==
                   BUOY_OK
               ? 0
               : bad_member(reading, "sea", &error);
}

// Makes the waves of components, or of a sea.
static int make_waves(const struct reading *reading, const struct json_at *components) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    struct water_file *file = reading->file;
    const struct json_at sea = json_at_member(reading->at, "sea");
    size_t count = 0;
    struct buoy_error error;
    if (sea.value && components->value) {
        return json_at_bad(&sea, "and components: one of them makes the waves");
    }
    if (reading->gravity == 0.0) {
        return json_at_bad(sea.value ? &sea : components, "need gravity above 0");
    }
    if ((sea.value ? read_sea(reading, &sea, waves, &count)
                   : read_components(components, waves, &count)) != 0) {
        return CLI_BAD;
    }
    if (buoy_waves_create(waves, count, reading->gravity, file->depth, &file->waves, &error) !=
        BUOY_OK) {
        return bad_member(reading, "components", &error);
    }
    file->water.kind = BUOY_WATER_WAVES;
    file->water.waves = file->orbital.waves = file->waves;
    return 0;
}

static int read_waves(const struct reading *reading) {
    double time = 0.0, level = 0.0;
    bool decays = false, moves = false;
    const struct json_member members[] = {
        TYPE,
        {"time", JSON_DOUBLE, &time, .low = -ANY, .high = ANY},
        {"level", JSON_DOUBLE, &level, .low = -FARTHEST, .high = FARTHEST},
        {"depth", JSON_DOUBLE, &reading->file->depth, .low = 0.0, .high = ANY},
        {.key = "decay", .kind = JSON_FLAG, .value = &decays},
        {.key = "orbital", .kind = JSON_FLAG, .value = &moves},
        {.key = "components", .other = "waves"},
        {.key = "sea"},
        {0},
    };
    struct json_at components;
    if (json_read_members(reading->at, members, reading->more) != 0 ||
        json_at_either(reading->at, "components", "waves", &components) != 0) {
        return CLI_BAD;
    }
    struct water_file *file = reading->file;
    file->water.time = time;
    file->water.level = file->orbital.level = level;
    file->water.wave_pressure = decays ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    file->orbital.time = time;
    if (moves) {
        file->water.current_at = buoy_waves_orbital_velocity;
        file->water.current_context = &file->orbital;
    }
    return make_waves(reading, &components);
}

// --------------------------------------------------------------------------------- whole

int water_file_take(const struct json_at *at, const char *const *more, double gravity,
                    struct water_file *file) {
    static const struct {
        const char *type;
        int (*read)(const struct reading *reading);
    } kinds[] = {
        {"plane", read_plane}, {"grid", read_grid}, {"patch", read_grid}, {"waves", read_waves}};
    static const struct json_member all[] = {
        // without its type
        {.key = "normal"},
        {.key = "offset", .other = "d"},
        {.key = "origin"},
        {.key = "spacing"},
        {.key = "columns"},
        {.key = "rows"},
        {.key = "heights"},
        {.key = "time"},
        {.key = "level"},
        {.key = "components", .other = "waves"},
        {.key = "sea"},
        {.key = "depth"},
        {.key = "decay"},
        {.key = "orbital"},
        {0},
    };
    const struct reading reading = {at, more, gravity, file};
    *file = (struct water_file){.water = buoy_calm_sea(BUOY_Z_UP)};
    file->water.gravity = gravity;
    file->described = json_incref(at->value);
    struct json_at type;
    if (json_at_either(at, "type", "kind", &type) != 0 ||
        (!type.value && json_read_members(at, all, more) != 0)) {
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
    *file = (struct water_file){.water = buoy_calm_sea(BUOY_Z_UP)};
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
    json_decref(file->described);
    *file = (struct water_file){0};
}
