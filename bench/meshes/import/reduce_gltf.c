// glTF 2.0, as text or binary: see gltf.h. What goes to assimp is always binary.
//
// Assimp recurses as deep as nodes nest, drops triangles whose indices are out of range, reads
// strips of no triangles as endless ones, and opens files that buffers name.
#include "gltf.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_JSON UINT32_C(0x4E4F534A)
#define CHUNK_BINARY UINT32_C(0x004E4942)

// JSON takes up to some 60 bytes of memory per value, hence these limits.
#define MAX_JSON_BYTES ((size_t)64 << 20)
#define MAX_JSON_VALUES ((size_t)4 << 20)

static uint32_t read_u32(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void write_u32(struct import_reduced *reduced, uint32_t value) {
    const unsigned char bytes[4] = {value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff,
                                    value >> 24};
    reduced_write(reduced, bytes, sizeof bytes);
}

// Finds the JSON text and the binary chunk, if any.
static enum buoy_status open_container(struct gltf *gltf, const char **json, size_t *size) {
    const struct import_file *file = gltf->file;
    *json = file->bytes;
    *size = file->size;
    if (file->size >= 3 && memcmp(file->bytes, "\xEF\xBB\xBF", 3) == 0) { // byte order mark
        *json += 3;
        *size -= 3;
    }
    if (file->size < 12 || memcmp(file->bytes, "glTF", 4) != 0) {
        return BUOY_OK;
    }
    const uint32_t version = read_u32(file->bytes + 4), length = read_u32(file->bytes + 8);
    if (version != 2) {
        return import_fail(file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "binary glTF version %u; only version 2 is read", version);
    }
    if (length > file->size) {
        return import_fail(file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "the header promises %u bytes, the file has %zu", length, file->size);
    }
    *json = NULL;
    *size = 0;
    for (size_t at = 12, chunk = 0; at + 8 <= length; ++chunk) {
        const uint32_t bytes = read_u32(file->bytes + at), type = read_u32(file->bytes + at + 4);
        at += 8;
        if (bytes > length - at) {
            return import_fail(file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                               "chunk %zu promises %u bytes, %zu are left", chunk, bytes,
                               length - at);
        }
        if (chunk == 0 && type == CHUNK_JSON) {
            *json = file->bytes + at;
            *size = bytes;
        } else if (chunk == 1 && type == CHUNK_BINARY) {
            gltf->chunk = (const unsigned char *)file->bytes + at;
            gltf->chunk_size = bytes;
        }
        at += bytes;
    }
    return *json ? BUOY_OK
                 : import_fail(file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                               "the first chunk is not JSON");
}

static enum buoy_status parse_json(struct gltf *gltf, const char *text, size_t size) {
    size_t values = 0;
    for (size_t i = 0; i < size; ++i) {
        values += text[i] == ',' || text[i] == ':' || text[i] == '[' || text[i] == '{';
    }
    if (size > MAX_JSON_BYTES || values > MAX_JSON_VALUES) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_TOO_LARGE,
                           "its JSON has more than %zu bytes or %zu values", MAX_JSON_BYTES,
                           MAX_JSON_VALUES);
    }
    json_error_t fault;
    gltf->document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &fault);
    if (!gltf->document) {
        return import_fail(gltf->file, (size_t)(fault.line > 0 ? fault.line : 0), gltf->error,
                           BUOY_ERROR_ARGUMENT, "JSON: %s", fault.text);
    }
    return BUOY_OK;
}

// Extensions that a reader may not ignore, but one of geometry can.
static bool is_harmless(const char *extension) {
    static const char *const prefixes[] = {"KHR_materials_", "KHR_texture_", "KHR_lights_",
                                           "EXT_texture_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; ++i) {
        if (strncmp(extension, prefixes[i], strlen(prefixes[i])) == 0) {
            return true;
        }
    }
    return false;
}

static enum buoy_status check_version(const struct gltf *gltf) {
    const char *version =
        json_string_value(json_object_get(json_object_get(gltf->document, "asset"), "version"));
    if (!version || version[0] != '2' || version[1] != '.') {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                           "glTF version %.10s; only 2.x is read", version ? version : "missing");
    }
    json_t *required = gltf_array(gltf, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); ++i) {
        const char *extension = json_string_value(json_array_get(required, i));
        if (!extension || !is_harmless(extension)) {
            return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_ARGUMENT,
                               "it requires the extension %.50s, which is not supported",
                               extension ? extension : "?");
        }
    }
    return BUOY_OK;
}

