// Whether a mesh is a box.
#ifndef BUOY_IS_BOX_H
#define BUOY_IS_BOX_H

#include "mesh/mesh.h"

// Whether the triangles are those of a box with faces along the axes, two on each.
bool buoy_triangles_are_box(const struct buoy_mesh *mesh);

#endif
