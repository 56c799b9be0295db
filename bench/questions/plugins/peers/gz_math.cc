// gz-math, called ignition-math before version 7: boxes and spheres below a plane.
#if __has_include(<gz/math/Box.hh>)
#include <gz/math/Box.hh>
#include <gz/math/Sphere.hh>
namespace math = gz::math;
#else
#include <ignition/math/Box.hh>
#include <ignition/math/Sphere.hh>
namespace math = ignition::math;
#endif
#include "peer.h"

namespace {

struct Hull {
    bool round; // the sphere, not the box
    math::Boxd box;
    math::Sphered sphere;
    math::Vector3d centre;
};

template <class Shape>
buoy_volume ask(const Shape &shape, const math::Vector3d &at, const float normal[3], double d) {
    const math::Vector3d n{normal[0], normal[1], normal[2]};
    const double length = n.Length();
    const math::Planed water(n / length, (d - n.Dot(at)) / length);
    const math::Vector3d c = at + shape.CenterOfVolumeBelow(water).value_or(math::Vector3d());
    return {shape.VolumeBelow(water), {c.X(), c.Y(), c.Z()}};
}

buoy_volume answer(const Hull &hull, const float n[3], double d) {
    return hull.round ? ask(hull.sphere, hull.centre, n, d) : ask(hull.box, hull.centre, n, d);
}

int box(void *, void *, const buoy_shapes_query *query, buoy_volume *results) {
    for (size_t i = 0; i < query->count; ++i) {
        const float *h = query->shapes[i].size;
        const math::Boxd shape(2.0 * h[0], 2.0 * h[1], 2.0 * h[2]);
        results[i] = ask(shape, {}, query->planes[i].normal, query->planes[i].d);
    }
    return 0;
}

buoy_plugin_status make(void *, const buoy_plugin_hull *hull, buoy_plugin_prepared *prepared) {
    const double v = hull->info->volume, a = hull->info->area, pi = 3.14159265358979323846;
    const double *c = hull->info->centre, *h = hull->info->half_extent;
    const double roundness = 36 * pi * v * v / (a * a * a), cube = 8 * h[0] * h[1] * h[2];
    if (roundness < 0.98 && (hull->triangle_count != 12 || v < 0.999999 * cube)) {
        return decline(prepared, "only upright boxes, and spheres");
    }
    if (roundness >= 0.98) { // the sphere that has the mesh's volume
        prepared->accuracy.volume = prepared->accuracy.centre = 1 - roundness;
    }
    const math::Boxd box(2 * h[0], 2 * h[1], 2 * h[2]);
    prepared->hull =
        new Hull{roundness >= 0.98, box, math::Sphered(cbrt(v * 3 / (4 * pi))), {c[0], c[1], c[2]}};
    return BUOY_PLUGIN_READY;
}

// What boxes do in this version, see README.md; spheres state another accuracy in make().
constexpr buoy_plugin_accuracy accuracy = {0.2, 0.3, 0.0};
const buoy_plugin_kernel kernels[] = {
    volume_kernel<Hull, answer>("gz-math", "double", accuracy, make),
    {.family = "box", .method = "gz-math", .isa = "double", .accuracy = accuracy, .box = box},
};

} // namespace

BUOY_PLUGIN_DEFINE("gz-math", kernels)
