// PLY, as text or binary: the vertices' x, y, z and the faces' corners. All other elements and
// properties are skipped, but must be there. In text, rows may share a line, but none goes on in
// the next, so that a missing number is noticed where it is missing.
#include <string.h>

#include "readers.h"
#include "text.h"

enum type {
    NONE,
    INT8,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    FLOAT32,
    FLOAT64,
};

enum role {
    OTHER,
    X, // x, y and z in this order
    Y,
    Z,
    CORNERS,
};

struct property {
    enum type type;
    enum type count_type; // NONE unless it is a list
    enum role role;
};

#define MOST_PROPERTIES 64
#define MOST_ELEMENTS 16

struct element {
    bool is_vertex, is_face;
    uint64_t count;
    struct property properties[MOST_PROPERTIES];
    size_t property_count;
};

struct ply {
    struct text text; // its words, if it is text
    struct faces *faces;
    bool binary, big_endian;
    struct element elements[MOST_ELEMENTS];
    size_t element_count;
    uint64_t vertex_count;
    // The row of the body, in the order of the file.
    const char *kind; // for messages
    uint64_t row;     // from 1
};

// Bytes of a value in binary form.
static size_t bytes_of(enum type type) {
    static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return bytes[type];
}

// --------------------------------------------------------------------------------- header

static enum type read_type(struct word word) {
    static const char *const names[][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (word_is(word, names[i][0]) || word_is(word, names[i][1])) {
            return (enum type)(INT8 + i);
        }
    }
    return NONE;
}

static bool fail_header(const struct ply *ply, const char *cause) {
    return text_fail(&ply->text, BUOY_ERROR_ARGUMENT, "%s", cause);
}

static bool fail_word(const struct ply *ply, struct word word, const char *what) {
    return text_fail(&ply->text, BUOY_ERROR_ARGUMENT, "'%s' is not %s", word_show(word).text, what);
}

static bool read_format(struct ply *ply) {
    struct word word;
    text_next_word(&ply->text, &word);
    ply->big_endian = word_is(word, "binary_big_endian");
    ply->binary = ply->big_endian || word_is(word, "binary_little_endian");
    return ply->binary || word_is(word, "ascii") || fail_word(ply, word, "a PLY format");
}

static bool read_element(struct ply *ply) {
    struct word name, word;
    int64_t count;
    text_next_word(&ply->text, &name);
    struct element element = {.is_vertex = word_is(name, "vertex"),
                              .is_face = word_is(name, "face")};
    const bool is_strips = word_is(name, "tristrips");
    text_next_word(&ply->text, &word);
    if (!word_to_integer(word, &count) || count < 0) {
        return fail_word(ply, word, "a number of elements");
    }
    if (ply->element_count == MOST_ELEMENTS) {
        return text_fail(&ply->text, BUOY_ERROR_ARGUMENT, "more than %d kinds of elements",
                         MOST_ELEMENTS);
    }
    if (is_strips) {
        return fail_header(ply, "triangle strips are not supported");
    }
    element.count = (uint64_t)count;
    ply->elements[ply->element_count++] = element;
    return true;
}

static enum role find_role(const struct element *element, bool list, struct word name) {
    if (element->is_vertex && !list) {
        return word_is(name, "x") ? X : word_is(name, "y") ? Y : word_is(name, "z") ? Z : OTHER;
    }
    const bool corners = word_is(name, "vertex_indices") || word_is(name, "vertex_index");
    return element->is_face && list && corners ? CORNERS : OTHER;
}

static bool has_role(const struct element *element, enum role role) {
    for (size_t i = 0; i < element->property_count; ++i) {
        if (element->properties[i].role == role) {
            return true;
        }
    }
    return false;
}

// "property TYPE NAME" or "property list TYPE TYPE NAME".
static bool read_property(struct ply *ply) {
    struct text *text = &ply->text;
    struct element *element =
        ply->element_count > 0 ? &ply->elements[ply->element_count - 1] : NULL;
    if (!element || element->property_count == MOST_PROPERTIES) {
        return fail_header(ply, element ? "too many properties" : "a property before any element");
    }
    struct word word;
    struct property property = {NONE, NONE, OTHER};
    text_next_word(text, &word);
    const bool list = word_is(word, "list");
    if (list) {
        text_next_word(text, &word);
        property.count_type = read_type(word);
        if (property.count_type == NONE || property.count_type >= FLOAT32) {
            return fail_word(ply, word, "a type of list lengths");
        }
        text_next_word(text, &word);
    }
    property.type = read_type(word);
    if (property.type == NONE) {
        return fail_word(ply, word, "a PLY type");
    }
    text_next_word(text, &word);
    property.role = find_role(element, list, word);
    if (property.role == CORNERS && property.type >= FLOAT32) {
        return fail_word(ply, word, "a list of whole numbers");
    }
    if (property.role != OTHER && has_role(element, property.role)) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "property '%s' occurs twice",
                         word_show(word).text);
    }
    element->properties[element->property_count++] = property;
    return true;
}

