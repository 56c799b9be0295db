// The models of scenes: their parts, mass, drag and surface.
#include "scene_models.h"

#include <float.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "scene_mesh.h"
#include "scene_values.h"
#include "solids/kinds.h"

#define DENSITY 500.0

// Inertia of planar bodies about x and z, over that about y.
#define HARD_TO_TURN 1e6

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

static int read_mesh(const char *path, struct scene *scene, const struct json_at *at,
                     struct buoy_part *part) {
    struct buoy_mesh **meshes =
        realloc(scene->meshes, (scene->mesh_count + 1) * sizeof(struct buoy_mesh *));
    if (!meshes) {
        return cli_out_of_memory();
    }
    scene->meshes = meshes;
    struct buoy_mesh *mesh;
    if (scene_mesh_read(at, path, scene->flags, &mesh) != 0) {
        return CLI_BAD;
    }
    scene->meshes[scene->mesh_count++] = mesh;
    part->shape.kind = BUOY_SHAPE_MESH;
    part->mesh = mesh;
    return 0;
}

static int read_part(const char *path, struct scene *scene, const struct json_at *at,
                     double *density, struct buoy_part *part) {
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
    if ((mesh ? read_mesh(path, scene, at, part) : read_shape(at, &part->shape)) != 0) {
        return CLI_BAD;
    }
    return scene_read_numbers(at, "position", 3, part->place.position) != 0 ||
                   scene_read_rotation(at, part->place.rotation) != 0 ||
                   scene_read_real(at, "density", 0.0, density) != 0
               ? CLI_BAD
               : 0;
}

static int read_parts(const char *path, struct scene *scene, const struct json_at *model,
                      double densities[BUOY_MAX_PARTS], struct scene_model *kind) {
    const struct json_at parts = json_at_member(model, "parts");
    double density = DENSITY;
    if (json_check_array(&parts) != 0 ||
        scene_read_real(model, "density", DBL_MIN, &density) != 0) {
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
        status = read_part(path, scene, &part, &densities[i], &kind->parts[i]);
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

// Complains about what the library says of a model: with the part or the key it speaks of.
static int bad_model(const struct json_at *model, const char *message) {
    size_t index = 0;
    const char *cause = scene_after_index(message, "part ", &index);
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
    if (scene_read_real(model, "mass", DBL_MIN, &mass->mass) != 0) {
        return CLI_BAD;
    }
    for (int i = 0; i < 6; ++i) {
        inertia[i] *= mass->mass / uniform;
    }
    if (scene_read_numbers(model, "centre_of_mass", 3, mass->centre_of_mass) != 0 ||
        scene_read_numbers(model, "inertia", 6, inertia) != 0) {
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

static int read_drag(const struct json_at *model, struct scene_model *kind) {
    static const char *const keys[] = {"linear", "angular", "quadratic", "length", NULL};
    struct buoy_drag *drag = &kind->drag;
    const struct json_at at = json_at_member(model, "drag");
    if (!at.value) {
        return 0;
    }
    return json_check_object(&at) != 0 || json_check_keys(&at, keys, NULL) != 0 ||
                   scene_read_real(&at, "linear", 0.0, &drag->linear) != 0 ||
                   scene_read_real(&at, "angular", 0.0, &drag->angular) != 0 ||
                   scene_read_real(&at, "quadratic", 0.0, &drag->quadratic) != 0 ||
                   scene_read_real(&at, "length", 0.0, &kind->length) != 0
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

enum buoy_status scene_model_make(struct scene_model *kind, struct buoy_error *error) {
    static const double none[9] = {0.0};
    const bool turns = memcmp(kind->mass.inertia, none, sizeof none) != 0;
    const struct buoy_model_input input = {
        .parts = kind->parts,
        .part_count = kind->part_count,
        .mass = kind->mass,
        .drag = kind->drag,
        .length = kind->length,
        .flags = turns ? 0 : BUOY_BODY_DOES_NOT_TURN,
    };
    return buoy_model_create(&input, &kind->model, error);
}

static int read_model(const char *path, struct scene *scene, const struct json_at *at,
                      struct scene_model *kind) {
    static const char *const keys[] = {
        "parts", "density", "mass", "centre_of_mass", "inertia", "planar", "drag", "surface", NULL};
    double densities[BUOY_MAX_PARTS];
    struct buoy_error error;
    if (json_check_object(at) != 0 || json_check_keys(at, keys, NULL) != 0 ||
        read_parts(path, scene, at, densities, kind) != 0 || read_mass(at, densities, kind) != 0 ||
        read_drag(at, kind) != 0 || read_surface(at, &kind->surface) != 0) {
        return CLI_BAD;
    }
    return scene_model_make(kind, &error) == BUOY_OK ? 0 : bad_model(at, error.message);
}

int scene_models_read(const char *path, const struct json_at *root, struct scene *scene) {
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
        if (read_model(path, scene, &model, kind) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
