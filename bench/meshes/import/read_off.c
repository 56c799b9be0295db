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
static bool read_counts(struct text *text, int64_t counts[3]) {
    static const char *const names[] = {"vertices", "faces", "edges"};
    for (int i = 0; i < 3; ++i) {
        struct word word;
        while (text_next_word_anywhere(text, &word) && word.at[0] == '#') {
            text_next_line(text);
        }
        if (!word_to_integer(word, &counts[i]) || counts[i] < 0) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "'%s' is not the number of %s",
                             word_show(word).text, names[i]);
        }
    }
    // A row has at least two bytes, one for its number and one for the line end.
    const int64_t most = (int64_t)(text->source->size / 2);
    return (counts[0] <= most && counts[1] <= most) ||
           text_fail(text, BUOY_ERROR_ARGUMENT,
                     "%lld vertices and %lld faces are more than the file can hold",
                     (long long)counts[0], (long long)counts[1]);
}

static bool read_face(struct text *text, struct faces *faces) {
    struct word word;
    int64_t corners;
    text_next_word(text, &word);
    if (!word_to_integer(word, &corners) || corners < 0) {
        return text_fail(text, BUOY_ERROR_ARGUMENT, "'%s' is not a number of corners",
                         word_show(word).text);
    }
    if (!faces_can_take(faces, (size_t)corners)) {
        return false;
    }
    for (int64_t i = 0; i < corners; ++i) {
        int64_t index;
        if (!text_next_word(text, &word) || !word_to_integer(word, &index)) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "a face of %lld corners has only %lld",
                             (long long)corners, (long long)i);
        }
        if (index < 0 || index >= (int64_t)faces->vertex_count) {
            return faces->vertex_count == 0
                       ? text_fail(text, BUOY_ERROR_INDEX,
                                   "there is no vertex %lld; the file has none", (long long)index)
                       : text_fail(text, BUOY_ERROR_INDEX,
                                   "there is no vertex %lld; the file has 0 to %zu",
                                   (long long)index, faces->vertex_count - 1);
        }
        if (!faces_add_corner(faces, (uint32_t)index)) {
            return false;
        }
    }
    return faces_end_face(faces);
}

bool read_off(struct source *source, struct faces *faces) {
    struct text text = text_begin(source);
    struct word word = {NULL, 0};
    int64_t counts[3] = {0, 0, 0};
    faces->line = &text.line;
    if (!text_next_filled_line(&text) || !text_next_word(&text, &word) || !is_keyword(word)) {
        return text_fail(&text, BUOY_ERROR_ARGUMENT, "found '%s', expected 'OFF'",
                         word_show(word).text);
    }
    bool fine = read_counts(&text, counts);
    for (int64_t row = 0; fine && row < counts[0] + counts[1]; ++row) {
        const bool vertex = row < counts[0];
        double point[3];
        if (!text_next_filled_line(&text)) {
            return text_fail(&text, BUOY_ERROR_ARGUMENT, "the file ends after %lld of %lld %s",
                             (long long)(vertex ? row : row - counts[0]),
                             (long long)(vertex ? counts[0] : counts[1]),
                             vertex ? "vertices" : "faces");
        }
        fine = vertex ? text_next_point(&text, point) && faces_add_vertex(faces, point)
                      : read_face(&text, faces);
    }
    return fine;
}
