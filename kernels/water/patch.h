// The layout of a patch of water: what kernels read. Engines see it as an opaque pointer.
#ifndef BUOY_PATCH_H
#define BUOY_PATCH_H

#include "buoyancy_water.h"

// Sample (i, j) lies at base + (cell + i, cell + j) × spacing, so that samples that stay when the
// patch moves keep their places to the last bit.
struct buoy_patch {
    float dx, dy;
    uint32_t columns, rows;
    double base[2];
    int64_t cell[2];
    float *heights; // columns × rows, rows of constant y one after another; 64-byte aligned
    float *next;    // room for as many: heights to be, until all of them are known to be finite
    float lowest, highest; // of all heights
};

// The place of column i or row j.
static inline double buoy_patch_x(const struct buoy_patch *patch, int64_t i) {
    return patch->base[0] + (double)(patch->cell[0] + i) * (double)patch->dx;
}
static inline double buoy_patch_y(const struct buoy_patch *patch, int64_t j) {
    return patch->base[1] + (double)(patch->cell[1] + j) * (double)patch->dy;
}

// A place along one axis: which cell, how far into it, and whether it is in the grid. Beyond, it is
// on the border.
struct buoy_along {
    uint32_t cell;
    double share;
    bool inside;
};

// cells: the place, counted from the first of so many samples in their distances.
static inline struct buoy_along buoy_patch_along(double cells, uint32_t samples) {
    const double last = samples - 1;
    const double kept = cells > 0.0 ? (cells < last ? cells : last) : 0.0;
    struct buoy_along along = {.cell = (uint32_t)kept, .inside = kept == cells};
    along.cell = along.cell < samples - 2 ? along.cell : samples - 2;
    along.share = kept - along.cell;
    return along;
}

// Puts the next heights in the place of the present ones, if they are sound.
enum buoy_status buoy_patch_take_next(struct buoy_patch *patch, struct buoy_error *error);

// The surface's height at a place, not rounded.
double buoy_patch_height(const struct buoy_patch *patch, double x, double y);

#endif
