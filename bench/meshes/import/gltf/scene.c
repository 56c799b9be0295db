// The scene of a glTF file as a viewer shows it at rest: first the places of all nodes, because
// joints may come after the meshes that they move, then what the nodes show. Maps are composed in
// double.
#include <math.h>
#include <stdlib.h>

#include "gltf.h"

// -------------------------------------------------------------------------------- maps

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

// Translation × rotation × scale. The rotation is a quaternion x, y, z, w, whose length, which
// decimals keep from being exactly 1, is divided out.
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

// The first three rows of a matrix that is column by column.
static struct gltf_map map_of_matrix(const double m[16]) {
    struct gltf_map map;
    for (int i = 0; i < 12; ++i) {
        map.rows[i % 3][i / 3] = m[i / 3 * 4 + i % 3];
    }
    return map;
}

// Whether a quaternion's length is near 1: its square differs by less than the tolerance.
static bool is_unit(const double q[4], double tolerance) {
    return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) < tolerance;
}

// -------------------------------------------------------------------------------- nodes

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

// The map from a node's frame to its parent's: its matrix, or else its translation, rotation and
// scale. A rotation is a unit quaternion, to the precision of its decimals; a matrix is affine.
static bool read_transform(const struct gltf *gltf, size_t number, const json_t *node,
                           struct gltf_map *map) {
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    const char *cause = NULL;
    if (!read_numbers(node, "matrix", 16, m) || !read_numbers(node, "translation", 3, t) ||
        !read_numbers(node, "rotation", 4, q) || !read_numbers(node, "scale", 3, s)) {
        cause = "its transform is not made of finite numbers";
    } else if (m[3] != 0.0 || m[7] != 0.0 || m[11] != 0.0 || m[15] != 1.0) {
        cause = "its matrix is not affine";
    } else if (!is_unit(q, 1e-3)) {
        cause = "its rotation is not a unit quaternion";
    } else if (json_object_get(node, "matrix") &&
               (json_object_get(node, "translation") || json_object_get(node, "rotation") ||
                json_object_get(node, "scale"))) {
        cause = "it has a matrix beside a translation, rotation or scale";
    }
    *map = json_object_get(node, "matrix") ? map_of_matrix(m) : map_of_parts(t, q, s);
    return !cause || gltf_fail(gltf, "node %zu: %s", number, cause);
}

static bool add_node(struct gltf *gltf, size_t number, size_t depth, const struct gltf_node *outer);

// The children of a node, or the nodes of a scene; `owner` is the name for messages.
static bool add_nodes(struct gltf *gltf, const json_t *numbers, const char *owner, size_t depth,
                      const struct gltf_node *outer) {
    bool fine = true;
    for (size_t i = 0; i < json_array_size(numbers) && fine; ++i) {
        size_t number;
        fine = gltf_is_index(gltf, json_array_get(numbers, i), "nodes", &number)
                   ? add_node(gltf, number, depth, outer)
                   : gltf_fail(gltf, "%s: number %zu of its nodes does not exist", owner, i);
    }
    return fine;
}

// Every node has at most one parent; otherwise a short file could describe an endless scene.
static bool add_node(struct gltf *gltf, size_t number, size_t depth,
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
    const json_t *object = gltf_at(gltf, "nodes", number);
    const json_t *visibility = gltf_extension(object, "KHR_node_visibility");
    node->hidden = outer->hidden || json_is_false(json_object_get(visibility, "visible"));
    struct gltf_map map;
    if (!read_transform(gltf, number, object, &map)) {
        return false;
    }
    node->map = compose(&outer->map, &map);
    char owner[32];
    snprintf(owner, sizeof owner, "node %zu", number);
    return add_nodes(gltf, json_object_get(object, "children"), owner, depth + 1, node);
}

static bool find_nodes(struct gltf *gltf) {
    static const struct gltf_node whole = {
        .map = {{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}}};
    uint64_t number;
    if (!gltf_number(gltf->document, "scene", 0, &number) || number >= gltf_count(gltf, "scenes")) {
        return gltf_fail(gltf, "the scene to show does not exist");
    }
    const json_t *scene = gltf_at(gltf, "scenes", (size_t)number);
    return add_nodes(gltf, json_object_get(scene, "nodes"), "the scene", 1, &whole);
}

// -------------------------------------------------------------------------------- skins

// The most joints of all skins together, 25 MB.
#define MAX_JOINTS ((size_t)1 << 18)

static bool fail_skin(const struct gltf *gltf, size_t skin, const char *cause) {
    return gltf_fail(gltf, "skin %zu: %s", skin, cause);
}

