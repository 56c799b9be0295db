// glTF 2.0: shared by the parts of its reader.
#ifndef MESHES_GLTF_H
#define MESHES_GLTF_H

#include <jansson.h>

#include "readers.h"

// Bytes in this file, in another one or, if they were base64 in the text, in memory.
struct gltf_buffer {
    struct source *file;
    uint64_t start; // in the file
    size_t size;
    unsigned char *decoded;
    struct source other;
    char *other_path; // NULL unless there is another file
};

// Rows of an affine map: the image of a point is rows × (x, y, z, 1).
struct gltf_map {
    double rows[3][4];
};

struct gltf_node {
    struct gltf_map map; // from its frame to the scene's
    bool reached, hidden;
};

// Maps that move vertices, from the mesh's frame to the scene's.
struct gltf_skin {
    struct gltf_map *joints; // NULL until the skin is used
    size_t count;
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
    struct gltf_skin *skins;          // likewise
    size_t joint_count;               // of all skins that are used
    struct gltf_node *nodes;
    uint32_t *order; // the nodes of the scene, parents first
    size_t order_count;
};

// Record "PATH: cause", and return false.
#define gltf_fail(gltf, ...) source_fail((gltf)->source, 0, BUOY_ERROR_ARGUMENT, __VA_ARGS__)
bool gltf_fail_memory(const struct gltf *gltf);

// ------------------------------------------------------------- read_gltf.c: values of the JSON

// An array at the top of the document, NULL if there is none; its size; one of its elements.
json_t *gltf_array(const struct gltf *gltf, const char *key);
size_t gltf_count(const struct gltf *gltf, const char *key);
json_t *gltf_at(const struct gltf *gltf, const char *key, size_t index);

// A whole number ≥ 0; `fallback` if the object has no such member. False if it is something else.
bool gltf_number(const json_t *object, const char *key, uint64_t fallback, uint64_t *value);

// The number of an element of the array `of`; not optional. Does not complain.
bool gltf_index(const struct gltf *gltf, const json_t *object, const char *key, const char *of,
                size_t *index);

// The same for a value that stands in an array.
bool gltf_is_index(const struct gltf *gltf, const json_t *value, const char *of, size_t *index);

// A member of an object's extensions; NULL if there is none.
json_t *gltf_extension(const json_t *object, const char *name);

// The name of the extension by which an object says that its data is compressed; NULL if it does
// not.
const char *gltf_compression(const json_t *object);

// ------------------------------------------------------------------ buffers.c: bytes of buffers

bool gltf_open_buffers(struct gltf *gltf);
void gltf_close_buffers(struct gltf *gltf);

// --------------------------------------------------------------- data.c: numbers of accessors

enum gltf_use {
    GLTF_POSITIONS, // also those that morph targets add
    GLTF_INDICES,
    GLTF_JOINTS,
    GLTF_WEIGHTS,
    GLTF_BINDINGS, // inverse matrices of joints
    GLTF_TRANSLATIONS,
    GLTF_ROTATIONS,
    GLTF_SCALES,
};

// Numbers in a buffer at a fixed distance from each other.
struct gltf_span {
    const struct gltf_buffer *buffer; // NULL: all are 0
    uint64_t component;
    size_t offset, count, stride, element_bytes;
};

// An array of elements, each of which has some numbers; some elements may be replaced.
struct gltf_accessor {
    size_t numbers;
    bool normalised;
    struct gltf_span span;
    struct gltf_span places, replacements; // their counts are 0 unless the accessor is sparse
};

// Checks that an accessor fits its use, and when it is first used, that its data exist.
bool gltf_open_accessor(struct gltf *gltf, size_t number, enum gltf_use purpose);

// The elements of an accessor in order.
struct gltf_cursor {
    struct gltf_span span;
    size_t next;               // element to be read
    size_t held_from, held_to; // elements in `bytes`
    unsigned char bytes[8192];
};
struct gltf_elements {
    struct source *source;
    size_t number; // of the accessor
    size_t numbers;
    bool normalised;
    struct gltf_cursor cursor, places, replacements;
    size_t next;  // element
    size_t place; // of the next replacement
};
void gltf_begin(struct gltf_elements *elements, const struct gltf *gltf, size_t accessor);
#define GLTF_MOST_NUMBERS 16
bool gltf_next(struct gltf_elements *elements, double numbers[]);
bool gltf_next_index(struct gltf_elements *elements, uint32_t *index);

// ------------------------------------------------------------------ meshes.c: faces, in place

// A part of a mesh that has triangles.
struct gltf_primitive {
    const json_t *object;
    uint64_t mode;
    size_t positions, indices; // accessors
    bool indexed;              // else the corners are the vertices in their order
    bool shares;               // its vertices are those of the primitive before
    size_t vertices, corners;
};

struct gltf_mesh {
    bool checked;
    struct gltf_primitive *primitives;
    size_t primitive_count, vertices, triangles;
};

// The weight of a morph target.
struct gltf_weight {
    size_t target;
    double weight;
};
#define GLTF_MAX_WEIGHTS 64

// How a mesh is placed in the scene.
struct gltf_placing {
    size_t mesh, node;
    struct gltf_weight weights[GLTF_MAX_WEIGHTS]; // those that are not 0
    size_t weight_count;
    const struct gltf_skin *skin; // or NULL
    struct gltf_map map;          // without a skin
};

// Checks a mesh when it is first used; adds its faces, placed.
bool gltf_check_mesh(struct gltf *gltf, size_t number);
bool gltf_add_mesh(struct gltf *gltf, const struct gltf_placing *placing);
void gltf_close_meshes(struct gltf *gltf);

// Finds the weights of a node's mesh.
bool gltf_find_weights(const struct gltf *gltf, const json_t *node, struct gltf_placing *placing);

// ------------------------------------------------------- scene.c: nodes, skins and instances

// Adds everything that the scene shows.
bool gltf_add_scene(struct gltf *gltf);
void gltf_close_scene(struct gltf *gltf);

#endif
