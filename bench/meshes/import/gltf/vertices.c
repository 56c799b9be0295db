// The vertices of a glTF primitive as a viewer shows them at rest: morph targets by their default
// weights, then the joints of a skin, or the map of a node or an instance.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gltf.h"

// Bounds on what a mesh and each vertex take, and so on the time for a short file.
#define MAX_TARGETS 4096 // of a mesh; GLTF_MAX_WEIGHTS of them count
#define MAX_JOINT_SETS 4 // of four joints each

// The weights of a vertex add up to 1 but for their rounding to 8 bits: 16 of them err by 1/510
// each at most.
#define WEIGHTS_TOLERANCE 0.032

// Everything that is read for each vertex: its position, its shift by each target that counts, and
// its joints and their weights.
struct streams {
    size_t target_count, set_count;
    double factors[GLTF_MAX_WEIGHTS];
    struct gltf_elements *elements;
    size_t element_count;
};

static enum buoy_status fail(const struct gltf *gltf, const struct gltf_placing *placing,
                             const char *cause) {
    return gltf_fail(gltf, "node %zu, mesh %zu: %s", placing->node, placing->mesh, cause);
}

// Adds a stream: the member `key`, an accessor with an element for each vertex.
static enum buoy_status add_stream(struct gltf *gltf, const struct gltf_placing *placing,
                                   size_t vertices, const json_t *object, const char *key,
                                   enum gltf_use use, struct streams *streams) {
    size_t number;
    if (!gltf_index(object, key, json_array_size(gltf_array(gltf, "accessors")), &number)) {
        return gltf_fail(gltf, "node %zu, mesh %zu: there is no accessor for %s", placing->node,
                         placing->mesh, key);
    }
    const enum buoy_status status = gltf_open_accessor(gltf, number, use);
    if (status != BUOY_OK) {
        return status;
    }
    if (gltf->accessors[number]->span.count != vertices) {
        return gltf_fail(gltf, "accessor %zu: it has %zu elements for %zu vertices", number,
                         gltf->accessors[number]->span.count, vertices);
    }
    gltf_begin(&streams->elements[streams->element_count++], gltf, number);
    return BUOY_OK;
}

// A node's own weights replace those of its mesh.
enum buoy_status gltf_find_weights(const struct gltf *gltf, const json_t *node,
                                   struct gltf_placing *placing) {
    const json_t *mesh = json_array_get(gltf_array(gltf, "meshes"), placing->mesh);
    const json_t *own = json_object_get(node, "weights");
    const json_t *weights = own ? own : json_object_get(mesh, "weights");
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
    return BUOY_OK;
}

// A target that does not move vertices may change only normals; a part of a mesh may have none.
static enum buoy_status add_targets(struct gltf *gltf, const struct gltf_placing *placing,
                                    const struct gltf_primitive *primitive,
                                    struct streams *streams) {
    const json_t *targets = json_object_get(primitive->object, "targets");
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < placing->weight_count && targets && status == BUOY_OK; ++i) {
        const json_t *target = json_array_get(targets, placing->weights[i].target);
        if (!target) {
            return fail(gltf, placing, "there are more weights than targets");
        }
        if (json_object_get(target, "POSITION")) {
            streams->factors[streams->target_count++] = placing->weights[i].weight;
            status = add_stream(gltf, placing, primitive->vertices, target, "POSITION",
                                GLTF_POSITIONS, streams);
        }
    }
    return status;
}

// There is at least one set.
static enum buoy_status add_joints(struct gltf *gltf, const struct gltf_placing *placing,
                                   const struct gltf_primitive *primitive,
                                   struct streams *streams) {
    const json_t *attributes = json_object_get(primitive->object, "attributes");
    enum buoy_status status = BUOY_OK;
    for (size_t set = 0; status == BUOY_OK; ++set) {
        char joints[32], weights[32];
        snprintf(joints, sizeof joints, "JOINTS_%zu", set);
        snprintf(weights, sizeof weights, "WEIGHTS_%zu", set);
        if (set > 0 && !json_object_get(attributes, joints)) {
            break;
        }
        if (set == MAX_JOINT_SETS) {
            return fail(gltf, placing, "more than 16 joints move a vertex");
        }
        const size_t vertices = primitive->vertices;
        status = add_stream(gltf, placing, vertices, attributes, joints, GLTF_JOINTS, streams);
        status = status == BUOY_OK ? add_stream(gltf, placing, vertices, attributes, weights,
                                                GLTF_WEIGHTS, streams)
                                   : status;
        streams->set_count = set + 1;
    }
    return status;
}

