// PLY, as text or binary: the vertices' x, y, z and the faces' corners. All other elements and
// properties are skipped, but must be there.
#include <string.h>

#include "ply.h"
#include "readers.h"

// Rows of the body, in the order of the file.
struct body {
    const struct ply_header *header;
    struct text text; // its words, if it is text
    struct faces *faces;
    const char *kind; // of the row, for messages
    uint64_t row;     // from 1
};

static enum buoy_status fail(const struct body *body, enum buoy_status status, const char *cause) {
    if (!body->header->binary) {
        return text_fail(&body->text, status, "%s", cause);
    }
    return source_fail(body->text.source, 0, status, "%s %ju: %s", body->kind, (uintmax_t)body->row,
                       cause);
}

static enum buoy_status fail_faces(const struct body *body) {
    return fail(body, body->faces->status, body->faces->cause);
}

// Doubles hold all integers of PLY's types.
static double decode(const char *at, enum ply_type type, bool big_endian) {
    const size_t size = ply_type_bytes(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < size; ++i) {
        bits = bits << 8 | (unsigned char)at[big_endian ? i : size - 1 - i];
    }
    const uint32_t low = (uint32_t)bits;
    float f;
    double d;
    switch (type) {
    case PLY_INT8:
        return (int8_t)bits;
    case PLY_INT16:
        return (int16_t)bits;
    case PLY_INT32:
        return (int32_t)bits;
    case PLY_FLOAT32:
        memcpy(&f, &low, sizeof f);
        return (double)f;
    case PLY_FLOAT64:
        memcpy(&d, &bits, sizeof d);
        return d;
    default:
        return (double)bits;
    }
}

// A value as the file holds it: a word of text or a number.
struct value {
    struct word word;
    double number;
};

static enum buoy_status next_value(struct body *body, enum ply_type type, struct value *value) {
    if (body->header->binary) {
        const char *bytes = source_take(body->text.source, ply_type_bytes(type));
        if (!bytes) {
            return fail(body, BUOY_ERROR_ARGUMENT, "the file ends here");
        }
        value->number = decode(bytes, type, body->header->big_endian);
    } else if (!text_next_word(&body->text, &value->word)) {
        return fail(body, BUOY_ERROR_ARGUMENT, "a number is missing");
    }
    return BUOY_OK;
}

// A whole number from 0 to below `end`.
static enum buoy_status next_index(struct body *body, enum ply_type type, uint64_t end,
                                   const char *cause, uint32_t *index) {
    struct value value = {{NULL, 0}, 0.0};
    const enum buoy_status status = next_value(body, type, &value);
    if (status != BUOY_OK) {
        return status;
    }
    int64_t number;
    if (body->header->binary) {
        number = (int64_t)value.number;
    } else if (!word_to_integer(value.word, &number)) {
        return fail(body, BUOY_ERROR_ARGUMENT, "not a whole number");
    }
    if (number < 0 || (uint64_t)number >= end) {
        return fail(body, BUOY_ERROR_INDEX, cause);
    }
    *index = (uint32_t)number;
    return BUOY_OK;
}

static enum buoy_status next_coordinate(struct body *body, enum ply_type type, double *coordinate) {
    struct value value = {{NULL, 0}, 0.0};
    const enum buoy_status status = next_value(body, type, &value);
    if (status != BUOY_OK) {
        return status;
    }
    if (!body->header->binary) {
        return text_coordinate(&body->text, value.word, coordinate);
    }
    *coordinate = value.number;
    return BUOY_OK;
}

