// Instances of a glTF file (EXT_mesh_gpu_instancing): a node's mesh at many places.
#include <math.h>

#include "gltf.h"

// The length of quaternions, squared, may be so far from 1: those of 8 bits are rounded to 1/127.
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

// The number of instances: every attribute, whatever it is for, has so many elements.
static enum buoy_status count_instances(const struct gltf *gltf, size_t node, json_t *attributes,
                                        size_t *count) {
    json_t *accessors = gltf_array(gltf, "accessors");
    const char *name;
    json_t *value;
    bool first = true;
    json_object_foreach(attributes, name, value) {
        size_t number;
        uint64_t elements;
        if (!gltf_index(attributes, name, json_array_size(accessors), &number) ||
            !gltf_number(json_array_get(accessors, number), "count", 0, &elements)) {
            return gltf_fail(gltf, "node %zu: an accessor of its instances does not exist", node);
        }
        if (!first && elements != *count) {
            return gltf_fail(gltf, "node %zu: its instances' accessors differ in count", node);
        }
        *count = (size_t)elements;
        first = false;
    }
    return first ? gltf_fail(gltf, "node %zu: its instances have no attributes", node) : BUOY_OK;
}

static enum buoy_status begin_parts(struct gltf *gltf, const json_t *attributes,
                                    struct gltf_elements streams[PARTS], bool given[PARTS]) {
    const size_t accessors = json_array_size(gltf_array(gltf, "accessors"));
    for (int i = 0; i < PARTS; ++i) {
        size_t number;
        given[i] = gltf_index(attributes, parts[i].name, accessors, &number);
        if (given[i]) {
            const enum buoy_status status = gltf_open_accessor(gltf, number, parts[i].use);
            if (status != BUOY_OK) {
                return status;
            }
            gltf_begin(&streams[i], gltf, number);
        }
    }
    return BUOY_OK;
}

static enum buoy_status next_map(const struct gltf *gltf, size_t node,
                                 struct gltf_elements streams[PARTS], const bool given[PARTS],
                                 struct gltf_map *map) {
    double values[PARTS][4] = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    bool finite = true;
    for (int i = 0; i < PARTS; ++i) {
        const enum buoy_status status = given[i] ? gltf_next(&streams[i], values[i]) : BUOY_OK;
        if (status != BUOY_OK) {
            return status;
        }
        for (int k = 0; k < 4; ++k) {
            finite = finite && isfinite(values[i][k]);
        }
    }
    if (!finite || !gltf_is_unit(values[ROTATION], ROTATION_TOLERANCE)) {
        return gltf_fail(gltf, "node %zu: an instance's %s", node,
                         finite ? "rotation is not a unit quaternion"
                                : "transform is not made of finite numbers");
    }
    *map = gltf_map_of_parts(values[TRANSLATION], values[ROTATION], values[SCALE]);
    return BUOY_OK;
}

static enum buoy_status add_each(struct gltf *gltf, size_t count,
                                 struct gltf_elements streams[PARTS], const bool given[PARTS],
                                 struct gltf_placing *placing) {
    const struct gltf_map of_node = placing->map;
    enum buoy_status status = BUOY_OK;
    // A mesh of points and lines leaves nothing to count instances by.
    const bool empty = gltf->meshes[placing->mesh].primitive_count == 0;
    for (size_t i = 0; i < count && !empty && status == BUOY_OK; ++i) {
        struct gltf_map map;
        status = next_map(gltf, placing->node, streams, given, &map);
        if (status == BUOY_OK) {
            placing->map = gltf_compose(&of_node, &map);
            status = gltf_add_mesh(gltf, placing);
        }
    }
    return status;
}

enum buoy_status gltf_add_instances(struct gltf *gltf, const json_t *node,
                                    struct gltf_placing *placing) {
    const json_t *extension = gltf_extension(node, "EXT_mesh_gpu_instancing");
    if (!extension) {
        return gltf_add_mesh(gltf, placing);
    }
    if (placing->skin) {
        return gltf_fail(gltf,
                         "node %zu: instances (EXT_mesh_gpu_instancing) of a skinned mesh "
                         "are not supported",
                         placing->node);
    }
    json_t *attributes = json_object_get(extension, "attributes");
    struct gltf_elements streams[PARTS];
    bool given[PARTS];
    size_t count = 0;
    enum buoy_status status = count_instances(gltf, placing->node, attributes, &count);
    status = status == BUOY_OK ? begin_parts(gltf, attributes, streams, given) : status;
    return status == BUOY_OK ? add_each(gltf, count, streams, given, placing) : status;
}
