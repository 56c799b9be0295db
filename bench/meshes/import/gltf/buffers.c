// The buffers of a glTF file: its binary chunk, or base64 in its text.
#include <stdlib.h>
#include <string.h>

#include "gltf.h"

#define NO_DIGIT 64

// The values of base64's digits.
static void list_digits(unsigned char values[256]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    memset(values, NO_DIGIT, 256);
    for (unsigned char i = 0; i < 64; ++i) {
        values[(unsigned char)digits[i]] = i;
    }
}

// Returns false if the text is not base64: whole groups of four, padded with '='.
static bool decode_base64(const char *text, size_t length, unsigned char *bytes, size_t *size) {
    unsigned char values[256];
    size_t padding = 0;
    list_digits(values);
    while (padding < 2 && length > padding && text[length - 1 - padding] == '=') {
        ++padding;
    }
    if (length % 4 != 0) {
        return false;
    }
    uint32_t bits = 0;
    for (size_t i = 0; i < length; ++i) {
        const unsigned value = i < length - padding ? values[(unsigned char)text[i]] : 0;
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

static enum buoy_status decode_address(struct gltf *gltf, size_t number, const json_t *address,
                                       struct gltf_buffer *buffer) {
    static const char marker[] = ";base64,";
    const char *text = json_string_value(address);
    if (!text || strncmp(text, "data:", 5) != 0) {
        return gltf_fail(gltf,
                         "buffer %zu is in another file, '%.40s'; export it as one file (.glb)",
                         number, text ? text : "?");
    }
    const char *digits = strstr(text, marker);
    if (!digits) {
        return gltf_fail(gltf, "buffer %zu is not base64", number);
    }
    digits += sizeof marker - 1;
    const size_t length = strlen(digits);
    buffer->decoded = malloc(length / 4 * 3 + 1);
    if (!buffer->decoded) {
        return gltf_fail_memory(gltf);
    }
    if (!decode_base64(digits, length, buffer->decoded, &buffer->size)) {
        return gltf_fail(gltf, "buffer %zu is not base64", number);
    }
    return BUOY_OK;
}

static enum buoy_status open_buffer(struct gltf *gltf, size_t number, const json_t *object) {
    struct gltf_buffer *buffer = &gltf->buffers[number];
    const json_t *address = json_object_get(object, "uri");
    if (address) {
        const enum buoy_status status = decode_address(gltf, number, address, buffer);
        if (status != BUOY_OK) {
            return status;
        }
    } else if (number == 0) {
        *buffer = (struct gltf_buffer){.start = gltf->chunk_start, .size = gltf->chunk_size};
    } else if (gltf_compression(object)) {
        return gltf_fail(gltf, "buffer %zu: compressed by %s, which is not supported", number,
                         gltf_compression(object));
    }
    uint64_t size;
    if (!gltf_number(object, "byteLength", UINT64_MAX, &size) || size > buffer->size) {
        return gltf_fail(gltf, "buffer %zu has %zu bytes, fewer than its byteLength says", number,
                         buffer->size);
    }
    buffer->size = (size_t)size;
    return BUOY_OK;
}

enum buoy_status gltf_open_buffers(struct gltf *gltf) {
    json_t *objects = gltf_array(gltf, "buffers");
    const size_t count = json_array_size(objects);
    gltf->buffers = calloc(count + 1, sizeof *gltf->buffers);
    if (!gltf->buffers) {
        return gltf_fail_memory(gltf);
    }
    gltf->buffer_count = count;
    enum buoy_status status = BUOY_OK;
    for (size_t i = 0; i < count && status == BUOY_OK; ++i) {
        status = open_buffer(gltf, i, json_array_get(objects, i));
    }
    return status;
}

void gltf_close_buffers(struct gltf *gltf) {
    for (size_t i = 0; i < gltf->buffer_count; ++i) {
        free(gltf->buffers[i].decoded);
    }
    free(gltf->buffers);
}
