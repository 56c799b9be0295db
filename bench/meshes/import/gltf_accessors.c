// Accessors of a glTF file: arrays somewhere in its buffers, perhaps interleaved with others. Those
// in use are copied one after another, positions as three floats, indices as 32 bits.
#include "gltf.h"

#include <string.h>

enum component {
    COMPONENT_UINT8 = 5121,
    COMPONENT_UINT16 = 5123,
    COMPONENT_UINT32 = 5125,
    COMPONENT_FLOAT32 = 5126,
};

// Where the elements of an accessor are.
struct span {
    const unsigned char *first;
    size_t count, stride, component_bytes;
    uint64_t component;
};

static enum buoy_status fail(const struct gltf *gltf, size_t accessor, const char *cause) {
    return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT, "accessor %zu: %s",
                       accessor, cause);
}

static size_t component_bytes(uint64_t component) {
    switch (component) {
    case COMPONENT_UINT8:
        return 1;
    case COMPONENT_UINT16:
        return 2;
    case COMPONENT_UINT32:
    case COMPONENT_FLOAT32:
        return 4;
    default:
        return 0;
    }
}

// The bytes of a buffer view, from `offset` on.
static bool find_view(const struct gltf *gltf, const json_t *accessor, uint64_t offset,
                      struct span *span, size_t *size) {
    json_t *views = gltf_array(gltf, "bufferViews");
    size_t view_number, buffer;
    uint64_t start, length, stride;
    if (!gltf_index(accessor, "bufferView", json_array_size(views), &view_number)) {
        return false;
    }
    const json_t *view = json_array_get(views, view_number);
    if (!gltf_index(view, "buffer", gltf->buffer_count, &buffer) ||
        !gltf_number(view, "byteOffset", 0, &start) ||
        !gltf_number(view, "byteLength", UINT64_MAX, &length) ||
        !gltf_number(view, "byteStride", 0, &stride)) {
        return false;
    }
    const size_t available = gltf->buffers[buffer].size;
    if (start > available || length > available - start || offset > length || stride > 252) {
        return false;
    }
    span->first = gltf->buffers[buffer].bytes + start + offset;
    span->stride = (size_t)stride;
    *size = (size_t)(length - offset);
    return true;
}

static enum buoy_status find_span(const struct gltf *gltf, size_t number, const char *type,
                                  size_t components, struct span *span) {
    const json_t *accessor = json_array_get(gltf_array(gltf, "accessors"), number);
    const char *its_type = json_string_value(json_object_get(accessor, "type"));
    uint64_t count, offset;
    size_t size;
    if (!gltf_number(accessor, "componentType", 0, &span->component) || !its_type ||
        strcmp(its_type, type) != 0 || !gltf_number(accessor, "count", 0, &count)) {
        return fail(gltf, number, "its type or count is missing, or the wrong one for its use");
    }
    span->component_bytes = component_bytes(span->component);
    if (json_object_get(accessor, "sparse") || !json_object_get(accessor, "bufferView")) {
        return fail(gltf, number, "its data is sparse or compressed, which is not supported");
    }
    if (!gltf_number(accessor, "byteOffset", 0, &offset) ||
        !find_view(gltf, accessor, offset, span, &size)) {
        return fail(gltf, number, "its bufferView is not inside a buffer");
    }
    const size_t element = components * span->component_bytes;
    if (span->stride == 0) {
        span->stride = element;
    }
    if (count > 0 && element > 0 &&
        (size < element || (count - 1) > (size - element) / span->stride)) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "accessor %zu: %llu elements do not fit in its bufferView", number,
                           (unsigned long long)count);
    }
    span->count = (size_t)count;
    return BUOY_OK;
}

// Describes `count` elements just written to the new buffer.
static void add_accessor(struct gltf *gltf, struct gltf_done *entry, size_t count, size_t bytes,
                         enum component component, const char *type) {
    entry->done = true;
    entry->number = json_array_size(gltf->new_accessors);
    entry->vertices = count;
    const bool made =
        json_array_append_new(gltf->new_views, json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset",
                                                         (json_int_t)(gltf->data.size - bytes),
                                                         "byteLength", (json_int_t)bytes)) == 0 &&
        json_array_append_new(gltf->new_accessors,
                              json_pack("{s:I,s:i,s:I,s:s}", "bufferView",
                                        (json_int_t)entry->number, "componentType", component,
                                        "count", (json_int_t)count, "type", type)) == 0;
    gltf->reduced->no_memory = gltf->reduced->no_memory || !made;
}

static bool is_finite(const unsigned char *f) {
    return (f[3] & 0x7f) != 0x7f || !(f[2] & 0x80);
}

enum buoy_status gltf_pack_positions(struct gltf *gltf, size_t accessor,
                                     const struct gltf_done **entry) {
    struct span span;
    const enum buoy_status status = find_span(gltf, accessor, "VEC3", 3, &span);
    *entry = &gltf->accessors[accessor];
    if (status != BUOY_OK || (*entry)->done) {
        return status;
    }
    if (span.component != COMPONENT_FLOAT32) {
        return fail(gltf, accessor, "positions that are not floats are not supported");
    }
    if (span.count > IMPORT_MAX_VERTICES - gltf->reduced->vertices) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_TOO_LARGE, "too many vertices");
    }
    for (size_t i = 0; i < span.count; ++i) {
        const unsigned char *point = span.first + i * span.stride;
        if (!is_finite(point) || !is_finite(point + 4) || !is_finite(point + 8)) {
            return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_NON_FINITE,
                               "accessor %zu: vertex %zu is not finite", accessor, i);
        }
        reduced_write(&gltf->data, point, 12);
    }
    gltf->reduced->vertices += span.count;
    add_accessor(gltf, &gltf->accessors[accessor], span.count, span.count * 12, COMPONENT_FLOAT32,
                 "VEC3");
    return BUOY_OK;
}

static uint32_t read_index(const unsigned char *at, size_t bytes) {
    uint32_t index = 0;
    for (size_t i = bytes; i-- > 0;) {
        index = index << 8 | at[i];
    }
    return index;
}

enum buoy_status gltf_pack_indices(struct gltf *gltf, size_t accessor, size_t vertices,
                                   const struct gltf_done **entry) {
    struct span span;
    const enum buoy_status status = find_span(gltf, accessor, "SCALAR", 1, &span);
    if (status != BUOY_OK) {
        return status;
    }
    if (span.component_bytes == 0 || span.component == COMPONENT_FLOAT32) {
        return fail(gltf, accessor, "its component type is not one of indices");
    }
    if (span.count > 3 * (size_t)MESH_MAX_TRIANGLES) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_TOO_LARGE,
                           "accessor %zu: too many triangles", accessor);
    }
    *entry = &gltf->accessors[accessor];
    const bool packed = (*entry)->done;
    for (size_t i = 0; i < span.count; ++i) {
        const uint32_t index = read_index(span.first + i * span.stride, span.component_bytes);
        if (index >= vertices) {
            return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_INDEX,
                               "accessor %zu: index %zu is %u, but there are %zu vertices",
                               accessor, i, index, vertices);
        }
        const unsigned char bytes[4] = {index & 0xff, index >> 8 & 0xff, index >> 16 & 0xff,
                                        index >> 24};
        reduced_write(&gltf->data, bytes, packed ? 0 : sizeof bytes);
    }
    if (!packed) {
        add_accessor(gltf, &gltf->accessors[accessor], span.count, span.count * 4, COMPONENT_UINT32,
                     "SCALAR");
    }
    return BUOY_OK;
}
