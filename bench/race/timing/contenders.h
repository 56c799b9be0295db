// What people use in place of exact buoyancy, side by side with it, ready to be asked about one
// mesh.
#ifndef BENCH_CONTENDERS_H
#define BENCH_CONTENDERS_H

#include "buoyancy.h"
#include "scratch.h"

// A kernel with its own settings.
struct contender {
    char name[40]; // the kernel, and its number of voxels or spheres
    const struct buoy_kernel *kernel;
    unsigned voxels;        // cells per axis; 0: no such method
    struct buoy_mesh *mesh; // packed with its own spheres; NULL: the mesh itself
    struct scratch scratch;
    double ns; // per query, by contenders_time()
};

enum {
    CONTENDERS_MOST = 20
};

struct contenders {
    const struct buoy_mesh *mesh;
    size_t count;
    struct contender items[CONTENDERS_MOST];
};

// The exact ones first: the library's own choice and the published algorithm; then approximations
// from the crudest on: bounding box, pontoons, spheres, points, voxels, and for a body that is a
// box along its axes those of `box`. Returns 0, or CLI_BAD after complaining; free in either case.
int contenders_make(const struct buoy_mesh *mesh, struct contenders *contenders);
void contenders_free(struct contenders *contenders);

// Asks a contender, one query a call.
void contenders_ask(const struct contenders *contenders, const struct contender *contender,
                    const struct buoy_plane *planes, size_t count, struct buoy_volume *answers);

// Times all of them on planes, in turn, and takes the medians of their CPU time.
void contenders_time(struct contenders *contenders, const struct buoy_plane *planes, size_t count,
                     struct buoy_volume *answers);

#endif
