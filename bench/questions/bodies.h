// Bodies in water: the queries of every family that asks about meshes below planes.
#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H

#include "copies.h"
#include "dispatch/registry.h"
#include "family.h"
#include "known.h"

// The content of these queries.
struct bodies {
    // One per query. The queries of a call share a mesh.
    const struct buoy_mesh **meshes;
    struct buoy_plane *planes;
    struct known known;
    // The meshes, unless all of them are the given mesh.
    struct copies copies;
};

// Room for `queries->count` of them. Returns 0, or CLI_BAD after complaining.
int bodies_allocate(struct queries *queries);

// Members of a struct family.
int bodies_make(struct queries *queries);
void bodies_free(struct queries *queries);
size_t bodies_triangles(const struct queries *queries, const struct buoy_kernel *kernel);
void bodies_describe(const struct queries *queries, size_t index, char *text, size_t size);
void bodies_summarise(const struct queries *queries, char *text, size_t size);

// A method's bounds for one query.
struct family_bounds bodies_bounds(const struct queries *queries, buoy_volume_bounds_function *of,
                                   size_t index);

// The mean over all queries of a method's count for a plane; all triangles if `examined` is NULL.
double bodies_examined(const struct queries *queries,
                       size_t (*examined)(const struct buoy_mesh *mesh,
                                          const struct buoy_plane *plane));

// The true volumes and centres of buoyancy. Returns 0, or CLI_BAD after complaining.
int bodies_find_truth(const struct queries *queries, struct buoy_volume *truth);

// Conditioning floors, as shares of the volume. Returns 0, or CLI_BAD after complaining.
int bodies_find_floors(const struct queries *queries, double *floors);

// The errors of a volume and its centre, for one of the queries.
struct family_errors bodies_errors(const struct queries *queries, size_t index,
                                   const struct buoy_volume *truth,
                                   const struct buoy_volume *answer);

#endif
