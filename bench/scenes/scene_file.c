// Scenes described by JSON: their water, their bodies, and the whole.
#include "scene_file.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "scene_parts.h"

// Cells along a side of a patch of waves.
#define MOST_PATCH_CELLS 256

// Copies of a body along a side.
#define MOST_COPIES 1000

// -------------------------------------------------------------------------------- water

static int read_pool(const struct json_at *water, struct scene *scene) {
    const struct json_member members[] = {
        {"low", JSON_NUMBERS, scene->pool.low, .high = SCENE_MOST, .count = 3, .needed = true},
        {"high", JSON_NUMBERS, scene->pool.high, .high = SCENE_MOST, .count = 3, .needed = true},
        {0},
    };
    struct json_at at;
    if (json_at_either(water, "pool", "region", &at) != 0) {
        return CLI_BAD;
    }
    if (!at.value) {
        return 0;
    }
    if (json_read_members(&at, members, NULL) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 3; ++i) {
        if (scene->pool.low[i] > scene->pool.high[i]) {
            return json_at_bad(&at, "has its low corner above its high one");
        }
    }
    scene->water.water.region = &scene->pool;
    return 0;
}

static int read_patch(const struct json_at *water, struct scene *scene) {
    const struct json_member members[] = {
        {"spacing", JSON_FLOAT, &scene->patch.spacing, .low = 1e-6, .high = 1e6, .needed = true},
        {"cells", JSON_COUNT, &scene->patch.cells, .low = 1, .high = MOST_PATCH_CELLS,
         .needed = true},
        {0},
    };
    const struct json_at at = json_at_member(water, "patch");
    if (!at.value) {
        return 0;
    }
    if (json_read_members(&at, members, NULL) != 0) {
        return CLI_BAD;
    }
    return scene->water.water.kind == BUOY_WATER_WAVES
               ? 0
               : json_at_bad(&at, "is for water of the type waves");
}

static int check_depths(const struct json_at *water, struct scene *scene) {
    const bool waves = scene->water.water.kind == BUOY_WATER_WAVES;
    static const char *const keys[] = {"decay", "orbital"};
    for (int i = 0; i < 2; ++i) {
        const struct json_at at = json_at_member(water, keys[i]);
        const bool patch = i == 0 && scene->patch.cells > 0;
        if (json_is_true(at.value) && (!waves || patch)) {
            return json_at_bad(&at, "is for water of the type waves%s",
                               i == 0 ? ", without a patch" : "");
        }
    }
    return 0;
}

// An optional number or vector of the water.
static int read_optional(const struct json_at *water, const char *key, double low, size_t count,
                         double *numbers) {
    const struct json_at at = json_at_member(water, key);
    return !at.value    ? 0
           : count == 0 ? json_read_real(&at, low, SCENE_MOST, numbers)
                        : json_read_reals(&at, count, SCENE_MOST, numbers);
}

static int read_water(const struct json_at *root, struct scene *scene) {
    static const char *const more[] = {"density", "gravity", "current", "pool", "region",
                                       "patch",   "decay",   "orbital", NULL};
    const struct json_at at = json_at_member(root, "water");
    struct buoy_water *water = &scene->water.water;
    double density = BUOY_SEA_WATER, gravity = BUOY_GRAVITY;
    *water = buoy_calm_sea(BUOY_Z_UP);
    if (!at.value) {
        return 0;
    }
    if (read_optional(&at, "density", DBL_MIN, 0, &density) != 0 ||
        read_optional(&at, "gravity", 0.0, 0, &gravity) != 0 ||
        water_file_take(&at, more, gravity, &scene->water) != 0) {
        return CLI_BAD;
    }
    water->density = density;
    const int status = read_optional(&at, "current", 0.0, 3, water->current);
    memcpy(scene->water.orbital.current, water->current, sizeof water->current);
    return status != 0 || read_pool(&at, scene) != 0 || read_patch(&at, scene) != 0 ||
                   check_depths(&at, scene) != 0
               ? CLI_BAD
               : 0;
}

// -------------------------------------------------------------------------------- bodies

static int find_model(const struct scene *scene, const struct json_at *body,
                      const struct scene_model **model) {
    const struct json_at name = json_at_member(body, "model");
    if (!name.value && scene->kind_count == 1) {
        *model = &scene->kinds[0];
        return 0;
    }
    for (size_t i = 0; json_is_string(name.value) && i < scene->kind_count; ++i) {
        const char *own = scene->kinds[i].name;
        if (own && strcmp(json_string_value(name.value), own) == 0) {
            *model = &scene->kinds[i];
            return 0;
        }
    }
    json_at_bad(&name, "%s", !name.value ? "is missing" : "is none of the models");
    return CLI_BAD;
}

// How often a body is there, and how far apart.
struct copies {
    uint32_t columns, rows;
    double spacing;
    bool distinct;
};