// A list: of a face's corners, or skipped.
static enum buoy_status read_list(struct body *body, const struct ply_property *property) {
    const bool corners = property->role == PLY_CORNERS;
    uint32_t length = 0;
    enum buoy_status status =
        next_index(body, property->count_type, UINT32_MAX, "not a list length", &length);
    if (status == BUOY_OK && corners && !faces_can_take(body->faces, length)) {
        return fail_faces(body);
    }
    for (uint32_t i = 0; i < length && status == BUOY_OK; ++i) {
        uint32_t index = 0;
        struct value skipped;
        if (!corners) {
            status = next_value(body, property->type, &skipped);
            continue;
        }
        status = next_index(body, property->type, body->header->vertex_count,
                            "no vertex has the number of this corner", &index);
        if (status == BUOY_OK && !faces_add_corner(body->faces, index)) {
            return fail_faces(body);
        }
    }
    return status;
}

static enum buoy_status read_row(struct body *body, const struct ply_element *element) {
    double point[3] = {0.0, 0.0, 0.0};
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < element->property_count && status == BUOY_OK; ++i) {
        const struct ply_property *property = &element->properties[i];
        struct value skipped;
        if (property->count_type != PLY_NONE) {
            status = read_list(body, property);
        } else if (property->role == PLY_OTHER) {
            status = next_value(body, property->type, &skipped);
        } else {
            status = next_coordinate(body, property->type, &point[property->role - PLY_X]);
        }
    }
    if (status == BUOY_OK && ((element->is_vertex && !faces_add_vertex(body->faces, point)) ||
                              (element->is_face && !faces_end_face(body->faces)))) {
        return fail_faces(body);
    }
    return status;
}

// The fewest bytes a row can have, and whether all rows have that size; in text, two bytes for
// every value but the last.
static size_t least_bytes(const struct ply_header *header, const struct ply_element *element,
                          bool *fixed) {
    size_t bytes = 0;
    *fixed = header->binary;
    for (size_t i = 0; i < element->property_count; ++i) {
        const struct ply_property *property = &element->properties[i];
        const bool list = property->count_type != PLY_NONE;
        bytes += !header->binary ? 2 : ply_type_bytes(list ? property->count_type : property->type);
        *fixed = *fixed && !list;
    }
    return bytes;
}

static enum buoy_status read_element(struct body *body, const struct ply_element *element) {
    struct source *source = body->text.source;
    bool fixed;
    const size_t least = least_bytes(body->header, element, &fixed);
    body->kind = element->is_vertex ? "vertex" : element->is_face ? "face" : "element";
    if (least > 0 && element->count > (source_left(source) + 1) / least) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT,
                           "the header promises %ju elements '%s', more than the file can hold",
                           (uintmax_t)element->count, body->kind);
    }
    if (fixed && !element->is_vertex && !element->is_face &&
        element->count * least <= source_left(source)) {
        source_skip(source, element->count * least);
        return BUOY_OK;
    }
    for (body->row = 1; body->row <= element->count && least > 0; ++body->row) {
        if (!body->header->binary && !text_next_filled_line(&body->text)) {
            return fail(body, BUOY_ERROR_ARGUMENT, "the file ends before the last element");
        }
        const enum buoy_status status = read_row(body, element);
        if (status != BUOY_OK) {
            return status;
        }
    }
    return BUOY_OK;
}

// Binary data begins after the line end of the header's last line.
static void skip_header_end(struct source *source) {
    while (source_available(source, 1) > 0 && *source->at == ' ') {
        ++source->at;
    }
    if (source_available(source, 1) > 0 && *source->at == '\r') {
        ++source->at;
    }
    if (source_available(source, 1) > 0 && *source->at == '\n') {
        ++source->at;
    }
}

enum buoy_status read_ply(struct source *source, struct faces *faces) {
    static const struct ply_header empty;
    struct ply_header header = empty;
    struct body body = {.header = &header, .faces = faces};
    body.text = text_begin(source);
    enum buoy_status status = ply_read_header(&body.text, &header);
    if (status == BUOY_OK && header.binary) {
        skip_header_end(source);
    }
    for (size_t i = 0; i < header.element_count && status == BUOY_OK; ++i) {
        status = read_element(&body, &header.elements[i]);
    }
    return status;
}
