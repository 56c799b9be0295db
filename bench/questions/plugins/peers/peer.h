// What the plug-ins of this folder share.
#ifndef PEERS_PEER_H
#define PEERS_PEER_H

#include <cmath>
#include <cstdio>

#include "buoyancy_plugin.h"

inline buoy_plugin_status decline(buoy_plugin_prepared *prepared, const char *reason) {
    snprintf(prepared->reason, sizeof prepared->reason, "%s", reason);
    return BUOY_PLUGIN_DECLINED;
}

// The volume and the centre of what triangles enclose, from tetrahedra over the mesh's centre.
class Sum {
  public:
    explicit Sum(const double centre[3]) : c{centre[0], centre[1], centre[2]} {}

    void add(const double p[3], const double q[3], const double r[3]) {
        double x[3], y[3], z[3];
        for (int i = 0; i < 3; ++i) {
            x[i] = p[i] - c[i];
            y[i] = q[i] - c[i];
            z[i] = r[i] - c[i];
        }
        const double sixth =
            (x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
             x[2] * (y[0] * z[1] - y[1] * z[0])) /
            6.0;
        volume += sixth;
        for (int i = 0; i < 3; ++i) {
            moment[i] += sixth / 4.0 * (x[i] + y[i] + z[i]);
        }
    }

    buoy_volume answer() const {
        const double v = volume > 0.0 ? volume : 0.0, w = v > 0.0 ? v : 1e300;
        return {v, {c[0] + moment[0] / w, c[1] + moment[1] / w, c[2] + moment[2] / w}};
    }

  private:
    double c[3], volume = 0.0, moment[3] = {0.0, 0.0, 0.0};
};

// A kernel of the family `volume` that make() prepares a new Hull for, and that answers a plane
// n·x = d, with the water where n·x < d, by answer(const Hull &, const float n[3], double d).
template <class Hull, auto answer>
buoy_plugin_kernel volume_kernel(const char *method, const char *isa, buoy_plugin_accuracy accuracy,
                                 decltype(buoy_plugin_kernel::make) make) {
    buoy_plugin_kernel kernel = {};
    kernel.family = "volume";
    kernel.method = method;
    kernel.isa = isa;
    kernel.accuracy = accuracy;
    kernel.make = make;
    kernel.release = [](void *, void *hull) { delete static_cast<Hull *>(hull); };
    kernel.volume = [](void *, void *hull, const buoy_volume_query *query, buoy_volume *results) {
        try {
            for (size_t i = 0; i < query->count; ++i) {
                const buoy_plane &plane = query->planes[i];
                const double d = query->planes64 ? query->planes64[i].d : double(plane.d);
                results[i] = answer(*static_cast<const Hull *>(hull), plane.normal, d);
            }
            return 0;
        } catch (...) {
            return 1;
        }
    };
    return kernel;
}

#endif
