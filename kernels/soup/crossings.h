// Which triangles of a surface cross each other.
#ifndef BUOY_CROSSINGS_H
#define BUOY_CROSSINGS_H

#include "soup/pierce.h"

// Two facets of one surface that cross, by their places in the hierarchy. All pairs of all
// surfaces.
struct buoy_crossings {
    struct buoy_crossing_pair {
        uint32_t one, other;
    } * pairs;
    size_t count, room;
};

// Finds the pairs of triangles that cross beyond a corner or an edge that they share. Corners are
// shared if they are the same vertex. Triangles that only touch may or may not be
// found: with noise in the frame, none touches another.
//
// O(n log n) for surfaces whose triangles cross and overlap few others. BUOY_ERROR_TOO_LARGE if
// more than `most_work` boxes and triangles must be looked at, or if there are more than 64 pairs
// per triangle; BUOY_ERROR_MEMORY.
enum buoy_status buoy_crossings_find(struct buoy_pierce *pierce, uint64_t most_work,
                                     struct buoy_crossings *crossings);
void buoy_crossings_free(struct buoy_crossings *crossings);

// How high a triangle's corners are above the plane of a facet, times twice the facet's area.
void buoy_heights_above(const struct buoy_pierce_facet *facet, double corner[3][3],
                        double height[3]);

// A triangle that a plane cuts, given its corners' heights: the corner that is alone on its side,
// and the points in which the plane cuts the edges to the next corner and to the one after that.
// Returns -1 if all corners are on one side.
int buoy_cut_triangle(double corner[3][3], const double height[3], double next[3], double last[3]);

// Whether a segment in a facet's plane meets the facet.
bool buoy_segment_meets(const struct buoy_pierce_facet *facet, const double from[3],
                        const double to[3]);

// How much more often the surface winds around the space just inside of a facet's point `to` than
// at its point `from`, as far as one facet that crosses it between them changes that: 0, or its
// copies, or −copies.
int buoy_turn_between(const struct buoy_pierce_facet *crosser, const double from[3],
                      const double to[3]);

#endif
