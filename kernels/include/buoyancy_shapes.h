/**
 * @file buoyancy_shapes.h
 * Exact buoyancy of primitive shapes: the `shapes` family of libbuoyancy's public interface. What
 * buoyancy.h says about words, errors, arrays, threads and floating point holds here, too.
 *
 * Units and frames. A shape's bounding box has its centre at the origin of the shape's own frame,
 * in which planes and results are given; the axis of a capsule, a cylinder or a cone is z. Lengths
 * are in metres (any unit works: nothing here has a scale). For a shape at position p with rotation
 * R, the world plane n·x = d is (Rᵀn)·x = d − n·p in the shape's frame.
 *
 * Words. The **wetted area** is the area of the submerged surface, without the cut. The
 * **waterplane** is the cut itself. A shape that the plane only touches has no waterplane.
 *
 * Sources. simd/shapes_KIND.h derives the formulas of each kind; those of boxes are in
 * simd/box_corners.h.
 */
#ifndef BUOYANCY_SHAPES_H
#define BUOYANCY_SHAPES_H

#include "buoyancy_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kinds of shapes, and what the three sizes of each mean. Sizes that a kind uses are > 0, but
    a capsule's half length may be 0: it is a sphere then. The other sizes, written as 0 here, are
    ignored. */
enum buoy_shape_kind {
    BUOY_SHAPE_BOX,       /**< half extents along x, y and z */
    BUOY_SHAPE_SPHERE,    /**< radius, 0, 0 */
    BUOY_SHAPE_ELLIPSOID, /**< semi-axes along x, y and z */
    BUOY_SHAPE_CAPSULE,   /**< radius, half length of the straight part, 0 */
    BUOY_SHAPE_CYLINDER,  /**< radius, half length, 0 */
    BUOY_SHAPE_CONE,      /**< radius of the base at z = −b, half height b (the tip is at z = +b),
                               0 */
    BUOY_SHAPE_MESH,      /**< a mesh, which other headers take beside the shape; sizes are not
                               used. The functions of this header refuse it */
};

/** A primitive shape in its own frame; 16 bytes. */
struct buoy_shape {
    enum buoy_shape_kind kind; /**< which shape */
    float size[3];             /**< as its kind says */
};

/** Wetted area and waterplane of a shape, in the shape's frame. */
struct buoy_shape_surface {
    double wetted_area;            /**< area of the submerged surface, without the cut */
    double waterplane_area;        /**< dV/dh, for water that rises by h along its normal */
    double waterplane_centroid[3]; /**< w; the origin if there is no waterplane */
    /** The waterplane's second moments ∫ (x − w)ᵢ (x − w)ⱼ dA: xx is ∫ (x − wₓ)² dA, not a moment
        of inertia about x; 0 without a waterplane. @{ */
    double xx, xy, xz, yy, yz, zz;
    /** @} */
};

/** Shapes, each with its own plane. */
struct buoy_shapes_query {
    const struct buoy_shape *shapes;     /**< count shapes, of any kind but BUOY_SHAPE_MESH */
    const struct buoy_plane *planes;     /**< count planes, each in its shape's frame */
    size_t count;                        /**< number of shapes; may be 0 */
    struct buoy_shape_surface *surfaces; /**< NULL, or receives count answers, too; must not overlap
                                              anything else */
    const struct buoy_kernel *kernel;    /**< NULL: the library chooses, for any kinds; else one of
                                              `shapes`, most of which answer one kind, or of `box`,
                                              without surfaces */
    unsigned voxels; /**< cells per axis, `box/voxel` only; 0 means 64; ≤ BUOY_MAX_VOXELS */
    uint8_t *failed; /**< NULL, or receives for each shape 1 if it failed, else 0 */
};

/** Computes the submerged volume and the centre of buoyancy of each shape below its own plane, by
    `shapes/auto/best`: closed forms. Kinds may be mixed in any order. An answer has the same bits
    on every machine, at every place in the arrays, and whatever else is in them.

    Accuracy, at every tilt. The error of the volume is at most 2·10⁻¹¹ of the whole shape for
    spheres, ellipsoids, capsules and cylinders, 6·10⁻⁹ for cones, and 6.2·10⁻⁷ for boxes. The
    centre's error is at most 10⁻⁹ of the bounding box's diagonal for the former, and 10⁻⁶ for cones
    and boxes, if at least 0.1 % of the shape is submerged. kernels/bounds/bounds_shapes.c proves
    these bounds.

    Accuracy of surfaces. They are computed in double: waterplanes of spheres, ellipsoids and boxes,
    and wetted areas of spheres and boxes, are right to about 10⁻¹² of the whole surface. The wetted
    area of an ellipsoid, for which there is no elementary closed form, has an error of at most 10⁻⁷
    of the whole surface for aspect ratios up to 1:30, 10⁻⁶ up to 1:100, 2·10⁻⁵ up to 1:1000 and
    10⁻⁴ beyond, and takes a microsecond. All surfaces of capsules, cylinders and cones are right to
    10⁻⁷ of the whole surface where the water touches a wall along a line; elsewhere those of cones
    to 10⁻⁸, and of capsules and cylinders to 10⁻¹⁰. A flat face almost level with the water is wet
    or dry as a whole: there the answer is exact for a plane moved by at most 2⁻⁵⁰ of the shape's
    extent along the normal, or 2⁻⁴⁵ for a cylinder or a cone that is barely submerged.

    results: receives query->count answers. A dry shape has volume 0 and its centre of buoyancy at
    the origin.
    Returns BUOY_ERROR_ELEMENT (an unknown kind, a size that is not > 0, a number that is not
    finite, a normal that is zero: that shape gets NaN). */
BUOY_API enum buoy_status buoy_shapes_compute(const struct buoy_shapes_query *query,
                                              struct buoy_volume *BUOY_RESTRICT results,
                                              struct buoy_error *error);

/** Properties of a whole shape of density 1, in its frame. */
struct buoy_shape_info {
    double volume;         /**< volume of the whole shape */
    double area;           /**< area of the whole surface */
    double half_extent[3]; /**< half extents of the bounding box, whose centre is the origin */
    double centroid[3];    /**< centroid of the volume; the origin for all kinds but cones */
    /** Second moments ∫ (x − c)², ∫ (y − c)², ∫ (z − c)² dV about the centroid; products of two
        coordinates are 0. The moment of inertia about x is density × (spread[1] + spread[2]). */
    double spread[3];
};

/** Describes a shape. Every number is right to 10⁻¹⁴ of itself, and the same on every machine.
    shape: the shape, of any kind but BUOY_SHAPE_MESH.
    Returns BUOY_ERROR_ARGUMENT or BUOY_ERROR_NON_FINITE as buoy_shapes_compute(). */
BUOY_API enum buoy_status buoy_shape_get_info(const struct buoy_shape *shape,
                                              struct buoy_shape_info *info,
                                              struct buoy_error *error);

#ifdef __cplusplus
}
#endif

#endif
