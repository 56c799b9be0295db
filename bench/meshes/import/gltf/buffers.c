// The buffers of a glTF file: its binary chunk, base64 in its text, or a file beside it.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "gltf.h"

#define NO_DIGIT 64

// Returns false if the text is not base64: whole groups of four, padded with '='. `bytes` may be
// the text itself.
static bool decode_base64(const unsigned char *text, size_t length, unsigned char *bytes,
                          size_t *size) {
    unsigned char values[256];
    size_t padding = 0;
    // The values of base64's digits.
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    memset(values, NO_DIGIT, 256);
    for (unsigned char i = 0; i < 64; ++i) {
        values[(unsigned char)digits[i]] = i;
    }
    while (padding < 2 && length > padding && text[length - 1 - padding] == '=') {
        ++padding;
    }
    if (length % 4 != 0) {
        return false;
    }
    uint32_t bits = 0;
    for (size_t i = 0; i < length; ++i) {
        const unsigned value = i < length - padding ? values[text[i]] : 0;
        if (value == NO_DIGIT) {
            return false;
        }
        bits = bits << 6 | value;
        if (i % 4 == 3) {
            *bytes++ = bits >> 16 & 0xff;
            *bytes++ = bits >> 8 & 0xff;
            *bytes++ = bits & 0xff;
        }
    }
    *size = length / 4 * 3 - padding;
    return true;
}

static int hexadecimal(char c) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return !at ? -1 : (int)(at - digits) - (at - digits > 15 ? 6 : 0);
}

// Replaces %41 by A, and so on; false if such a group is broken. There is room for as many bytes as
// the text has.
static bool decode_percent(const char *from, unsigned char *to, size_t *size) {
    const unsigned char *const first = to;
    for (; *from; ++from) {
        *to = (unsigned char)*from;
        if (*from == '%') {
            const int high = hexadecimal(from[1]), low = high < 0 ? -1 : hexadecimal(from[2]);
            if (low < 0) {
                return false;
            }
            *to = (unsigned char)(16 * high + low);
            from += 2;
        }
        ++to;
    }
    *size = (size_t)(to - first);
    return true;
}

// ---------------------------------------------------------------------------- other files

// Whether a relative path has no part "..", and is what it seems on every system.
static bool is_plain(const char *path) {
    if (path[0] == '/' || strchr(path, '\\')) {
        return false;
    }
    for (const char *part = path; part;) {
        if (strcspn(part, "/") == 2 && strncmp(part, "..", 2) == 0) {
            return false;
        }
        const char *slash = strchr(part, '/');
        part = slash ? slash + 1 : NULL;
    }
    return true;
}

static bool fail_address(const struct gltf *gltf, size_t number, const char *address,
                         const char *cause) {
    return gltf_fail(gltf, "buffer %zu: '%.60s' %s", number, address, cause);
}

#define OUTSIDE "is not in this file's folder or below"

// Refuses a path that leaves its folder by links; `name` is the part of the path below the folder.
// What does not exist is not opened either. (A link made after this is not noticed.)
static bool check_links(const struct gltf *gltf, size_t number, const char *address, char *path,
                        char *name) {
    const char first = *name;
    *name = '\0';
    char *folder = files_true_path(name > path ? path : ".");
    *name = first;
    char *whole = folder ? files_true_path(path) : NULL;
    const bool enough = whole || errno != ENOMEM;
    const size_t length = folder ? strlen(folder) : 0;
    const bool inside =
        !whole || (strncmp(folder, whole, length) == 0 &&
                   (files_is_separator(whole[length]) || files_is_separator(folder[length - 1])));
    free(folder);
    free(whole);
    return !enough  ? gltf_fail_memory(gltf)
           : inside ? true
                    : fail_address(gltf, number, address, OUTSIDE);
}

