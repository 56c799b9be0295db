// Many meshes of one shape, to keep more memory in use than caches hold.
#ifndef BENCH_COPIES_H
#define BENCH_COPIES_H

#include "buoyancy.h"

// As many copies as fill COPIES_BYTES, so that even the part of them that every query reads, about
// a twentieth, exceeds a processor's second level of cache. At most COPIES_MOST; at least
// COPIES_FEWEST, unless they would take more than COPIES_MOST_BYTES.
#define COPIES_BYTES ((size_t)64 << 20)
#define COPIES_MOST_BYTES ((size_t)256 << 20)
#define COPIES_FEWEST 4
#define COPIES_MOST 8192

// The number of copies for a mesh; 0 if the mesh is too large.
size_t copies_count(const struct buoy_mesh *mesh);

struct copies {
    struct buoy_mesh **meshes;
    size_t count;
};

// Makes meshes, each the given mesh stretched by at most a quarter along each axis and rotated, in
// an order that is not that of their addresses; the same seed gives the same copies. Returns 0, or
// CLI_BAD after complaining; copies_free() is allowed either way.
int copies_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count, struct copies *copies);
void copies_free(struct copies *copies);

#endif
