// glTF 2.0, as text or binary: its container, its JSON, and the features that files may require.
#include <stdlib.h>
#include <string.h>

#include "gltf.h"
#include "json_memory.h"

#define CHUNK_JSON UINT32_C(0x4E4F534A)
#define CHUNK_BINARY UINT32_C(0x004E4942)

// Limits on the JSON. An object takes some 350 bytes of memory, any other value up to 80.
#define MAX_JSON_BYTES ((uint64_t)64 << 20)
#define MAX_JSON_VALUES ((size_t)3 << 20)
#define MAX_JSON_OBJECTS ((size_t)600000)

// --------------------------------------------------------------------------------- values

bool gltf_fail_memory(const struct gltf *gltf) {
    return source_fail(gltf->source, 0, BUOY_ERROR_MEMORY, "out of memory");
}

json_t *gltf_array(const struct gltf *gltf, const char *key) {
    json_t *array = json_object_get(gltf->document, key);
    return json_is_array(array) ? array : NULL;
}

size_t gltf_count(const struct gltf *gltf, const char *key) {
    return json_array_size(gltf_array(gltf, key));
}

json_t *gltf_at(const struct gltf *gltf, const char *key, size_t index) {
    return json_array_get(gltf_array(gltf, key), index);
}

bool gltf_number(const json_t *object, const char *key, uint64_t fallback, uint64_t *value) {
    const json_t *member = json_object_get(object, key);
    *value = member ? (uint64_t)json_integer_value(member) : fallback;
    return !member || (json_is_integer(member) && json_integer_value(member) >= 0);
}

bool gltf_is_index(const struct gltf *gltf, const json_t *value, const char *of, size_t *index) {
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    *index = (size_t)number;
    return number >= 0 && (uint64_t)number < gltf_count(gltf, of);
}

bool gltf_index(const struct gltf *gltf, const json_t *object, const char *key, const char *of,
                size_t *index) {
    return gltf_is_index(gltf, json_object_get(object, key), of, index);
}

