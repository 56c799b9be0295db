// The header of PLY files.
#include "ply.h"

#include "faces.h"

size_t ply_type_bytes(enum ply_type type) {
    static const size_t bytes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return bytes[type];
}

static enum ply_type read_type(struct word word) {
    static const char *const names[][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (word_is(word, names[i][0]) || word_is(word, names[i][1])) {
            return (enum ply_type)(PLY_INT8 + i);
        }
    }
    return PLY_NONE;
}

static enum buoy_status fail_word(const struct text *text, struct word word, const char *what) {
    return text_fail(text, BUOY_ERROR_ARGUMENT, "'%s' is not %s", word_show(word).text, what);
}

static enum buoy_status read_format(struct text *text, struct ply_header *header) {
    struct word word;
    text_next_word(text, &word);
    header->big_endian = word_is(word, "binary_big_endian");
    header->binary = header->big_endian || word_is(word, "binary_little_endian");
    if (!header->binary && !word_is(word, "ascii")) {
        return fail_word(text, word, "a PLY format");
    }
    return BUOY_OK;
}

static enum buoy_status read_element(struct text *text, struct ply_header *header) {
    struct word word;
    int64_t count;
    text_next_word(text, &word);
    const bool is_vertex = word_is(word, "vertex"), is_face = word_is(word, "face");
    const bool is_strips = word_is(word, "tristrips");
    text_next_word(text, &word);
    if (!word_to_integer(word, &count) || count < 0) {
        return fail_word(text, word, "a number of elements");
    }
    if (header->element_count == PLY_MAX_ELEMENTS) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "more than %d kinds of elements",
                         PLY_MAX_ELEMENTS);
    }
    if (is_strips) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "triangle strips are not supported");
    }
    struct ply_element *element = &header->elements[header->element_count++];
    element->is_vertex = is_vertex;
    element->is_face = is_face;
    element->count = (uint64_t)count;
    return BUOY_OK;
}

static enum ply_role find_role(const struct ply_element *element, bool list, struct word name) {
    if (element->is_vertex && !list) {
        return word_is(name, "x")   ? PLY_X
               : word_is(name, "y") ? PLY_Y
               : word_is(name, "z") ? PLY_Z
                                    : PLY_OTHER;
    }
    const bool corners = word_is(name, "vertex_indices") || word_is(name, "vertex_index");
    return element->is_face && list && corners ? PLY_CORNERS : PLY_OTHER;
}

static bool has_role(const struct ply_element *element, enum ply_role role) {
    for (size_t i = 0; i < element->property_count; ++i) {
        if (element->properties[i].role == role) {
            return true;
        }
    }
    return false;
}

// "property TYPE NAME" or "property list TYPE TYPE NAME".
static enum buoy_status read_property(struct text *text, struct ply_header *header) {
    struct ply_element *element =
        header->element_count > 0 ? &header->elements[header->element_count - 1] : NULL;
    if (!element || element->property_count == PLY_MAX_PROPERTIES) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "%s",
                         element ? "too many properties" : "a property before any element");
    }
    struct word word;
    struct ply_property property = {PLY_NONE, PLY_NONE, PLY_OTHER};
    text_next_word(text, &word);
    const bool list = word_is(word, "list");
    if (list) {
        text_next_word(text, &word);
        property.count_type = read_type(word);
        if (property.count_type == PLY_NONE || property.count_type >= PLY_FLOAT32) {
            return fail_word(text, word, "a type of list lengths");
        }
        text_next_word(text, &word);
    }
    property.type = read_type(word);
    if (property.type == PLY_NONE) {
        return fail_word(text, word, "a PLY type");
    }
    text_next_word(text, &word);
    property.role = find_role(element, list, word);
    if (property.role == PLY_CORNERS && property.type >= PLY_FLOAT32) {
        return fail_word(text, word, "a list of whole numbers");
    }
    if (property.role != PLY_OTHER && has_role(element, property.role)) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "property '%s' occurs twice",
                         word_show(word).text);
    }
    element->properties[element->property_count++] = property;
    return BUOY_OK;
}

static enum buoy_status check_elements(const struct text *text, struct ply_header *header) {
    const struct ply_element *vertices = NULL, *faces = NULL;
    const char *cause = NULL;
    for (size_t i = 0; i < header->element_count; ++i) {
        const struct ply_element *element = &header->elements[i];
        if ((element->is_vertex && vertices) || (element->is_face && faces)) {
            cause = "an element occurs twice";
        } else if (element->is_face && !vertices) {
            cause = "faces before vertices are not supported";
        }
        vertices = element->is_vertex ? element : vertices;
        faces = element->is_face ? element : faces;
    }
    if (!vertices || !has_role(vertices, PLY_X) || !has_role(vertices, PLY_Y) ||
        !has_role(vertices, PLY_Z)) {
        cause = "no vertices with x, y and z";
    } else if (!faces || !has_role(faces, PLY_CORNERS)) {
        cause = "no faces with a list vertex_indices";
    }
    if (cause) {
        return source_fail(text->source, 0, BUOY_ERROR_ARGUMENT, "%s", cause);
    }
    header->vertex_count = vertices->count;
    if (vertices->count > FACES_MAX_VERTICES || faces->count > FACES_MAX_VERTICES) {
        return source_fail(text->source, 0, BUOY_ERROR_TOO_LARGE,
                           "the header promises %llu vertices and %llu faces, too many",
                           (unsigned long long)vertices->count, (unsigned long long)faces->count);
    }
    return BUOY_OK;
}

enum buoy_status ply_read_header(struct text *text, struct ply_header *header) {
    struct word word;
    bool format = false;
    enum buoy_status status = BUOY_OK;
    if (!text_next_word_anywhere(text, &word) || !word_is(word, "ply")) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "the file does not start with 'ply'");
    }
    while (status == BUOY_OK && text_next_word_anywhere(text, &word)) {
        if (word_is(word, "end_header")) {
            return format ? check_elements(text, header)
                          : text_fail(text, BUOY_ERROR_ARGUMENT,
                                      "no format before the end of the header");
        }
        if (word_is(word, "format")) {
            format = true;
            status = read_format(text, header);
        } else if (word_is(word, "element")) {
            status = read_element(text, header);
        } else if (word_is(word, "property")) {
            status = read_property(text, header);
        } else if (!word_is(word, "comment") && !word_is(word, "obj_info")) {
            status = fail_word(text, word, "a line of a PLY header");
        }
        if (!text_next_line(text)) {
            break;
        }
    }
    return status != BUOY_OK ? status
                             : text_fail(text, BUOY_ERROR_ARGUMENT, "the file ends in the header");
}
