// What `tune` has chosen, for each point of the grid and then for each range of them.
#ifndef BENCH_CHOICES_H
#define BENCH_CHOICES_H

#include "dispatch/profile.h"

// The points that are measured: numbers of triangles, as near as bodies allow, and of planes.
#define CHOICES_SIZES 14
#define CHOICES_PLANES 10
extern const size_t choices_sizes[CHOICES_SIZES];
extern const size_t choices_planes[CHOICES_PLANES];

// A kernel for a point, or for a range of them.
struct choice {
    const struct buoy_kernel *kernel;
    bool is_measured; // false: what the built-in rule takes
    // By how much it is ahead of the best kernel of other methods: a share of its time, hardly
    // below 0 where the two are level; NaN if that was not measured. In a range, the least.
    double lead;
};

// Rows hold from triangles[row] on, columns from planes[column] on.
struct choices {
    size_t rows, columns;
    size_t triangles[CHOICES_SIZES], planes[CHOICES_PLANES];
    struct choice choices[CHOICES_SIZES][CHOICES_PLANES];
};

// The kernel that auto/tuned takes without a profile, but for bodies of up to 16 triangles that
// have a large one, for which auto/tuned may take `blocks`: a row of a profile holds for all
// bodies.
const struct buoy_kernel *choices_built_in(bool cold, bool compact, size_t triangles,
                                           size_t planes);

// Makes ranges of points. On entry triangles and planes are the points that were measured, on
// return the limits of ranges, which lie in the middle between points as ratios go; and rows and
// columns of the same kernels are one. A range for `batch` ends where batch does.
void choices_make_ranges(struct choices *choices);

// The choices of meshes that are cold or not, and compact or not.
struct choices_all {
    struct choices of[2][2];
};

// The profile's text in the format of kernels/dispatch/profile.c; NULL if out of memory. The
// caller frees it.
char *choices_write(const struct choices_all *all);

#endif
