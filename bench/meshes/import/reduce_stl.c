// STL. Text: the facets of all its solids become those of one, without names and normals. Binary:
// names and colours are blanked; whether it is binary is decided by its size, as many a binary file
// starts with "solid" too.
//
// Assimp would convert a binary file whose first bytes look like a UTF-16 byte order mark, and
// fails on normals such as -nan(ind).
#include "text.h"

#include <string.h>

#define HEADER_BYTES 80
#define FACET_BYTES 50 // normal, three corners of three floats each, two bytes of colour

static uint32_t read_u32(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool is_finite(const char *bytes) {
    return (read_u32(bytes) & UINT32_C(0x7f800000)) != UINT32_C(0x7f800000);
}

static enum buoy_status reduce_binary(const struct import_file *file,
                                      struct import_reduced *reduced, struct buoy_error *error) {
    static const char header[HEADER_BYTES] = "STL";
    static const char no_normal[12] = {0}, no_colour[2] = {0};
    const uint32_t facets = read_u32(file->bytes + HEADER_BYTES);
    if (facets > MESH_MAX_TRIANGLES) {
        return import_fail(file, 0, error, BUOY_ERROR_TOO_LARGE, "%u triangles, more than %d",
                           facets, MESH_MAX_TRIANGLES);
    }
    reduced_write(reduced, header, HEADER_BYTES);
    reduced_write(reduced, file->bytes + HEADER_BYTES, 4);
    for (uint32_t k = 0; k < facets; ++k) {
        const char *corners = file->bytes + HEADER_BYTES + 4 + (size_t)k * FACET_BYTES + 12;
        for (int i = 0; i < 9; ++i) {
            if (!is_finite(corners + 4 * i)) {
                return import_fail(file, 0, error, BUOY_ERROR_NON_FINITE,
                                   "triangle %u, corner %d: a coordinate is not finite", k + 1,
                                   i / 3 + 1);
            }
        }
        reduced_write(reduced, no_normal, sizeof no_normal);
        reduced_write(reduced, corners, 36);
        reduced_write(reduced, no_colour, sizeof no_colour);
    }
    reduced->vertices = (size_t)3 * facets;
    reduced->triangles = facets;
    return BUOY_OK;
}

// Takes the words given, wherever the lines end; null-terminated.
static enum buoy_status take_words(struct text *text, const char *const *words,
                                   struct buoy_error *error) {
    for (; *words; ++words) {
        struct word word;
        if (!text_next_word_anywhere(text, &word)) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                               "the file ends in the middle of a facet");
        }
        if (!word_is(word, *words)) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                               "'%s' where '%s' should be", word_show(word).text, *words);
        }
    }
    return BUOY_OK;
}

// A facet after the word "facet". Its normal follows from its corners; whatever it says is skipped.
static enum buoy_status reduce_facet(struct text *text, struct import_reduced *reduced,
                                     struct buoy_error *error) {
    static const char *const normal[] = {"normal", NULL}, *const loop[] = {"outer", "loop", NULL};
    static const char *const vertex[] = {"vertex", NULL};
    static const char *const end[] = {"endloop", "endfacet", NULL};
    enum buoy_status status = take_words(text, normal, error);
    struct word word;
    for (int axis = 0; axis < 3 && status == BUOY_OK && text_next_word(text, &word); ++axis) {
    }
    status = status == BUOY_OK ? take_words(text, loop, error) : status;
    reduced_print(reduced, "facet normal 0 0 0\n");
    for (int corner = 0; corner < 3 && status == BUOY_OK; ++corner) {
        status = take_words(text, vertex, error);
        reduced_print(reduced, "vertex ");
        status = status == BUOY_OK ? text_copy_point(text, reduced, error) : status;
        reduced_print(reduced, "\n");
    }
    status = status == BUOY_OK ? take_words(text, end, error) : status;
    if (status == BUOY_OK && !reduced_count_face(reduced, 3)) {
        return import_fail(text->file, text->line, error, BUOY_ERROR_TOO_LARGE,
                           "too many triangles");
    }
    return status;
}

static enum buoy_status reduce_text(const struct import_file *file, struct import_reduced *reduced,
                                    struct buoy_error *error) {
    struct text text = text_begin(file);
    bool inside = false;
    struct word word;
    reduced_print(reduced, "solid\n");
    while (text_next_word_anywhere(&text, &word)) {
        if (word_is(word, inside ? "endsolid" : "solid")) {
            inside = !inside;
            while (text_next_word(&text, &word)) { // its name
            }
        } else if (inside && word_is(word, "facet")) {
            const enum buoy_status status = reduce_facet(&text, reduced, error);
            if (status != BUOY_OK) {
                return status;
            }
        } else {
            return import_fail(file, text.line, error, BUOY_ERROR_ARGUMENT,
                               "'%s' where '%s' should be", word_show(word).text,
                               inside ? "facet' or 'endsolid" : "solid");
        }
    }
    if (inside) {
        return import_fail(file, text.line, error, BUOY_ERROR_ARGUMENT,
                           "the file ends before 'endsolid'");
    }
    reduced_print(reduced, "endsolid\n");
    reduced->vertices = 3 * reduced->triangles;
    return BUOY_OK;
}

// Text starts with "solid", and no text has a byte 0, which every binary file has in its header or
// its numbers.
static bool is_text(const struct import_file *file) {
    struct text text = text_begin(file);
    struct word word;
    return text_next_word_anywhere(&text, &word) && word_is(word, "solid") &&
           !memchr(file->bytes, 0, file->size < 1024 ? file->size : 1024);
}

enum buoy_status reduce_stl(const struct import_file *file, struct import_reduced *reduced,
                            struct buoy_error *error) {
    reduced->format = "stl";
    const bool header = file->size >= HEADER_BYTES + 4;
    const uint64_t facets = header ? read_u32(file->bytes + HEADER_BYTES) : 0;
    const uint64_t size = HEADER_BYTES + 4 + facets * FACET_BYTES;
    if (header && size == file->size) {
        return reduce_binary(file, reduced, error);
    }
    if (is_text(file)) {
        return reduce_text(file, reduced, error);
    }
    if (!header) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT,
                           "%zu bytes are too few for binary STL, and text STL starts with 'solid'",
                           file->size);
    }
    return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT,
                       "binary STL of %llu triangles has %llu bytes, this file has %zu",
                       (unsigned long long)facets, (unsigned long long)size, file->size);
}
