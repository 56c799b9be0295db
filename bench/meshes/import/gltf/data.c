// Accessors of a glTF file: arrays somewhere in its buffers, perhaps interleaved with others, or
// with elements that are replaced ("sparse"). All data of an accessor is checked to exist before
// any is read, in pieces: elements may be far apart in the file, and too many to hold in memory
// twice.
#include <stdlib.h>
#include <string.h>

#include "gltf.h"

enum component {
    INT8 = 5120,
    UINT8 = 5121,
    INT16 = 5122,
    UINT16 = 5123,
    UINT32 = 5125,
    FLOAT32 = 5126,
};

// What accessors are used for, and the types that they then may have.
#define BIT(component) (1u << ((component)-INT8))
#define SMALL (BIT(INT8) | BIT(UINT8) | BIT(INT16) | BIT(UINT16))
#define WHOLE (BIT(UINT8) | BIT(UINT16))
static const struct use {
    const char *name, *type;
    size_t numbers;             // of an element
    unsigned plain, normalised; // bits of components
    bool quantised;             // all small ones with that extension
} uses[] = {
    [GLTF_POSITIONS] = {"positions", "VEC3", 3, BIT(FLOAT32), 0, true},
    [GLTF_INDICES] = {"indices", "SCALAR", 1, WHOLE | BIT(UINT32), 0, false},
    [GLTF_JOINTS] = {"joints", "VEC4", 4, WHOLE, 0, false},
    [GLTF_WEIGHTS] = {"weights", "VEC4", 4, BIT(FLOAT32), WHOLE, false},
    [GLTF_BINDINGS] = {"inverse bind matrices", "MAT4", 16, BIT(FLOAT32), 0, false},
    [GLTF_TRANSLATIONS] = {"translations", "VEC3", 3, BIT(FLOAT32), 0, false},
    [GLTF_ROTATIONS] = {"rotations", "VEC4", 4, BIT(FLOAT32), BIT(INT8) | BIT(INT16), false},
    [GLTF_SCALES] = {"scales", "VEC3", 3, BIT(FLOAT32), 0, false},
};

// The size of a component; 0 if there is none of that number.
static size_t component_bytes(uint64_t component) {
    static const unsigned char bytes[] = {1, 1, 2, 2, 0, 4, 4};
    return component >= INT8 && component <= FLOAT32 ? bytes[component - INT8] : 0;
}

// -------------------------------------------------------------------------------- checking

static bool fail(const struct gltf *gltf, size_t accessor, const char *cause) {
    return gltf_fail(gltf, "accessor %zu: %s", accessor, cause);
}

// The bytes of a buffer view, from `offset` on: `size` receives their number.
static bool find_view(const struct gltf *gltf, const json_t *object, struct gltf_span *span,
                      size_t *size) {
    size_t view_number, buffer;
    uint64_t start, length, stride, offset;
    if (!gltf_number(object, "byteOffset", 0, &offset) ||
        !gltf_index(gltf, object, "bufferView", "bufferViews", &view_number)) {
        return false;
    }
    const json_t *view = gltf_at(gltf, "bufferViews", view_number);
    if (!gltf_index(gltf, view, "buffer", "buffers", &buffer) ||
        !gltf_number(view, "byteOffset", 0, &start) ||
        !gltf_number(view, "byteLength", UINT64_MAX, &length) ||
        !gltf_number(view, "byteStride", 0, &stride)) {
        return false;
    }
    const size_t available = gltf->buffers[buffer].size;
    if (start > available || length > available - start || offset > length) {
        return false;
    }
    span->buffer = &gltf->buffers[buffer];
    span->offset = (size_t)(start + offset);
    span->stride = stride > 0 ? (size_t)stride : span->element_bytes;
    *size = (size_t)(length - offset);
    return span->stride > 0;
}

// A stride may be left out, but not be 0; elements must not overlap.
static bool check_stride(const struct gltf *gltf, size_t accessor, const json_t *object,
                         const struct gltf_span *span) {
    size_t view;
    const json_t *given = gltf_index(gltf, object, "bufferView", "bufferViews", &view)
                              ? json_object_get(gltf_at(gltf, "bufferViews", view), "byteStride")
                              : NULL;
    const json_int_t stride = json_integer_value(given);
    return !given || (stride >= 4 && stride <= 252 && (size_t)stride >= span->element_bytes) ||
           gltf_fail(gltf,
                     "accessor %zu: its bufferView has a byteStride of %lld; elements of %zu bytes "
                     "take %zu to 252",
                     accessor, (long long)stride, span->element_bytes,
                     span->element_bytes > 4 ? span->element_bytes : 4);
}

