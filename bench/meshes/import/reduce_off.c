// OFF, handed on as PLY, whose text has the same rows. (Assimp's own importer of OFF drops faces of
// more than nine corners, bends indices that are out of range, and stops at long lines.)
#include "ply.h"

// "OFF", with flags for what else a vertex has after its coordinates, which is skipped.
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

// The numbers of vertices and faces; that of edges is not used and may be anything.
static enum buoy_status read_counts(struct text *text, int64_t counts[2],
                                    struct buoy_error *error) {
    for (int i = 0; i < 3; ++i) {
        struct word word = {text->at, 0};
        int64_t count;
        while (text_next_word_anywhere(text, &word) && word.at[0] == '#') {
            text_next_line(text);
        }
        if (!word_to_integer(word, &count) || count < 0) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                               "'%s' is not the number of %s", word_show(word).text,
                               i == 0   ? "vertices"
                               : i == 1 ? "faces"
                                        : "edges");
        }
        if (i < 2) {
            counts[i] = count;
        }
    }
    // A row has at least two bytes, one for its number and one for the line end.
    const int64_t most = (int64_t)(text->file->size / 2);
    if (counts[0] > most || counts[1] > most) {
        return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                           "%lld vertices and %lld faces are more than the file can hold",
                           (long long)counts[0], (long long)counts[1]);
    }
    return BUOY_OK;
}

static enum buoy_status reduce_face(struct text *text, struct import_reduced *reduced,
                                    struct buoy_error *error) {
    struct word word = {text->at, 0};
    int64_t corners;
    text_next_word(text, &word);
    if (!word_to_integer(word, &corners) || corners < 0) {
        return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                           "'%s' is not a number of corners", word_show(word).text);
    }
    if (!reduced_count_face(reduced, (size_t)corners)) {
        return import_fail(text->file, text->line, error, BUOY_ERROR_TOO_LARGE,
                           "too many triangles");
    }
    reduced_write_integer(reduced, (uint64_t)corners);
    for (int64_t i = 0; i < corners; ++i) {
        int64_t index;
        if (!text_next_word(text, &word) || !word_to_integer(word, &index)) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                               "a face of %lld corners has only %lld", (long long)corners,
                               (long long)i);
        }
        if (index < 0 || index >= (int64_t)reduced->vertices) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_INDEX,
                               "there is no vertex %lld; the file has 0 to %zu", (long long)index,
                               reduced->vertices - 1);
        }
        reduced_write(reduced, " ", 1);
        reduced_write_integer(reduced, (uint64_t)index);
    }
    reduced_write(reduced, "\n", 1);
    return BUOY_OK;
}

enum buoy_status reduce_off(const struct import_file *file, struct import_reduced *reduced,
                            struct buoy_error *error) {
    struct text text = text_begin(file);
    struct word word = {text.at, 0};
    int64_t counts[2] = {0, 0};
    if (!text_next_filled_line(&text) || !text_next_word(&text, &word) || !is_keyword(word)) {
        return import_fail(file, text.line, error, BUOY_ERROR_ARGUMENT,
                           "'%s' where 'OFF' should be", word_show(word).text);
    }
    enum buoy_status status = read_counts(&text, counts, error);
    if (status != BUOY_OK) {
        return status;
    }
    ply_write_header(reduced, false, (uint64_t)counts[0], (uint64_t)counts[1]);
    for (int64_t row = 0; row < counts[0] + counts[1] && status == BUOY_OK; ++row) {
        const bool vertex = row < counts[0];
        if (!text_next_filled_line(&text)) {
            return import_fail(
                file, text.line, error, BUOY_ERROR_ARGUMENT, "the file ends after %lld of %lld %s",
                (long long)(vertex ? row : row - counts[0]),
                (long long)(vertex ? counts[0] : counts[1]), vertex ? "vertices" : "faces");
        }
        if (!vertex) {
            status = reduce_face(&text, reduced, error);
            continue;
        }
        if (!reduced_count_vertex(reduced)) {
            return import_fail(file, text.line, error, BUOY_ERROR_TOO_LARGE, "too many vertices");
        }
        status = text_copy_point(&text, reduced, error);
        reduced_write(reduced, "\n", 1);
    }
    return status;
}
