// Binary glTF files: a header of 12 bytes, then chunks, each after its length and type.
#include "glb.h"

#include "child.h"
#include "meshes/meshes.h"
#include "test.h"

unsigned char *put_little_endian(unsigned char *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
        *at++ = value >> 8 * i & 0xff;
    }
    return at;
}

static unsigned char *put(unsigned char *at, uint32_t value) {
    return put_little_endian(at, value, 4);
}

const char *write_glb(const char *name, const char *json, const void *chunk, size_t size) {
    const size_t text = strlen(json), padded = (text + 3) / 4 * 4, whole = 28 + padded + size;
    unsigned char *file = malloc(whole), *at = file;
    at = put(at, UINT32_C(0x46546c67));
    at = put(at, 2);
    at = put(at, (uint32_t)whole);
    at = put(at, (uint32_t)padded);
    at = put(at, UINT32_C(0x4e4f534a));
    memset(at, ' ', padded);
    memcpy(at, json, text);
    at = put(at + padded, (uint32_t)size);
    at = put(at, UINT32_C(0x004e4942));
    memcpy(at, chunk, size);
    const char *path = scratch_write(name, file, whole);
    free(file);
    return path;
}

void expect_gltf_refused(const char *path, enum buoy_status status, const char *cause) {
    struct mesh_data data;
    struct buoy_error error;
    const enum buoy_status got = mesh_data_load(path, &data, &error);
    status = status == BUOY_OK ? BUOY_ERROR_ARGUMENT : status;
    FAIL_IF(got != status || !strstr(error.message, path) || !strstr(error.message, cause),
            "status %d instead of %d, and \"%s\" instead of \"%s\"", got, status, error.message,
            cause);
    mesh_data_free(&data);
}
