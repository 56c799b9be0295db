// The meshes of a glTF file: finds the parts that have triangles, and adds them in place, with the
// vertices as a viewer shows them at rest: morph targets by their default weights, then the joints
// of a skin, or the map of a node or an instance.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gltf.h"

// -------------------------------------------------------------------------------- checking

enum mode {
    TRIANGLES = 4,
    STRIP = 5,
    FAN = 6,
};

static bool fail_primitive(const struct gltf *gltf, size_t mesh, size_t primitive,
                           const char *cause) {
    return gltf_fail(gltf, "mesh %zu, primitive %zu: %s", mesh, primitive, cause);
}

// Compressed data may come with the same data uncompressed, which the accessor then has.
static const char *compression_of(const struct gltf *gltf, const json_t *primitive,
                                  size_t accessor) {
    return json_object_get(gltf_at(gltf, "accessors", accessor), "bufferView")
               ? NULL
               : gltf_compression(primitive);
}

static bool open_accessors(struct gltf *gltf, size_t mesh, size_t number,
                           struct gltf_primitive *primitive) {
    const json_t *object = primitive->object;
    const json_t *attributes = json_object_get(object, "attributes");
    if (!gltf_index(gltf, attributes, "POSITION", "accessors", &primitive->positions)) {
        return fail_primitive(gltf, mesh, number, "its accessor for POSITION does not exist");
    }
    const char *compression = compression_of(gltf, object, primitive->positions);
    if (compression) {
        return gltf_fail(gltf, "mesh %zu, primitive %zu: compressed by %s, which is not supported",
                         mesh, number, compression);
    }
    if (!gltf_open_accessor(gltf, primitive->positions, GLTF_POSITIONS)) {
        return false;
    }
    primitive->vertices = primitive->corners = gltf->accessors[primitive->positions]->span.count;
    primitive->indexed = json_object_get(object, "indices");
    if (!primitive->indexed) {
        return true;
    }
    if (!gltf_index(gltf, object, "indices", "accessors", &primitive->indices)) {
        return fail_primitive(gltf, mesh, number, "its accessor for indices does not exist");
    }
    if (!gltf_open_accessor(gltf, primitive->indices, GLTF_INDICES)) {
        return false;
    }
    primitive->corners = gltf->accessors[primitive->indices]->span.count;
    return true;
}

// Consecutive primitives often use the same vertices and differ only in material: the vertices are
// then added once. They must also be morphed and moved alike.
static bool shares_vertices(const struct gltf_primitive *one, const struct gltf_primitive *other) {
    const json_t *targets = json_object_get(one->object, "targets");
    const json_t *attributes = json_object_get(one->object, "attributes");
    const bool moves = targets || json_object_get(attributes, "JOINTS_0");
    return one->positions == other->positions &&
           (!moves || (json_equal(targets, json_object_get(other->object, "targets")) &&
                       json_equal(attributes, json_object_get(other->object, "attributes"))));
}

static bool check_primitive(struct gltf *gltf, size_t mesh, size_t number, const json_t *object) {
    struct gltf_mesh *total = &gltf->meshes[mesh];
    struct gltf_primitive primitive = {.object = object};
    if (!gltf_number(object, "mode", TRIANGLES, &primitive.mode) || primitive.mode > FAN) {
        return fail_primitive(gltf, mesh, number, "glTF has no such mode");
    }
    if (primitive.mode < TRIANGLES) { // points or lines
        ++gltf->faces->ignored_elements;
        return true;
    }
    if (!open_accessors(gltf, mesh, number, &primitive)) {
        return false;
    }
    const bool single = primitive.mode == TRIANGLES;
    if (primitive.corners < 3 || (single && primitive.corners % 3 != 0)) {
        return fail_primitive(gltf, mesh, number, "its corners do not make whole triangles");
    }
    struct gltf_primitive *last = &total->primitives[total->primitive_count++];
    primitive.shares = last > total->primitives && shares_vertices(&primitive, last - 1);
    *last = primitive;
    total->vertices += primitive.shares ? 0 : primitive.vertices;
    total->triangles += single ? primitive.corners / 3 : primitive.corners - 2;
    return (total->vertices <= FACES_MAX_VERTICES && total->triangles <= MESH_MAX_TRIANGLES) ||
           source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE, "mesh %zu: too many triangles", mesh);
}

