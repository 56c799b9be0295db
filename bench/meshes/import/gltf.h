// glTF 2.0: what the parts of its reducer share. A new scene is built beside the old one, with
// nothing but nodes, meshes, and their positions and indices packed tightly into one buffer.
#ifndef MESHES_GLTF_H
#define MESHES_GLTF_H

#include <jansson.h>

#include "import.h"

struct gltf_buffer {
    const unsigned char *bytes;
    size_t size;
    unsigned char *decoded; // the same bytes if they have to be freed
};

// What has become of an accessor or a mesh of the file.
struct gltf_done {
    bool done;
    size_t number; // in the new scene
    size_t vertices, triangles;
};

struct gltf {
    const struct import_file *file;
    struct import_reduced *reduced;
    struct buoy_error *error;

    json_t *document;           // the file's
    const unsigned char *chunk; // of binary data, for the buffer without an address
    size_t chunk_size;

    struct gltf_buffer *buffers;
    size_t buffer_count;
    struct gltf_done *accessors, *meshes; // as many as the file has
    bool *reached;                        // nodes
    size_t scene_vertices;                // counted as often as nodes use them

    json_t *new_nodes, *new_meshes, *new_accessors, *new_views;
    struct import_reduced data; // the new buffer; only its bytes are used
};

// An array at the top of the document; NULL if there is none.
json_t *gltf_array(const struct gltf *gltf, const char *key);

// A whole number ≥ 0; `fallback` if the object has no such member. False if it is something else.
bool gltf_number(const json_t *object, const char *key, uint64_t fallback, uint64_t *value);

// Such a number, below `end`; not optional.
bool gltf_index(const json_t *object, const char *key, size_t end, size_t *index);

// Finds the bytes of all buffers.
enum buoy_status gltf_open_buffers(struct gltf *gltf);
void gltf_close_buffers(struct gltf *gltf);

// Packs an accessor of positions, or of indices below `vertices`. `entry` says where it is now and
// how many vertices, or indices, it has.
enum buoy_status gltf_pack_positions(struct gltf *gltf, size_t accessor,
                                     const struct gltf_done **entry);
enum buoy_status gltf_pack_indices(struct gltf *gltf, size_t accessor, size_t vertices,
                                   const struct gltf_done **entry);

// Builds the new scene's nodes, and all they use; `roots` receives those at its top.
enum buoy_status gltf_build_scene(struct gltf *gltf, json_t **roots);

#endif
