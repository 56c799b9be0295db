// Values in glTF's JSON, fetched with their kinds and ranges checked.
#include "gltf.h"

enum buoy_status gltf_fail_memory(const struct gltf *gltf) {
    return source_fail(gltf->source, 0, BUOY_ERROR_MEMORY, "out of memory");
}

json_t *gltf_array(const struct gltf *gltf, const char *key) {
    json_t *array = json_object_get(gltf->document, key);
    return json_is_array(array) ? array : NULL;
}

bool gltf_number(const json_t *object, const char *key, uint64_t fallback, uint64_t *value) {
    const json_t *member = json_object_get(object, key);
    *value = member ? (uint64_t)json_integer_value(member) : fallback;
    return !member || (json_is_integer(member) && json_integer_value(member) >= 0);
}

bool gltf_index(const json_t *object, const char *key, size_t end, size_t *index) {
    uint64_t value;
    const bool fine = gltf_number(object, key, UINT64_MAX, &value) && value < end;
    *index = (size_t)value;
    return fine;
}

json_t *gltf_extension(const json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

const char *gltf_compression(const json_t *object) {
    static const char *const names[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                        "KHR_meshopt_compression"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (gltf_extension(object, names[i])) {
            return names[i];
        }
    }
    return NULL;
}
