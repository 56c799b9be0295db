// Measures which kernels of `volume` are fastest here, point by point.
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "copies.h"
#include "dispatch/profile.h"
#include "scratch.h"

// ---- What `tune` has chosen, for each point of the grid and then for each range of them.

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

struct tuning {
    double seconds; // to spend, about
    bool fma;       // whether kernels that are not deterministic may be chosen

    // ---- results
    struct choices_all points;
    size_t count, measured; // points
};

// Returns 0, or CLI_BAD after complaining.
int tune(struct tuning *tuning);

// ---- Where kernels of `volume` are timed for `tune`: one body, queried again and again (hot), and
// copies of it that are queried in turn (cold).

// The most planes in a call, and the most in a cold one: with more, the mesh is in the caches for
// most of the call.
#define STAND_MOST_PLANES 1024
#define STAND_MOST_COLD_PLANES 16

struct stand {
    struct buoy_mesh *mesh;
    struct buoy_mesh_info info;
    struct copies copies;                    // none if they would take too much memory
    struct buoy_plane *planes, *cold_planes; // of each copy STAND_MOST_COLD_PLANES
    struct buoy_volume *results;
    struct scratch scratch; // enough for each kernel that is timed
};

// Makes the body and its planes; its copies and theirs, without which nothing is cold. Both return
// 0, or CLI_BAD after complaining; stand_close() is allowed either way.
int stand_open(struct stand *stand, const char *mesh);
int stand_open_copies(struct stand *stand);
void stand_close(struct stand *stand);

// Nanoseconds for a body; of a hot one in an undisturbed moment, if there was one. `queries`: how
// many a slice takes (hot), or the measurement (cold); 0 the first time, which sets it.
double stand_time(struct stand *stand, const struct buoy_kernel *kernel, size_t planes, bool cold,
                  size_t *queries);

#endif
