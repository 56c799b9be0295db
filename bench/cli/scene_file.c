// Scenes described by JSON.
#include "scene_file.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json_values.h"
#include "scene_mesh.h"
#include "solids/kinds.h"

#define MOST 1e12 // of the library
#define DENSITY 500.0

// Cells along a side of a patch of waves.
#define MOST_PATCH_CELLS 256

// Inertia of planar bodies about x and z, over that about y.
#define HARD_TO_TURN 1e6

// How far from 1 the squared length of a quaternion may be, as the library allows.
#define LOOSE 0.02

struct reading {
    const char *path;
    unsigned flags;
    struct scene *scene;
};

// ------------------------------------------------------------------------------- values

// Numbers that may be left out.
static int read_optional(const struct json_at *object, const char *key, size_t count,
                         double *numbers) {
    const struct json_at at = json_at_member(object, key);
    return at.value ? json_read_reals(&at, count, MOST, numbers) : 0;
}

static int read_optional_real(const struct json_at *object, const char *key, double low,
                              double *number) {
    const struct json_at at = json_at_member(object, key);
    return at.value ? json_read_real(&at, low, MOST, number) : 0;
}

static int read_rotation(const struct json_at *object, double rotation[4]) {
    const struct json_at at = json_at_member(object, "rotation");
    double square = 0.0;
    rotation[0] = rotation[1] = rotation[2] = 0.0;
    rotation[3] = 1.0;
    if (!at.value) {
        return 0;
    }
    if (json_read_reals(&at, 4, MOST, rotation) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 4; ++i) {
        square += rotation[i] * rotation[i];
    }
    return fabs(square - 1.0) <= LOOSE ? 0
                                       : json_at_bad(&at, "is not a unit quaternion x, y, z, w");
}

// -------------------------------------------------------------------------------- water

