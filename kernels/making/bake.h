// From a sound triangle soup to the layouts that kernels read.
#ifndef BUOY_BAKE_H
#define BUOY_BAKE_H

#include "mesh/mesh.h"
#include "soup/topology.h"

struct buoy_bake_query {
    const struct buoy_soup *soup;
    struct buoy_topology *topology; // of the soup: whether it is closed, and where not
    unsigned keep;                  // flags BUOY_MESH_KEEP_…
    bool closing;                   // leave room for how it was closed
};

// A mesh, and what is known of it until it is finished.
struct buoy_baked {
    struct buoy_mesh *mesh;
    struct buoy_triangles triangles; // the mesh's, whether it keeps them or not
    uint32_t *order;                 // the triangles, sorted in space
    void *memory;                    // of all but the mesh
};

// Makes a mesh of a soup. BUOY_ERROR_MEMORY, and no mesh. Whether or not, the caller finishes it.
enum buoy_status buoy_mesh_bake(const struct buoy_bake_query *query, struct buoy_baked *baked);

// Frees all but the mesh and what it keeps.
void buoy_baked_finish(struct buoy_baked *baked);

// Finds how the spread of a mesh is answered (buoy_mesh_spread()); again if `closed` has changed.
void buoy_mesh_find_spread(struct buoy_mesh *mesh);

// Frees the mesh and its arrays, but not its spheres.
void buoy_mesh_unbake(struct buoy_mesh *mesh);

#endif