json_t *gltf_extension(const json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

const char *gltf_compression(const json_t *object) {
    static const char *const names[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                        "KHR_meshopt_compression"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (gltf_extension(object, names[i])) {
            return names[i];
        }
    }
    return NULL;
}

// ------------------------------------------------------------------------------ container

// The JSON text, handed to jansson as it is read.
struct json_text {
    struct source *source; // positioned at its next byte
    uint64_t left;
    size_t values, objects; // counts so far, by the characters before or around values
};

// Where a chunk of a binary file begins, and what its header says.
struct chunk {
    uint64_t start;
    uint32_t bytes, type;
};

static bool read_chunk(struct gltf *gltf, uint64_t at, uint32_t length, size_t number,
                       struct chunk *chunk) {
    unsigned char header[8];
    if (!source_copy(gltf->source, at, header, sizeof header)) {
        return false;
    }
    *chunk = (struct chunk){at + 8, source_u32(header), source_u32(header + 4)};
    return chunk->bytes <= length - chunk->start ||
           gltf_fail(gltf, "chunk %zu promises %u bytes, but only %ju are left", number,
                     chunk->bytes, (uintmax_t)(length - chunk->start));
}

static bool open_container(struct gltf *gltf, struct json_text *json) {
    struct source *source = gltf->source;
    const size_t held = source_available(source, 12);
    if (held < 12 || memcmp(source->at, "glTF", 4) != 0) {
        const bool mark = held >= 3 && memcmp(source->at, "\xEF\xBB\xBF", 3) == 0;
        source_skip(source, mark ? 3 : 0);
        json->left = source_left(source);
        return true;
    }
    const uint32_t version = source_u32(source->at + 4), length = source_u32(source->at + 8);
    if (version != 2) {
        return gltf_fail(gltf, "binary glTF version %u; only version 2 is read", version);
    }
    if (length > source->size) {
        return gltf_fail(gltf, "the header promises %u bytes, but the file has %ju", length,
                         (uintmax_t)source->size);
    }
    // Finds the JSON text and the binary chunk, if any.
    uint64_t at = 12;
    for (size_t number = 0; at + 8 <= length; ++number) {
        struct chunk chunk = {0};
        if (!read_chunk(gltf, at, length, number, &chunk)) {
            return false;
        }
        if (number == 0 && chunk.type == CHUNK_JSON) {
            source_rewind(gltf->source);
            source_skip(gltf->source, chunk.start);
            json->left = chunk.bytes;
        } else if (number == 0) {
            break;
        } else if (number == 1 && chunk.type == CHUNK_BINARY) {
            gltf->chunk_start = chunk.start;
            gltf->chunk_size = chunk.bytes;
        }
        at = chunk.start + chunk.bytes;
    }
    return json->left > 0 || gltf_fail(gltf, "the first chunk is not JSON");
}

static bool is_too_large(const struct json_text *json) {
    return json->values > MAX_JSON_VALUES || json->objects > MAX_JSON_OBJECTS;
}

// Gives jansson the next bytes of the text; none at its end, or if it grows too large.
static size_t hand_on(void *buffer, size_t size, void *context) {
    struct json_text *json = context;
    size = size < json->left ? size : (size_t)json->left;
    const size_t held = size > 0 ? source_available(json->source, 1) : 0;
    size = size < held ? size : held;
    const char *bytes = source_take(json->source, size);
    for (size_t i = 0; i < size; ++i) {
        const char c = bytes[i];
        json->values += c == ',' || c == ':' || c == '[' || c == '{';
        json->objects += c == '{';
    }
    if (is_too_large(json)) {
        return (size_t)-1;
    }
    memcpy(buffer, bytes, size);
    json->left -= size;
    return size;
}

static bool parse_json(struct gltf *gltf, struct json_text *json) {
    json_error_t fault;
    const bool fits = json->left <= MAX_JSON_BYTES;
    json_memory_watch();
    gltf->document =
        fits ? json_load_callback(hand_on, json, JSON_REJECT_DUPLICATES, &fault) : NULL;
    if (!fits || is_too_large(json)) {
        return source_fail(gltf->source, 0, BUOY_ERROR_TOO_LARGE,
                           "its JSON has more than %ju bytes, %zu values or %zu objects",
                           (uintmax_t)MAX_JSON_BYTES, MAX_JSON_VALUES, MAX_JSON_OBJECTS);
    }
    if (json_memory_ran_out()) { // a member may be missing even if all seems well
        return gltf_fail_memory(gltf);
    }
    return gltf->document || source_fail(gltf->source, (size_t)(fault.line > 0 ? fault.line : 0),
                                         BUOY_ERROR_ARGUMENT, "JSON: %s", fault.text);
}

// Extensions that a file may require, by how their names begin: those without effect on geometry at
// rest, and those that this reader supports.
static bool is_known(const char *extension) {
    static const char *const prefixes[] = {"KHR_materials_",
                                           "KHR_texture_",
                                           "KHR_lights_",
                                           "KHR_animation_",
                                           "KHR_xmp",
                                           "EXT_texture_",
                                           "EXT_lights_",
                                           "KHR_mesh_quantization",
                                           "KHR_node_visibility",
                                           "EXT_mesh_gpu_instancing"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; ++i) {
        if (strncmp(extension, prefixes[i], strlen(prefixes[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool lists_quantisation(const json_t *extensions) {
    for (size_t i = 0; i < json_array_size(extensions); ++i) {
        const char *extension = json_string_value(json_array_get(extensions, i));
        if (extension && strcmp(extension, "KHR_mesh_quantization") == 0) {
            return true;
        }
    }
    return false;
}

static bool check_version(struct gltf *gltf) {
    const json_t *asset = json_object_get(gltf->document, "asset");
    const char *version = json_string_value(json_object_get(asset, "version"));
    const char *least = json_string_value(json_object_get(asset, "minVersion"));
    version = least ? least : version;
    if (!version || version[0] != '2' || version[1] != '.') {
        return gltf_fail(gltf, "glTF version %.10s; only 2.x is read",
                         version ? version : "missing");
    }
    const json_t *required = gltf_array(gltf, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); ++i) {
        const char *extension = json_string_value(json_array_get(required, i));
        if (!extension || !is_known(extension)) {
            return gltf_fail(gltf, "it requires the extension %.50s, which is not supported",
                             extension ? extension : "?");
        }
    }
    gltf->quantised =
        lists_quantisation(required) || lists_quantisation(gltf_array(gltf, "extensionsUsed"));
    return true;
}

static bool open_lists(struct gltf *gltf) {
    gltf->accessors = calloc(gltf_count(gltf, "accessors") + 1, sizeof(void *));
    gltf->meshes = calloc(gltf_count(gltf, "meshes") + 1, sizeof *gltf->meshes);
    return (gltf->accessors && gltf->meshes) || gltf_fail_memory(gltf);
}

bool read_gltf(struct source *source, struct faces *faces) {
    struct gltf gltf = {.source = source, .faces = faces};
    struct json_text json = {.source = source};
    const bool fine = open_container(&gltf, &json) && parse_json(&gltf, &json) &&
                      check_version(&gltf) && gltf_open_buffers(&gltf) && open_lists(&gltf) &&
                      gltf_add_scene(&gltf);
    gltf_close_buffers(&gltf);
    gltf_close_meshes(&gltf);
    gltf_close_scene(&gltf);
    json_decref(gltf.document);
    return fine;
}