static int read_pool(const struct json_at *water, struct scene *scene) {
    static const char *const keys[] = {"low", "high", NULL};
    const struct json_at at = json_at_member(water, "pool");
    if (!at.value) {
        return 0;
    }
    const struct json_at low = json_at_member(&at, "low"), high = json_at_member(&at, "high");
    if (json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0 ||
        json_read_reals(&low, 3, MOST, scene->pool.low) != 0 ||
        json_read_reals(&high, 3, MOST, scene->pool.high) != 0) {
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
    static const char *const keys[] = {"spacing", "cells", NULL};
    const struct json_at at = json_at_member(water, "patch");
    if (!at.value) {
        return 0;
    }
    const struct json_at spacing = json_at_member(&at, "spacing");
    const struct json_at cells = json_at_member(&at, "cells");
    if (json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0 ||
        json_read_float(&spacing, 1e-6, 1e6, &scene->patch.spacing) != 0 ||
        json_read_count(&cells, 1, MOST_PATCH_CELLS, &scene->patch.cells) != 0) {
        return CLI_BAD;
    }
    return scene->water.water.kind == BUOY_WATER_WAVES
               ? 0
               : json_at_bad(&at, "is for water of the type waves");
}

static int read_water(const struct json_at *root, struct scene *scene) {
    static const char *const more[] = {"density", "gravity", "current", "pool", "patch", NULL};
    const struct json_at at = json_at_member(root, "water");
    struct buoy_water *water = &scene->water.water;
    double density = BUOY_SEA_WATER, gravity = BUOY_GRAVITY;
    *water = buoy_calm_sea();
    if (!at.value) {
        return 0;
    }
    if (json_check_object(&at) != 0 || read_optional_real(&at, "density", DBL_MIN, &density) != 0 ||
        read_optional_real(&at, "gravity", 0.0, &gravity) != 0 ||
        water_file_take(&at, more, gravity, &scene->water) != 0) {
        return CLI_BAD;
    }
    water->density = density;
    return read_optional(&at, "current", 3, water->current) != 0 || read_pool(&at, scene) != 0 ||
                   read_patch(&at, scene) != 0
               ? CLI_BAD
               : 0;
}

// -------------------------------------------------------------------------------- parts

static int read_shape(const struct json_at *at, struct buoy_shape *shape) {
    const struct json_at word = json_at_member(at, "shape"), size = json_at_member(at, "size");
    for (int kind = BUOY_SHAPE_BOX; json_is_string(word.value) && kind < BUOY_SHAPE_MESH; ++kind) {
        const char *name = buoy_kind_name((enum buoy_shape_kind)kind);
        if (strcmp(json_string_value(word.value), name) == 0) {
            shape->kind = (enum buoy_shape_kind)kind;
            return json_read_floats(&size, (size_t)buoy_kind_sizes(shape->kind), shape->size);
        }
    }
    return json_at_bad(&word, "is neither box, sphere, ellipsoid, capsule, cylinder nor cone");
}

static int read_mesh(const struct reading *reading, const struct json_at *at,
                     struct buoy_part *part) {
    struct scene *scene = reading->scene;
    struct buoy_mesh **meshes =
        realloc(scene->meshes, (scene->mesh_count + 1) * sizeof(struct buoy_mesh *));
    if (!meshes) {
        return cli_out_of_memory();
    }
    scene->meshes = meshes;
    struct buoy_mesh *mesh;
    if (scene_mesh_read(at, reading->path, reading->flags, &mesh) != 0) {
        return CLI_BAD;
    }
    scene->meshes[scene->mesh_count++] = mesh;
    part->shape.kind = BUOY_SHAPE_MESH;
    part->mesh = mesh;
    return 0;
}

static int read_part(const struct reading *reading, const struct json_at *at, double *density,
                     struct buoy_part *part) {
    static const char *const keys[] = {"shape",   "size", SCENE_MESH_KEYS, "position", "rotation",
                                       "density", NULL};
    *part = buoy_part_default();
    if (json_check_object(at) != 0 || json_check_keys(at, keys, NULL) != 0) {
        return CLI_BAD;
    }
    const struct json_at shape = json_at_member(at, "shape"), size = json_at_member(at, "size");
    const bool mesh = scene_mesh_is_there(at);
    if (mesh == (shape.value != NULL)) {
        return json_at_bad(at, "needs \"shape\" or \"mesh\"%s", mesh ? ", and not both" : "");
    }
    if (mesh && size.value) {
        return json_at_bad(&size, "is of a mesh, which has a size of its own");
    }
    if ((mesh ? read_mesh(reading, at, part) : read_shape(at, &part->shape)) != 0) {
        return CLI_BAD;
    }
    return read_optional(at, "position", 3, part->place.position) != 0 ||
                   read_rotation(at, part->place.rotation) != 0 ||
                   read_optional_real(at, "density", 0.0, density) != 0
               ? CLI_BAD
               : 0;
}

static int read_parts(const struct reading *reading, const struct json_at *model,
                      double densities[BUOY_MAX_PARTS], struct scene_model *kind) {
    const struct json_at parts = json_at_member(model, "parts");
    double density = DENSITY;
    if (json_check_array(&parts) != 0 ||
        read_optional_real(model, "density", DBL_MIN, &density) != 0) {
        return CLI_BAD;
    }
    const size_t count = json_array_size(parts.value);
    if (count < 1 || count > BUOY_MAX_PARTS) {
        return json_at_bad(&parts, "has %zu elements, not 1 to %u", count, BUOY_MAX_PARTS);
    }
    kind->parts = calloc(count, sizeof *kind->parts);
    if (!kind->parts) {
        return cli_out_of_memory();
    }
    kind->part_count = count;
    int status = 0;
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at part = json_at_element(&parts, i);
        densities[i] = density;
        status = read_part(reading, &part, &densities[i], &kind->parts[i]);
    }
    return status;
}

// -------------------------------------------------------------------------------- models

// A planar body is so hard to turn about x and z that only rounding errors would.
static int read_planar(const struct json_at *model, double inertia[6]) {
    const struct json_at at = json_at_member(model, "planar");
    bool planar = false;
    if (at.value && json_read_flag(&at, &planar) != 0) {
        return CLI_BAD;
    }
    if (planar) {
        inertia[0] = inertia[2] = HARD_TO_TURN * inertia[1];
        inertia[3] = inertia[4] = inertia[5] = 0.0;
    }
    return 0;
}

// What follows "WORD INDEX: " in a message; NULL if it does not begin so.
static const char *after_index(const char *message, const char *word, size_t *index) {
    const size_t length = strlen(word);
    char *end;
    if (strncmp(message, word, length) != 0) {
        return NULL;
    }
    *index = (size_t)strtoull(message + length, &end, 10);
    return strncmp(end, ": ", 2) == 0 ? end + 2 : NULL;
}

