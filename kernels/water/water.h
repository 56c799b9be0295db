// Water as kernels read it: what all kinds share, the layouts of waves and patches, how far either
// is from linear, the plane that fits it best under a body, and pools.
#ifndef BUOY_WATERS_H
#define BUOY_WATERS_H

#include <math.h>

#include "buoyancy_water.h"
#include "mesh/mesh.h"

// The bound of all places in the world and heights of water: products of these are far from
// overflow.
#define BUOY_FARTHEST 1e18

// Whether a point lies in a pool; true if there is no pool.
static inline bool buoy_region_holds(const struct buoy_region *region, const double x[3]) {
    for (int i = 0; region && i < 3; ++i) {
        if (x[i] < region->low[i] || x[i] > region->high[i]) {
            return false;
        }
    }
    return true;
}

// Heights and slopes of one kind of water at points that are valid.
typedef void buoy_points_function(const void *water, struct buoy_surface *surface);

// Answers all points of a surface that are finite and not beyond the bound.
enum buoy_status buoy_sample_points(const struct buoy_surface *surface,
                                    buoy_points_function *function, const void *water,
                                    struct buoy_error *error);

// Its plane.
static inline struct buoy_plane64 buoy_level_of(const struct buoy_water *water) {
    const struct buoy_plane *plane = &water->plane;
    const double *n = water->plane64.normal;
    if (n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0) {
        return water->plane64;
    }
    return (struct buoy_plane64){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->d};
}

// ------------------------------------------------------------------------------------------ waves

// The layout of prepared waves: what their kernels read. Engines see it as an opaque pointer.

// Sixteen waves, member by member.
struct buoy_wave_lanes {
    _Alignas(64) double turns_x[BUOY_LANES], turns_y[BUOY_LANES], turns_t[BUOY_LANES];
    _Alignas(64) double phase[BUOY_LANES];
    _Alignas(64) float amplitude[BUOY_LANES], steep_x[BUOY_LANES], steep_y[BUOY_LANES];
};

// Phases are counted in turns, of which only the fraction matters: it is found in double, where the
// place and the time are still exact, and is small enough for float from there on.
struct buoy_waves {
    size_t count;
    double depth;                  // of the water at rest, metres; 0: deep
    struct buoy_wave_lanes *lanes; // the waves again, 16 at a time; 0 beyond the last
    struct buoy_prepared_wave {
        double turns_x, turns_y; // per metre
        double turns_t;          // per second, to be subtracted
        double phase;            // turns
        float amplitude;
        float steep_x, steep_y; // amplitude × wave number, along x and y
    } waves[];
};

// The level from which a hydrostatic depth gives the pressure of waves at a point of the world: Σ a
// cosh k(z' + h)/cosh kh sin θ, which is η at the surface and above.
double buoy_waves_pressure_level(const struct buoy_waves *waves, double time, const double x[3]);

// The decay itself, for z ≤ 0; below the bottom, where no water is, what it is there.
double buoy_waves_decay(const struct buoy_waves *waves, double k, double z);

// ---------------------------------------------------------------------------------------- patches

// The layout of a patch of water: what kernels read. Engines see it as an opaque pointer.

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

// -------------------------------------------------------------------------------- how water bends

// How far the level of water may be from one that is interpolated over a triangle: proven bounds.

// What is known of the water everywhere. Sums over waves of a, a k, a k² and a k³: how high they
// reach, how steep they may be, how much their slopes may change in a metre, and how much that may.
struct buoy_bend {
    const struct buoy_water *water;
    double height, slope, curve, twist;
};

struct buoy_bend buoy_bend_of(const struct buoy_water *water);

// Bounds for one triangle, in metres; infinite where none is known. `level` holds anywhere. For a
// triangle that lies in the water with its whole area, `smooth` is that bound without the water's
// surface in it, and `second` is the bound for interpolation by squares, from corners and middles
// of edges. `edge` is the edge from that corner to the next that is best cut in two.
struct buoy_bend_bounds {
    double level, smooth, second;
    int edge;
};

// A triangle's corners, places of the world.
struct buoy_bend_corners {
    double x[3][3];
};

struct buoy_bend_bounds buoy_bend_over(const struct buoy_bend *bend,
                                       const struct buoy_bend_corners *corners);

