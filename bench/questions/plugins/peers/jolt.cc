// Jolt Physics: boxes and convex hulls below a plane. Linux distributions do not package it:
// README.md says how CMake finds it.
#include <Jolt/Jolt.h>

#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#ifdef JPH_DEBUG_RENDERER
#error "Compile Jolt for distribution, without JPH_DEBUG_RENDERER."
#endif

#include "peer.h"

namespace {

struct Hull {
    JPH::ShapeRefC shape;
    double centre[3]; // of the mesh's frame: single precision is best near it
    JPH::Mat44 place; // of the shape's centre of mass, relative to that
};

// A box is a hull of its own kind, with a faster function.
JPH::ShapeSettings::ShapeResult shape_of(const buoy_plugin_hull *given) {
    const double *c = given->info->centre, *h = given->info->half_extent;
    if (given->triangle_count == 12 && given->info->volume > 7.99999 * h[0] * h[1] * h[2]) {
        return JPH::BoxShapeSettings(JPH::Vec3(h[0], h[1], h[2]), 0.0f).Create();
    }
    JPH::Array<JPH::Vec3> points;
    for (size_t i = 0; i < given->vertex_count; ++i) {
        const float *x = given->positions + 3 * i;
        points.push_back(JPH::Vec3(x[0] - c[0], x[1] - c[1], x[2] - c[2]));
    }
    JPH::ConvexHullShapeSettings settings(points, 0.0f);
    settings.mHullTolerance = float(1e-6 * given->info->diagonal);
    return settings.Create();
}

buoy_plugin_status make(void *, const buoy_plugin_hull *given, buoy_plugin_prepared *prepared) {
    static const bool registered = (JPH::RegisterDefaultAllocator(), true);
    const auto made = shape_of(given);
    const double whole = given->info->volume, *c = given->info->centre;
    if (!registered || made.HasError()) {
        return decline(prepared, made.GetError().c_str()); // more points than Jolt's hulls may have
    }
    if (std::fabs(made.Get()->GetVolume() - whole) > 1e-3 * whole) {
        return decline(prepared, "only convex meshes");
    }
    const JPH::Mat44 place = JPH::Mat44::sTranslation(made.Get()->GetCenterOfMass());
    prepared->hull = new Hull{made.Get(), {c[0], c[1], c[2]}, place};
    return BUOY_PLUGIN_READY;
}

buoy_volume answer(const Hull &hull, const float n[3], double d) {
    const double length = std::hypot(double(n[0]), double(n[1]), double(n[2]));
    const double at = n[0] * hull.centre[0] + n[1] * hull.centre[1] + n[2] * hull.centre[2] - d;
    const JPH::Vec3 up(n[0] / length, n[1] / length, n[2] / length);
    float total, submerged;
    JPH::Vec3 c;
    hull.shape->GetSubmergedVolume(hull.place, JPH::Vec3::sReplicate(1.0f),
                                   JPH::Plane(up, float(at / length)), total, submerged, c);
    return {submerged,
            {hull.centre[0] + c.GetX(), hull.centre[1] + c.GetY(), hull.centre[2] + c.GetZ()}};
}

const buoy_plugin_kernel kernels[] = {
    volume_kernel<Hull, answer>("jolt", "float", {1e-3, 0.05, 0}, make)};

} // namespace

BUOY_PLUGIN_DEFINE("Jolt Physics", kernels)
