// Binary glTF files of a test's own making.
#ifndef TESTS_GLB_H
#define TESTS_GLB_H

#include <stddef.h>

// Writes JSON and a chunk of so many bytes, a multiple of 4, to such a file of the scratch folder;
// returns its path.
const char *write_glb(const char *name, const char *json, const void *chunk, size_t size);

#endif
