// The nodes and meshes of a glTF file's scene.
#include "gltf.h"

#include <math.h>
#include <stdio.h>

// Assimp follows children by recursion, and so does scene.c.
#define MAX_DEPTH 100

enum primitive_mode {
    MODE_TRIANGLES = 4,
    MODE_STRIP = 5,
    MODE_FAN = 6,
};

static enum buoy_status fail_primitive(const struct gltf *gltf, size_t mesh, size_t primitive,
                                       const char *cause) {
    return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                       "mesh %zu, primitive %zu: %s", mesh, primitive, cause);
}

static void append(struct gltf *gltf, json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) {
        gltf->reduced->no_memory = true;
    }
}

// Triangles of so many corners; false if there cannot be so many.
static bool count_triangles(uint64_t mode, size_t corners, size_t *triangles) {
    *triangles = mode == MODE_TRIANGLES ? corners / 3 : corners - 2;
    return corners >= 3 && (mode != MODE_TRIANGLES || corners % 3 == 0);
}

static enum buoy_status build_primitive(struct gltf *gltf, size_t mesh, size_t number,
                                        const json_t *primitive, json_t *new_primitives) {
    struct gltf_done *total = &gltf->meshes[mesh];
    const size_t accessors = json_array_size(gltf_array(gltf, "accessors"));
    const json_t *attributes = json_object_get(primitive, "attributes");
    uint64_t mode;
    size_t accessor;
    if (!gltf_number(primitive, "mode", MODE_TRIANGLES, &mode) || mode > MODE_FAN) {
        return fail_primitive(gltf, mesh, number, "its mode is none of glTF");
    }
    if (mode < MODE_TRIANGLES) {
        ++gltf->reduced->ignored_elements;
        return BUOY_OK;
    }
    if (!gltf_index(attributes, "POSITION", accessors, &accessor)) {
        return fail_primitive(gltf, mesh, number, "its accessor of POSITION does not exist");
    }
    const struct gltf_done *positions, *indices = NULL;
    enum buoy_status status = gltf_pack_positions(gltf, accessor, &positions);
    if (status == BUOY_OK && json_object_get(primitive, "indices")) {
        if (!gltf_index(primitive, "indices", accessors, &accessor)) {
            return fail_primitive(gltf, mesh, number, "its accessor of indices does not exist");
        }
        status = gltf_pack_indices(gltf, accessor, positions->vertices, &indices);
    }
    if (status != BUOY_OK) {
        return status;
    }
    size_t triangles;
    if (!count_triangles(mode, (indices ? indices : positions)->vertices, &triangles)) {
        return fail_primitive(gltf, mesh, number, "its corners do not make whole triangles");
    }
    total->vertices += positions->vertices;
    total->triangles += triangles;
    if (total->vertices > IMPORT_MAX_VERTICES || total->triangles > MESH_MAX_TRIANGLES) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_TOO_LARGE,
                           "mesh %zu: too many triangles", mesh);
    }
    json_t *copy = json_pack("{s:I,s:{s:I}}", "mode", (json_int_t)mode, "attributes", "POSITION",
                             (json_int_t)positions->number);
    if (indices) {
        json_object_set_new(copy, "indices", json_integer((json_int_t)indices->number));
    }
    append(gltf, new_primitives, copy);
    return BUOY_OK;
}

// Builds a mesh when the first node uses it.
static enum buoy_status build_mesh(struct gltf *gltf, size_t number) {
    struct gltf_done *mesh = &gltf->meshes[number];
    if (mesh->done) {
        return BUOY_OK;
    }
    json_t *primitives =
        json_object_get(json_array_get(gltf_array(gltf, "meshes"), number), "primitives");
    json_t *copies = json_array();
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < json_array_size(primitives) && status == BUOY_OK; ++i) {
        status = build_primitive(gltf, number, i, json_array_get(primitives, i), copies);
    }
    mesh->done = true;
    mesh->number = json_array_size(gltf->new_meshes);
    append(gltf, gltf->new_meshes, json_pack("{s:o}", "primitives", copies));
    return status;
}

// Copies a member that has to be `count` finite numbers, if it is there.
static bool copy_numbers(const json_t *node, const char *key, size_t count, json_t *copy) {
    json_t *numbers = json_object_get(node, key);
    if (!numbers) {
        return true;
    }
    bool fine = json_is_array(numbers) && json_array_size(numbers) == count;
    for (size_t i = 0; i < count && fine; ++i) {
        fine = json_is_number(json_array_get(numbers, i)) &&
               isfinite((float)json_number_value(json_array_get(numbers, i)));
    }
    return fine && json_object_set(copy, key, numbers) == 0;
}

static double number_at(const json_t *array, size_t index) {
    return json_number_value(json_array_get(array, index));
}

