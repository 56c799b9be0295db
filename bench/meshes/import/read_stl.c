// STL: the facets of all its solids. The size decides whether a file is binary, because many binary
// files start with "solid" too; names, colours and normals are skipped.
#include <string.h>

#include "readers.h"
#include "text.h"

#define HEADER_BYTES 80
#define FACET_BYTES 50 // normal, three corners of three floats each, two bytes of colour

static bool add_facet(struct faces *faces, double corners[3][3]) {
    const uint32_t first = (uint32_t)faces->vertex_count;
    return faces_add_vertex(faces, corners[0]) && faces_add_vertex(faces, corners[1]) &&
           faces_add_vertex(faces, corners[2]) &&
           faces_add_triangle(faces, first, first + 1, first + 2);
}

static bool read_binary(struct source *source, struct faces *faces) {
    const uint32_t facets = source_u32(source_take(source, HEADER_BYTES + 4) + HEADER_BYTES);
    if (facets > MESH_MAX_TRIANGLES) {
        return source_fail(source, 0, BUOY_ERROR_TOO_LARGE, "%u triangles, more than %d", facets,
                           MESH_MAX_TRIANGLES);
    }
    for (uint32_t k = 0; k < facets; ++k) {
        const char *facet = source_take(source, FACET_BYTES);
        double corners[3][3];
        for (int i = 0; facet && i < 9; ++i) {
            const uint32_t bits = source_u32(facet + 12 + 4 * i);
            float coordinate;
            memcpy(&coordinate, &bits, sizeof bits);
            corners[i / 3][i % 3] = (double)coordinate;
        }
        if (!facet) { // the file had this size when it was opened
            return false;
        }
        if (!add_facet(faces, corners)) {
            return source_fail(source, 0, faces->status, "triangle %u, corner %zu: %s", k + 1,
                               faces->vertex_count % 3 + 1, faces->cause);
        }
    }
    return true;
}

static bool fail_end(const struct text *text) {
    return text_fail(text, BUOY_ERROR_ARGUMENT, "the file ends in the middle of a facet");
}

// Takes the given words, wherever the lines end; null-terminated.
static bool take_words(struct text *text, const char *const *words) {
    for (; *words; ++words) {
        struct word word;
        if (!text_next_word_anywhere(text, &word)) {
            return fail_end(text);
        }
        if (!word_is(word, *words)) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "found '%s', expected '%s'",
                             word_show(word).text, *words);
        }
    }
    return true;
}

// Takes the normal, which follows from the corners and may be missing, and the words behind it.
static bool take_normal(struct text *text) {
    static const char *const loop[] = {"outer", "loop", NULL};
    struct word word;
    if (text_next_word_anywhere(text, &word) && word_is(word, "normal")) {
        for (int axis = 0; axis < 3 && text_next_word(text, &word); ++axis) {
        }
        return take_words(text, loop);
    }
    return word_is(word, "outer") ? take_words(text, loop + 1)
           : word.length == 0     ? fail_end(text)
                              : text_fail(text, BUOY_ERROR_ARGUMENT, "found '%s', expected '%s'",
                                          word_show(word).text, "normal' or 'outer");
}

// A facet after the word "facet".
static bool read_facet(struct text *text, struct faces *faces) {
    static const char *const vertex[] = {"vertex", NULL};
    static const char *const end[] = {"endloop", "endfacet", NULL};
    double corners[3][3];
    bool fine = take_normal(text);
    for (int corner = 0; corner < 3 && fine; ++corner) {
        fine = take_words(text, vertex) && text_next_point(text, corners[corner]);
    }
    return fine && take_words(text, end) && add_facet(faces, corners);
}

// The last "endsolid" may be missing, as may any before another "solid".
static bool read_text(struct source *source, struct faces *faces) {
    struct text text = text_begin(source);
    bool inside = false;
    struct word word;
    faces->line = &text.line;
    while (text_next_word_anywhere(&text, &word)) {
        const bool begins = word_is(word, "solid");
        if (begins || (inside && word_is(word, "endsolid"))) {
            inside = begins;
            while (text_next_word(&text, &word)) { // its name
            }
        } else if (!inside || !word_is(word, "facet")) {
            return text_fail(&text, BUOY_ERROR_ARGUMENT, "found '%s', expected '%s'",
                             word_show(word).text, inside ? "facet' or 'endsolid" : "solid");
        } else if (!read_facet(&text, faces)) {
            return false;
        }
    }
    return true;
}

bool read_stl(struct source *source, struct faces *faces) {
    const bool header = source_available(source, HEADER_BYTES + 4) >= HEADER_BYTES + 4;
    const uint64_t facets = header ? source_u32(source->at + HEADER_BYTES) : 0;
    const uint64_t size = HEADER_BYTES + 4 + facets * FACET_BYTES;
    if (header && size == source->size) {
        return read_binary(source, faces);
    }
    // Text starts with "solid", and no text has a byte 0, which every binary file has in its header
    // or its numbers.
    const size_t held = source_available(source, 1024);
    const bool binary = memchr(source->at, 0, held < 1024 ? held : 1024);
    struct text text = text_begin(source);
    struct word word;
    const bool solid = text_next_word_anywhere(&text, &word) && word_is(word, "solid");
    source_rewind(source);
    if (solid && !binary) {
        return read_text(source, faces);
    }
    // Bytes behind the last facet are ignored if they are fewer than a facet; more mean a wrong
    // count.
    if (header && facets > 0 && size < source->size && source->size - size < FACET_BYTES) {
        return read_binary(source, faces);
    }
    return header ? source_fail(source, 0, BUOY_ERROR_ARGUMENT,
                                "binary STL of %ju triangles has %ju bytes, this file has %ju",
                                (uintmax_t)facets, (uintmax_t)size, (uintmax_t)source->size)
                  : source_fail(
                        source, 0, BUOY_ERROR_ARGUMENT,
                        "%ju bytes are too few for binary STL, and text STL starts with 'solid'",
                        (uintmax_t)source->size);
}
