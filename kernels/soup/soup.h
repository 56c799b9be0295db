// A triangle soup: vertices and triangles on their way to becoming a mesh, owned and editable.
#ifndef BUOY_SOUP_H
#define BUOY_SOUP_H

#include <stdint.h>
#include <string.h>

#include "buoyancy_mesh.h"

struct buoy_soup {
    float *positions; // x,y,z per vertex, less `origin`
    size_t vertex_count;
    uint32_t *indices; // three per triangle, counter-clockwise from outside
    size_t triangle_count;
    double origin[3]; // 0 unless the positions were given as doubles that are no floats
    double *given;    // those doubles, x,y,z per vertex; else NULL
};

// The i-th of a caller's indices.
static inline uint32_t buoy_index_of(const struct buoy_mesh_input *input, size_t i) {
    return input->indices ? input->indices[i] : input->indices16[i];
}

// Copies and checks a caller's arrays: pointers, counts, finite coordinates, indices in range.
// Doubles are rounded to float relative to the centre of the triangles' bounding box.
// Flags other than those checks are not looked at.
enum buoy_status buoy_soup_copy(const struct buoy_mesh_input *input, struct buoy_soup *soup,
                                struct buoy_error *error);
void buoy_soup_free(struct buoy_soup *soup);

// A coordinate of a vertex as it was given.
static inline double buoy_soup_given(const struct buoy_soup *soup, size_t vertex, size_t axis) {
    return soup->given ? soup->given[3 * vertex + axis]
                       : (double)soup->positions[3 * vertex + axis];
}

// Merges vertices at equal positions (−0 equals +0), keeping the first of each and their order.
enum buoy_status buoy_soup_weld(struct buoy_soup *soup);
// Keeps the vertices v with kept[v] = v. Each of the others is replaced by kept[v], which is an
// earlier vertex, or BUOY_UNUSED_VERTEX. Leaves the new number of each vertex in `kept`.
#define BUOY_UNUSED_VERTEX UINT32_MAX
void buoy_soup_keep_vertices(struct buoy_soup *soup, uint32_t *kept);
// Drops triangles that use a vertex twice; returns how many.
size_t buoy_soup_drop_degenerate(struct buoy_soup *soup);
// Drops vertices that no triangle uses: they would stretch the bounding box. Renumbers `vertices`,
// `count` vertices in use, along with the triangles.
enum buoy_status buoy_soup_drop_unused(struct buoy_soup *soup, uint32_t *vertices, size_t count);
// Makes the winding of each connected part consistent where its edges allow, then outward, or
// inward where the part is a cavity inside others. `flipped` receives the triangles turned.
// BUOY_ERROR_TOO_LARGE, and no triangle turned, if the parts are too tangled to tell.
enum buoy_status buoy_soup_fix_winding(struct buoy_soup *soup, size_t *flipped);

// The message to the user about BUOY_ERROR_TOO_LARGE.
#define BUOY_TANGLED                                                                               \
    "too many parts cross each other, or lie within rounding of each other, to tell bodies from "  \
    "cavities"

// A triangle's vertices in an order that does not depend on where it begins or which way it is
// wound.

struct buoy_triple {
    uint32_t vertex[3]; // ascending
    uint32_t odd;       // 1 if the triangle's own order is an odd permutation of that
    uint32_t triangle;
};

static inline struct buoy_triple buoy_triple_of(const uint32_t corner[3], uint32_t triangle) {
    struct buoy_triple triple = {.triangle = triangle};
    memcpy(triple.vertex, corner, sizeof triple.vertex);
    uint32_t *v = triple.vertex;
    for (int i = 0; i < 3; ++i) { // three exchanges sort three numbers
        const int k = i == 1 ? 1 : 0;
        if (v[k + 1] < v[k]) {
            const uint32_t swap = v[k];
            v[k] = v[k + 1];
            v[k + 1] = swap;
            triple.odd ^= 1;
        }
    }
    return triple;
}

#endif
