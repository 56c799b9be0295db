// From a sound triangle soup to the layout that kernels read.
#ifndef BUOY_BAKE_H
#define BUOY_BAKE_H

#include "mesh/mesh.h"
#include "soup/soup.h"

// Makes a mesh of a soup: frame, arrays, blocks, nodes, moments, volume, centroid, area. The
// caller sets `closed` and the open vertices; here the mesh is closed and has none.
enum buoy_status buoy_mesh_bake(const struct buoy_soup *soup, struct buoy_mesh **mesh);

// Finds mesh->spread: in metres, from the middle.
void buoy_mesh_find_spread(struct buoy_mesh *mesh);

// Frees what buoy_mesh_bake() made: the mesh and its arrays, but not mesh->open_vertices.
void buoy_mesh_unbake(struct buoy_mesh *mesh);

#endif
