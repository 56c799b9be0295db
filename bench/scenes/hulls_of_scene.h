// The surfaces of a scene's bodies as meshes: for forces by pressure, and for pictures.
#ifndef BENCH_HULLS_OF_SCENE_H
#define BENCH_HULLS_OF_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "motion.h"
#include "scene_file.h"

// All parts of a model as one mesh in the body's frame. Primitive shapes are polyhedra inscribed in
// them.
struct scene_hull {
    struct buoy_mesh *mesh;
    // Its triangles, or fewer of about the same shape if these are too many to draw.
    double *positions;
    uint32_t *indices;
    size_t vertex_count, triangle_count;
    uint8_t *hidden; // triangles inside other parts; NULL if there is one part
    struct motion_surface surface;
};

// One for each of the scene's kinds, in their order.
struct scene_hulls {
    struct scene_hull *hulls;
    size_t count;
};

// `around` is the number of corners of a circle. Returns 0, or CLI_BAD after complaining;
// scene_hulls_free() is allowed either way.
int scene_hulls_make(const struct scene *scene, uint32_t around, struct scene_hulls *hulls);
void scene_hulls_free(struct scene_hulls *hulls);

// The hull of a body.
const struct scene_hull *scene_hulls_of(const struct scene_hulls *hulls, const struct scene *scene,
                                        size_t body);

// ---- Fewer triangles of about the same shape, for pictures.

// Merges the vertices in each cell of a cubic grid, of which `cells` lie along the longest side of
// the bounding box, into their mean, and drops triangles that collapse. The arrays are x,y,z of
// each vertex and three vertices of each triangle; they and both counts change in place. False if
// out of memory, and then nothing changes.
bool coarse_merge(double *positions, size_t *vertex_count, uint32_t *indices,
                  size_t *triangle_count, unsigned cells);

#endif