// Writes the new scene as a binary file: header, JSON, data, both padded to multiples of 4.
static void write_binary(struct gltf *gltf, const char *json) {
    struct import_reduced *reduced = gltf->reduced;
    const uint32_t json_size = (uint32_t)strlen(json), json_padding = (4 - json_size % 4) % 4;
    const uint32_t data_size = (uint32_t)gltf->data.size; // a multiple of 4
    reduced_write(reduced, "glTF", 4);
    write_u32(reduced, 2);
    write_u32(reduced, 12 + 8 + json_size + json_padding + 8 + data_size);
    write_u32(reduced, json_size + json_padding);
    write_u32(reduced, CHUNK_JSON);
    reduced_write(reduced, json, json_size);
    reduced_write(reduced, "   ", json_padding);
    write_u32(reduced, data_size);
    write_u32(reduced, CHUNK_BINARY);
    reduced_write(reduced, gltf->data.bytes, data_size);
}

static void write_scene(struct gltf *gltf, json_t *roots) {
    json_t *document =
        json_pack("{s:{s:s},s:i,s:[{s:O}],s:O,s:O,s:O,s:O,s:[{s:I}]}", "asset", "version", "2.0",
                  "scene", 0, "scenes", "nodes", roots, "nodes", gltf->new_nodes, "meshes",
                  gltf->new_meshes, "accessors", gltf->new_accessors, "bufferViews",
                  gltf->new_views, "buffers", "byteLength", (json_int_t)gltf->data.size);
    char *json = document ? json_dumps(document, JSON_COMPACT) : NULL;
    if (json) {
        write_binary(gltf, json);
    }
    gltf->reduced->no_memory = gltf->reduced->no_memory || gltf->data.no_memory || !json;
    free(json);
    json_decref(document);
}

static enum buoy_status build(struct gltf *gltf) {
    gltf->accessors =
        calloc(json_array_size(gltf_array(gltf, "accessors")) + 1, sizeof *gltf->accessors);
    gltf->meshes = calloc(json_array_size(gltf_array(gltf, "meshes")) + 1, sizeof *gltf->meshes);
    gltf->reached = calloc(json_array_size(gltf_array(gltf, "nodes")) + 1, sizeof *gltf->reached);
    gltf->new_nodes = json_array();
    gltf->new_meshes = json_array();
    gltf->new_accessors = json_array();
    gltf->new_views = json_array();
    if (!gltf->accessors || !gltf->meshes || !gltf->reached || !gltf->new_views) {
        return import_fail(gltf->file, 0, gltf->error, BUOY_ERROR_MEMORY, "out of memory");
    }
    json_t *roots;
    const enum buoy_status status = gltf_build_scene(gltf, &roots);
    if (status == BUOY_OK && gltf->reduced->triangles > 0) {
        write_scene(gltf, roots);
    }
    return status;
}

enum buoy_status reduce_gltf(const struct import_file *file, struct import_reduced *reduced,
                             struct buoy_error *error) {
    struct gltf gltf = {.file = file, .reduced = reduced, .error = error};
    const char *json;
    size_t size;
    reduced->format = "glb";
    enum buoy_status status = open_container(&gltf, &json, &size);
    status = status == BUOY_OK ? parse_json(&gltf, json, size) : status;
    status = status == BUOY_OK ? check_version(&gltf) : status;
    status = status == BUOY_OK ? gltf_open_buffers(&gltf) : status;
    status = status == BUOY_OK ? build(&gltf) : status;

    gltf_close_buffers(&gltf);
    free(gltf.accessors);
    free(gltf.meshes);
    free(gltf.reached);
    free(gltf.data.bytes);
    json_decref(gltf.new_nodes);
    json_decref(gltf.new_meshes);
    json_decref(gltf.new_accessors);
    json_decref(gltf.new_views);
    json_decref(gltf.document);
    return status;
}
