// The surfaces of a soup, and their positions relative to lines and boxes.
#ifndef BUOY_PIERCE_H
#define BUOY_PIERCE_H

#include "mesh/columns.h"
#include "soup/soup.h"

// The coordinates of a search: positions less an origin, every vertex moved by up to `noise` along
// each axis, at random; then turned, unless axes[0] is 0; and then made oblique: z times the slope
// subtracted from x and y. Lines of constant x and y are vertical there.
struct buoy_pierce_frame {
    double origin[3], noise;
    double axes[3][3]; // rows, orthonormal
    double slope[2];
    uint64_t seed; // of the noise
};

// Which triangles make up which surface. Neither the soup nor these arrays may change meanwhile.
struct buoy_surfaces {
    const struct buoy_soup *soup;
    uint32_t count;
    const uint32_t *of_triangle; // the number of its surface; `count` or more: none
    const uint32_t *copies;      // how often each triangle counts, or NULL: once
    const bool *reversed;        // triangles wound against the order in the soup, or NULL
    const bool *rim;             // triangles at an edge where their surface is open, or NULL
    const uint32_t *order;       // the triangles as buoy_cluster() sorts them, or NULL
    const struct buoy_pierce_frame *frame; // NULL: that of buoy_pierce_oblique()
};

// A box in oblique coordinates.
struct buoy_pierce_box {
    double low[3], high[3];
};

// A triangle with its corners, so that a search need not look them up in three arrays, and twice
// its area vector.
struct buoy_pierce_facet {
    double corner[3][3], normal[3];
    uint32_t vertex[3], triangle, copies;
    bool reversed, rim;
};

// Levels of boxes. A box holds 16 triangles at level 0, and 16 boxes of the level below at all
// others. 16⁷ ≥ 2²⁷.
#define BUOY_PIERCE_LEVELS 7

struct buoy_pierce_surface {
    size_t first, end; // its triangles are facets[first] to facets[end − 1]
    size_t first_box;
};

// A hierarchy of boxes over the triangles of each surface.
struct buoy_pierce {
    struct buoy_surfaces surfaces;
    struct buoy_pierce_frame frame;
    struct buoy_pierce_surface *surface;
    struct buoy_pierce_facet *facets; // surface by surface, in the order of their boxes
    struct buoy_pierce_box *boxes;
    double largest; // coordinate of any facet
    uint64_t work;  // boxes and triangles looked at so far
};

// NULL if out of memory. O(n log n).
struct buoy_pierce *buoy_pierce_make(const struct buoy_surfaces *surfaces);
void buoy_pierce_free(struct buoy_pierce *pierce);

// Where a surface's levels of boxes begin, and how many items the lowest ones hold: triangles at
// level 0, boxes of the level below at others.
struct buoy_pierce_levels {
    size_t first[BUOY_PIERCE_LEVELS], items[BUOY_PIERCE_LEVELS];
    int top;
};

struct buoy_pierce_levels buoy_pierce_levels(const struct buoy_pierce_surface *surface);

// Searches without a frame of their own use oblique coordinates without an origin or noise. In the
// caller's coordinates the lines go upward, but not along the faces of bodies made of right angles.
struct buoy_corner buoy_pierce_oblique(const float p[3]);

// How often a surface winds around a point, counted along the line through the point: once from the
// crossings above it, once from those below. For a closed surface both are the winding number,
// unless the point lies in the surface; for an open one their mean stands for it. The counts are
// exact, also where the line meets edges and vertices, because the signs of a closed surface's
// crossings cancel.
struct buoy_turns {
    int above, below;
    double up, down; // how far away the nearest of these crossings are; ∞ if there is none
};

// Crossings no further from the point than `touching` do not count, nor does the one of a facet
// that the point lies in, or NULL.
struct buoy_turns buoy_pierce_turns(struct buoy_pierce *pierce, uint32_t surface,
                                    const struct buoy_pierce_facet *except,
                                    const struct buoy_corner *point, double touching);

// False only if the turns are the same for every point of a box: no triangle comes within
// `touching` of it in height, and no rim passes above or below it.
bool buoy_pierce_near(struct buoy_pierce *pierce, uint32_t surface,
                      const struct buoy_pierce_box *box, double touching);

// ----------------------------------------------------------- how often surfaces wind around points

// The parent of the root of the tree of points.
#define BUOY_NO_NODE UINT32_MAX

// A surface, and how often it winds around some points: the count from the crossings above them
// plus the count from the crossings below. Surfaces with a sum of 0 are not listed.
struct buoy_wind {
    uint32_t surface;
    int32_t turns;
};

// A cluster of points. The surfaces in winds[first] to winds[end − 1], in ascending order, wind
// equally often around each of them.
struct buoy_cluster_node {
    uint32_t parent;
    size_t first, end;
};

// The surfaces that wind around a point are listed in its node and in all nodes above it. Thousands
// of nested shells are therefore not listed for each of thousands of points among them.
struct buoy_around {
    struct buoy_wind *winds;
    struct buoy_cluster_node *nodes;
    uint32_t *node_of_point;
    size_t wind_count;
    uint32_t node_count;
    uint64_t work;
};

// The question.
struct buoy_around_query {
    const struct buoy_surfaces *surfaces;
    const float *points; // three per point: x,y,z
    uint32_t point_count;
    double touching;  // crossings no further from a point do not count
    bool above_alone; // count the crossings above twice; for points that lie in a surface
    uint64_t most_work;
};

// The most work that is done: about 15 s, plus a minute per million triangles. The unit is one box
// or triangle looked at; a listed wind counts as 64, which bounds memory to 128 MB plus 512 bytes
// per triangle. A hundred thousand nested parts need about 200 units per triangle. Only parts that
// cross each other need more: 20 000 boxes of random sizes in one place need 8 000 per triangle,
// and parts that differ only by rounding need the square of their number.
#define BUOY_AROUND_WORK(triangles) ((UINT64_C(1) << 30) + 4096 * (uint64_t)(triangles))

// BUOY_ERROR_MEMORY, or BUOY_ERROR_TOO_LARGE if it takes more work than that.
enum buoy_status buoy_around_find(const struct buoy_around_query *query,
                                  struct buoy_around *around);
void buoy_around_free(struct buoy_around *around);

#endif
