// Mesh files as the program reads them.
#ifndef TESTS_LOADED_H
#define TESTS_LOADED_H

#include "meshes/meshes.h"

// What a file or a built-in has; it belongs to the test, which fails if it is refused.
struct mesh_data loaded(const char *path);

#endif