// Complains about what the library says of a model: with the part or the key it speaks of.
static int bad_model(const struct json_at *model, const char *message) {
    size_t index = 0;
    const char *cause = after_index(message, "part ", &index);
    if (cause) {
        const struct json_at parts = json_at_member(model, "parts");
        const struct json_at part = json_at_element(&parts, index);
        return json_at_bad(&part, ": %s", cause);
    }
    const struct json_at inertia = json_at_member(model, "inertia");
    const bool given = inertia.value && strstr(message, "inertia") != NULL;
    return json_at_bad(given ? &inertia : model, ": %s", message);
}

// What follows from densities, unless the file has it.
static int read_mass(const struct json_at *model, const double *densities,
                     struct scene_model *kind) {
    struct buoy_mass *mass = &kind->mass;
    struct buoy_error error;
    double inertia[6];
    if (buoy_mass_of_parts(kind->parts, densities, kind->part_count, mass, &error) != BUOY_OK) {
        return bad_model(model, error.message);
    }
    const double uniform = mass->mass;
    for (int i = 0; i < 6; ++i) {
        inertia[i] = mass->inertia[i < 3 ? 4 * i : i == 5 ? 5 : i - 2];
    }
    if (read_optional_real(model, "mass", DBL_MIN, &mass->mass) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 6; ++i) {
        inertia[i] *= mass->mass / uniform;
    }
    if (read_optional(model, "centre_of_mass", 3, mass->centre_of_mass) != 0 ||
        read_optional(model, "inertia", 6, inertia) != 0) {
        return CLI_BAD;
    }
    if (read_planar(model, inertia) != 0) {
        return CLI_BAD;
    }
    const double rows[9] = {inertia[0], inertia[3], inertia[4], inertia[3], inertia[1],
                            inertia[5], inertia[4], inertia[5], inertia[2]};
    memcpy(mass->inertia, rows, sizeof rows);
    return 0;
}

static int read_drag(const struct json_at *model, struct buoy_drag *drag) {
    static const char *const keys[] = {"linear", "angular", "quadratic", NULL};
    const struct json_at at = json_at_member(model, "drag");
    if (!at.value) {
        return 0;
    }
    return json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0 ||
                   read_optional_real(&at, "linear", 0.0, &drag->linear) != 0 ||
                   read_optional_real(&at, "angular", 0.0, &drag->angular) != 0 ||
                   read_optional_real(&at, "quadratic", 0.0, &drag->quadratic) != 0
               ? CLI_BAD
               : 0;
}