// Whether a triangle lies below the water's surface with its whole area, given the least depth of
// its corners, positive.
bool buoy_bend_is_below(const struct buoy_bend *bend, const struct buoy_bend_corners *corners,
                        double depth);

// -------------------------------------------------------------------------------- planes that fit

// The plane that fits water best under a body.
//
// The body is taken for the ellipsoid of uniform density that has its centroid and its second
// moments. The plane is the least-squares fit to the water's heights, weighted by how much of the
// ellipsoid lies above and below each place. The ellipse that the ellipsoid covers, seen from
// above, has the tensor A = 5 × the second moments of x and y; a share 1 − ξ² of the ellipsoid's
// greatest cross-section lies at a distance ξ from its middle, in shares of its reach.

// A body seen from above: its centroid, and A: xx, xy, yy.
struct buoy_footprint {
    double centre[2], ellipse[3];
};

// A plane: its height at the footprint's centre, and its slopes.
struct buoy_fit {
    double height, slope_x, slope_y;
};

// Finds the plane in waves or on a patch. BUOY_ERROR_NON_FINITE if a place is too far away.
enum buoy_status buoy_water_fit(const struct buoy_water *water,
                                const struct buoy_footprint *footprint, struct buoy_fit *fit);

// What is submerged of a body, as waves that die away with depth see it: from above, how its
// places spread vertically, and how far its centre of buoyancy lies below the surface.
struct buoy_sunken {
    struct buoy_footprint footprint;
    double upright[3]; // 5 × the second moments xz, yz, zz
    double depth;      // vertical, ≥ 0
};

// What such waves do to it (bodies/pose.c): a force over ρ g V, and a torque over ρ g V about
// its centre of buoyancy.
struct buoy_pull {
    double force[3], torque[3];
};
void buoy_water_pull(const struct buoy_waves *waves, double time, const struct buoy_sunken *body,
                     struct buoy_pull *pull);

// Where patches are sampled: a rule for the ellipse that is exact for polynomials of degree 7, of
// 16 places on two similar ellipses. Weights are those of a place on each.
#define BUOY_FIT_PLACES 16
struct buoy_fit_rule {
    double radius[2], weight[2], direction[BUOY_FIT_PLACES / 2][2];
};
extern const struct buoy_fit_rule buoy_fit_rule;

// ------------------------------------------------------------------------------------------ pools

// Bodies that meet water as a plane, in a pool.
//
// What is submerged of such a body is known, and its centre, but not its shape: what a wall cuts
// off is estimated from the body's box. Along each axis of the world, the wet part of the box is an
// interval; the body keeps the share of its volume that the pool holds of that interval, and its
// centre of buoyancy moves as the interval shrinks. So a body within the walls floats as it does
// everywhere, one outside not at all, and in between the force grows without a jump, along the
// water's normal. Volume and centre are exact for boxes level in level water; buoyancy_pressure.h
// has the family that cuts any mesh.

// A body that a pool may hold in part: the middle of its box, how far that reaches from there along
// the axes of the world, and the plane that it meets: its unit normal, and how far the middle lies
// below it.
struct buoy_wader {
    double middle[3], reach[3], up[3], depth;
};

// How far a box reaches along an axis of the world, from that axis in the box's frame and the box's
// half extents there.
static inline double buoy_reach(const double axis[3], const double half[3]) {
    return fabs(axis[0]) * half[0] + fabs(axis[1]) * half[1] + fabs(axis[2]) * half[2];
}

// The share of its wet part that a pool holds, 0 to 1, and along each axis what becomes of places
// relative to the middle: x → to + shrink (x − from).
struct buoy_held {
    double share, from[3], to[3], shrink[3];
};

// All of it is held if there is no pool. Of a body that is dry, the whole box counts.
void buoy_pool_hold(const struct buoy_region *region, const struct buoy_wader *wader,
                    struct buoy_held *held);

// Keeps what is held of a volume and its centre, relative to the middle. Does nothing to what is
// held whole, to the bit. The centre of what is not held at all is the middle.
void buoy_pool_keep(const struct buoy_held *held, double *volume, double *wetted_area,
                    double centre[3]);

#endif
