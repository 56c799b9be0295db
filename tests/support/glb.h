// glTF files that a test makes itself.
#ifndef TESTS_GLB_H
#define TESTS_GLB_H

#include <stddef.h>

#include "buoyancy.h"

// Stores the low bytes of a number as glTF has them, whatever the machine; returns the place after
// them.
unsigned char *put_little_endian(unsigned char *at, uint32_t value, int bytes);

// Writes JSON and a chunk of so many bytes, a multiple of 4, to such a file of the scratch folder;
// returns its path.
const char *write_glb(const char *name, const char *json, const void *chunk, size_t size);

// Fails the test unless a file is refused with a status, that of an argument for BUOY_OK, by a
// message that names it and a cause.
void expect_gltf_refused(const char *path, enum buoy_status status, const char *cause);

#endif