// The map from the scene's frame, at the pose in which the mesh was bound, to the joint's. Viewers
// ignore the last row of its matrix.
static bool next_binding(struct gltf_elements *bindings, struct gltf_map *map) {
    double m[GLTF_MOST_NUMBERS];
    if (!gltf_next(bindings, m)) {
        return false;
    }
    bool finite = true;
    *map = map_of_matrix(m);
    for (int i = 0; i < 12; ++i) {
        finite = finite && isfinite(map->rows[i / 4][i % 4]);
    }
    return finite || source_fail(bindings->source, 0, BUOY_ERROR_NON_FINITE,
                                 "accessor %zu: matrix %zu is not finite", bindings->number,
                                 bindings->next - 1);
}

static bool find_joints(struct gltf *gltf, size_t number, const json_t *joints,
                        struct gltf_elements *bindings) {
    struct gltf_skin *skin = &gltf->skins[number];
    for (size_t i = 0; i < skin->count; ++i) {
        size_t node;
        if (!gltf_is_index(gltf, json_array_get(joints, i), "nodes", &node) ||
            !gltf->nodes[node].reached) {
            return gltf_fail(gltf, "skin %zu: joint %zu is no node of the scene", number, i);
        }
        skin->joints[i] = gltf->nodes[node].map;
        struct gltf_map binding;
        if (bindings && !next_binding(bindings, &binding)) {
            return false;
        }
        if (bindings) {
            skin->joints[i] = compose(&skin->joints[i], &binding);
        }
    }
    return true;
}

// Finds the maps of a skin when it is first used.
static bool open_skin(struct gltf *gltf, size_t number) {
    const json_t *object = gltf_at(gltf, "skins", number);
    const json_t *joints = json_object_get(object, "joints");
    struct gltf_skin *skin = &gltf->skins[number];
    struct gltf_elements bindings;
    size_t accessor;
    if (skin->joints) {
        return true;
    }
    skin->count = json_array_size(joints);
    gltf->joint_count += skin->count;
    if (skin->count == 0 || gltf->joint_count > MAX_JOINTS) {
        return fail_skin(gltf, number,
                         skin->count == 0 ? "it has no joints" : "too many joints so far");
    }
    const bool bound = json_object_get(object, "inverseBindMatrices");
    if (bound) {
        if (!gltf_index(gltf, object, "inverseBindMatrices", "accessors", &accessor)) {
            return fail_skin(gltf, number, "its accessor for inverseBindMatrices does not exist");
        }
        if (!gltf_open_accessor(gltf, accessor, GLTF_BINDINGS)) {
            return false;
        }
        if (gltf->accessors[accessor]->span.count < skin->count) {
            return fail_skin(gltf, number, "it has fewer inverseBindMatrices than joints");
        }
        gltf_begin(&bindings, gltf, accessor);
    }
    skin->joints = calloc(skin->count, sizeof *skin->joints);
    return skin->joints ? find_joints(gltf, number, joints, bound ? &bindings : NULL)
                        : gltf_fail_memory(gltf);
}

// ---------------------------------------------------------------------------- instances

// EXT_mesh_gpu_instancing: a node's mesh at many places. The length of quaternions, squared, may be
// so far from 1: those of 8 bits are rounded to 1/127.
#define ROTATION_TOLERANCE 0.05

enum part {
    TRANSLATION,
    ROTATION,
    SCALE,
    PARTS
};
static const struct {
    const char *name;
    enum gltf_use use;
} parts[PARTS] = {
    {"TRANSLATION", GLTF_TRANSLATIONS},
    {"ROTATION", GLTF_ROTATIONS},
    {"SCALE", GLTF_SCALES},
};

// What is read for each instance.
struct streams {
    struct gltf_elements elements[PARTS];
    bool given[PARTS];
};

// The number of instances: every attribute, whatever it is for, has so many elements.
static bool count_instances(const struct gltf *gltf, size_t node, json_t *attributes,
                            size_t *count) {
    const char *name;
    json_t *value;
    bool first = true;
    json_object_foreach(attributes, name, value) {
        size_t number;
        uint64_t elements;
        if (!gltf_is_index(gltf, value, "accessors", &number) ||
            !gltf_number(gltf_at(gltf, "accessors", number), "count", 0, &elements)) {
            return gltf_fail(gltf, "node %zu: an accessor of its instances does not exist", node);
        }
        if (!first && elements != *count) {
            return gltf_fail(gltf, "node %zu: its instances' accessors differ in count", node);
        }
        *count = (size_t)elements;
        first = false;
    }
    return !first || gltf_fail(gltf, "node %zu: its instances have no attributes", node);
}