// Checks that the file has vertices with x, y and z, then faces with a list of corners, and not too
// many of either.
static bool check_elements(struct ply *ply) {
    struct source *source = ply->text.source;
    const struct element *vertices = NULL, *faces = NULL;
    const char *cause = NULL;
    for (size_t i = 0; i < ply->element_count; ++i) {
        const struct element *element = &ply->elements[i];
        if ((element->is_vertex && vertices) || (element->is_face && faces)) {
            cause = "an element occurs twice";
        } else if (element->is_face && !vertices) {
            cause = "faces before vertices are not supported";
        }
        vertices = element->is_vertex ? element : vertices;
        faces = element->is_face ? element : faces;
    }
    if (!vertices || !has_role(vertices, X) || !has_role(vertices, Y) || !has_role(vertices, Z)) {
        cause = "no vertices with x, y and z";
    } else if (!faces || !has_role(faces, CORNERS)) {
        cause = "no faces with a list vertex_indices";
    }
    if (cause) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT, "%s", cause);
    }
    ply->vertex_count = vertices->count;
    return (vertices->count <= FACES_MAX_VERTICES && faces->count <= FACES_MAX_VERTICES) ||
           source_fail(source, 0, BUOY_ERROR_TOO_LARGE,
                       "the header promises %llu vertices and %llu faces, too many",
                       (unsigned long long)vertices->count, (unsigned long long)faces->count);
}

// Leaves the text at the end of the header's last line.
static bool read_header(struct ply *ply) {
    struct text *text = &ply->text;
    struct word word;
    bool format = false, fine = true;
    if (!text_next_word_anywhere(text, &word) || !word_is(word, "ply")) {
        return fail_header(ply, "the file does not start with 'ply'");
    }
    while (fine && text_next_word_anywhere(text, &word)) {
        if (word_is(word, "end_header")) {
            return format ? check_elements(ply)
                          : fail_header(ply, "no format before the end of the header");
        }
        if (word_is(word, "format")) {
            format = true;
            fine = read_format(ply);
        } else if (word_is(word, "element")) {
            fine = read_element(ply);
        } else if (word_is(word, "property")) {
            fine = read_property(ply);
        } else if (!word_is(word, "comment") && !word_is(word, "obj_info")) {
            fine = fail_word(ply, word, "a line of a PLY header");
        }
        if (!text_next_line(text)) {
            break;
        }
    }
    return fine && fail_header(ply, "the file ends in the header");
}

// ----------------------------------------------------------------------------------- body

static bool fail(const struct ply *ply, enum buoy_status status, const char *cause) {
    return ply->binary ? source_fail(ply->text.source, 0, status, "%s %ju: %s", ply->kind,
                                     (uintmax_t)ply->row, cause)
                       : text_fail(&ply->text, status, "%s", cause);
}

static bool fail_faces(const struct ply *ply) {
    return fail(ply, ply->faces->status, ply->faces->cause);
}

