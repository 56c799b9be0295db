// The meshes of a glTF file: finds the parts that have triangles, and adds the triangles in place.
#include <stdlib.h>

#include "gltf.h"

static enum buoy_status fail_primitive(const struct gltf *gltf, size_t mesh, size_t primitive,
                                       const char *cause) {
    return gltf_fail(gltf, "mesh %zu, primitive %zu: %s", mesh, primitive, cause);
}

// The number of triangles with so many corners; false if that number of corners is impossible.
static bool count_triangles(uint64_t mode, size_t corners, size_t *triangles) {
    *triangles = mode == GLTF_TRIANGLES ? corners / 3 : corners - 2;
    return corners >= 3 && (mode != GLTF_TRIANGLES || corners % 3 == 0);
}

// Compressed data may come with the same data uncompressed, which the accessor then has.
static const char *compression_of(const struct gltf *gltf, const json_t *primitive,
                                  size_t accessor) {
    const json_t *positions = json_array_get(gltf_array(gltf, "accessors"), accessor);
    return json_object_get(positions, "bufferView") ? NULL : gltf_compression(primitive);
}

static enum buoy_status open_accessors(struct gltf *gltf, size_t mesh, size_t number,
                                       const json_t *object, struct gltf_primitive *primitive) {
    const size_t accessors = json_array_size(gltf_array(gltf, "accessors"));
    const json_t *attributes = json_object_get(object, "attributes");
    if (!gltf_index(attributes, "POSITION", accessors, &primitive->positions)) {
        return fail_primitive(gltf, mesh, number, "its accessor for POSITION does not exist");
    }
    const char *compression = compression_of(gltf, object, primitive->positions);
    if (compression) {
        return gltf_fail(gltf, "mesh %zu, primitive %zu: compressed by %s, which is not supported",
                         mesh, number, compression);
    }
    const enum buoy_status status = gltf_open_accessor(gltf, primitive->positions, GLTF_POSITIONS);
    primitive->indexed = json_object_get(object, "indices");
    if (status != BUOY_OK || !primitive->indexed) {
        return status;
    }
    if (!gltf_index(object, "indices", accessors, &primitive->indices)) {
        return fail_primitive(gltf, mesh, number, "its accessor for indices does not exist");
    }
    return gltf_open_accessor(gltf, primitive->indices, GLTF_INDICES);
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

static enum buoy_status check_primitive(struct gltf *gltf, size_t mesh, size_t number,
                                        const json_t *object) {
    struct gltf_mesh *total = &gltf->meshes[mesh];
    struct gltf_primitive primitive = {.object = object};
    if (!gltf_number(object, "mode", GLTF_TRIANGLES, &primitive.mode) ||
        primitive.mode > GLTF_FAN) {
        return fail_primitive(gltf, mesh, number, "glTF has no such mode");
    }
    if (primitive.mode < GLTF_TRIANGLES) { // points or lines
        ++gltf->faces->ignored_elements;
        return BUOY_OK;
    }
    const enum buoy_status status = open_accessors(gltf, mesh, number, object, &primitive);
    if (status != BUOY_OK) {
        return status;
    }
    primitive.vertices = gltf->accessors[primitive.positions]->span.count;
    const size_t corners =
        primitive.indexed ? gltf->accessors[primitive.indices]->span.count : primitive.vertices;
    if (!count_triangles(primitive.mode, corners, &primitive.triangles)) {
        return fail_primitive(gltf, mesh, number, "its corners do not make whole triangles");
    }
    struct gltf_primitive *last = &total->primitives[total->primitive_count++];
    primitive.shares = last > total->primitives && shares_vertices(&primitive, last - 1);
    *last = primitive;
    total->vertices += primitive.shares ? 0 : primitive.vertices;
    total->triangles += primitive.triangles;
    if (total->vertices > FACES_MAX_VERTICES || total->triangles > MESH_MAX_TRIANGLES) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE, "mesh %zu: too many triangles",
                           mesh);
    }
    return BUOY_OK;
}

