// Bodies in water: the queries of every family that asks about meshes below planes.
#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H

#include "buoyancy.h"
#include "copies.h"
#include "dispatch/registry.h"
#include "family.h"

// ---- Bounds that are computed once for all queries: the variants of a method share them, and so
// do some methods.

// A library's function of bounds, of whatever type.
typedef void known_function(void);

// Initialise with zeros.
struct known {
    struct known_bounds *first;
};

// The bounds that a function has on one of the queries. `find` computes them, for all queries when
// the function is first asked for; if there is no memory to keep them, one by one.
struct family_bounds known_find(struct known *known, known_function *of,
                                const struct queries *queries, size_t index,
                                struct family_bounds (*find)(const struct queries *queries,
                                                             known_function *of, size_t index));
void known_free(struct known *known);

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

// The true volumes and centres of buoyancy, as struct buoy_volume. Returns 0, or CLI_BAD after
// complaining.
int bodies_find_truth(const struct queries *queries, void *truth);

// Conditioning floors, as shares of the volume. Returns 0, or CLI_BAD after complaining.
int bodies_find_floors(const struct queries *queries, double *floors);

// The errors of a volume and its centre, for one of the queries.
struct family_errors bodies_errors(const struct queries *queries, size_t index, const void *truth,
                                   const void *answer);

// ---- Water planes that submerge a given share of a body.

// Lowers the water on a body to an immersion V / V_total, for timing: accurate to about 1e-6.
// Returns 0, or CLI_BAD after complaining.
int immersed_lower(const struct buoy_mesh *mesh, double immersion, struct buoy_plane *plane);

// Moves water planes above or below a body, as random bits say.
void immersed_leave_uncut(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                          struct buoy_plane *planes);

// Lowers water planes on a body to immersions V / V_total from 1e-9 to 1e-4, each decade alike, or
// as little above as the rounding of the offset allows. Returns 0, or CLI_BAD after complaining.
int immersed_wet_barely(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                        struct buoy_plane *planes);

// Water planes that wet next to nothing of a body, where errors relative to the wet part are worst.
// Fills `planes` with `count` planes at V / V_total of 1e-1, 1e-2 … 1e-6 in turn, or as little
// above as the rounding of the offset allows; their directions come from poses_make(). Returns 0,
// or CLI_BAD after complaining.
int immersed_make_barely_wet(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                             struct buoy_plane *planes);

#endif