static int read_copies(const struct json_at *body, struct copies *copies) {
    const struct json_member members[] = {
        {"columns", JSON_COUNT, &copies->columns, .low = 1, .high = MOST_COPIES, .needed = true},
        {"rows", JSON_COUNT, &copies->rows, .low = 1, .high = MOST_COPIES, .needed = true},
        {"spacing", JSON_DOUBLE, &copies->spacing, .high = SCENE_MOST, .needed = true},
        {.key = "distinct", .kind = JSON_FLAG, .value = &copies->distinct},
        {0},
    };
    const struct json_at at = json_at_member(body, "copies");
    *copies = (struct copies){.columns = 1, .rows = 1};
    return at.value ? json_read_members(&at, members, NULL) : 0;
}

static int read_load(const struct json_at *body, struct scene_load *load) {
    const struct json_member thrust[] = {
        {"force", JSON_NUMBERS, load->thrust, .high = SCENE_MOST_MASS, .count = 3, .needed = true},
        {"point", JSON_NUMBERS, load->thrust_point, .high = SCENE_MOST, .count = 3},
        {0},
    };
    const struct json_member spring[] = {
        {"anchor", JSON_NUMBERS, load->anchor, .high = SCENE_MOST, .count = 3, .needed = true},
        {"point", JSON_NUMBERS, load->point, .high = SCENE_MOST, .count = 3},
        {"stiffness", JSON_DOUBLE, &load->stiffness, .low = 0.0, .high = SCENE_MOST,
         .needed = true},
        {"damping", JSON_DOUBLE, &load->damping, .low = 0.0, .high = SCENE_MOST},
        {"length", JSON_DOUBLE, &load->length, .low = 0.0, .high = SCENE_MOST},
        {0},
    };
    const struct json_at a = json_at_member(body, "thrust"), b = json_at_member(body, "spring");
    return (a.value && json_read_members(&a, thrust, NULL) != 0) ||
                   (b.value && json_read_members(&b, spring, NULL) != 0)
               ? CLI_BAD
               : 0;
}

// Makes room for so many more bodies.
static int make_room(struct scene *scene, size_t more) {
    const size_t count = scene->count + more;
    const struct buoy_model **models = realloc(scene->models, count * sizeof *models);
    scene->models = models ? models : scene->models;
    const struct scene_model **kinds = realloc(scene->kind_of, count * sizeof *kinds);
    scene->kind_of = kinds ? kinds : scene->kind_of;
    struct scene_state *states = realloc(scene->states, count * sizeof *states);
    scene->states = states ? states : scene->states;
    struct scene_load *loads = realloc(scene->loads, count * sizeof *loads);
    scene->loads = loads ? loads : scene->loads;
    size_t *entries = realloc(scene->entries, count * sizeof *entries);
    scene->entries = entries ? entries : scene->entries;
    return models && kinds && states && loads && entries ? 0 : cli_out_of_memory();
}

// Adds a body and its copies, of which the first has the model that others share.
static int add_bodies(struct scene *scene, size_t entry, const struct json_at *at) {
    struct scene_state state = {.position = {0.0}};
    struct scene_load load = {.thrust = {0.0}};
    const struct scene_model *kind;
    struct copies copies;
    const struct json_member members[] = {
        {.key = "model"},
        {.key = "copies"},
        {.key = "thrust"},
        {.key = "spring"},
        SCENE_PLACE(state.position, state.rotation),
        {"velocity", JSON_NUMBERS, state.velocity, .high = SCENE_MOST, .count = 3},
        {"spin", JSON_NUMBERS, state.spin, .high = SCENE_MOST, .count = 3},
        {0},
    };
    state.rotation[3] = 1.0;
    if (json_read_members(at, members, NULL) != 0 || find_model(scene, at, &kind) != 0 ||
        scene_check_rotation(at, state.rotation) != 0 || read_load(at, &load) != 0 ||
        read_copies(at, &copies) != 0 ||
        make_room(scene, (size_t)copies.columns * copies.rows) != 0) {
        return CLI_BAD;
    }
    scene->loaded = scene->loaded || json_object_get(at->value, "thrust") ||
                    json_object_get(at->value, "spring");
    for (size_t i = 0; i < (size_t)copies.columns * copies.rows; ++i) {
        const size_t body = scene->count;
        scene->entries[body] = entry;
        scene->kind_of[body] = kind;
        scene->models[body] = kind->model;
        scene->states[body] = state;
        scene->loads[body] = load;
        const size_t column = i % copies.columns, row = i / copies.columns;
        scene->states[body].position[0] += copies.spacing * (double)column;
        scene->states[body].position[1] += copies.spacing * (double)row;
        if (copies.distinct && i > 0 && scene_model_copy(scene, kind, &scene->models[body]) != 0) {
            return CLI_BAD;
        }
        ++scene->count;
    }
    return 0;
}

static int read_bodies(const struct json_at *root, struct scene *scene) {
    const struct json_at bodies = json_at_member(root, "bodies");
    int status = json_check_array(&bodies) == 0 ? make_room(scene, 1) : CLI_BAD;
    for (size_t i = 0; status == 0 && i < json_array_size(bodies.value); ++i) {
        const struct json_at body = json_at_element(&bodies, i);
        status = add_bodies(scene, i, &body);
    }
    return status;
}

