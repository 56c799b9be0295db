// Which of 16 bounding boxes are wholly submerged, dry, or neither. For templates, on whatever
// lanes_<isa>.h came before.
#ifndef BUOY_BOXES_H
#define BUOY_BOXES_H

#include <math.h>

#include "bits.h"
#include "weights.h"

// Finds which boxes of a node are wholly submerged and which may cross the water, as bits.
static inline void boxes_classify(const struct buoy_node *node,
                                  const struct buoy_baked_plane *plane, unsigned *wet,
                                  unsigned *cut) {
    *wet = *cut = 0;
    const lanes ax = lanes_splat(fabsf(plane->nx)), ay = lanes_splat(fabsf(plane->ny));
    const lanes az = lanes_splat(fabsf(plane->nz));
    for (int i = 0; i < BUOY_LANES; i += LANES_WIDTH) {
        const lanes s = weights_height(plane, lanes_load(&node->cx[i]), lanes_load(&node->cy[i]),
                                       lanes_load(&node->cz[i]));
        lanes r = lanes_mul(lanes_load(&node->ex[i]), ax);
        r = lanes_muladd(lanes_load(&node->ey[i]), ay, r);
        r = lanes_muladd(lanes_load(&node->ez[i]), az, r);
        const unsigned low = lanes_bits(lanes_less(s, r)); // something may be submerged
        const unsigned high = lanes_bits(lanes_less(lanes_splat(0.0f), lanes_add(s, r)));
        *wet |= (low & ~high) << i;
        *cut |= (low & high) << i;
    }
}

#endif
