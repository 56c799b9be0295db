// PLY: vertices with x, y, z as floats and faces with their corners remain.
//
// Assimp reads a binary file shifted by a byte if its first number starts with the byte 10, does
// not bound list lengths, and takes whatever is missing from a short line for 0.
#include "ply.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Rows of the body, one after another.
struct body {
    const struct ply_header *header;
    struct text text;     // if it is text
    const char *at, *end; // if it is binary
    const char *kind;     // of the row, for messages
    uint64_t row;         // from 1
    struct import_reduced *reduced;
    struct buoy_error *error;
};

// A value as it stands in the file: a word or a number.
struct value {
    struct word word;
    double number;
};

static enum buoy_status fail(const struct body *body, enum buoy_status status, const char *cause) {
    if (!body->header->binary) {
        return import_fail(body->text.file, body->text.line, body->error, status, "%s", cause);
    }
    return import_fail(body->text.file, 0, body->error, status, "%s %llu: %s", body->kind,
                       (unsigned long long)body->row, cause);
}

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

static enum buoy_status next_value(struct body *body, enum ply_type type, struct value *value) {
    if (body->header->binary) {
        const size_t size = ply_type_bytes(type);
        if ((size_t)(body->end - body->at) < size) {
            return fail(body, BUOY_ERROR_ARGUMENT, "the file ends here");
        }
        value->number = decode(body->at, type, body->header->big_endian);
        body->at += size;
    } else if (!text_next_word(&body->text, &value->word)) {
        return fail(body, BUOY_ERROR_ARGUMENT, "a number is missing");
    }
    return BUOY_OK;
}

// A whole number from 0 to below `end`.
static enum buoy_status next_index(struct body *body, enum ply_type type, uint64_t end,
                                   const char *cause, uint32_t *index) {
    struct value value;
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

static void write_bits(struct body *body, uint32_t bits) {
    const unsigned char bytes[4] = {bits & 0xff, bits >> 8 & 0xff, bits >> 16 & 0xff, bits >> 24};
    reduced_write(body->reduced, bytes, sizeof bytes);
}

static void write_index(struct body *body, uint32_t index, bool first) {
    if (body->header->binary) {
        write_bits(body, index);
    } else {
        reduced_write(body->reduced, " ", first ? 0 : 1);
        reduced_write_integer(body->reduced, index);
    }
}

static enum buoy_status write_coordinate(struct body *body, const struct value *value, int axis) {
    if (!body->header->binary) {
        return text_copy_coordinate(&body->text, value->word, axis, body->reduced, body->error);
    }
    if (!(fabs(value->number) <= (double)FLT_MAX)) {
        return fail(body, BUOY_ERROR_NON_FINITE, "a coordinate is not finite");
    }
    const float rounded = (float)value->number;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    write_bits(body, bits);
    return BUOY_OK;
}

// A list: copied if it is a face's corners, else skipped.
static enum buoy_status reduce_list(struct body *body, const struct ply_property *property) {
    const bool corners = property->role == PLY_CORNERS;
    uint32_t length = 0;
    enum buoy_status status =
        next_index(body, property->count_type, UINT32_MAX, "not a list length", &length);
    if (status == BUOY_OK && corners) {
        write_index(body, length, true);
        if (!reduced_count_face(body->reduced, length)) {
            return fail(body, BUOY_ERROR_TOO_LARGE, "too many triangles");
        }
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
        if (status == BUOY_OK) {
            write_index(body, index, false);
        }
    }
    return status;
}

static enum buoy_status reduce_row(struct body *body, const struct ply_element *element) {
    struct value point[3] = {{{NULL, 0}, 0.0}};
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < element->property_count && status == BUOY_OK; ++i) {
        const struct ply_property *property = &element->properties[i];
        struct value value = {{NULL, 0}, 0.0};
        if (property->count_type != PLY_NONE) {
            status = reduce_list(body, property);
            continue;
        }
        status = next_value(body, property->type, &value);
        if (property->role != PLY_OTHER) {
            point[property->role - PLY_X] = value;
        }
    }
    for (int axis = 0; axis < 3 && element->is_vertex && status == BUOY_OK; ++axis) {
        status = write_coordinate(body, &point[axis], axis);
    }
    if (!body->header->binary && (element->is_vertex || element->is_face)) {
        reduced_write(body->reduced, "\n", 1);
    }
    return status;
}

// The fewest bytes a row can have; in text, two for every value but the last.
static size_t least_bytes(const struct ply_header *header, const struct ply_element *element) {
    size_t bytes = 0;
    for (size_t i = 0; i < element->property_count; ++i) {
        const struct ply_property *property = &element->properties[i];
        const bool list = property->count_type != PLY_NONE;
        bytes += !header->binary ? 2 : ply_type_bytes(list ? property->count_type : property->type);
    }
    return bytes;
}

static enum buoy_status reduce_element(struct body *body, const struct ply_element *element) {
    const char *at = body->header->binary ? body->at : body->text.at;
    const size_t left = (size_t)(body->end - at) + 1, least = least_bytes(body->header, element);
    body->kind = element->is_vertex ? "vertex" : element->is_face ? "face" : "element";
    if (least > 0 && element->count > left / least) {
        return import_fail(body->text.file, 0, body->error, BUOY_ERROR_ARGUMENT,
                           "the header promises %llu elements '%s', more than the file can hold",
                           (unsigned long long)element->count, body->kind);
    }
    for (body->row = 1; body->row <= element->count && least > 0; ++body->row) {
        if (!body->header->binary && !text_next_filled_line(&body->text)) {
            return fail(body, BUOY_ERROR_ARGUMENT, "the file ends before the last element");
        }
        const enum buoy_status status = reduce_row(body, element);
        if (status != BUOY_OK) {
            return status;
        }
    }
    return BUOY_OK;
}

enum buoy_status reduce_ply(const struct import_file *file, struct import_reduced *reduced,
                            struct buoy_error *error) {
    static const struct ply_header empty;
    struct ply_header header = empty;
    struct body body = {.header = &header, .reduced = reduced, .error = error};
    body.text = text_begin(file);
    enum buoy_status status = ply_read_header(&body.text, &header, error);
    if (status != BUOY_OK) {
        return status;
    }
    body.end = file->bytes + file->size;
    body.at = body.text.at; // the end of the header's last line
    while (body.at < body.end && *body.at == ' ') {
        ++body.at;
    }
    body.at += body.at < body.end && *body.at == '\r';
    body.at += body.at < body.end && *body.at == '\n';
    ply_write_header(reduced, header.binary, header.vertex_count, header.face_count);
    reduced->vertices = header.vertex_count;
    for (size_t i = 0; i < header.element_count && status == BUOY_OK; ++i) {
        status = reduce_element(&body, &header.elements[i]);
    }
    return status;
}