// Doubles hold all integers of PLY's types.
static double decode(const char *at, enum type type, bool big_endian) {
    const size_t size = bytes_of(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < size; ++i) {
        bits = bits << 8 | (unsigned char)at[big_endian ? i : size - 1 - i];
    }
    const uint32_t low = (uint32_t)bits;
    float f;
    double d;
    switch (type) {
    case INT8:
        return (int8_t)bits;
    case INT16:
        return (int16_t)bits;
    case INT32:
        return (int32_t)bits;
    case FLOAT32:
        memcpy(&f, &low, sizeof f);
        return (double)f;
    case FLOAT64:
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

static bool next_value(struct ply *ply, enum type type, struct value *value) {
    if (!ply->binary) {
        return text_next_word(&ply->text, &value->word) ||
               fail(ply, BUOY_ERROR_ARGUMENT, "a number is missing");
    }
    const char *bytes = source_take(ply->text.source, bytes_of(type));
    if (!bytes) {
        return fail(ply, BUOY_ERROR_ARGUMENT, "the file ends here");
    }
    value->number = decode(bytes, type, ply->big_endian);
    return true;
}

// A whole number from 0 to below `end`.
static bool next_index(struct ply *ply, enum type type, uint64_t end, const char *cause,
                       uint32_t *index) {
    struct value value = {{NULL, 0}, 0.0};
    if (!next_value(ply, type, &value)) {
        return false;
    }
    int64_t number = (int64_t)value.number;
    if (!ply->binary && !word_to_integer(value.word, &number)) {
        return fail(ply, BUOY_ERROR_ARGUMENT, "not a whole number");
    }
    *index = (uint32_t)number;
    return (number >= 0 && (uint64_t)number < end) || fail(ply, BUOY_ERROR_INDEX, cause);
}

static bool next_coordinate(struct ply *ply, enum type type, double *coordinate) {
    struct value value = {{NULL, 0}, 0.0};
    if (!next_value(ply, type, &value)) {
        return false;
    }
    *coordinate = value.number;
    return ply->binary || text_coordinate(&ply->text, value.word, coordinate);
}

// A list: of a face's corners, or skipped.
static bool read_list(struct ply *ply, const struct property *property) {
    const bool corners = property->role == CORNERS;
    uint32_t length = 0, index = 0;
    struct value skipped;
    if (!next_index(ply, property->count_type, UINT32_MAX, "not a list length", &length)) {
        return false;
    }
    if (corners && !faces_can_take(ply->faces, length)) {
        return fail_faces(ply);
    }
    bool fine = true;
    for (uint32_t i = 0; i < length && fine; ++i) {
        fine = corners ? next_index(ply, property->type, ply->vertex_count,
                                    "no vertex has the number of this corner", &index) &&
                             (faces_add_corner(ply->faces, index) || fail_faces(ply))
                       : next_value(ply, property->type, &skipped);
    }
    return fine;
}

static bool read_row(struct ply *ply, const struct element *element) {
    double point[3] = {0.0, 0.0, 0.0};
    bool fine = true;
    for (size_t i = 0; i < element->property_count && fine; ++i) {
        const struct property *property = &element->properties[i];
        struct value skipped;
        fine = property->count_type != NONE ? read_list(ply, property)
               : property->role == OTHER
                   ? next_value(ply, property->type, &skipped)
                   : next_coordinate(ply, property->type, &point[property->role - X]);
    }
    const bool taken = fine && (!element->is_vertex || faces_add_vertex(ply->faces, point)) &&
                       (!element->is_face || faces_end_face(ply->faces));
    return taken || (fine && fail_faces(ply));
}

// The fewest bytes a row can have, and whether all rows have that size; in text, two bytes for
// every value but the last.
static size_t least_bytes(const struct ply *ply, const struct element *element, bool *fixed) {
    size_t bytes = 0;
    *fixed = ply->binary;
    for (size_t i = 0; i < element->property_count; ++i) {
        const struct property *property = &element->properties[i];
        const bool list = property->count_type != NONE;
        bytes += !ply->binary ? 2 : bytes_of(list ? property->count_type : property->type);
        *fixed = *fixed && !list;
    }
    return bytes;
}

static bool read_rows(struct ply *ply, const struct element *element) {
    struct source *source = ply->text.source;
    bool fixed;
    const size_t least = least_bytes(ply, element, &fixed);
    ply->kind = element->is_vertex ? "vertex" : element->is_face ? "face" : "element";
    if (least > 0 && element->count > (source_left(source) + 1) / least) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT,
                           "the header promises %ju elements '%s', more than the file can hold",
                           (uintmax_t)element->count, ply->kind);
    }
    if (fixed && !element->is_vertex && !element->is_face &&
        element->count * least <= source_left(source)) {
        source_skip(source, element->count * least);
        return true;
    }
    for (ply->row = 1; ply->row <= element->count && least > 0; ++ply->row) {
        if (!ply->binary && !text_has_word(&ply->text) && !text_next_filled_line(&ply->text)) {
            return fail(ply, BUOY_ERROR_ARGUMENT, "the file ends before the last element");
        }
        if (!read_row(ply, element)) {
            return false;
        }
    }
    return true;
}

bool read_ply(struct source *source, struct faces *faces) {
    static const struct ply empty;
    struct ply ply = empty;
    ply.text = text_begin(source);
    ply.faces = faces;
    bool fine = read_header(&ply);
    if (fine && ply.binary) {
        // Binary data begins after the line end of the header's last line.
        while (source_available(source, 1) > 0 && *source->at == ' ') {
            ++source->at;
        }
        for (const char *c = "\r\n"; *c != '\0'; ++c) {
            source->at += source_available(source, 1) > 0 && *source->at == *c;
        }
    }
    for (size_t i = 0; i < ply.element_count && fine; ++i) {
        fine = read_rows(&ply, &ply.elements[i]);
    }
    return fine;
}
