// The kernels of a family that run here.
#ifndef TESTS_NEXT_KERNEL_H
#define TESTS_NEXT_KERNEL_H

#include "buoyancy.h"

// In turn; NULL past the last:
//     for (size_t i = 0; (kernel = next_kernel("box", &i));)
const struct buoy_kernel *next_kernel(const char *family, size_t *index);

#endif
