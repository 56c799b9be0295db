// How much of the space that a closed surface encloses is inside out.
#ifndef BUOY_LOBES_H
#define BUOY_LOBES_H

#include "soup/pierce.h"
#include "soup/topology.h"

struct buoy_lobes_query {
    const struct buoy_soup *soup;         // closed
    const struct buoy_topology *topology; // of the soup
    const uint32_t *order;                // the triangles as buoy_cluster() sorts them, or NULL
    double most;  // the volume inside out that matters: what is certainly less need not be exact
    bool doubled; // find out what is enclosed twice, too
};

// Volumes count as often as the surface winds around them.
struct buoy_lobes {
    double inverted; // the volume wound around backwards …
    double doubt;    // … is within this of it; ∞ if the search was given up
    double at[3];    // a place that is inside out, if any is
    double doubled;  // the volume wound around once too often, if the query asks for it
};

// Measures the space that the surface winds around backwards. Never misses a fold because it is
// thin: the space is found from its boundary, which is cut exactly where the surface crosses
// itself. BUOY_ERROR_MEMORY.
enum buoy_status buoy_lobes_find(const struct buoy_lobes_query *query, struct buoy_lobes *lobes);

// Adds up what is inside out, over all surfaces, each by itself; `surfaces` must have a frame with
// noise. `topology` is the soup's, `size` half its diagonal. If crossed triangles trust their
// corners, they take over what is known there from other triangles, which saves lines.
// BUOY_ERROR_MEMORY; if it takes too much work, the doubt is infinite.
enum buoy_status buoy_pieces_weigh(const struct buoy_surfaces *surfaces,
                                   const struct buoy_topology *topology, double size,
                                   bool trusts_corners, struct buoy_lobes *lobes);

#endif
