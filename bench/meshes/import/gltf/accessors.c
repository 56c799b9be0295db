// Accessors of a glTF file: arrays somewhere in its buffers, perhaps interleaved with others, or
// with elements that are replaced ("sparse"). This file checks that all data of an accessor exists.
#include <stdlib.h>
#include <string.h>

#include "gltf.h"

// What accessors are used for, and the types that they then may have.
#define BIT(component) (1u << ((component)-GLTF_INT8))
#define SMALL (BIT(GLTF_INT8) | BIT(GLTF_UINT8) | BIT(GLTF_INT16) | BIT(GLTF_UINT16))
#define WHOLE (BIT(GLTF_UINT8) | BIT(GLTF_UINT16))

static const struct use {
    const char *name, *type;
    size_t numbers;             // of an element
    unsigned plain, normalised; // bits of components
    bool quantised;             // all small ones with that extension
} uses[] = {
    [GLTF_POSITIONS] = {"positions", "VEC3", 3, BIT(GLTF_FLOAT32), 0, true},
    [GLTF_INDICES] = {"indices", "SCALAR", 1, WHOLE | BIT(GLTF_UINT32), 0, false},
    [GLTF_JOINTS] = {"joints", "VEC4", 4, WHOLE, 0, false},
    [GLTF_WEIGHTS] = {"weights", "VEC4", 4, BIT(GLTF_FLOAT32), WHOLE, false},
    [GLTF_BINDINGS] = {"inverse bind matrices", "MAT4", 16, BIT(GLTF_FLOAT32), 0, false},
    [GLTF_TRANSLATIONS] = {"translations", "VEC3", 3, BIT(GLTF_FLOAT32), 0, false},
    [GLTF_ROTATIONS] = {"rotations", "VEC4", 4, BIT(GLTF_FLOAT32), BIT(GLTF_INT8) | BIT(GLTF_INT16),
                        false},
    [GLTF_SCALES] = {"scales", "VEC3", 3, BIT(GLTF_FLOAT32), 0, false},
};

static enum buoy_status fail(const struct gltf *gltf, size_t accessor, const char *cause) {
    return gltf_fail(gltf, "accessor %zu: %s", accessor, cause);
}