// Finds a given number of elements of a given size; `what` names them in messages.
static bool find_span(const struct gltf *gltf, size_t accessor, const json_t *object,
                      const char *what, struct gltf_span *span) {
    size_t size;
    if (!find_view(gltf, object, span, &size)) {
        return gltf_fail(gltf, "accessor %zu: its %sbufferView is not inside a buffer", accessor,
                         what);
    }
    if (!check_stride(gltf, accessor, object, span)) {
        return false;
    }
    return span->count == 0 ||
           (size >= span->element_bytes &&
            span->count - 1 <= (size - span->element_bytes) / span->stride) ||
           gltf_fail(gltf, "accessor %zu: %zu %selements do not fit in its bufferView", accessor,
                     span->count, what);
}

// The replacements for elements, and their places.
static bool open_sparse(const struct gltf *gltf, size_t number, const json_t *sparse,
                        struct gltf_accessor *accessor) {
    const json_t *places = json_object_get(sparse, "indices");
    const json_t *values = json_object_get(sparse, "values");
    struct gltf_span *at = &accessor->places, *by = &accessor->replacements;
    uint64_t count;
    if (!gltf_number(sparse, "count", 0, &count) || count == 0 || count > accessor->span.count ||
        !gltf_number(places, "componentType", 0, &at->component) ||
        (at->component != UINT8 && at->component != UINT16 && at->component != UINT32)) {
        return fail(gltf, number, "its sparse part is incomplete or has the wrong size");
    }
    at->count = by->count = (size_t)count;
    at->element_bytes = component_bytes(at->component);
    by->component = accessor->span.component;
    by->element_bytes = accessor->span.element_bytes;
    return find_span(gltf, number, places, "sparse indices' ", at) &&
           find_span(gltf, number, values, "sparse values' ", by);
}

// Reads an accessor's own members, without its data.
static bool read_type(const json_t *object, const struct use *use, struct gltf_accessor *accessor) {
    struct gltf_span *span = &accessor->span;
    const char *type = json_string_value(json_object_get(object, "type"));
    uint64_t count;
    if (!gltf_number(object, "componentType", 0, &span->component) || !type ||
        strcmp(type, use->type) != 0 || !gltf_number(object, "count", 0, &count)) {
        return false;
    }
    accessor->numbers = use->numbers;
    span->count = (size_t)count;
    span->element_bytes = use->numbers * component_bytes(span->component);
    accessor->normalised = json_is_true(json_object_get(object, "normalized"));
    return true;
}

static bool open_data(const struct gltf *gltf, size_t number, const json_t *object,
                      struct gltf_accessor *accessor) {
    const json_t *sparse = json_object_get(object, "sparse");
    if (!json_object_get(object, "bufferView")) {
        return sparse
                   ? open_sparse(gltf, number, sparse, accessor)
                   : fail(gltf, number, "it has no bufferView; compressed data is not supported");
    }
    return find_span(gltf, number, object, "", &accessor->span) &&
           (!sparse || open_sparse(gltf, number, sparse, accessor));
}

// Floats are never normalised.
static bool check_component(const struct gltf *gltf, size_t number, const struct use *use,
                            const struct gltf_accessor *accessor) {
    const uint64_t component = accessor->span.component;
    if (accessor->span.element_bytes == 0) {
        return fail(gltf, number, "glTF has no such component type");
    }
    const unsigned bit = BIT(component);
    const bool normalised = accessor->normalised && component != FLOAT32;
    if (bit & (normalised ? use->normalised : use->plain) ||
        (use->quantised && gltf->quantised && bit & SMALL)) {
        return true;
    }
    return use->quantised
               ? fail(gltf, number,
                      "positions that are not floats need the extension KHR_mesh_quantization, and "
                      "8 or 16 bits")
               : gltf_fail(gltf, "accessor %zu: its component type is not allowed for %s", number,
                           use->name);
}

