// OBJ: statements v and f remain, with positions only. Lines, points and empty statements go, and
// so does whatever names another file (mtllib, call).
//
// Assimp would drop a vertex line of an unusual number of words and so shift all that follow, take
// 007 in a face for two vertices, and open the material library.
#include "text.h"

// Faces may name vertices of later lines, so the largest index is judged at the end.
struct obj {
    struct text text;
    struct import_reduced *reduced;
    struct buoy_error *error;
    int64_t largest_index;
    size_t largest_index_line;
};

static enum buoy_status fail(const struct obj *obj, enum buoy_status status, const char *cause) {
    return import_fail(obj->text.file, obj->text.line, obj->error, status, "%s", cause);
}

static enum buoy_status reduce_vertex(struct obj *obj) {
    if (!reduced_count_vertex(obj->reduced)) {
        return fail(obj, BUOY_ERROR_TOO_LARGE, "too many vertices");
    }
    reduced_write(obj->reduced, "v ", 2);
    const enum buoy_status status = text_copy_point(&obj->text, obj->reduced, obj->error);
    reduced_write(obj->reduced, "\n", 1);
    return status;
}

// One corner, "vertex", "vertex/texture", "vertex//normal" or "vertex/texture/normal", to the
// vertex's number from 1.
static enum buoy_status read_corner(struct obj *obj, struct word word, int64_t *index) {
    struct word vertex = {word.at, 0};
    while (vertex.length < word.length && word.at[vertex.length] != '/') {
        ++vertex.length;
    }
    if (!word_to_integer(vertex, index)) {
        return import_fail(obj->text.file, obj->text.line, obj->error, BUOY_ERROR_ARGUMENT,
                           "'%s' is not a vertex number", word_show(word).text);
    }
    const int64_t so_far = (int64_t)obj->reduced->vertices;
    if (*index == 0 || *index < -so_far) {
        return import_fail(obj->text.file, obj->text.line, obj->error, BUOY_ERROR_INDEX,
                           "there is no vertex %lld; %s", (long long)*index,
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

// The face is written as it is read, and taken back if it turns out to be a line or a point.
static enum buoy_status reduce_face(struct obj *obj) {
    const size_t start = obj->reduced->size;
    size_t corners = 0;
    reduced_write(obj->reduced, "f", 1);
    struct word word;
    while (text_next_word(&obj->text, &word) && word.at[0] != '#') {
        int64_t index;
        const enum buoy_status status = read_corner(obj, word, &index);
        if (status != BUOY_OK) {
            return status;
        }
        reduced_write(obj->reduced, " ", 1);
        reduced_write_integer(obj->reduced, (uint64_t)index);
        ++corners;
    }
    reduced_write(obj->reduced, "\n", 1);
    if (!reduced_count_face(obj->reduced, corners)) {
        return fail(obj, BUOY_ERROR_TOO_LARGE, "too many triangles");
    }
    if (corners < 3) {
        obj->reduced->size = start;
    }
    return BUOY_OK;
}

static enum buoy_status reduce_line(struct obj *obj) {
    struct word word;
    if (!text_next_word(&obj->text, &word)) {
        return BUOY_OK;
    }
    if (word_is(word, "v")) {
        return reduce_vertex(obj);
    }
    if (word_is(word, "f")) {
        return reduce_face(obj);
    }
    if (word_is(word, "l") || word_is(word, "p")) {
        ++obj->reduced->ignored_elements;
    } else if (word_is(word, "surf")) {
        return fail(obj, BUOY_ERROR_ARGUMENT, "free-form surfaces are not supported");
    }
    return BUOY_OK;
}

enum buoy_status reduce_obj(const struct import_file *file, struct import_reduced *reduced,
                            struct buoy_error *error) {
    struct obj obj = {.text = text_begin(file), .reduced = reduced, .error = error};
    obj.text.joins_lines = true;
    reduced->format = "obj";
    while (text_next_line(&obj.text)) {
        const enum buoy_status status = reduce_line(&obj);
        if (status != BUOY_OK) {
            return status;
        }
    }
    if (obj.largest_index > (int64_t)reduced->vertices) {
        return import_fail(file, obj.largest_index_line, error, BUOY_ERROR_INDEX,
                           "there is no vertex %lld; the file has %zu",
                           (long long)obj.largest_index, reduced->vertices);
    }
    return BUOY_OK;
}
