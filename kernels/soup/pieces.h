// The pieces of a surface that crosses itself, and how often it winds around their inner sides.
#ifndef BUOY_PIECES_H
#define BUOY_PIECES_H

#include "soup/lobes.h"
#include "soup/pierce.h"

// Adds up what is inside out, over all surfaces, each by itself; `surfaces` must have a frame with
// noise. `topology` is the soup's, `size` half its diagonal. If crossed triangles trust their
// corners, they take over what is known there from other triangles, which saves lines.
// BUOY_ERROR_MEMORY; if it takes too much work, the doubt is infinite.
enum buoy_status buoy_pieces_weigh(const struct buoy_surfaces *surfaces,
                                   const struct buoy_topology *topology, double size,
                                   bool trusts_corners, struct buoy_lobes *lobes);

#endif