bool gltf_open_accessor(struct gltf *gltf, size_t number, enum gltf_use purpose) {
    const struct use *use = &uses[purpose];
    const json_t *object = gltf_at(gltf, "accessors", number);
    struct gltf_accessor accessor = {.normalised = false};
    if (!read_type(object, use, &accessor)) {
        return fail(gltf, number, "its type or count is missing, or the wrong one for its use");
    }
    if (!check_component(gltf, number, use, &accessor)) {
        return false;
    }
    if (gltf->accessors[number]) { // then only its use is new
        return true;
    }
    if (!open_data(gltf, number, object, &accessor)) {
        return false;
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
    return true;
}

// --------------------------------------------------------------------------------- reading

// Fetches as many elements as fit, from the next one on. A stride is at most 252.
static bool fetch(struct gltf_elements *elements, struct gltf_cursor *cursor) {
    const struct gltf_span *span = &cursor->span;
    const size_t left = span->count - cursor->next;
    const size_t most = (sizeof cursor->bytes - span->element_bytes) / span->stride + 1;
    const size_t count = left < most ? left : most;
    const size_t size = (count - 1) * span->stride + span->element_bytes;
    const size_t from = span->offset + cursor->next * span->stride;
    struct source *file = span->buffer->file;
    cursor->held_from = cursor->next;
    cursor->held_to = cursor->next + count;
    if (span->buffer->decoded) {
        memcpy(cursor->bytes, span->buffer->decoded + from, size);
        return true;
    }
    const bool copied = source_copy(file, span->buffer->start + from, cursor->bytes, size);
    elements->source->status = copied ? elements->source->status : file->status;
    return copied;
}

// The next element, which must exist. NULL if reading fails.
static const unsigned char *next_element(struct gltf_elements *elements,
                                         struct gltf_cursor *cursor) {
    static const unsigned char zeros[4 * GLTF_MOST_NUMBERS];
    if (!cursor->span.buffer) {
        return zeros;
    }
    if (cursor->next == cursor->held_to && !fetch(elements, cursor)) {
        return NULL;
    }
    return cursor->bytes + (cursor->next++ - cursor->held_from) * cursor->span.stride;
}

static uint32_t read_whole(const unsigned char *at, size_t bytes) {
    uint32_t value = 0;
    for (size_t i = bytes; i-- > 0;) {
        value = value << 8 | at[i];
    }
    return value;
}

// Finds the place of the next replacement. Places must ascend.
static bool find_place(struct gltf_elements *elements) {
    struct gltf_cursor *places = &elements->places;
    elements->place = SIZE_MAX;
    if (places->next == places->span.count) {
        return true;
    }
    const unsigned char *bytes = next_element(elements, places);
    if (!bytes) {
        return false;
    }
    elements->place = read_whole(bytes, places->span.element_bytes);
    return (elements->place >= elements->next && elements->place < elements->cursor.span.count) ||
           source_fail(
               elements->source, 0, BUOY_ERROR_INDEX,
               "accessor %zu: sparse index %zu is %zu: not in ascending order, or not below %zu",
               elements->number, places->next - 1, elements->place, elements->cursor.span.count);
}

static void begin_cursor(struct gltf_cursor *cursor, const struct gltf_span *span) {
    cursor->span = *span;
    cursor->next = cursor->held_from = cursor->held_to = 0;
}

void gltf_begin(struct gltf_elements *elements, const struct gltf *gltf, size_t accessor) {
    const struct gltf_accessor *opened = gltf->accessors[accessor];
    elements->source = gltf->source;
    elements->number = accessor;
    elements->numbers = opened->numbers;
    elements->normalised = opened->normalised;
    elements->next = 0;
    elements->place = SIZE_MAX;
    begin_cursor(&elements->cursor, &opened->span);
    begin_cursor(&elements->places, &opened->places);
    begin_cursor(&elements->replacements, &opened->replacements);
}

// The bytes of the next element; NULL after a failure.
static const unsigned char *next(struct gltf_elements *elements) {
    if (elements->next == 0 && !find_place(elements)) {
        return NULL;
    }
    const unsigned char *bytes = next_element(elements, &elements->cursor);
    if (bytes && elements->next++ == elements->place) {
        bytes = next_element(elements, &elements->replacements);
        return bytes && find_place(elements) ? bytes : NULL; // at once: one too many is noticed
    }
    return bytes;
}

// As glTF defines it: integers mean themselves or, if normalised, fractions of 1.
static double decode(const unsigned char *at, uint64_t component, bool normalised) {
    const uint32_t bits = read_whole(at, component_bytes(component));
    float f;
    double value = (double)bits, one = 1.0;
    switch (component) {
    case INT8:
        value = (double)(int8_t)bits;
        one = 127.0;
        break;
    case UINT8:
        one = 255.0;
        break;
    case INT16:
        value = (double)(int16_t)bits;
        one = 32767.0;
        break;
    case UINT16:
        one = 65535.0;
        break;
    default:
        memcpy(&f, &bits, sizeof f);
        return (double)f;
    }
    return !normalised ? value : value < -one ? -1.0 : value / one;
}

bool gltf_next(struct gltf_elements *elements, double numbers[]) {
    const uint64_t component = elements->cursor.span.component;
    const size_t size = component_bytes(component);
    const unsigned char *bytes = next(elements);
    for (size_t k = 0; k < elements->numbers && bytes; ++k) {
        numbers[k] = decode(bytes + k * size, component, elements->normalised);
    }
    return bytes;
}

bool gltf_next_index(struct gltf_elements *elements, uint32_t *index) {
    const unsigned char *bytes = next(elements);
    *index = bytes ? read_whole(bytes, elements->cursor.span.element_bytes) : 0;
    return bytes;
}
