// Skins of a glTF file: their joints move the vertices of a mesh, whatever node has it.
#include <math.h>
#include <stdlib.h>

#include "gltf.h"

// The most of all skins together, 25 MB.
#define MAX_JOINTS ((size_t)1 << 18)

static enum buoy_status fail(const struct gltf *gltf, size_t skin, const char *cause) {
    return gltf_fail(gltf, "skin %zu: %s", skin, cause);
}

// The map from the scene's frame, at the pose in which the mesh was bound, to the joint's: the
// first three rows of a matrix column by column. Viewers ignore its last row.
static enum buoy_status next_binding(struct gltf_elements *bindings, struct gltf_map *map) {
    double m[GLTF_MOST_NUMBERS];
    const enum buoy_status status = gltf_next(bindings, m);
    for (int i = 0; i < 12 && status == BUOY_OK; ++i) {
        map->rows[i % 3][i / 3] = m[i / 3 * 4 + i % 3];
        if (!isfinite(m[i / 3 * 4 + i % 3])) {
            return source_fail(bindings->source, 0, BUOY_ERROR_NON_FINITE,
                               "accessor %zu: matrix %zu is not finite", bindings->number,
                               bindings->next - 1);
        }
    }
    return status;
}

static enum buoy_status find_maps(struct gltf *gltf, size_t number, const json_t *joints,
                                  struct gltf_elements *bindings) {
    const size_t nodes = json_array_size(gltf_array(gltf, "nodes"));
    struct gltf_skin *skin = &gltf->skins[number];
    for (size_t i = 0; i < skin->count; ++i) {
        const json_t *value = json_array_get(joints, i);
        const json_int_t node = json_is_integer(value) ? json_integer_value(value) : -1;
        if (node < 0 || (uint64_t)node >= nodes || !gltf->nodes[node].reached) {
            return gltf_fail(gltf, "skin %zu: joint %zu is no node of the scene", number, i);
        }
        skin->joints[i] = gltf->nodes[node].map;
        if (bindings) {
            struct gltf_map binding;
            const enum buoy_status status = next_binding(bindings, &binding);
            if (status != BUOY_OK) {
                return status;
            }
            skin->joints[i] = gltf_compose(&skin->joints[i], &binding);
        }
    }
    return BUOY_OK;
}

enum buoy_status gltf_open_skin(struct gltf *gltf, size_t number) {
    const json_t *object = json_array_get(gltf_array(gltf, "skins"), number);
    const json_t *joints = json_object_get(object, "joints");
    struct gltf_skin *skin = &gltf->skins[number];
    struct gltf_elements bindings;
    size_t accessor;
    if (skin->joints) {
        return BUOY_OK;
    }
    skin->count = json_array_size(joints);
    gltf->joint_count += skin->count;
    if (skin->count == 0 || gltf->joint_count > MAX_JOINTS) {
        return fail(gltf, number, skin->count == 0 ? "it has no joints" : "too many joints so far");
    }
    const bool bound = json_object_get(object, "inverseBindMatrices");
    if (bound) {
        if (!gltf_index(object, "inverseBindMatrices",
                        json_array_size(gltf_array(gltf, "accessors")), &accessor)) {
            return fail(gltf, number, "its accessor for inverseBindMatrices does not exist");
        }
        const enum buoy_status status = gltf_open_accessor(gltf, accessor, GLTF_BINDINGS);
        if (status != BUOY_OK) {
            return status;
        }
        if (gltf->accessors[accessor]->span.count < skin->count) {
            return fail(gltf, number, "it has fewer inverseBindMatrices than joints");
        }
        gltf_begin(&bindings, gltf, accessor);
    }
    skin->joints = calloc(skin->count, sizeof *skin->joints);
    return skin->joints ? find_maps(gltf, number, joints, bound ? &bindings : NULL)
                        : gltf_fail_memory(gltf);
}

void gltf_close_skins(struct gltf *gltf) {
    for (size_t i = 0; gltf->skins && i < json_array_size(gltf_array(gltf, "skins")); ++i) {
        free(gltf->skins[i].joints);
    }
    free(gltf->skins);
}