bool gltf_check_mesh(struct gltf *gltf, size_t number) {
    struct gltf_mesh *mesh = &gltf->meshes[number];
    if (mesh->checked) {
        return true;
    }
    const json_t *primitives = json_object_get(gltf_at(gltf, "meshes", number), "primitives");
    const size_t count = json_array_size(primitives);
    mesh->primitives = calloc(count + 1, sizeof *mesh->primitives);
    if (!mesh->primitives) {
        return gltf_fail_memory(gltf);
    }
    mesh->checked = true;
    bool fine = true;
    for (size_t i = 0; i < count && fine; ++i) {
        fine = check_primitive(gltf, number, i, json_array_get(primitives, i));
    }
    return fine;
}

void gltf_close_meshes(struct gltf *gltf) {
    for (size_t i = 0; gltf->meshes && i < gltf_count(gltf, "meshes"); ++i) {
        free(gltf->meshes[i].primitives);
    }
    for (size_t i = 0; gltf->accessors && i < gltf_count(gltf, "accessors"); ++i) {
        free(gltf->accessors[i]);
    }
    free(gltf->meshes);
    free(gltf->accessors);
}

// -------------------------------------------------------------------------------- streams

// Bounds on what a mesh and each vertex take, and so on the time for a short file.
#define MAX_TARGETS 4096 // of a mesh; GLTF_MAX_WEIGHTS of them count
#define MAX_JOINT_SETS 4 // of four joints each

// The weights of a vertex add up to 1 but for their rounding to 8 bits: 16 of them err by 1/510
// each at most.
#define WEIGHTS_TOLERANCE 0.032

// Everything that is read for each vertex of a primitive: its position, its shift by each target
// that counts, and its joints and their weights.
struct streams {
    struct gltf *gltf;
    const struct gltf_placing *placing;
    const struct gltf_primitive *primitive;
    size_t target_count, set_count;
    double factors[GLTF_MAX_WEIGHTS];
    struct gltf_elements *elements;
    size_t element_count;
};

static bool fail(const struct gltf *gltf, const struct gltf_placing *placing, const char *cause) {
    return gltf_fail(gltf, "node %zu, mesh %zu: %s", placing->node, placing->mesh, cause);
}

// A node's own weights replace those of its mesh.
bool gltf_find_weights(const struct gltf *gltf, const json_t *node, struct gltf_placing *placing) {
    const json_t *own = json_object_get(node, "weights");
    const json_t *weights =
        own ? own : json_object_get(gltf_at(gltf, "meshes", placing->mesh), "weights");
    const size_t count = json_array_size(weights);
    if (count > MAX_TARGETS) {
        return fail(gltf, placing, "more than 4096 targets");
    }
    for (size_t i = 0; i < count; ++i) {
        const json_t *value = json_array_get(weights, i);
        const double weight = json_number_value(value);
        if (!json_is_number(value)) {
            return fail(gltf, placing, "a weight is not a number");
        }
        if (weight != 0.0 && placing->weight_count == GLTF_MAX_WEIGHTS) {
            return fail(gltf, placing, "more than 64 targets have weights");
        }
        if (weight != 0.0) {
            placing->weights[placing->weight_count++] = (struct gltf_weight){i, weight};
        }
    }
    return true;
}

// Adds a stream: the member `key`, an accessor with an element for each vertex.
static bool add_stream(struct streams *streams, const json_t *object, const char *key,
                       enum gltf_use use) {
    struct gltf *gltf = streams->gltf;
    const size_t vertices = streams->primitive->vertices;
    size_t number;
    if (!gltf_index(gltf, object, key, "accessors", &number)) {
        return gltf_fail(gltf, "node %zu, mesh %zu: there is no accessor for %s",
                         streams->placing->node, streams->placing->mesh, key);
    }
    if (!gltf_open_accessor(gltf, number, use)) {
        return false;
    }
    if (gltf->accessors[number]->span.count != vertices) {
        return gltf_fail(gltf, "accessor %zu: it has %zu elements for %zu vertices", number,
                         gltf->accessors[number]->span.count, vertices);
    }
    gltf_begin(&streams->elements[streams->element_count++], gltf, number);
    return true;
}

// A target that does not move vertices may change only normals; a part of a mesh may have none.
static bool add_targets(struct streams *streams) {
    const struct gltf_placing *placing = streams->placing;
    const json_t *targets = json_object_get(streams->primitive->object, "targets");
    bool fine = true;
    for (size_t i = 0; i < placing->weight_count && targets && fine; ++i) {
        const json_t *target = json_array_get(targets, placing->weights[i].target);
        if (!target) {
            return fail(streams->gltf, placing, "there are more weights than targets");
        }
        if (json_object_get(target, "POSITION")) {
            streams->factors[streams->target_count++] = placing->weights[i].weight;
            fine = add_stream(streams, target, "POSITION", GLTF_POSITIONS);
        }
    }
    return fine;
}