// The bytes of a buffer view, from `offset` on: `size` receives their number.
static bool find_view(const struct gltf *gltf, const json_t *object, struct gltf_span *span,
                      size_t *size) {
    json_t *views = gltf_array(gltf, "bufferViews");
    size_t view_number, buffer;
    uint64_t start, length, stride, offset;
    if (!gltf_number(object, "byteOffset", 0, &offset) ||
        !gltf_index(object, "bufferView", json_array_size(views), &view_number)) {
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
    span->buffer = &gltf->buffers[buffer];
    span->offset = (size_t)(start + offset);
    span->stride = stride > 0 ? (size_t)stride : span->element_bytes;
    *size = (size_t)(length - offset);
    return true;
}

// Finds a given number of elements of a given size; `what` names them in messages.
static enum buoy_status find_span(const struct gltf *gltf, size_t accessor, const json_t *object,
                                  const char *what, struct gltf_span *span) {
    size_t size;
    if (!find_view(gltf, object, span, &size)) {
        return gltf_fail(gltf, "accessor %zu: its %sbufferView is not inside a buffer", accessor,
                         what);
    }
    if (span->count > 0 && (size < span->element_bytes ||
                            span->count - 1 > (size - span->element_bytes) / span->stride)) {
        return gltf_fail(gltf, "accessor %zu: %zu %selements do not fit in its bufferView",
                         accessor, span->count, what);
    }
    return BUOY_OK;
}

// The replacements for elements, and their places.
static enum buoy_status open_sparse(const struct gltf *gltf, size_t number, const json_t *sparse,
                                    struct gltf_accessor *accessor) {
    const json_t *places = json_object_get(sparse, "indices");
    const json_t *values = json_object_get(sparse, "values");
    uint64_t count;
    if (!gltf_number(sparse, "count", 0, &count) || count == 0 || count > accessor->span.count ||
        !gltf_number(places, "componentType", 0, &accessor->places.component) ||
        (accessor->places.component != GLTF_UINT8 && accessor->places.component != GLTF_UINT16 &&
         accessor->places.component != GLTF_UINT32)) {
        return fail(gltf, number, "its sparse part is incomplete or has the wrong size");
    }
    accessor->places.count = accessor->replacements.count = (size_t)count;
    accessor->places.element_bytes = gltf_component_bytes(accessor->places.component);
    accessor->replacements.component = accessor->span.component;
    accessor->replacements.element_bytes = accessor->span.element_bytes;
    const enum buoy_status status =
        find_span(gltf, number, places, "sparse indices' ", &accessor->places);
    return status != BUOY_OK
               ? status
               : find_span(gltf, number, values, "sparse values' ", &accessor->replacements);
}

// Reads an accessor's own members, without its data.
static bool read_type(const json_t *object, const struct use *use, struct gltf_accessor *accessor) {
    struct gltf_span *span = &accessor->span;
    const char *type = json_string_value(json_object_get(object, "type"));
    uint64_t count;
    const bool fine = gltf_number(object, "componentType", 0, &span->component) && type &&
                      strcmp(type, use->type) == 0 && gltf_number(object, "count", 0, &count);
    if (fine) {
        accessor->numbers = use->numbers;
        span->count = (size_t)count;
        span->element_bytes = use->numbers * gltf_component_bytes(span->component);
        accessor->normalised = json_is_true(json_object_get(object, "normalized"));
    }
    return fine;
}

static enum buoy_status open_data(const struct gltf *gltf, size_t number, const json_t *object,
                                  struct gltf_accessor *accessor) {
    const json_t *sparse = json_object_get(object, "sparse");
    enum buoy_status status = BUOY_OK;
    if (json_object_get(object, "bufferView")) {
        status = find_span(gltf, number, object, "", &accessor->span);
    } else if (!sparse) {
        return fail(gltf, number, "it has no bufferView; compressed data is not supported");
    }
    return status == BUOY_OK && sparse ? open_sparse(gltf, number, sparse, accessor) : status;
}

// Floats are never normalised.
static enum buoy_status check_component(const struct gltf *gltf, size_t number,
                                        const struct use *use,
                                        const struct gltf_accessor *accessor) {
    const uint64_t component = accessor->span.component;
    if (accessor->span.element_bytes == 0) {
        return fail(gltf, number, "glTF has no such component type");
    }
    const unsigned bit = BIT(component);
    const bool normalised = accessor->normalised && component != GLTF_FLOAT32;
    if (bit & (normalised ? use->normalised : use->plain) ||
        (use->quantised && gltf->quantised && bit & SMALL)) {
        return BUOY_OK;
    }
    return use->quantised
               ? fail(gltf, number,
                      "positions that are not floats need the extension KHR_mesh_quantization, and "
                      "8 or 16 bits")
               : gltf_fail(gltf, "accessor %zu: its component type is not allowed for %s", number,
                           use->name);
}

enum buoy_status gltf_open_accessor(struct gltf *gltf, size_t number, enum gltf_use purpose) {
    const struct use *use = &uses[purpose];
    const json_t *object = json_array_get(gltf_array(gltf, "accessors"), number);
    struct gltf_accessor accessor = {.normalised = false};
    if (!read_type(object, use, &accessor)) {
        return fail(gltf, number, "its type or count is missing, or the wrong one for its use");
    }
    enum buoy_status status = check_component(gltf, number, use, &accessor);
    if (status != BUOY_OK || gltf->accessors[number]) { // then only its use is new
        return status;
    }
    status = open_data(gltf, number, object, &accessor);
    if (status != BUOY_OK) {
        return status;
    }
    const bool indices = purpose == GLTF_INDICES;
    if (accessor.span.count > (indices ? 3 * (size_t)MESH_MAX_TRIANGLES : FACES_MAX_VERTICES)) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE, "accessor %zu: too many %s",
                           number, indices ? "triangles" : "vertices");
    }
    gltf->accessors[number] = malloc(sizeof accessor);
    if (!gltf->accessors[number]) {
        return gltf_fail_memory(gltf);
    }
    *gltf->accessors[number] = accessor;
    return BUOY_OK;
}