// Opens the file of an address. `path` begins with the folder, and has room for the address.
static bool open_other(struct gltf *gltf, size_t number, const char *address, char *path,
                       char *name, struct source *other) {
    struct buoy_error error = {.status = BUOY_OK};
    size_t length;
    const bool decoded = decode_percent(address, (unsigned char *)name, &length);
    name[decoded ? length : 0] = '\0';
    if (!decoded || strlen(name) < length) {
        return fail_address(gltf, number, address, "has a '%' that begins no character");
    }
    if ((address[strcspn(address, ":/")] == ':') || !is_plain(name)) {
        return fail_address(gltf, number, address, OUTSIDE);
    }
    if (!check_links(gltf, number, address, path, name)) {
        return false;
    }
    const bool opened = source_open(other, path, &error);
    other->error = gltf->source->error; // of what fails later
    return opened ||
           source_fail(gltf->source, 0, error.status, "buffer %zu: %s", number, error.message);
}

static bool open_address(struct gltf *gltf, size_t number, const json_t *address,
                         struct gltf_buffer *buffer) {
    const char *text = json_string_value(address);
    if (!text || strlen(text) != json_string_length(address)) {
        return gltf_fail(gltf, "buffer %zu: its address is not a text", number);
    }
    if (strncmp(text, "data:", 5) == 0) {
        // RFC 2397: "data:", a type, ";base64" or not, a comma, and bytes in which any may be %41
        // and so on.
        static const char marker[] = ";base64";
        const size_t type = strcspn(text, ","), marked = sizeof marker - 1;
        const bool base64 = type >= marked && strncmp(text + type - marked, marker, marked) == 0;
        if (text[type] == '\0') {
            return gltf_fail(gltf, "buffer %zu: its data has no comma", number);
        }
        buffer->decoded = malloc(strlen(text + type));
        if (!buffer->decoded) {
            return gltf_fail_memory(gltf);
        }
        if (!decode_percent(text + type + 1, buffer->decoded, &buffer->size)) {
            return gltf_fail(gltf, "buffer %zu has a '%%' that begins no byte", number);
        }
        return !base64 ||
               decode_base64(buffer->decoded, buffer->size, buffer->decoded, &buffer->size) ||
               gltf_fail(gltf, "buffer %zu is not base64", number);
    }
    const size_t folder = (size_t)(files_name(gltf->source->path) - gltf->source->path);
    char *path = malloc(folder + strlen(text) + 1);
    if (!path) {
        return gltf_fail_memory(gltf);
    }
    memcpy(path, gltf->source->path, folder);
    buffer->other_path = path;
    buffer->file = &buffer->other;
    const bool opened = open_other(gltf, number, text, path, path + folder, &buffer->other);
    buffer->size = (size_t)buffer->other.size;
    return opened;
}

// The first buffer without an address is the binary chunk; others stand for compressed data.
static bool open_buffer(struct gltf *gltf, size_t number, const json_t *object) {
    struct gltf_buffer *buffer = &gltf->buffers[number];
    const json_t *address = json_object_get(object, "uri");
    const char *compression = gltf_compression(object);
    if (address) {
        if (!open_address(gltf, number, address, buffer)) {
            return false;
        }
    } else if (compression) {
        return gltf_fail(gltf, "buffer %zu: compressed by %s, which is not supported", number,
                         compression);
    } else if (number == 0) {
        *buffer = (struct gltf_buffer){
            .file = gltf->source, .start = gltf->chunk_start, .size = gltf->chunk_size};
    }
    uint64_t size;
    if (!gltf_number(object, "byteLength", UINT64_MAX, &size) || size > buffer->size) {
        return gltf_fail(gltf, "buffer %zu has %zu bytes, fewer than its byteLength says", number,
                         buffer->size);
    }
    buffer->size = (size_t)size;
    return true;
}

bool gltf_open_buffers(struct gltf *gltf) {
    const size_t count = gltf_count(gltf, "buffers");
    gltf->buffers = calloc(count + 1, sizeof *gltf->buffers);
    if (!gltf->buffers) {
        return gltf_fail_memory(gltf);
    }
    gltf->buffer_count = count;
    bool fine = true;
    for (size_t i = 0; i < count && fine; ++i) {
        fine = open_buffer(gltf, i, gltf_at(gltf, "buffers", i));
    }
    return fine;
}

void gltf_close_buffers(struct gltf *gltf) {
    for (size_t i = 0; i < gltf->buffer_count; ++i) {
        free(gltf->buffers[i].decoded);
        free(gltf->buffers[i].other_path);
        if (gltf->buffers[i].other.path) { // source_open() was called
            source_close(&gltf->buffers[i].other);
        }
    }
    free(gltf->buffers);
}