// The coefficients of buoy_surface_motion.
static int read_surface(const struct json_at *model, struct scene_surface *surface) {
    static const char *const keys[] = {"drag", "lift", "skin", NULL};
    const struct json_at at = json_at_member(model, "surface");
    double *const numbers[3] = {&surface->drag, &surface->lift, &surface->skin};
    if (!at.value) {
        return 0;
    }
    if (json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 3; ++i) {
        const struct json_at number = json_at_member(&at, keys[i]);
        if (number.value && json_read_real(&number, 0.0, 1e6, numbers[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int read_model(const struct reading *reading, const struct json_at *at,
                      struct scene_model *kind) {
    static const char *const keys[] = {
        "parts", "density", "mass", "centre_of_mass", "inertia", "planar", "drag", "surface", NULL};
    double densities[BUOY_MAX_PARTS];
    struct buoy_error error;
    if (json_check_object(at) != 0 || json_check_keys(at, keys, NULL) != 0 ||
        read_parts(reading, at, densities, kind) != 0 || read_mass(at, densities, kind) != 0 ||
        read_drag(at, &kind->drag) != 0 || read_surface(at, &kind->surface) != 0) {
        return CLI_BAD;
    }
    const struct buoy_model_input input = {
        .parts = kind->parts,
        .part_count = kind->part_count,
        .mass = kind->mass,
        .drag = kind->drag,
    };
    return buoy_model_create(&input, &kind->model, &error) == BUOY_OK
               ? 0
               : bad_model(at, error.message);
}

static int read_models(const struct reading *reading, const struct json_at *root) {
    struct scene *scene = reading->scene;
    const struct json_at models = json_at_member(root, "models");
    const char *name;
    json_t *value;
    if (json_check_object(&models) != 0) {
        return CLI_BAD;
    }
    scene->kinds = calloc(json_object_size(models.value) + 1, sizeof *scene->kinds);
    if (!scene->kinds) {
        return cli_out_of_memory();
    }
    json_object_foreach(models.value, name, value) {
        const struct json_at model = json_at_member(&models, name);
        struct scene_model *kind = &scene->kinds[scene->kind_count++];
        kind->name = name;
        if (read_model(reading, &model, kind) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
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

static int read_body(const struct scene *scene, const struct json_at *at,
                     const struct scene_model **model, struct scene_state *state) {
    static const char *const keys[] = {"model", "position", "rotation", "velocity", "spin", NULL};
    return json_check_object(at) != 0 || json_check_keys(at, keys, NULL) != 0 ||
                   find_model(scene, at, model) != 0 ||
                   read_optional(at, "position", 3, state->position) != 0 ||
                   read_rotation(at, state->rotation) != 0 ||
                   read_optional(at, "velocity", 3, state->velocity) != 0 ||
                   read_optional(at, "spin", 3, state->spin) != 0
               ? CLI_BAD
               : 0;
}

static int read_bodies(const struct json_at *root, struct scene *scene) {
    const struct json_at bodies = json_at_member(root, "bodies");
    if (json_check_array(&bodies) != 0) {
        return CLI_BAD;
    }
    const size_t count = json_array_size(bodies.value);
    scene->models = calloc(count + 1, sizeof(struct buoy_model *));
    scene->kind_of = calloc(count + 1, sizeof(struct scene_model *));
    scene->states = calloc(count + 1, sizeof *scene->states);
    if (!scene->models || !scene->kind_of || !scene->states) {
        return cli_out_of_memory();
    }
    scene->count = count;
    int status = 0;
    for (size_t i = 0; i < count && status == 0; ++i) {
        const struct json_at body = json_at_element(&bodies, i);
        status = read_body(scene, &body, &scene->kind_of[i], &scene->states[i]);
        scene->models[i] = status == 0 ? scene->kind_of[i]->model : NULL;
    }
    return status;
}

// ---------------------------------------------------------------------------------- whole

static int read_scene(const char *path, unsigned flags, struct scene *scene) {
    static const char *const keys[] = {"title",  "text",   "motion", "water",
                                       "models", "bodies", NULL};
    const struct reading reading = {path, flags, scene};
    const struct json_at root = json_at_root(&scene->input);
    scene->flags = flags;
    return json_check_keys(&root, keys, NULL) != 0 || scene_motion_read(&root, &scene->motion) ||
                   read_water(&root, scene) != 0 || read_models(&reading, &root) != 0 ||
                   read_bodies(&root, scene) != 0
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
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        buoy_mesh_destroy(scene->meshes[i]);
    }
    water_file_free(&scene->water);
    free(scene->kinds);
    free(scene->meshes);
    free(scene->models);
    free(scene->kind_of);
    free(scene->states);
    json_input_free(&scene->input);
    *scene = (struct scene){.count = 0};
}

int scene_file_bad(const struct scene *scene, size_t first, const char *message) {
    const struct json_at root = json_at_root(&scene->input),
                         bodies = json_at_member(&root, "bodies");
    size_t index = 0;
    const char *cause = after_index(message, "body ", &index);
    if (!cause) {
        return cli_bad("%s: %s", scene->input.name, message);
    }
    const struct json_at body = json_at_element(&bodies, first + index);
    return json_at_bad(&body, ": %s", cause);
}

struct buoy_step_query scene_file_query(const struct scene *scene, double dt) {
    struct buoy_step_query query = buoy_step_query_default();
    query.models = scene->models;
    query.states = (struct buoy_states){
        .position = scene->states->position,
        .rotation = scene->states->rotation,
        .velocity = scene->states->velocity,
        .angular_velocity = scene->states->spin,
        .stride = sizeof *scene->states / sizeof(double),
        .step = 1,
    };
    query.count = scene->count;
    query.water = &scene->water.water;
    query.dt = dt;
    return query;
}
