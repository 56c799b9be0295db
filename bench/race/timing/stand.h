// Where kernels of `volume` are timed for `tune`: one body, queried again and again (hot), and
// copies of it that are queried in turn (cold).
#ifndef BENCH_STAND_H
#define BENCH_STAND_H

#include "copies.h"
#include "scratch.h"

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