// There is at least one set.
static bool add_joints(struct streams *streams, const json_t *attributes) {
    bool fine = true;
    for (size_t set = 0; fine; ++set) {
        char joints[32], weights[32];
        snprintf(joints, sizeof joints, "JOINTS_%zu", set);
        snprintf(weights, sizeof weights, "WEIGHTS_%zu", set);
        if (set > 0 && !json_object_get(attributes, joints)) {
            break;
        }
        if (set == MAX_JOINT_SETS) {
            return fail(streams->gltf, streams->placing, "more than 16 joints move a vertex");
        }
        fine = add_stream(streams, attributes, joints, GLTF_JOINTS) &&
               add_stream(streams, attributes, weights, GLTF_WEIGHTS);
        streams->set_count = set + 1;
    }
    return fine;
}

// `streams->elements` must be freed whatever this returns.
static bool open_streams(struct streams *streams) {
    const struct gltf_placing *placing = streams->placing;
    const json_t *attributes = json_object_get(streams->primitive->object, "attributes");
    const size_t most = 1 + placing->weight_count + (placing->skin ? 2 * MAX_JOINT_SETS : 0);
    streams->elements = malloc(most * sizeof *streams->elements);
    if (!streams->elements) {
        return gltf_fail_memory(streams->gltf);
    }
    return add_stream(streams, attributes, "POSITION", GLTF_POSITIONS) && add_targets(streams) &&
           (!placing->skin || add_joints(streams, attributes));
}

// --------------------------------------------------------------------------------- moving

static bool is_identity(const struct gltf_map *map) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (map->rows[i][j] != (i == j ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

static bool mirrors(const struct gltf_map *map) {
    const double *a = map->rows[0], *b = map->rows[1], *c = map->rows[2];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]) <
           0.0;
}

static bool next_point(struct streams *streams, size_t vertex, double point[3]) {
    if (!gltf_next(&streams->elements[0], point)) {
        return false;
    }
    for (size_t i = 0; i < streams->target_count; ++i) {
        double shift[3];
        if (!gltf_next(&streams->elements[1 + i], shift)) {
            return false;
        }
        for (int k = 0; k < 3; ++k) {
            point[k] += streams->factors[i] * shift[k];
        }
    }
    return (isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2])) ||
           source_fail(streams->gltf->source, 0, BUOY_ERROR_NON_FINITE,
                       "accessor %zu: vertex %zu is not finite", streams->elements[0].number,
                       vertex);
}

static void add_weighted(struct gltf_map *sum, double weight, const struct gltf_map *map) {
    for (int i = 0; i < 12; ++i) {
        sum->rows[i / 4][i % 4] += weight * map->rows[i / 4][i % 4];
    }
}

// The mean of the joints' maps by their weights, whose sum is divided out.
static bool next_map(struct streams *streams, size_t vertex, struct gltf_map *map) {
    const struct gltf_skin *skin = streams->placing->skin;
    struct gltf_elements *elements = &streams->elements[1 + streams->target_count];
    struct gltf_map sum = {{{0.0}}};
    double total = 0.0;
    for (size_t set = 0; set < streams->set_count; ++set, elements += 2) {
        double joints[4], weights[4];
        if (!gltf_next(&elements[0], joints) || !gltf_next(&elements[1], weights)) {
            return false;
        }
        for (int k = 0; k < 4; ++k) {
            const size_t joint = (size_t)joints[k];
            if (weights[k] != 0.0 && joint >= skin->count) {
                return source_fail(streams->gltf->source, 0, BUOY_ERROR_INDEX,
                                   "accessor %zu: vertex %zu has joint %zu, but the skin has %zu",
                                   elements[0].number, vertex, joint, skin->count);
            }
            if (weights[k] != 0.0) {
                add_weighted(&sum, weights[k], &skin->joints[joint]);
                total += weights[k];
            }
        }
    }
    if (!(fabs(total - 1.0) < WEIGHTS_TOLERANCE)) {
        return gltf_fail(streams->gltf,
                         "accessor %zu: the joints' weights of vertex %zu add up to %.3g",
                         elements[-1].number, vertex, total);
    }
    *map = (struct gltf_map){{{0.0}}};
    add_weighted(map, 1.0 / total, &sum);
    return true;
}

