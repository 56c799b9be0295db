// OFF as text: the keyword, the numbers of vertices and faces, then a row for each.
#include "readers.h"
#include "text.h"

// "OFF", with flags for further data of a vertex after its coordinates, which are skipped.
static bool is_keyword(struct word word) {
    static const char *const keywords[] = {"off",   "coff",   "noff",   "cnoff",
                                           "stoff", "stcoff", "stnoff", "stcnoff"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; ++i) {
        if (word_is(word, keywords[i])) {
            return true;
        }
    }
    return false;
}

// The numbers of vertices and faces; the number of edges is not used and may be anything.
static enum buoy_status read_counts(struct text *text, int64_t counts[2]) {
    for (int i = 0; i < 3; ++i) {
        struct word word;
        int64_t count;
        while (text_next_word_anywhere(text, &word) && word.at[0] == '#') {
            text_next_line(text);
        }
        if (!word_to_integer(word, &count) || count < 0) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "'%s' is not the number of %s",
                             word_show(word).text,
                             i == 0   ? "vertices"
                             : i == 1 ? "faces"
                                      : "edges");
        }
        if (i < 2) {
            counts[i] = count;
        }
    }
    // A row has at least two bytes, one for its number and one for the line end.
    const int64_t most = (int64_t)(text->source->size / 2);
    if (counts[0] > most || counts[1] > most) {
        return text_fail(text, BUOY_ERROR_ARGUMENT,
                         "%lld vertices and %lld faces are more than the file can hold",
                         (long long)counts[0], (long long)counts[1]);
    }
    return BUOY_OK;
}

static enum buoy_status fail_faces(const struct text *text, const struct faces *faces) {
    return text_fail(text, faces->status, "%s", faces->cause);
}

static enum buoy_status read_vertex(struct text *text, struct faces *faces) {
    double point[3];
    const enum buoy_status status = text_next_point(text, point);
    if (status != BUOY_OK) {
        return status;
    }
    return faces_add_vertex(faces, point) ? BUOY_OK : fail_faces(text, faces);
}

static enum buoy_status fail_index(const struct text *text, int64_t index, size_t vertices) {
    if (vertices == 0) {
        return text_fail(text, BUOY_ERROR_INDEX, "there is no vertex %lld; the file has none",
                         (long long)index);
    }
    return text_fail(text, BUOY_ERROR_INDEX, "there is no vertex %lld; the file has 0 to %zu",
                     (long long)index, vertices - 1);
}

static enum buoy_status read_face(struct text *text, struct faces *faces) {
    struct word word;
    int64_t corners;
    text_next_word(text, &word);
    if (!word_to_integer(word, &corners) || corners < 0) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "'%s' is not a number of corners",
                         word_show(word).text);
    }
    if (!faces_can_take(faces, (size_t)corners)) {
        return fail_faces(text, faces);
    }
    for (int64_t i = 0; i < corners; ++i) {
        int64_t index;
        if (!text_next_word(text, &word) || !word_to_integer(word, &index)) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "a face of %lld corners has only %lld",
                             (long long)corners, (long long)i);
        }
        if (index < 0 || index >= (int64_t)faces->vertex_count) {
            return fail_index(text, index, faces->vertex_count);
        }
        if (!faces_add_corner(faces, (uint32_t)index)) {
            return fail_faces(text, faces);
        }
    }
    return faces_end_face(faces) ? BUOY_OK : fail_faces(text, faces);
}

enum buoy_status read_off(struct source *source, struct faces *faces) {
    struct text text = text_begin(source);
    struct word word = {NULL, 0};
    int64_t counts[2] = {0, 0};
    if (!text_next_filled_line(&text) || !text_next_word(&text, &word) || !is_keyword(word)) {
        return text_fail(&text, BUOY_ERROR_ARGUMENT, "found '%s', expected 'OFF'",
                         word_show(word).text);
    }
    enum buoy_status status = read_counts(&text, counts);
    for (int64_t row = 0; status == BUOY_OK && row < counts[0] + counts[1]; ++row) {
        const bool vertex = row < counts[0];
        if (!text_next_filled_line(&text)) {
            return text_fail(&text, BUOY_ERROR_ARGUMENT, "the file ends after %lld of %lld %s",
                             (long long)(vertex ? row : row - counts[0]),
                             (long long)(vertex ? counts[0] : counts[1]),
                             vertex ? "vertices" : "faces");
        }
        status = vertex ? read_vertex(&text, faces) : read_face(&text, faces);
    }
    return status;
}