// A rotation is a unit quaternion, to the precision of its decimals; a matrix is affine.
static enum buoy_status copy_transform(struct gltf *gltf, size_t number, const json_t *node,
                                       json_t *copy) {
    const char *cause = NULL;
    if (!copy_numbers(node, "matrix", 16, copy) || !copy_numbers(node, "translation", 3, copy) ||
        !copy_numbers(node, "rotation", 4, copy) || !copy_numbers(node, "scale", 3, copy)) {
        cause = "its transform is not made of finite numbers";
    }
    const json_t *matrix = json_object_get(copy, "matrix");
    if (matrix && (number_at(matrix, 3) != 0.0 || number_at(matrix, 7) != 0.0 ||
                   number_at(matrix, 11) != 0.0 || number_at(matrix, 15) != 1.0)) {
        cause = "its matrix is not affine";
    }
    const json_t *rotation = json_object_get(copy, "rotation");
    double square = rotation ? 0.0 : 1.0;
    for (size_t i = 0; i < json_array_size(rotation); ++i) {
        square += number_at(rotation, i) * number_at(rotation, i);
    }
    if (!(fabs(square - 1.0) < 1e-3)) {
        cause = "its rotation is not a unit quaternion";
    }
    return cause ? import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT, "node %zu: %s",
                               number, cause)
                 : BUOY_OK;
}

static enum buoy_status build_node(struct gltf *gltf, size_t number, size_t depth);

// Children of a node, or the nodes of a scene; `owner` is a name for messages.
static enum buoy_status build_nodes(struct gltf *gltf, const json_t *numbers, const char *owner,
                                    size_t depth) {
    const size_t count = json_array_size(gltf_array(gltf, "nodes"));
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < json_array_size(numbers) && status == BUOY_OK; ++i) {
        const json_t *value = json_array_get(numbers, i);
        const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
        if (number < 0 || (uint64_t)number >= count) {
            return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                               "%s: number %zu of its nodes does not exist", owner, i);
        }
        status = build_node(gltf, (size_t)number, depth);
    }
    return status;
}

static enum buoy_status use_mesh(struct gltf *gltf, size_t node, const json_t *object,
                                 json_t *copy) {
    size_t number;
    if (!gltf_index(object, "mesh", json_array_size(gltf_array(gltf, "meshes")), &number)) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "node %zu: its mesh does not exist", node);
    }
    const enum buoy_status status = build_mesh(gltf, number);
    if (status != BUOY_OK) {
        return status;
    }
    const struct gltf_done *mesh = &gltf->meshes[number];
    gltf->reduced->triangles += mesh->triangles;
    gltf->scene_vertices += mesh->vertices;
    if (gltf->reduced->triangles > MESH_MAX_TRIANGLES ||
        gltf->scene_vertices > IMPORT_MAX_VERTICES) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_TOO_LARGE,
                           "node %zu: too many triangles so far", node);
    }
    if (mesh->triangles > 0) {
        json_object_set_new(copy, "mesh", json_integer((json_int_t)mesh->number));
    }
    return BUOY_OK;
}

// Every node has one parent at most, else a short file could stand for an endless scene.
static enum buoy_status build_node(struct gltf *gltf, size_t number, size_t depth) {
    if (gltf->reached[number] || depth > MAX_DEPTH) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           gltf->reached[number] ? "node %zu has more than one parent"
                                                 : "node %zu is nested too deeply",
                           number);
    }
    gltf->reached[number] = true;
    const json_t *node = json_array_get(gltf_array(gltf, "nodes"), number);
    json_t *copy = json_array_get(gltf->new_nodes, number);
    enum buoy_status status = copy_transform(gltf, number, node, copy);
    if (status == BUOY_OK && json_object_get(node, "mesh")) {
        status = use_mesh(gltf, number, node, copy);
    }
    json_t *children = json_object_get(node, "children");
    if (status == BUOY_OK && children) {
        char owner[32];
        snprintf(owner, sizeof owner, "node %zu", number);
        json_object_set(copy, "children", children);
        status = build_nodes(gltf, children, owner, depth + 1);
    }
    return status;
}

enum buoy_status gltf_build_scene(struct gltf *gltf, json_t **roots) {
    json_t *scenes = gltf_array(gltf, "scenes");
    uint64_t number;
    if (!gltf_number(gltf->document, "scene", 0, &number) || number >= json_array_size(scenes)) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "the scene to show does not exist");
    }
    *roots = json_object_get(json_array_get(scenes, (size_t)number), "nodes");
    for (size_t i = json_array_size(gltf_array(gltf, "nodes")); i > 0; --i) {
        append(gltf, gltf->new_nodes, json_object());
    }
    return build_nodes(gltf, *roots, "the scene", 1);
}