// `streams->elements` must be freed whatever this returns.
static enum buoy_status open_streams(struct gltf *gltf, const struct gltf_placing *placing,
                                     const struct gltf_primitive *primitive,
                                     struct streams *streams) {
    const size_t most = 1 + placing->weight_count + (placing->skin ? 2 * MAX_JOINT_SETS : 0);
    streams->elements = malloc(most * sizeof *streams->elements);
    if (!streams->elements) {
        return gltf_fail_memory(gltf);
    }
    enum buoy_status status = add_stream(gltf, placing, primitive->vertices,
                                         json_object_get(primitive->object, "attributes"),
                                         "POSITION", GLTF_POSITIONS, streams);
    status = status == BUOY_OK ? add_targets(gltf, placing, primitive, streams) : status;
    return status == BUOY_OK && placing->skin ? add_joints(gltf, placing, primitive, streams)
                                              : status;
}

// --------------------------------------------------------------------------------- moving

static enum buoy_status next_point(struct gltf *gltf, struct streams *streams, size_t vertex,
                                   double point[3]) {
    enum buoy_status status = gltf_next(&streams->elements[0], point);
    for (size_t i = 0; i < streams->target_count && status == BUOY_OK; ++i) {
        double shift[3];
        status = gltf_next(&streams->elements[1 + i], shift);
        for (int k = 0; k < 3 && status == BUOY_OK; ++k) {
            point[k] += streams->factors[i] * shift[k];
        }
    }
    if (status == BUOY_OK && (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2]))) {
        return source_fail(gltf->source, 0, BUOY_ERROR_NON_FINITE,
                           "accessor %zu: vertex %zu is not finite", streams->elements[0].number,
                           vertex);
    }
    return status;
}

static void add_weighted(struct gltf_map *sum, double weight, const struct gltf_map *map) {
    for (int i = 0; i < 12; ++i) {
        sum->rows[i / 4][i % 4] += weight * map->rows[i / 4][i % 4];
    }
}

// The mean of the joints' maps by their weights, whose sum is divided out.
static enum buoy_status next_map(struct gltf *gltf, const struct gltf_skin *skin,
                                 struct streams *streams, size_t vertex, struct gltf_map *map) {
    struct gltf_elements *elements = &streams->elements[1 + streams->target_count];
    struct gltf_map sum = {{{0.0}}};
    double total = 0.0;
    for (size_t set = 0; set < streams->set_count; ++set, elements += 2) {
        double joints[4], weights[4];
        enum buoy_status status = gltf_next(&elements[0], joints);
        status = status == BUOY_OK ? gltf_next(&elements[1], weights) : status;
        for (int k = 0; k < 4 && status == BUOY_OK; ++k) {
            const size_t joint = (size_t)joints[k];
            if (weights[k] != 0.0 && joint >= skin->count) {
                return source_fail(gltf->source, 0, BUOY_ERROR_INDEX,
                                   "accessor %zu: vertex %zu has joint %zu, but the skin has %zu",
                                   elements[0].number, vertex, joint, skin->count);
            }
            if (weights[k] != 0.0) {
                add_weighted(&sum, weights[k], &skin->joints[joint]);
                total += weights[k];
            }
        }
        if (status != BUOY_OK) {
            return status;
        }
    }
    if (!(fabs(total - 1.0) < WEIGHTS_TOLERANCE)) {
        return gltf_fail(gltf, "accessor %zu: the joints' weights of vertex %zu add up to %.3g",
                         elements[-1].number, vertex, total);
    }
    *map = (struct gltf_map){{{0.0}}};
    add_weighted(map, 1.0 / total, &sum);
    return BUOY_OK;
}

// Computed in double.
static enum buoy_status add_vertices(struct gltf *gltf, const struct gltf_placing *placing,
                                     size_t vertices, struct streams *streams, bool *mirrored) {
    const bool identity = !placing->skin && gltf_is_identity(&placing->map);
    const double turns = gltf_determinant(&placing->map);
    struct gltf_map map = placing->map;
    size_t turned = 0;
    for (size_t i = 0; i < vertices; ++i) {
        double point[3], moved[3];
        enum buoy_status status = next_point(gltf, streams, i, point);
        if (status == BUOY_OK && placing->skin) {
            status = next_map(gltf, placing->skin, streams, i, &map);
            turned += status == BUOY_OK && gltf_determinant(&map) < 0.0;
        }
        if (status != BUOY_OK) {
            return status;
        }
        gltf_move(&map, identity, point, moved);
        if (!faces_add_vertex(gltf->faces, moved)) {
            return source_fail(
                gltf->source, 0, gltf->faces->status,
                "node %zu: vertex %zu of accessor %zu, after the node's transform: %s",
                placing->node, i, streams->elements[0].number, gltf->faces->cause);
        }
    }
    *mirrored = placing->skin ? turned > vertices / 2 : turns < 0.0;
    return BUOY_OK;
}

enum buoy_status gltf_add_vertices(struct gltf *gltf, const struct gltf_placing *placing,
                                   const struct gltf_primitive *primitive, bool *mirrored) {
    struct streams streams = {.target_count = 0};
    enum buoy_status status = open_streams(gltf, placing, primitive, &streams);
    if (status == BUOY_OK) {
        status = add_vertices(gltf, placing, primitive->vertices, &streams, mirrored);
    }
    free(streams.elements);
    return status;
}
