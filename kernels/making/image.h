// Images of meshes, for those who craft them.
#ifndef BUOY_IMAGE_H
#define BUOY_IMAGE_H

#include <stddef.h>

// Writes the right checksum into an image of that many bytes.
void buoy_image_seal(void *image, size_t bytes);

#endif
