// The surfaces of a soup, and their positions relative to lines and boxes.
#ifndef BUOY_PIERCE_H
#define BUOY_PIERCE_H

#include "mesh/columns.h"
#include "soup/soup.h"

// Which triangles make up which surface. Neither the soup nor these arrays may change meanwhile.
struct buoy_surfaces {
    const struct buoy_soup *soup;
    uint32_t count;
    const uint32_t *of_triangle; // the number of its surface; `count` or more: none
    const bool *reversed;        // triangles wound against the order in the soup, or NULL
    const bool *rim;             // triangles at an edge where their surface is open, or NULL
};

// A hierarchy of boxes over the triangles of each surface.
struct buoy_pierce;

// NULL if out of memory. O(n log n).
struct buoy_pierce *buoy_pierce_make(const struct buoy_surfaces *surfaces);
void buoy_pierce_free(struct buoy_pierce *pierce);

// All searches use oblique coordinates, in which the sample lines are vertical. In the caller's
// coordinates the lines go upward, but not along the faces of bodies made of right angles.
struct buoy_corner buoy_pierce_oblique(const float p[3]);

// A box in oblique coordinates.
struct buoy_pierce_box {
    double low[3], high[3];
};

// How often a surface winds around a point, counted along the line through the point: once from the
// crossings above it, once from those below. For a closed surface both are the winding number,
// unless the point lies in the surface; for an open one their mean stands for it. The counts are
// exact, also where the line meets edges and vertices, because the signs of a closed surface's
// crossings cancel.
struct buoy_turns {
    int above, below;
};

// Crossings no further from the point than `touching` do not count.
struct buoy_turns buoy_pierce_turns(struct buoy_pierce *pierce, uint32_t surface,
                                    const struct buoy_corner *point, double touching);

// False only if the turns are the same for every point of a box: no triangle comes within
// `touching` of it in height, and no rim passes above or below it.
bool buoy_pierce_near(struct buoy_pierce *pierce, uint32_t surface,
                      const struct buoy_pierce_box *box, double touching);

// Boxes and triangles looked at so far.
uint64_t buoy_pierce_work(const struct buoy_pierce *pierce);

#endif
