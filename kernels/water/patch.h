// The layout of a patch of water: what kernels read. Engines see it as an opaque pointer.
#ifndef BUOY_PATCH_H
#define BUOY_PATCH_H

#include "buoyancy_water.h"

struct buoy_patch {
    struct buoy_patch_grid grid; // where it lies now
    float *heights;              // columns × rows, rows of constant y one after another; 64-byte
                                 // aligned
    float lowest, highest;       // of all heights
};

#endif
