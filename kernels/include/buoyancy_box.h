/**
 * @file buoyancy_box.h
 * Exact buoyancy of boxes: the `box` family of libbuoyancy's public interface. What buoyancy.h says
 * about words, errors, arrays, threads and floating point holds here, too.
 *
 * Units and frames. A box has its centre at the origin and its edges along the axes of its own
 * frame, in which planes and results are given. Lengths are in metres (any unit works: nothing here
 * has a scale). For a box at position p with rotation R, the world plane n·x = d is
 * (Rᵀn)·x = d − n·p in the box's frame.
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

/** A box. */
struct buoy_box {
    float half_extent[3]; /**< half its length along each axis, each > 0 */
};

/**
 * Computes the submerged volume and the centre of buoyancy of each box below its own plane, by
 * `box/auto/best`: a closed form. An answer has the same bits on every machine, at every place in
 * the arrays, and whatever else is in them.
 *
 * Accuracy, at every tilt. The volume's error is at most 6.2·10⁻⁷ of the whole box. The centre's
 * error is at most 10⁻⁶ of the diagonal if at least 0.1 % of the box is submerged. The worst errors
 * that a search has found are 2.7·10⁻⁷ and 2.8·10⁻⁷. A box that is too little submerged to resolve
 * counts as dry.
 *
 * @param boxes    count boxes
 * @param planes   count planes, each in the frame of the box with the same index
 * @param count    number of boxes; may be 0
 * @param results  receives count answers. A dry box has volume 0 and its centre of buoyancy at the
 *                 origin
 * @param error    receives status and message; may be NULL
 * @return BUOY_OK; BUOY_ERROR_ELEMENT (a half extent that is not > 0, a number that is not finite,
 *         a normal that is zero: that box gets NaN); BUOY_ERROR_ARGUMENT (a null pointer);
 *         BUOY_ERROR_UNKNOWN_NAME or BUOY_ERROR_NOT_RUNNABLE as buoy_volume_compute(). After all
 *         errors but the first the results are untouched
 */
BUOY_API enum buoy_status buoy_box_compute(const struct buoy_box *boxes,
                                           const struct buoy_plane *planes, size_t count,
                                           struct buoy_volume *BUOY_RESTRICT results,
                                           struct buoy_error *error);

/** A box query on a chosen kernel. */
struct buoy_box_query {
    const struct buoy_box *boxes;    /**< count boxes */
    const struct buoy_plane *planes; /**< count planes, each in its box's frame */
    size_t count;                    /**< number of boxes; may be 0 */
    unsigned voxels; /**< cells per axis, `voxel` only; 0 means 64; ≤ BUOY_MAX_VOXELS */
    uint8_t *failed; /**< NULL, or receives for each box 1 if it failed, else 0 */
};

/**
 * Like buoy_box_compute(), on a chosen kernel.
 *
 * @param kernel   a kernel of the family `box`
 * @param query    the questions
 * @param results  receives query->count answers
 * @param error    receives status and message; may be NULL
 * @return as buoy_box_compute(); also BUOY_ERROR_ARGUMENT (not a box kernel, too many voxels) and
 *         BUOY_ERROR_NOT_RUNNABLE
 */
BUOY_API enum buoy_status buoy_box_with(const struct buoy_kernel *kernel,
                                        const struct buoy_box_query *query,
                                        struct buoy_volume *BUOY_RESTRICT results,
                                        struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
