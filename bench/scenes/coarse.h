// Fewer triangles of about the same shape, for pictures.
#ifndef BENCH_COARSE_H
#define BENCH_COARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Merges the vertices in each cell of a cubic grid, of which `cells` lie along the longest side of
// the bounding box, into their mean, and drops triangles that collapse. The arrays are x,y,z of
// each vertex and three vertices of each triangle; they and both counts change in place. False if
// out of memory, and then nothing changes.
bool coarse_merge(double *positions, size_t *vertex_count, uint32_t *indices,
                  size_t *triangle_count, unsigned cells);

#endif
