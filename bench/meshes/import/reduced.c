// Files in memory: writing reduced ones, and what is wrong with one.
#include "import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The end of a long path, from the start of a character.
static const char *path_tail(const char *path, bool *cut) {
    const size_t most = 90, length = strlen(path);
    *cut = length > most;
    if (*cut) {
        path += length - most;
        while (((unsigned char)*path & 0xC0) == 0x80) { // inside a UTF-8 sequence
            ++path;
        }
    }
    return path;
}

enum buoy_status import_fail(const struct import_file *file, size_t line, struct buoy_error *error,
                             enum buoy_status status, const char *format, ...) {
    char cause[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);

    bool cut;
    const char *path = path_tail(file->path, &cut);
    const char *dots = cut ? "..." : "";
    if (line > 0) {
        return mesh_fail(error, status, "%s%s, line %zu: %s", dots, path, line, cause);
    }
    return mesh_fail(error, status, "%s%s: %s", dots, path, cause);
}

// Makes room for `size` more bytes.
static bool grow(struct import_reduced *reduced, size_t size) {
    if (reduced->no_memory) {
        return false;
    }
    if (size > reduced->capacity - reduced->size) {
        const size_t capacity = reduced->capacity * 2 + size;
        char *bytes = realloc(reduced->bytes, capacity);
        if (!bytes) {
            reduced->no_memory = true;
            return false;
        }
        reduced->bytes = bytes;
        reduced->capacity = capacity;
    }
    return true;
}

void reduced_write(struct import_reduced *reduced, const void *bytes, size_t size) {
    if (size > 0 && grow(reduced, size)) {
        memcpy(reduced->bytes + reduced->size, bytes, size);
        reduced->size += size;
    }
}

void reduced_write_integer(struct import_reduced *reduced, uint64_t value) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    reduced_write(reduced, digits + at, sizeof digits - at);
}

void reduced_print(struct import_reduced *reduced, const char *format, ...) {
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reduced_write(reduced, text, (size_t)length);
}

bool reduced_count_vertex(struct import_reduced *reduced) {
    return ++reduced->vertices <= IMPORT_MAX_VERTICES;
}

bool reduced_count_face(struct import_reduced *reduced, size_t corners) {
    if (corners < 3) {
        ++reduced->ignored_elements;
    } else {
        reduced->triangles += corners - 2;
    }
    return reduced->triangles <= MESH_MAX_TRIANGLES;
}
