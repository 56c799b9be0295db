/**
 * @file buoyancy_box.h
 * Exact buoyancy of boxes: the `box` family of libbuoyancy's public interface. Words, threads and
 * floating point are those of buoyancy.h.
 *
 * Units and frames. A box has its centre at the origin and its edges along the axes; planes and
 * results are in that frame, the box's own. Lengths are in metres (any unit works: nothing here has
 * a scale). A body's pose goes into its plane: a world plane n·x = d seen from a box at p with
 * rotation R is (Rᵀn)·x = d − n·p.
 *
 * Sources. Volume: S. Celis, "Simulating Buoyancy" (2015), and R. Scardovelli and S. Zaleski,
 * "Analytical Relations Connecting Linear Interfaces and Volume Fractions in Rectangular Grids",
 * J. Comput. Phys. 164 (2000). Centre of buoyancy: derived in simd/box_corners.h.
 */
#ifndef BUOYANCY_BOX_H
#define BUOYANCY_BOX_H

#include "buoyancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A box's half extents: half its length along each axis, each > 0. */
struct buoy_box {
    float half_extent[3];
};

/**
 * Submerged volume and centre of buoyancy of each box below its own plane, by `box/auto/best`: a
 * closed form, with the same bits on every machine, at every place in the arrays and in any
 * company. The volume is within 6.2·10⁻⁷ of the box's; the centre, where at least 0.1 % is
 * submerged, within 10⁻⁶ of its diagonal; at every tilt. (The worst that a search for it has met
 * are 2.7·10⁻⁷ and 2.8·10⁻⁷.) A box too little wet to resolve is dry.
 *
 * @param boxes   count boxes
 * @param planes  count planes, each in the frame of the box of the same index
 * @param results receives count answers; must not overlap boxes or planes. A dry box has volume 0
 *                and the centre of buoyancy at its own centre, the origin
 * @return BUOY_OK; BUOY_ERROR_ARGUMENT if a half extent is not > 0 or a pointer is missing;
 *         BUOY_ERROR_NON_FINITE if a number is not finite or a normal is zero (results are
 *         untouched by either); BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE if the
 *         environment variable BUOY_ISA names nothing or nothing runnable
 */
BUOY_API enum buoy_status buoy_box_compute(const struct buoy_box *boxes,
                                           const struct buoy_plane *planes, size_t count,
                                           struct buoy_volume *BUOY_RESTRICT results,
                                           struct buoy_error *error);

/** A box query on a chosen kernel. */
struct buoy_box_query {
    const struct buoy_box *boxes;    /**< count of them */
    const struct buoy_plane *planes; /**< count of them, each in its box's frame */
    size_t count;
    unsigned voxels; /**< cells per axis, `voxel` only; 0 means 64; ≤ BUOY_MAX_VOXELS */
};

/** No boxes. Programs that start from it keep compiling, and keep
    their meaning, when a later version adds a member. */
BUOY_API struct buoy_box_query buoy_box_query_default(void);

/**
 * Like buoy_box_compute(), on a chosen kernel.
 *
 * @return also BUOY_ERROR_ARGUMENT (not a box kernel), BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_box_with(const struct buoy_kernel *kernel,
                                        const struct buoy_box_query *query,
                                        struct buoy_volume *BUOY_RESTRICT results,
                                        struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