enum buoy_status gltf_check_mesh(struct gltf *gltf, size_t number) {
    struct gltf_mesh *mesh = &gltf->meshes[number];
    if (mesh->checked) {
        return BUOY_OK;
    }
    const json_t *primitives =
        json_object_get(json_array_get(gltf_array(gltf, "meshes"), number), "primitives");
    const size_t count = json_array_size(primitives);
    mesh->primitives = calloc(count + 1, sizeof *mesh->primitives);
    if (!mesh->primitives) {
        return gltf_fail_memory(gltf);
    }
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < count && status == BUOY_OK; ++i) {
        status = check_primitive(gltf, number, i, json_array_get(primitives, i));
    }
    mesh->checked = true;
    return status;
}

void gltf_close_meshes(struct gltf *gltf) {
    const size_t meshes = json_array_size(gltf_array(gltf, "meshes"));
    const size_t accessors = json_array_size(gltf_array(gltf, "accessors"));
    for (size_t i = 0; gltf->meshes && i < meshes; ++i) {
        free(gltf->meshes[i].primitives);
    }
    for (size_t i = 0; gltf->accessors && i < accessors; ++i) {
        free(gltf->accessors[i]);
    }
    free(gltf->meshes);
    free(gltf->accessors);
}

// -------------------------------------------------------------------------------- placing

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
    const bool ends = assembly->mode == GLTF_TRIANGLES ? number % 3 == 2 : number >= 2;
    // A strip reverses every other triangle.
    const bool turned = assembly->mirrored != (assembly->mode == GLTF_STRIP && number % 2 == 1);
    const bool keep_first = assembly->mode == GLTF_FAN && number > 0;
    assembly->a = keep_first ? number == 1 ? b : a : b;
    assembly->b = corner;
    return !ends || (turned ? faces_add_triangle(faces, a, corner, b)
                            : faces_add_triangle(faces, a, b, corner));
}

static enum buoy_status add_triangles(struct gltf *gltf, const struct gltf_primitive *primitive,
                                      uint32_t first, bool mirrored) {
    struct gltf_elements elements;
    struct assembly assembly = {.mode = primitive->mode, .mirrored = mirrored};
    const size_t corners =
        primitive->indexed ? gltf->accessors[primitive->indices]->span.count : primitive->vertices;
    if (primitive->indexed) {
        gltf_begin(&elements, gltf, primitive->indices);
    }
    for (size_t i = 0; i < corners; ++i) {
        uint32_t index = (uint32_t)i;
        const enum buoy_status status =
            primitive->indexed ? gltf_next_index(&elements, &index) : BUOY_OK;
        if (status != BUOY_OK) {
            return status;
        }
        if (index >= primitive->vertices) {
            return source_fail(gltf->source, 0, BUOY_ERROR_INDEX,
                               "accessor %zu: index %zu is %u, but there are %zu vertices",
                               primitive->indices, i, index, primitive->vertices);
        }
        if (!add_corner(gltf->faces, &assembly, first + index)) {
            return source_fail(gltf->source, 0, gltf->faces->status, "%s", gltf->faces->cause);
        }
    }
    return BUOY_OK;
}

enum buoy_status gltf_add_mesh(struct gltf *gltf, const struct gltf_placing *placing) {
    const struct gltf_mesh *mesh = &gltf->meshes[placing->mesh];
    if (mesh->triangles > MESH_MAX_TRIANGLES - gltf->faces->triangle_count ||
        mesh->vertices > FACES_MAX_VERTICES - gltf->faces->vertex_count) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE,
                           "node %zu: too many triangles so far", placing->node);
    }
    uint32_t first = 0;
    bool mirrored = false;
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < mesh->primitive_count && status == BUOY_OK; ++i) {
        const struct gltf_primitive *primitive = &mesh->primitives[i];
        if (!primitive->shares) {
            first = (uint32_t)gltf->faces->vertex_count;
            status = gltf_add_vertices(gltf, placing, primitive, &mirrored);
        }
        status = status == BUOY_OK ? add_triangles(gltf, primitive, first, mirrored) : status;
    }
    return status;
}