static bool begin_streams(struct gltf *gltf, const json_t *attributes, struct streams *streams) {
    bool fine = true;
    for (int i = 0; i < PARTS && fine; ++i) {
        size_t number;
        streams->given[i] = gltf_index(gltf, attributes, parts[i].name, "accessors", &number);
        if (streams->given[i]) {
            fine = gltf_open_accessor(gltf, number, parts[i].use);
        }
        if (streams->given[i] && fine) {
            gltf_begin(&streams->elements[i], gltf, number);
        }
    }
    return fine;
}

static bool next_map(const struct gltf *gltf, size_t node, struct streams *streams,
                     struct gltf_map *map) {
    double values[PARTS][4] = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    bool finite = true;
    for (int i = 0; i < PARTS; ++i) {
        if (streams->given[i] && !gltf_next(&streams->elements[i], values[i])) {
            return false;
        }
        for (int k = 0; k < 4; ++k) {
            finite = finite && isfinite(values[i][k]);
        }
    }
    *map = map_of_parts(values[TRANSLATION], values[ROTATION], values[SCALE]);
    return (finite && is_unit(values[ROTATION], ROTATION_TOLERANCE)) ||
           gltf_fail(gltf, "node %zu: an instance's %s", node,
                     finite ? "rotation is not a unit quaternion"
                            : "transform is not made of finite numbers");
}

static bool add_instances(struct gltf *gltf, const json_t *extension,
                          struct gltf_placing *placing) {
    json_t *attributes = json_object_get(extension, "attributes");
    const struct gltf_map of_node = placing->map;
    struct streams streams;
    size_t count = 0;
    if (placing->skin) {
        return gltf_fail(gltf,
                         "node %zu: instances (EXT_mesh_gpu_instancing) of a skinned mesh "
                         "are not supported",
                         placing->node);
    }
    bool fine = count_instances(gltf, placing->node, attributes, &count) &&
                begin_streams(gltf, attributes, &streams);
    // A mesh of points and lines leaves nothing to count instances by.
    count = gltf->meshes[placing->mesh].primitive_count == 0 ? 0 : count;
    for (size_t i = 0; i < count && fine; ++i) {
        struct gltf_map map;
        fine = next_map(gltf, placing->node, &streams, &map);
        if (fine) {
            placing->map = compose(&of_node, &map);
            fine = gltf_add_mesh(gltf, placing);
        }
    }
    return fine;
}

// -------------------------------------------------------------------------------- showing

// Only joints move a skinned mesh: the transform of its node is not used.
static bool show_mesh(struct gltf *gltf, size_t node, const json_t *object) {
    struct gltf_placing placing = {.node = node, .map = gltf->nodes[node].map};
    if (!gltf_index(gltf, object, "mesh", "meshes", &placing.mesh)) {
        return gltf_fail(gltf, "node %zu: its mesh does not exist", node);
    }
    if (!gltf_check_mesh(gltf, placing.mesh) || !gltf_find_weights(gltf, object, &placing)) {
        return false;
    }
    if (json_object_get(object, "skin")) {
        size_t skin;
        if (!gltf_index(gltf, object, "skin", "skins", &skin)) {
            return gltf_fail(gltf, "node %zu: its skin does not exist", node);
        }
        if (!open_skin(gltf, skin)) {
            return false;
        }
        placing.skin = &gltf->skins[skin];
    }
    const json_t *extension = gltf_extension(object, "EXT_mesh_gpu_instancing");
    return extension ? add_instances(gltf, extension, &placing) : gltf_add_mesh(gltf, &placing);
}

bool gltf_add_scene(struct gltf *gltf) {
    const size_t nodes = gltf_count(gltf, "nodes");
    gltf->skins = calloc(gltf_count(gltf, "skins") + 1, sizeof *gltf->skins);
    gltf->nodes = calloc(nodes + 1, sizeof *gltf->nodes);
    gltf->order = calloc(nodes + 1, sizeof *gltf->order);
    if (!gltf->skins || !gltf->nodes || !gltf->order) {
        return gltf_fail_memory(gltf);
    }
    bool fine = find_nodes(gltf);
    for (size_t i = 0; i < gltf->order_count && fine; ++i) {
        const size_t node = gltf->order[i];
        const json_t *object = gltf_at(gltf, "nodes", node);
        if (!gltf->nodes[node].hidden && json_object_get(object, "mesh")) {
            fine = show_mesh(gltf, node, object);
        }
    }
    return fine;
}

void gltf_close_scene(struct gltf *gltf) {
    for (size_t i = 0; gltf->skins && i < gltf_count(gltf, "skins"); ++i) {
        free(gltf->skins[i].joints);
    }
    free(gltf->skins);
    free(gltf->nodes);
    free(gltf->order);
}