// Adds the vertices of a primitive, morphed and moved, in double. `mirrored`: most of them by maps
// that turn triangles inside out.
static bool add_vertices(struct streams *streams, bool *mirrored) {
    struct gltf *gltf = streams->gltf;
    const bool skinned = streams->placing->skin;
    struct gltf_map map = streams->placing->map;
    const bool identity = !skinned && is_identity(&map);
    const size_t vertices = streams->primitive->vertices;
    size_t turned = 0;
    *mirrored = mirrors(&map);
    for (size_t i = 0; i < vertices; ++i) {
        double point[3];
        if (!next_point(streams, i, point) || (skinned && !next_map(streams, i, &map))) {
            return false;
        }
        turned += skinned && mirrors(&map);
        // If nothing moves, all bits stay; otherwise there are no negative zeros.
        const double x = point[0], y = point[1], z = point[2];
        for (int k = 0; k < 3 && !identity; ++k) {
            const double *row = map.rows[k];
            point[k] = row[0] * x + row[1] * y + row[2] * z + row[3] + 0.0;
        }
        if (!faces_add_vertex(gltf->faces, point)) {
            return source_fail(
                gltf->source, 0, gltf->faces->status,
                "node %zu: vertex %zu of accessor %zu, after the node's transform: %s",
                streams->placing->node, i, streams->elements[0].number, gltf->faces->cause);
        }
    }
    *mirrored = skinned ? turned > vertices / 2 : *mirrored;
    return true;
}

// -------------------------------------------------------------------------------- triangles

// Triangles from corners that arrive one at a time.
struct assembly {
    uint64_t mode;
    bool mirrored;
    size_t corners; // so far
    uint32_t a, b;  // the previous corners, or a fan's first corner and the previous one
};

static bool add_corner(struct faces *faces, struct assembly *assembly, uint32_t corner) {
    const size_t number = assembly->corners++;
    const uint32_t a = assembly->a, b = assembly->b;
    const bool ends = assembly->mode == TRIANGLES ? number % 3 == 2 : number >= 2;
    // A strip reverses every other triangle.
    const bool turned = assembly->mirrored != (assembly->mode == STRIP && number % 2 == 1);
    const bool keep_first = assembly->mode == FAN && number > 0;
    assembly->a = keep_first ? number == 1 ? b : a : b;
    assembly->b = corner;
    return !ends || (turned ? faces_add_triangle(faces, a, corner, b)
                            : faces_add_triangle(faces, a, b, corner));
}

static bool add_triangles(struct gltf *gltf, const struct gltf_primitive *primitive, uint32_t first,
                          bool mirrored) {
    struct gltf_elements elements;
    struct assembly assembly = {.mode = primitive->mode, .mirrored = mirrored};
    if (primitive->indexed) {
        gltf_begin(&elements, gltf, primitive->indices);
    }
    for (size_t i = 0; i < primitive->corners; ++i) {
        uint32_t index = (uint32_t)i;
        if (primitive->indexed && !gltf_next_index(&elements, &index)) {
            return false;
        }
        if (index >= primitive->vertices) {
            return source_fail(gltf->source, 0, BUOY_ERROR_INDEX,
                               "accessor %zu: index %zu is %u, but there are %zu vertices",
                               primitive->indices, i, index, primitive->vertices);
        }
        if (!add_corner(gltf->faces, &assembly, first + index)) {
            return false;
        }
    }
    return true;
}

bool gltf_add_mesh(struct gltf *gltf, const struct gltf_placing *placing) {
    const struct gltf_mesh *mesh = &gltf->meshes[placing->mesh];
    if (mesh->triangles > MESH_MAX_TRIANGLES - gltf->faces->triangle_count ||
        mesh->vertices > FACES_MAX_VERTICES - gltf->faces->vertex_count) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE,
                           "node %zu: too many triangles so far", placing->node);
    }
    uint32_t first = 0;
    bool mirrored = false, fine = true;
    for (size_t i = 0; i < mesh->primitive_count && fine; ++i) {
        const struct gltf_primitive *primitive = &mesh->primitives[i];
        if (!primitive->shares) {
            struct streams streams = {.gltf = gltf, .placing = placing, .primitive = primitive};
            first = (uint32_t)gltf->faces->vertex_count;
            fine = open_streams(&streams) && add_vertices(&streams, &mirrored);
            free(streams.elements);
        }
        fine = fine && add_triangles(gltf, primitive, first, mirrored);
    }
    return fine;
}
