// glTF 2.0: shared by the parts of its reader.
#ifndef MESHES_GLTF_H
#define MESHES_GLTF_H

#include <jansson.h>

#include "readers.h"

// Bytes in the file or, if they were base64 in its text, in memory.
struct gltf_buffer {
    uint64_t start; // in the file
    size_t size;
    unsigned char *decoded;
};

struct gltf {
    struct source *source;
    struct faces *faces;
    json_t *document;
    uint64_t chunk_start; // of binary data, for the buffer without an address
    size_t chunk_size;
    bool quantised; // KHR_mesh_quantization is in use
    struct gltf_buffer *buffers;
    size_t buffer_count;
    struct gltf_accessor **accessors; // as many as the file has; NULL until one is used
    struct gltf_mesh *meshes;         // likewise
    bool *reached;                    // nodes
};

// Numbers in a buffer at a fixed distance from each other.
struct gltf_span {
    const struct gltf_buffer *buffer; // NULL: all are 0
    uint64_t component;
    size_t offset, count, stride, element_bytes;
};

// An array of points or of indices; some elements may be replaced.
struct gltf_accessor {
    bool normalised;
    struct gltf_span span;
    struct gltf_span places, replacements; // their counts are 0 unless the accessor is sparse
};

// A part of a mesh that has triangles.
struct gltf_primitive {
    uint64_t mode;
    size_t positions, indices; // accessors
    bool indexed;              // else the corners are the vertices in their order
    size_t vertices, triangles;
};

struct gltf_mesh {
    bool checked;
    struct gltf_primitive *primitives;
    size_t primitive_count, vertices, triangles;
};

// Rows of an affine map: the image of a point is rows × (x, y, z, 1).
struct gltf_map {
    double rows[3][4];
};

enum gltf_component {
    GLTF_INT8 = 5120,
    GLTF_UINT8 = 5121,
    GLTF_INT16 = 5122,
    GLTF_UINT16 = 5123,
    GLTF_UINT32 = 5125,
    GLTF_FLOAT32 = 5126,
};

enum gltf_mode {
    GLTF_TRIANGLES = 4,
    GLTF_STRIP = 5,
    GLTF_FAN = 6,
};

// Records "PATH: cause".
#define gltf_fail(gltf, ...) source_fail((gltf)->source, 0, BUOY_ERROR_ARGUMENT, __VA_ARGS__)
enum buoy_status gltf_fail_memory(const struct gltf *gltf);

// values.c: an array at the top of the document; NULL if there is none.
json_t *gltf_array(const struct gltf *gltf, const char *key);

// A whole number ≥ 0; `fallback` if the object has no such member. False if it is something else.
bool gltf_number(const json_t *object, const char *key, uint64_t fallback, uint64_t *value);

// Such a number, below `end`; not optional.
bool gltf_index(const json_t *object, const char *key, size_t end, size_t *index);

// The name of the extension by which an object says that its data is compressed; NULL if it does
// not.
const char *gltf_compression(const json_t *object);

// buffers.c: finds the bytes of all buffers.
enum buoy_status gltf_open_buffers(struct gltf *gltf);
void gltf_close_buffers(struct gltf *gltf);

// accessors.c: checks an accessor of positions or of indices when it is first used.
enum buoy_status gltf_open_positions(struct gltf *gltf, size_t number);
enum buoy_status gltf_open_indices(struct gltf *gltf, size_t number);

// elements.c: the elements of an accessor in order.
struct gltf_cursor {
    struct gltf_span span;
    size_t next;               // element to be read
    size_t held_from, held_to; // elements in `bytes`
    unsigned char bytes[8192];
};

struct gltf_elements {
    struct source *source;
    size_t number; // of the accessor
    bool normalised;
    struct gltf_cursor cursor, places, replacements;
    size_t next;  // element
    size_t place; // of the next replacement
};

void gltf_begin(struct gltf_elements *elements, const struct gltf *gltf, size_t accessor);
enum buoy_status gltf_next_point(struct gltf_elements *elements, double point[3]);
enum buoy_status gltf_next_index(struct gltf_elements *elements, uint32_t *index);

// The size of a component; 0 if there is none of that number.
size_t gltf_component_bytes(uint64_t component);

// meshes.c: checks a mesh when it is first used, and adds its faces, transformed.
enum buoy_status gltf_check_mesh(struct gltf *gltf, size_t number);
enum buoy_status gltf_add_mesh(struct gltf *gltf, size_t number, size_t node,
                               const struct gltf_map *map);
void gltf_close_meshes(struct gltf *gltf);

// nodes.c: adds everything that the scene shows.
enum buoy_status gltf_add_scene(struct gltf *gltf);

#endif
