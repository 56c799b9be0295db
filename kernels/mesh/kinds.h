// Kinds of primitive shapes, sets of them, what makes a shape valid, and its properties.
#ifndef BUOY_KINDS_H
#define BUOY_KINDS_H

#include <math.h>

#include "buoyancy_shapes.h"

// The set of one kind, for sets of kinds; and the set of those that have kernels.
#define BUOY_KIND(kind) (1u << (kind))
_Static_assert(BUOY_SHAPE_MESH < 32,
               "a set of kinds has 32 bits; BUOY_SHAPE_MESH is the last kind");
#define BUOY_KINDS                                                                                 \
    (BUOY_KIND(BUOY_SHAPE_BOX) | BUOY_KIND(BUOY_SHAPE_SPHERE) | BUOY_KIND(BUOY_SHAPE_ELLIPSOID) |  \
     BUOY_KIND(BUOY_SHAPE_CAPSULE) | BUOY_KIND(BUOY_SHAPE_CYLINDER) | BUOY_KIND(BUOY_SHAPE_CONE))

// The kind that a shape is answered as: a capsule without a straight part is a sphere.
static inline enum buoy_shape_kind buoy_kind_of(const struct buoy_shape *shape) {
    const bool is_ball = shape->kind == BUOY_SHAPE_CAPSULE && shape->size[1] == 0.0f;
    return is_ball ? BUOY_SHAPE_SPHERE : shape->kind;
}

// A callers' struct may hold any bits in place of a kind.
static inline bool buoy_kinds_have(unsigned kinds, const struct buoy_shape *shape) {
    const unsigned kind = (unsigned)buoy_kind_of(shape);
    return kind < 32 && (kinds >> kind & 1u) != 0;
}

// The word for a kind; NULL for what is no kind.
const char *buoy_kind_name(enum buoy_shape_kind kind);

// The number of sizes that a kind uses; 0 for meshes and for what is no kind.
static inline int buoy_kind_sizes(enum buoy_shape_kind kind) {
    static const int sizes[] = {
        [BUOY_SHAPE_BOX] = 3,     [BUOY_SHAPE_SPHERE] = 1,   [BUOY_SHAPE_ELLIPSOID] = 3,
        [BUOY_SHAPE_CAPSULE] = 2, [BUOY_SHAPE_CYLINDER] = 2, [BUOY_SHAPE_CONE] = 2,
    };
    const size_t index = (size_t)(unsigned)kind;
    return index < sizeof sizes / sizeof *sizes ? sizes[index] : 0;
}

// The first size that is invalid, or −1.
static inline int buoy_shape_wrong_size(const struct buoy_shape *shape) {
    for (int i = 0; i < buoy_kind_sizes(buoy_kind_of(shape)); ++i) {
        if (!(shape->size[i] > 0.0f && isfinite(shape->size[i]))) {
            return i;
        }
    }
    return -1;
}

// Whether a shape of a kind that has sizes is valid.
static inline bool buoy_shape_is_valid(const struct buoy_shape *shape) {
    return buoy_shape_wrong_size(shape) < 0;
}

// The properties of a shape that is valid.
void buoy_shape_describe(const struct buoy_shape *shape, struct buoy_shape_info *info);

// Areas of ellipsoids. They have no elementary closed form; + − × ÷ √ alone find them to any
// precision, with the same bits on every machine.

// The whole surface, to 10⁻¹⁵ of itself.
double buoy_ellipsoid_area(const double size[3]);

// The part of the surface that is the image of a cap of the unit sphere, u·m > 1 − k, when the
// sphere is stretched by `size`; m is of unit length, 0 ≤ k ≤ 1. Its error is 10⁻⁷ of the
// whole surface for aspect ratios up to 1:30, 10⁻⁶ up to 1:100, 2·10⁻⁵ up to 1:1000.
double buoy_ellipsoid_cap_area(const double size[3], const double m[3], double k);

#endif
