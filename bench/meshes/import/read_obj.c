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

// Reads one corner, "vertex", "vertex/texture", "vertex//normal" or "vertex/texture/normal", as the
// vertex's number from 1.
static bool read_corner(struct obj *obj, struct word word, int64_t *index) {
    struct word vertex = {word.at, 0};
    while (vertex.length < word.length && word.at[vertex.length] != '/') {
        ++vertex.length;
    }
    if (!text_check_word(&obj->text, word)) {
        return false;
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
    *index += *index < 0 ? so_far + 1 : 0;
    if (*index > obj->largest_index) {
        obj->largest_index = *index;
        obj->largest_index_line = obj->text.line;
    }
    return true;
}

// An index too large for 32 bits is cut here, and refused at the end with its real value.
static bool read_face(struct obj *obj) {
    struct word word;
    while (text_next_argument(&obj->text, &word)) {
        int64_t index = 0;
        if (!read_corner(obj, word, &index) ||
            !faces_add_corner(obj->faces, (uint32_t)(index - 1))) {
            return false;
        }
    }
    return faces_end_face(obj->faces);
}

static bool read_line(struct obj *obj) {
    struct word word;
    double point[3];
    text_next_word(&obj->text, &word);
    switch (word.length == 1 ? word.at[0] | ' ' : '\0') { // lower case
    case 'v':
        return text_next_point(&obj->text, point) && faces_add_vertex(obj->faces, point);
    case 'f':
        return read_face(obj);
    case 'l':
    case 'p':
        ++obj->faces->ignored_elements;
        return true;
    default:
        return !word_is(word, "surf") ||
               text_fail(&obj->text, BUOY_ERROR_ARGUMENT, "free-form surfaces are not supported");
    }
}

bool read_obj(struct source *source, struct faces *faces) {
    struct obj obj = {.text = text_begin(source), .faces = faces};
    obj.text.joins_lines = true;
    faces->line = &obj.text.line;
    while (text_next_filled_line(&obj.text)) {
        if (!read_line(&obj)) {
            return false;
        }
    }
    return obj.largest_index <= (int64_t)faces->vertex_count ||
           source_fail(source, obj.largest_index_line, BUOY_ERROR_INDEX,
                       "there is no vertex %lld; the file has %zu", (long long)obj.largest_index,
                       faces->vertex_count);
}
