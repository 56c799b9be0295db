// OBJ: statements v and f, positions only. Lines, points and empty faces are counted.
// Everything else is skipped, including statements that name another file (mtllib, call).
#include "readers.h"
#include "text.h"

// Faces may name vertices of later lines, so the largest index is checked at the end.
struct obj {
    struct text text;
    struct faces *faces;
    int64_t largest_index;
    size_t largest_index_line;
};

static enum buoy_status fail_faces(const struct obj *obj) {
    return text_fail(&obj->text, obj->faces->status, "%s", obj->faces->cause);
}

static enum buoy_status read_vertex(struct obj *obj) {
    double point[3];
    const enum buoy_status status = text_next_point(&obj->text, point);
    if (status != BUOY_OK) {
        return status;
    }
    return faces_add_vertex(obj->faces, point) ? BUOY_OK : fail_faces(obj);
}

// Reads one corner, "vertex", "vertex/texture", "vertex//normal" or "vertex/texture/normal", as the
// vertex's number from 1.
static enum buoy_status read_corner(struct obj *obj, struct word word, int64_t *index) {
    struct word vertex = {word.at, 0};
    while (vertex.length < word.length && word.at[vertex.length] != '/') {
        ++vertex.length;
    }
    if (obj->text.cut) {
        return text_check_word(&obj->text, word);
    }
    if (!word_to_integer(vertex, index)) {
        return text_fail(&obj->text, BUOY_ERROR_ARGUMENT, "'%s' is not a vertex number",
                         word_show(word).text);
    }
    const int64_t so_far = (int64_t)obj->faces->vertex_count;
    if (*index == 0 || *index < -so_far) {
        return text_fail(&obj->text, BUOY_ERROR_INDEX, "there is no vertex %lld; %s",
                         (long long)*index,
                         *index == 0 ? "they are numbered from 1"
                                     : "negative numbers count back from this line");
    }
    if (*index < 0) {
        *index += so_far + 1;
    }
    if (*index > obj->largest_index) {
        obj->largest_index = *index;
        obj->largest_index_line = obj->text.line;
    }
    return BUOY_OK;
}

// An index too large for 32 bits is cut here, and refused at the end with its real value.
static enum buoy_status read_face(struct obj *obj) {
    struct word word;
    while (text_next_argument(&obj->text, &word)) {
        int64_t index = 0;
        const enum buoy_status status = read_corner(obj, word, &index);
        if (status != BUOY_OK) {
            return status;
        }
        if (!faces_add_corner(obj->faces, (uint32_t)(index - 1))) {
            return fail_faces(obj);
        }
    }
    return faces_end_face(obj->faces) ? BUOY_OK : fail_faces(obj);
}

// The letter of a statement of one letter, in lower case; else 0.
static char letter_of(struct word word) {
    return word.length == 1 ? (char)(word.at[0] | ' ') : '\0';
}

static enum buoy_status read_line(struct obj *obj) {
    struct word word;
    text_next_word(&obj->text, &word);
    switch (letter_of(word)) {
    case 'v':
        return read_vertex(obj);
    case 'f':
        return read_face(obj);
    case 'l':
    case 'p':
        ++obj->faces->ignored_elements;
        return BUOY_OK;
    default:
        return word_is(word, "surf") ? text_fail(&obj->text, BUOY_ERROR_ARGUMENT,
                                                 "free-form surfaces are not supported")
                                     : BUOY_OK;
    }
}

enum buoy_status read_obj(struct source *source, struct faces *faces) {
    struct obj obj = {.text = text_begin(source), .faces = faces};
    obj.text.joins_lines = true;
    while (text_next_filled_line(&obj.text)) {
        const enum buoy_status status = read_line(&obj);
        if (status != BUOY_OK) {
            return status;
        }
    }
    if (obj.largest_index > (int64_t)faces->vertex_count) {
        return source_fail(source, obj.largest_index_line, BUOY_ERROR_INDEX,
                           "there is no vertex %lld; the file has %zu",
                           (long long)obj.largest_index, faces->vertex_count);
    }
    return BUOY_OK;
}
