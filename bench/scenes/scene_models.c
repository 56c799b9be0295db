// The models of scenes: their parts, mass, drag and surface.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "mesh/kinds.h"
#include "scene_parts.h"

#define DENSITY 500.0

// Inertia of planar bodies about x and z, over that about y.
#define HARD_TO_TURN 1e6

// How far from 1 the squared length of a quaternion may be, as the library allows.
#define LOOSE 0.02

int scene_check_rotation(const struct json_at *object, const double rotation[4]) {
    const struct json_at at = json_at_member(object, "rotation");
    double square = 0.0;
    for (int i = 0; i < 4; ++i) {
        square += rotation[i] * rotation[i];
    }
    return fabs(square - 1.0) <= LOOSE ? 0
                                       : json_at_bad(&at, "is not a unit quaternion x, y, z, w");
}

const char *scene_after_index(const char *message, const char *word, size_t *index) {
    const size_t length = strlen(word);
    char *end;
    if (strncmp(message, word, length) != 0) {
        return NULL;
    }
    *index = (size_t)strtoull(message + length, &end, 10);
    return strncmp(end, ": ", 2) == 0 ? end + 2 : NULL;
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

static int make_room_for_mesh(struct scene *scene) {
    struct buoy_mesh **meshes =
        realloc(scene->meshes, (scene->mesh_count + 1) * sizeof(struct buoy_mesh *));
    scene->meshes = meshes ? meshes : scene->meshes;
    return meshes ? 0 : cli_out_of_memory();
}

static int read_mesh(const char *path, struct scene *scene, const struct json_at *at,
                     struct buoy_part *part) {
    struct buoy_mesh *mesh;
    if (make_room_for_mesh(scene) != 0 || scene_mesh_read(at, path, scene->flags, &mesh) != 0) {
        return CLI_BAD;
    }
    scene->meshes[scene->mesh_count++] = mesh;
    part->shape.kind = BUOY_SHAPE_MESH;
    part->mesh = mesh;
    return 0;
}

static int read_part(const char *path, struct scene *scene, const struct json_at *at,
                     double *density, struct buoy_part *part) {
    *part = buoy_part_default();
    const struct json_member members[] = {
        {.key = "shape"},
        {.key = "size"},
        SCENE_MESH_KEYS,
        SCENE_MAKING_KEYS,
        SCENE_PLACE(part->place.position, part->place.rotation),
        {"density", JSON_DOUBLE, density, .low = 0.0, .high = SCENE_MOST},
        {0},
    };
    if (json_read_members(at, members, NULL) != 0 ||
        scene_check_rotation(at, part->place.rotation) != 0) {
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
    const char *const of_meshes[] = {"scale", "fill"};
    for (int i = 0; i < 2 && !mesh; ++i) {
        const struct json_at key = json_at_member(at, of_meshes[i]);
        if (key.value) {
            return json_at_bad(&key, "is for meshes: a shape has its size, and is full");
        }
    }
    return mesh ? read_mesh(path, scene, at, part) : read_shape(at, &part->shape);
}

static int read_parts(const char *path, struct scene *scene, const struct json_at *model,
                      double density, double densities[BUOY_MAX_PARTS], struct scene_model *kind) {
    const struct json_at parts = json_at_member(model, "parts");
    if (json_check_array(&parts) != 0) {
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

// What a file says about a model's mass; NaN where it leaves that out.
struct given {
    double density, mass, centre[3], inertia[6];
    bool planar; // so hard to turn about x and z that only rounding errors would
};

// What follows from densities, unless the file has it.
static int find_mass(const struct json_at *model, const double *densities,
                     const struct given *given, struct scene_model *kind) {
    struct buoy_mass *mass = &kind->mass;
    struct buoy_error error;
    double inertia[6];
    if (buoy_mass_of_parts(kind->parts, densities, kind->part_count, mass, &error) != BUOY_OK) {
        return bad_model(model, error.message);
    }
    const double uniform = mass->mass;
    mass->mass = isnan(given->mass) ? uniform : given->mass;
    for (int i = 0; i < 6; ++i) {
        inertia[i] = isnan(given->inertia[0]) ? mass->inertia[i < 3    ? 4 * i
                                                              : i == 5 ? 5
                                                                       : i - 2] *
                                                    (mass->mass / uniform)
                                              : given->inertia[i];
    }
    if (!isnan(given->centre[0])) {
        memcpy(mass->centre_of_mass, given->centre, sizeof mass->centre_of_mass);
    }
    if (given->planar) {
        inertia[0] = inertia[2] = HARD_TO_TURN * inertia[1];
        inertia[3] = inertia[4] = inertia[5] = 0.0;
    }
    const double rows[9] = {inertia[0], inertia[3], inertia[4], inertia[3], inertia[1],
                            inertia[5], inertia[4], inertia[5], inertia[2]};
    memcpy(mass->inertia, rows, sizeof rows);
    return 0;
}

// An object of coefficients, which may be left out.
static int read_coefficients(const struct json_at *model, const char *key,
                             const struct json_member *members) {
    const struct json_at at = json_at_member(model, key);
    return at.value ? json_read_members(&at, members, NULL) : 0;
}

int scene_read_matrix(const struct json_at *object, const char *key, double matrix[6][6]) {
    const struct json_at at = json_at_member(object, key);
    double diagonal[6];
    if (!at.value) {
        return 0;
    }
    if (!json_is_array(at.value) || json_array_size(at.value) != 6) {
        return json_is_array(at.value) && json_array_size(at.value) != 36
                   ? json_at_bad(&at, "has %zu numbers, neither 6 nor 36",
                                 json_array_size(at.value))
                   : json_read_reals(&at, 36, SCENE_MOST_MASS, matrix[0]);
    }
    const int status = json_read_reals(&at, 6, SCENE_MOST_MASS, diagonal);
    for (int i = 0; i < 6 && status == 0; ++i) {
        matrix[i][i] = diagonal[i];
    }
    return status;
}

// The keys of water that bodies carry.
#define CARRIED_KEYS                                                                               \
    {.key = "added_mass"}, {.key = "damping"}, {.key = "quadratic_damping"}, {                     \
        .key = "about"                                                                             \
    }
static int read_carried(const struct json_at *model, struct scene_model *kind) {
    static const char *const keys[] = {"added_mass", "damping", "quadratic_damping"};
    struct motion_hydrodynamics *water = &kind->hydrodynamics;
    double(*const matrices[])[6] = {water->matrices.added_mass, water->matrices.linear,
                                    water->matrices.quadratic};
    const struct json_at about = json_at_member(model, "about");
    const struct buoy_hydrodynamic_motion still = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    struct buoy_error error;
    memcpy(water->point, kind->mass.centre_of_mass, sizeof water->point);
    for (int i = 0; i < 3; ++i) {
        if (scene_read_matrix(model, keys[i], matrices[i]) != 0) {
            return CLI_BAD;
        }
        kind->carries = kind->carries || json_object_get(model->value, keys[i]);
    }
    if (about.value &&
        (!kind->carries || json_read_reals(&about, 3, SCENE_MOST, water->point) != 0)) {
        return kind->carries ? CLI_BAD : json_at_bad(&about, "is for added_mass and damping");
    }
    if (kind->carries && kind->mass.inertia[0] == 0.0) {
        return json_at_bad(model, "carries water and cannot be turned: give it an inertia");
    }
    return buoy_hydrodynamics_compute(&water->matrices, &still, &forces, &error) == BUOY_OK
               ? 0
               : json_at_bad(model, ": %s", error.message);
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

// Through an image, as a program would load it, whatever the mesh was made of.
static int copy_mesh(struct scene *scene, const struct buoy_mesh *mesh, struct buoy_mesh **copy) {
    const size_t bytes = buoy_mesh_image_bytes(mesh, NULL);
    struct scratch *images = realloc(scene->images, (scene->image_count + 1) * sizeof *images);
    if (!images) {
        return cli_out_of_memory();
    }
    scene->images = images;
    struct scratch *image = &images[scene->image_count];
    if (make_room_for_mesh(scene) != 0 || scratch_make(bytes, image) != 0) {
        return CLI_BAD;
    }
    ++scene->image_count;
    if (buoy_mesh_save(mesh, image->memory, bytes, NULL) != BUOY_OK ||
        buoy_mesh_load(image->memory, bytes, copy, NULL) != BUOY_OK) {
        return cli_out_of_memory();
    }
    scene->meshes[scene->mesh_count++] = *copy;
    return 0;
}

int scene_model_copy(struct scene *scene, const struct scene_model *kind,
                     const struct buoy_model **model) {
    struct buoy_model **copies =
        realloc(scene->copies, (scene->copy_count + 1) * sizeof(struct buoy_model *));
    scene->copies = copies ? copies : scene->copies;
    struct scene_model own = *kind;
    own.parts = calloc(kind->part_count, sizeof *own.parts);
    int status = copies && own.parts ? 0 : cli_out_of_memory();
    for (size_t i = 0; i < kind->part_count && status == 0; ++i) {
        struct buoy_mesh *mesh = NULL;
        own.parts[i] = kind->parts[i];
        status = own.parts[i].mesh ? copy_mesh(scene, own.parts[i].mesh, &mesh) : 0;
        own.parts[i].mesh = mesh;
    }
    if (status == 0 && scene_model_make(&own, NULL) != BUOY_OK) {
        status = cli_out_of_memory();
    }
    free(own.parts);
    if (status == 0) {
        *model = scene->copies[scene->copy_count++] = own.model;
    }
    return status;
}

static int read_model(const char *path, struct scene *scene, const struct json_at *at,
                      struct scene_model *kind) {
    const double most = SCENE_MOST, most_mass = SCENE_MOST_MASS, none = (double)NAN;
    struct given given = {.density = DENSITY, .mass = none, .centre = {none}, .inertia = {none}};
    const struct json_member members[] = {
        {.key = "parts"},
        {"density", JSON_DOUBLE, &given.density, .low = DBL_MIN, .high = most},
        {"mass", JSON_DOUBLE, &given.mass, .low = DBL_MIN, .high = most_mass},
        {"centre_of_mass", JSON_NUMBERS, given.centre, .high = most, .count = 3},
        {"inertia", JSON_NUMBERS, given.inertia, .high = most_mass, .count = 6},
        {.key = "planar", .kind = JSON_FLAG, .value = &given.planar},
        {.key = "drag"},
        {.key = "surface"},
        CARRIED_KEYS,
        {0},
    };
    const struct json_member drag[] = {
        {"linear", JSON_DOUBLE, &kind->drag.linear, .low = 0.0, .high = most},
        {"angular", JSON_DOUBLE, &kind->drag.angular, .low = 0.0, .high = most},
        {"quadratic", JSON_DOUBLE, &kind->drag.quadratic, .low = 0.0, .high = most},
        {"length", JSON_DOUBLE, &kind->length, .low = 0.0, .high = most},
        {0},
    };
    const struct json_member surface[] = {
        {"drag", JSON_DOUBLE, &kind->surface.drag, .low = 0.0, .high = 1e6},
        {"lift", JSON_DOUBLE, &kind->surface.lift, .low = 0.0, .high = 1e6},
        {"skin", JSON_DOUBLE, &kind->surface.skin, .low = 0.0, .high = 1e6},
        {0},
    };
    double densities[BUOY_MAX_PARTS];
    struct buoy_error error;
    if (json_read_members(at, members, NULL) != 0 ||
        read_parts(path, scene, at, given.density, densities, kind) != 0 ||
        find_mass(at, densities, &given, kind) != 0 || read_coefficients(at, "drag", drag) != 0 ||
        read_coefficients(at, "surface", surface) != 0 || read_carried(at, kind) != 0) {
        return CLI_BAD;
    }
    return scene_model_make(kind, &error) == BUOY_OK ? 0 : bad_model(at, error.message);
}

int scene_models_read(const char *path, const struct json_at *root, struct scene *scene) {
    const struct json_at models = json_at_member(root, "models");
    const char *name;
    json_t *value;
    if (!json_is_object(models.value)) {
        return json_at_bad(&models, "%s", models.value ? "is not an object" : "is missing");
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
