// How much of the space that a closed surface encloses is inside out.
#ifndef BUOY_LOBES_H
#define BUOY_LOBES_H

#include "soup/pierce.h"
#include "soup/soup.h"

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

// ------------------------------------------------------- which triangles of a surface cross

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
