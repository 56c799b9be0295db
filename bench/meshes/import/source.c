// Reading a file through a window. Everything is read by its place, so that reading elsewhere
// leaves the window's place in the file alone.
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

// About the size of a second-level cache. The window grows if a single word is longer.
#define WINDOW_BYTES ((size_t)256 << 10)

// The end of a long path, cut at the start of a character.
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

bool source_fail(struct source *source, size_t line, enum buoy_status status, const char *format,
                 ...) {
    if (source->status != BUOY_OK) {
        return false;
    }
    source->status = status;
    char cause[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);

    bool cut;
    const char *path = path_tail(source->path, &cut);
    const char *dots = cut ? "..." : "";
    if (line > 0) {
        mesh_fail(source->error, status, "%s%s, line %zu: %s", dots, path, line, cause);
    } else {
        mesh_fail(source->error, status, "%s%s: %s", dots, path, cause);
    }
    return false;
}

bool source_copy(struct source *source, uint64_t from, void *to, size_t size) {
    char *bytes = to;
    while (size > 0) {
        const long got = files_read(source->descriptor, bytes, size, from);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return source_fail(source, 0, BUOY_ERROR_ARGUMENT, "%s",
                               got < 0 ? strerror(errno) : "the file shrank while it was read");
        }
        bytes += got;
        from += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

// Makes the window or doubles it, or lets it hold the rest of the file if that is less.
static bool grow(struct source *source, uint64_t left) {
    const uint64_t most = source->capacity + left;
    const size_t larger = source->window ? 2 * source->capacity : WINDOW_BYTES;
    const size_t capacity = larger < most ? larger : (size_t)most;
    char *window = realloc(source->window, capacity + 1);
    if (!window) {
        return source_fail(source, 0, BUOY_ERROR_MEMORY, "out of memory");
    }
    source->window = window;
    source->capacity = capacity;
    return true;
}

bool source_more(struct source *source) {
    const uint64_t left = source->size - source->position;
    const size_t kept = (size_t)(source->end - source->at);
    if (left == 0 || source->status != BUOY_OK) {
        return false;
    }
    if (kept > 0) {
        memmove(source->window, source->at, kept);
        source->at = source->window;
        source->end = source->window + kept;
        source->window[kept] = '\n';
    }
    if (kept == source->capacity && !grow(source, left)) {
        return false;
    }
    const size_t room = source->capacity - kept;
    const size_t size = left < room ? (size_t)left : room;
    const bool copied = source_copy(source, source->position, source->window + kept, size);
    source->position += size;
    source->at = source->window;
    source->end = source->window + kept + (copied ? size : 0);
    source->window[source->end - source->window] = '\n';
    return copied;
}

size_t source_available(struct source *source, size_t wanted) {
    while ((size_t)(source->end - source->at) < wanted && source_more(source)) {
    }
    return (size_t)(source->end - source->at);
}

uint64_t source_left(const struct source *source) {
    return (uint64_t)(source->end - source->at) + (source->size - source->position);
}

static void start_at(struct source *source, uint64_t position) {
    source->position = position;
    if (source->window) {
        source->window[0] = '\n';
    }
    source->at = source->end = source->window ? source->window : "\n";
}

void source_skip(struct source *source, uint64_t size) {
    const uint64_t held = (uint64_t)(source->end - source->at);
    if (size <= held) {
        source->at += size;
    } else {
        start_at(source, source->position + (size - held));
    }
}

void source_rewind(struct source *source) {
    start_at(source, 0);
}

// Non-blocking, so that a pipe without a writer is refused instead of waited for.
bool source_open(struct source *source, const char *path, struct buoy_error *error) {
    *source = (struct source){.path = path, .error = error};
    struct stat info;
    source->descriptor = files_open(path, O_RDONLY);
    if (source->descriptor < 0 || fstat(source->descriptor, &info) != 0) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT, "%s", strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT,
                           S_ISDIR(info.st_mode) ? "is a directory" : "is not a regular file");
    }
    if (info.st_size == 0) {
        return source_fail(source, 0, BUOY_ERROR_ARGUMENT, "the file is empty");
    }
    source->size = (uint64_t)info.st_size;
    if (source->size > SOURCE_MAX_BYTES) {
        return source_fail(source, 0, BUOY_ERROR_TOO_LARGE, "%ju bytes, more than %ju",
                           (uintmax_t)source->size, (uintmax_t)SOURCE_MAX_BYTES);
    }
    start_at(source, 0);
    return true;
}

void source_close(struct source *source) {
    if (source->descriptor >= 0) {
        close(source->descriptor);
    }
    free(source->window);
}
