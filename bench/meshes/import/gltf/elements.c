// The elements of a glTF accessor in order, read in pieces: they may be far apart in the file, and
// too many to hold in memory twice.
#include <string.h>

#include "gltf.h"

size_t gltf_component_bytes(uint64_t component) {
    switch (component) {
    case GLTF_INT8:
    case GLTF_UINT8:
        return 1;
    case GLTF_INT16:
    case GLTF_UINT16:
        return 2;
    case GLTF_UINT32:
    case GLTF_FLOAT32:
        return 4;
    default:
        return 0;
    }
}

// Fetches as many elements as fit, from the next one on. A stride is at most 252.
static bool fetch(struct gltf_cursor *cursor) {
    const struct gltf_span *span = &cursor->span;
    const size_t left = span->count - cursor->next;
    const size_t most = (sizeof cursor->bytes - span->element_bytes) / span->stride + 1;
    const size_t count = left < most ? left : most;
    const size_t size = (count - 1) * span->stride + span->element_bytes;
    const size_t from = span->offset + cursor->next * span->stride;
    cursor->held_from = cursor->next;
    cursor->held_to = cursor->next + count;
    if (span->buffer->decoded) {
        memcpy(cursor->bytes, span->buffer->decoded + from, size);
        return true;
    }
    return source_copy(span->buffer->file, span->buffer->start + from, cursor->bytes, size);
}

// The next element, which must exist. NULL if reading fails.
static const unsigned char *next_element(struct gltf_cursor *cursor) {
    static const unsigned char zeros[4 * GLTF_MOST_NUMBERS];
    if (!cursor->span.buffer) {
        return zeros;
    }
    if (cursor->next == cursor->held_to && !fetch(cursor)) {
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

// The reason why next_element() returned NULL.
static enum buoy_status fail_reading(const struct gltf_cursor *cursor) {
    return cursor->span.buffer->file->status;
}

// Finds the place of the next replacement. Places must ascend.
static enum buoy_status find_place(struct gltf_elements *elements) {
    struct gltf_cursor *places = &elements->places;
    elements->place = SIZE_MAX;
    if (places->next == places->span.count) {
        return BUOY_OK;
    }
    const unsigned char *bytes = next_element(places);
    if (!bytes) {
        return fail_reading(places);
    }
    elements->place = read_whole(bytes, places->span.element_bytes);
    if (elements->place < elements->next || elements->place >= elements->cursor.span.count) {
        return source_fail(
            elements->source, 0, BUOY_ERROR_INDEX,
            "accessor %zu: sparse index %zu is %zu: not in ascending order, or not below %zu",
            elements->number, places->next - 1, elements->place, elements->cursor.span.count);
    }
    return BUOY_OK;
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

static enum buoy_status next(struct gltf_elements *elements, const unsigned char **bytes) {
    enum buoy_status status = elements->next == 0 ? find_place(elements) : BUOY_OK;
    if (status != BUOY_OK) {
        return status;
    }
    struct gltf_cursor *from = &elements->cursor;
    *bytes = next_element(from);
    if (*bytes && elements->next++ == elements->place) {
        from = &elements->replacements;
        *bytes = next_element(from);
        status = find_place(elements); // at once, so that one too many is noticed
    }
    return *bytes ? status : fail_reading(from);
}

// As glTF defines it: integers mean themselves or, if normalised, fractions of 1.
static double decode(const unsigned char *at, uint64_t component, bool normalised) {
    const uint32_t bits = read_whole(at, gltf_component_bytes(component));
    float f;
    double value, one;
    switch (component) {
    case GLTF_INT8:
        value = (double)(int8_t)bits;
        one = 127.0;
        break;
    case GLTF_UINT8:
        value = (double)bits;
        one = 255.0;
        break;
    case GLTF_INT16:
        value = (double)(int16_t)bits;
        one = 32767.0;
        break;
    case GLTF_UINT16:
        value = (double)bits;
        one = 65535.0;
        break;
    default:
        memcpy(&f, &bits, sizeof f);
        return (double)f;
    }
    return !normalised ? value : value < -one ? -1.0 : value / one;
}

enum buoy_status gltf_next(struct gltf_elements *elements, double numbers[]) {
    const uint64_t component = elements->cursor.span.component;
    const size_t size = gltf_component_bytes(component);
    const unsigned char *bytes;
    const enum buoy_status status = next(elements, &bytes);
    for (size_t k = 0; k < elements->numbers && status == BUOY_OK; ++k) {
        numbers[k] = decode(bytes + k * size, component, elements->normalised);
    }
    return status;
}

enum buoy_status gltf_next_index(struct gltf_elements *elements, uint32_t *index) {
    const unsigned char *bytes;
    const enum buoy_status status = next(elements, &bytes);
    if (status == BUOY_OK) {
        *index = read_whole(bytes, elements->cursor.span.element_bytes);
    }
    return status;
}