// ---------------------------------------------------------------------------------- whole

static int read_by(const struct json_at *at, bool *by_pressure) {
    if (!json_is_string(at->value)) {
        return json_at_bad(at, "is not a string");
    }
    *by_pressure = strcmp(json_string_value(at->value), "pressure") == 0;
    return *by_pressure || strcmp(json_string_value(at->value), "plane") == 0
               ? 0
               : json_at_bad(at, "is neither plane nor pressure");
}

struct scene_motion scene_motion_default(void) {
    return (struct scene_motion){.step = 1.0 / 240.0, .seconds = 10.0, .every = 1};
}

static int read_motion(const struct json_at *root, struct scene_motion *motion) {
    const struct json_member members[] = {
        {"step", JSON_DOUBLE, &motion->step, .low = SCENE_LEAST_STEP, .high = SCENE_MOST_STEP},
        {"seconds", JSON_DOUBLE, &motion->seconds, .low = 0.0, .high = 1e12},
        {"every", JSON_COUNT, &motion->every, .low = 1, .high = 1 << 20},
        {.key = "by"},
        {.key = "implicit", .kind = JSON_FLAG, .value = &motion->implicit},
        {"tolerance", JSON_DOUBLE, &motion->tolerance, .low = 0.0, .high = SCENE_MOST_TOLERANCE},
        {0},
    };
    const struct json_at at = json_at_member(root, "motion"), by = json_at_member(&at, "by");
    return !at.value                                    ? 0
           : json_read_members(&at, members, NULL) != 0 ? CLI_BAD
           : by.value                                   ? read_by(&by, &motion->by_pressure)
                                                        : 0;
}

static int read_scene(const char *path, unsigned flags, struct scene *scene) {
    const struct json_member members[] = {
        {.key = "title", .kind = JSON_TEXT, .value = &scene->motion.title},
        {.key = "text", .kind = JSON_TEXT, .value = &scene->motion.text},
        {.key = "motion"},
        {.key = "water"},
        {.key = "models"},
        {.key = "bodies"},
        {0},
    };
    const struct json_at root = json_at_root(&scene->input);
    scene->flags = flags;
    scene->motion = scene_motion_default();
    return json_read_members(&root, members, NULL) != 0 ||
                   read_motion(&root, &scene->motion) != 0 || read_water(&root, scene) != 0 ||
                   scene_models_read(path, &root, scene) != 0 || read_bodies(&root, scene) != 0
               ? CLI_BAD
               : 0;
}

int scene_file_read(const char *path, unsigned flags, struct scene *scene) {
    *scene = (struct scene){.count = 0};
    return json_input_read(path, &scene->input) != 0 ? CLI_BAD : read_scene(path, flags, scene);
}

int scene_text_read(const char *name, const char *text, size_t length, struct scene *scene) {
    *scene = (struct scene){.count = 0};
    return json_input_take(name, text, length, &scene->input) != 0 ? CLI_BAD
                                                                   : read_scene(name, 0, scene);
}

void scene_file_free(struct scene *scene) {
    for (size_t i = 0; i < scene->kind_count; ++i) {
        buoy_model_destroy(scene->kinds[i].model);
        free(scene->kinds[i].parts);
    }
    for (size_t i = 0; i < scene->copy_count; ++i) {
        buoy_model_destroy(scene->copies[i]);
    }
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        buoy_mesh_destroy(scene->meshes[i]);
    }
    for (size_t i = 0; i < scene->image_count; ++i) {
        scratch_free(&scene->images[i]);
    }
    water_file_free(&scene->water);
    free(scene->kinds);
    free(scene->meshes);
    free(scene->models);
    free(scene->kind_of);
    free(scene->states);
    free(scene->loads);
    free(scene->entries);
    free(scene->images);
    free(scene->copies);
    json_input_free(&scene->input);
    *scene = (struct scene){.count = 0};
}

int scene_file_bad(const struct scene *scene, size_t first, const char *message) {
    const struct json_at root = json_at_root(&scene->input),
                         bodies = json_at_member(&root, "bodies");
    size_t index = 0;
    const char *cause = scene_after_index(message, "body ", &index);
    if (!cause) {
        return cli_bad("%s: %s", scene->input.name, message);
    }
    const struct json_at body = json_at_element(&bodies, scene->entries[first + index]);
    return json_at_bad(&body, ": %s", cause);
}

struct buoy_step_query scene_file_query(const struct scene *scene, double dt) {
    struct buoy_step_query query = {0};
    query.models = scene->models;
    query.states = (struct buoy_states){
        .position = buoy_doubles(scene->states->position, sizeof *scene->states),
        .rotation = buoy_doubles(scene->states->rotation, sizeof *scene->states),
        .velocity = buoy_doubles(scene->states->velocity, sizeof *scene->states),
        .spin = buoy_doubles(scene->states->spin, sizeof *scene->states),
    };
    query.count = scene->count;
    query.water = &scene->water.water;
    query.dt = dt;
    return query;
}
