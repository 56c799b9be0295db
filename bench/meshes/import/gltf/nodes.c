// The nodes of a glTF file's scene, which place meshes. Maps are composed in double.
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

static struct gltf_map compose(const struct gltf_map *outer, const struct gltf_map *inner) {
    struct gltf_map map;
    for (int i = 0; i < 3; ++i) {
        const double *o = outer->rows[i];
        for (int j = 0; j < 4; ++j) {
            map.rows[i][j] = o[0] * inner->rows[0][j] + o[1] * inner->rows[1][j] +
                             o[2] * inner->rows[2][j] + (j == 3 ? o[3] : 0.0);
        }
    }
    return map;
}

// Translation × rotation × scale. The quaternion's length, which decimals keep from being exactly
// 1, is divided out.
static struct gltf_map map_of_parts(const double t[3], const double q[4], const double s[3]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double k = 2.0 / (x * x + y * y + z * z + w * w);
    const double turn[3][3] = {
        {1.0 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)},
        {k * (x * y + z * w), 1.0 - k * (x * x + z * z), k * (y * z - x * w)},
        {k * (x * z - y * w), k * (y * z + x * w), 1.0 - k * (x * x + y * y)},
    };
    struct gltf_map map;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            map.rows[i][j] = turn[i][j] * s[j];
        }
        map.rows[i][3] = t[i];
    }
    return map;
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
    } else if (!(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) < 1e-3)) {
        cause = "its rotation is not a unit quaternion";
    }
    if (cause) {
        return gltf_fail(gltf, "node %zu: %s", number, cause);
    }
    *map = map_of_parts(t, q, s);
    for (int i = 0; i < 12 && json_object_get(node, "matrix"); ++i) {
        map->rows[i % 3][i / 3] = m[i / 3 * 4 + i % 3];
    }
    return BUOY_OK;
}

static enum buoy_status place_mesh(struct gltf *gltf, size_t node, const json_t *object,
                                   const struct gltf_map *map) {
    size_t number;
    if (!gltf_index(object, "mesh", json_array_size(gltf_array(gltf, "meshes")), &number)) {
        return gltf_fail(gltf, "node %zu: its mesh does not exist", node);
    }
    const enum buoy_status status = gltf_check_mesh(gltf, number);
    if (status != BUOY_OK) {
        return status;
    }
    const struct gltf_mesh *mesh = &gltf->meshes[number];
    if (mesh->triangles > MESH_MAX_TRIANGLES - gltf->faces->triangle_count ||
        mesh->vertices > FACES_MAX_VERTICES - gltf->faces->vertex_count) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE,
                           "node %zu: too many triangles so far", node);
    }
    return gltf_add_mesh(gltf, number, node, map);
}

static enum buoy_status add_node(struct gltf *gltf, size_t number, size_t depth,
                                 const struct gltf_map *outer);

// The children of a node, or the nodes of a scene; `owner` is the name for messages.
static enum buoy_status add_nodes(struct gltf *gltf, const json_t *numbers, const char *owner,
                                  size_t depth, const struct gltf_map *map) {
    const size_t count = json_array_size(gltf_array(gltf, "nodes"));
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < json_array_size(numbers) && status == BUOY_OK; ++i) {
        const json_t *value = json_array_get(numbers, i);
        const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
        if (number < 0 || (uint64_t)number >= count) {
            return gltf_fail(gltf, "%s: number %zu of its nodes does not exist", owner, i);
        }
        status = add_node(gltf, (size_t)number, depth, map);
    }
    return status;
}

// Every node has at most one parent; otherwise a short file could describe an endless scene.
static enum buoy_status add_node(struct gltf *gltf, size_t number, size_t depth,
                                 const struct gltf_map *outer) {
    if (gltf->reached[number] || depth > MAX_DEPTH) {
        return gltf_fail(gltf,
                         gltf->reached[number] ? "node %zu has more than one parent"
                                               : "node %zu is nested too deeply",
                         number);
    }
    gltf->reached[number] = true;
    const json_t *node = json_array_get(gltf_array(gltf, "nodes"), number);
    struct gltf_map map;
    enum buoy_status status = read_transform(gltf, number, node, &map);
    map = status == BUOY_OK ? compose(outer, &map) : *outer;
    if (status == BUOY_OK && json_object_get(node, "mesh")) {
        status = place_mesh(gltf, number, node, &map);
    }
    const json_t *children = json_object_get(node, "children");
    if (status == BUOY_OK && children) {
        char owner[32];
        snprintf(owner, sizeof owner, "node %zu", number);
        status = add_nodes(gltf, children, owner, depth + 1, &map);
    }
    return status;
}

enum buoy_status gltf_add_scene(struct gltf *gltf) {
    static const struct gltf_map identity = {
        {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
    json_t *scenes = gltf_array(gltf, "scenes");
    uint64_t number;
    if (!gltf_number(gltf->document, "scene", 0, &number) || number >= json_array_size(scenes)) {
        return gltf_fail(gltf, "the scene to show does not exist");
    }
    const json_t *roots = json_object_get(json_array_get(scenes, (size_t)number), "nodes");
    return add_nodes(gltf, roots, "the scene", 1, &identity);
}
