// Primitive shapes as a whole: volume, area, extents, moments, in closed form.
#include "base/arithmetic.h"

#include <math.h>

#include "mesh/ellipsoid.h"
#include "mesh/kinds.h"

#define PI 3.14159265358979323846

const char *buoy_kind_name(enum buoy_shape_kind kind) {
    static const char *const names[] = {
        [BUOY_SHAPE_BOX] = "box",
        [BUOY_SHAPE_SPHERE] = "sphere",
        [BUOY_SHAPE_ELLIPSOID] = "ellipsoid",
        [BUOY_SHAPE_CAPSULE] = "capsule",
        [BUOY_SHAPE_CYLINDER] = "cylinder",
        [BUOY_SHAPE_CONE] = "cone",
        [BUOY_SHAPE_MESH] = "mesh",
    };
    const size_t index = (size_t)(unsigned)kind;
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static void set3(double v[3], double x, double y, double z) {
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

static void describe_box(double a, double b, double c, struct buoy_shape_info *info) {
    const double volume = info->volume = 8.0 * (a * b * c);
    info->area = 8.0 * (a * b + b * c + c * a);
    set3(info->half_extent, a, b, c);
    set3(info->spread, volume * (a * a) / 3.0, volume * (b * b) / 3.0, volume * (c * c) / 3.0);
}

// Spheres are ellipsoids, too. π/3 is rounded and then the product is multiplied by 4: the volume
// has the bits of a wholly submerged one (simd/shapes_caps.h).
static void describe_ellipsoid(double a, double b, double c, struct buoy_shape_info *info) {
    const double volume = info->volume = a * b * c * 4.0 * (PI / 3.0);
    const double size[3] = {a, b, c};
    info->area = buoy_ellipsoid_area(size);
    set3(info->half_extent, a, b, c);
    set3(info->spread, volume * (a * a) / 5.0, volume * (b * b) / 5.0, volume * (c * c) / 5.0);
}

// A cylinder between two half balls, whose centroids are 3r/8 above their bases.
static void describe_capsule(double r, double h, struct buoy_shape_info *info) {
    const double cylinder = 2.0 * PI * (r * r) * h, ball = 4.0 * PI / 3.0 * (r * r * r);
    const double across = cylinder * (r * r) / 4.0 + ball * (r * r) / 5.0;
    info->volume = cylinder + ball;
    info->area = 4.0 * PI * r * (h + r);
    set3(info->half_extent, r, r, h + r);
    set3(info->spread, across, across,
         cylinder * (h * h) / 3.0 + ball * (h * h + 0.75 * h * r + r * r / 5.0));
}

static void describe_cylinder(double r, double h, struct buoy_shape_info *info) {
    const double volume = info->volume = 2.0 * PI * (r * r) * h, across = volume * (r * r) / 4.0;
    info->area = 2.0 * PI * r * (r + 2.0 * h);
    set3(info->half_extent, r, r, h);
    set3(info->spread, across, across, volume * (h * h) / 3.0);
}

// A cone of height 2b has its centroid b/2 below the middle; about it, ∫ z² dV = V (2b)² 3/80.
static void describe_cone(double r, double b, struct buoy_shape_info *info) {
    const double volume = info->volume = 2.0 / 3.0 * PI * (r * r) * b;
    const double across = volume * (r * r) * 0.15;
    info->area = PI * r * (r + sqrt(r * r + 4.0 * (b * b)));
    set3(info->half_extent, r, r, b);
    info->centroid[2] = -0.5 * b;
    set3(info->spread, across, across, volume * (b * b) * 0.15);
}

void buoy_shape_describe(const struct buoy_shape *shape, struct buoy_shape_info *info) {
    const double a = shape->size[0], b = shape->size[1], c = shape->size[2];
    *info = (struct buoy_shape_info){0};
    switch (buoy_kind_of(shape)) {
    case BUOY_SHAPE_BOX:
        describe_box(a, b, c, info);
        break;
    case BUOY_SHAPE_SPHERE:
        describe_ellipsoid(a, a, a, info);
        info->area = 4.0 * PI * (a * a);
        break;
    case BUOY_SHAPE_ELLIPSOID:
        describe_ellipsoid(a, b, c, info);
        break;
    case BUOY_SHAPE_CAPSULE:
        describe_capsule(a, b, info);
        break;
    case BUOY_SHAPE_CYLINDER:
        describe_cylinder(a, b, info);
        break;
    case BUOY_SHAPE_CONE:
        describe_cone(a, b, info);
        break;
    case BUOY_SHAPE_MESH:
        break;
    }
}
