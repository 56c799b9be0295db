// PLY: the contents of its header.
#ifndef MESHES_PLY_H
#define MESHES_PLY_H

#include "text.h"

enum ply_type {
    PLY_NONE,
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64,
};

enum ply_role {
    PLY_OTHER,
    PLY_X, // x, y and z in this order
    PLY_Y,
    PLY_Z,
    PLY_CORNERS,
};

struct ply_property {
    enum ply_type type;
    enum ply_type count_type; // PLY_NONE unless it is a list
    enum ply_role role;
};

#define PLY_MAX_PROPERTIES 64
#define PLY_MAX_ELEMENTS 16

struct ply_element {
    bool is_vertex, is_face;
    uint64_t count;
    struct ply_property properties[PLY_MAX_PROPERTIES];
    size_t property_count;
};

struct ply_header {
    bool binary, big_endian;
    struct ply_element elements[PLY_MAX_ELEMENTS];
    size_t element_count;
    uint64_t vertex_count;
};

// Bytes of a value in binary form.
size_t ply_type_bytes(enum ply_type type);

// Reads the header and leaves `text` at the end of its last line. Checks that the file has vertices
// with x, y and z, then faces with a list of corners, and not too many of either.
enum buoy_status ply_read_header(struct text *text, struct ply_header *header);

#endif
