// The nodes of a glTF file's scene: first all their places, because joints may come after the
// meshes that they move, then what they show.
#include <math.h>
#include <stdio.h>

#include "gltf.h"

// Children are followed by recursion.
#define MAX_DEPTH 100

// An optional member that must be `count` numbers, finite also as floats.
static bool read_numbers(const json_t *node, const char *key, size_t count, double *values) {
    const json_t *numbers = json_object_get(node, key);
    if (!numbers) {
        return true;
    }
    bool fine = json_is_array(numbers) && json_array_size(numbers) == count;
    for (size_t i = 0; i < count && fine; ++i) {
        const json_t *number = json_array_get(numbers, i);
        values[i] = json_number_value(number);
        fine = json_is_number(number) && isfinite((float)values[i]);
    }
    return fine;
}

// The map from a node's frame to its parent's: its matrix, column by column, or else its
// translation, rotation and scale. A rotation is a unit quaternion, to the precision of its
// decimals; a matrix is affine.
static enum buoy_status read_transform(const struct gltf *gltf, size_t number, const json_t *node,
                                       struct gltf_map *map) {
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    const char *cause = NULL;
    if (!read_numbers(node, "matrix", 16, m) || !read_numbers(node, "translation", 3, t) ||
        !read_numbers(node, "rotation", 4, q) || !read_numbers(node, "scale", 3, s)) {
        cause = "its transform is not made of finite numbers";
    } else if (m[3] != 0.0 || m[7] != 0.0 || m[11] != 0.0 || m[15] != 1.0) {
        cause = "its matrix is not affine";
    } else if (!gltf_is_unit(q, 1e-3)) {
        cause = "its rotation is not a unit quaternion";
    }
    if (cause) {
        return gltf_fail(gltf, "node %zu: %s", number, cause);
    }
    *map = gltf_map_of_parts(t, q, s);
    for (int i = 0; i < 12 && json_object_get(node, "matrix"); ++i) {
        map->rows[i % 3][i / 3] = m[i / 3 * 4 + i % 3];
    }
    return BUOY_OK;
}

static enum buoy_status add_node(struct gltf *gltf, size_t number, size_t depth,
                                 const struct gltf_node *outer);

// The children of a node, or the nodes of a scene; `owner` is the name for messages.
static enum buoy_status add_nodes(struct gltf *gltf, const json_t *numbers, const char *owner,
                                  size_t depth, const struct gltf_node *outer) {
    const size_t count = json_array_size(gltf_array(gltf, "nodes"));
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < json_array_size(numbers) && status == BUOY_OK; ++i) {
        const json_t *value = json_array_get(numbers, i);
        const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
        if (number < 0 || (uint64_t)number >= count) {
            return gltf_fail(gltf, "%s: number %zu of its nodes does not exist", owner, i);
        }
        status = add_node(gltf, (size_t)number, depth, outer);
    }
    return status;
}

// Every node has at most one parent; otherwise a short file could describe an endless scene.
static enum buoy_status add_node(struct gltf *gltf, size_t number, size_t depth,
                                 const struct gltf_node *outer) {
    struct gltf_node *node = &gltf->nodes[number];
    if (node->reached || depth > MAX_DEPTH) {
        return gltf_fail(gltf,
                         node->reached ? "node %zu has more than one parent"
                                       : "node %zu is nested too deeply",
                         number);
    }
    node->reached = true;
    gltf->order[gltf->order_count++] = (uint32_t)number;
    const json_t *object = json_array_get(gltf_array(gltf, "nodes"), number);
    const json_t *visibility = gltf_extension(object, "KHR_node_visibility");
    node->hidden = outer->hidden || json_is_false(json_object_get(visibility, "visible"));
    struct gltf_map map;
    enum buoy_status status = read_transform(gltf, number, object, &map);
    const json_t *children = json_object_get(object, "children");
    if (status == BUOY_OK) {
        node->map = gltf_compose(&outer->map, &map);
    }
    if (status == BUOY_OK && children) {
        char owner[32];
        snprintf(owner, sizeof owner, "node %zu", number);
        status = add_nodes(gltf, children, owner, depth + 1, node);
    }
    return status;
}

enum buoy_status gltf_find_nodes(struct gltf *gltf) {
    static const struct gltf_node whole = {
        .map = {{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}}};
    json_t *scenes = gltf_array(gltf, "scenes");
    uint64_t number;
    if (!gltf_number(gltf->document, "scene", 0, &number) || number >= json_array_size(scenes)) {
        return gltf_fail(gltf, "the scene to show does not exist");
    }
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)number), "nodes");
    return add_nodes(gltf, roots, "the scene", 1, &whole);
}

// -------------------------------------------------------------------------------- showing

// Only joints move a skinned mesh: the transform of its node is not used.
static enum buoy_status show_mesh(struct gltf *gltf, size_t node, const json_t *object) {
    struct gltf_placing placing = {.node = node, .map = gltf->nodes[node].map};
    if (!gltf_index(object, "mesh", json_array_size(gltf_array(gltf, "meshes")), &placing.mesh)) {
        return gltf_fail(gltf, "node %zu: its mesh does not exist", node);
    }
    enum buoy_status status = gltf_check_mesh(gltf, placing.mesh);
    status = status == BUOY_OK ? gltf_find_weights(gltf, object, &placing) : status;
    if (status == BUOY_OK && json_object_get(object, "skin")) {
        size_t skin;
        if (!gltf_index(object, "skin", json_array_size(gltf_array(gltf, "skins")), &skin)) {
            return gltf_fail(gltf, "node %zu: its skin does not exist", node);
        }
        status = gltf_open_skin(gltf, skin);
        placing.skin = &gltf->skins[skin];
    }
    return status == BUOY_OK ? gltf_add_instances(gltf, object, &placing) : status;
}

enum buoy_status gltf_add_scene(struct gltf *gltf) {
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < gltf->order_count && status == BUOY_OK; ++i) {
        const size_t node = gltf->order[i];
        const json_t *object = json_array_get(gltf_array(gltf, "nodes"), node);
        if (!gltf->nodes[node].hidden && json_object_get(object, "mesh")) {
            status = show_mesh(gltf, node, object);
        }
    }
    return status;
}
