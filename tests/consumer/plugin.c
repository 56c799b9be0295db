// Somebody else's kernel: the volume of a sphere below planes, for meshes that are nearly one. It
// is C and C++ at once.
#include <buoyancy_plugin.h>

#include <stdio.h>
#include <stdlib.h>

static enum buoy_plugin_status make(void *context, const struct buoy_plugin_hull *given,
                                    struct buoy_plugin_prepared *prepared) {
    (void)context;
    const double *h = given->info->half_extent;
    if (h[0] > 1.01 * h[1] || h[1] > 1.01 * h[2] || h[2] > 1.01 * h[0]) {
        snprintf(prepared->reason, sizeof prepared->reason, "only spheres");
        return BUOY_PLUGIN_DECLINED;
    }
    double *sphere = (double *)malloc(4 * sizeof(double)); // centre and radius
    if (!sphere) {
        return BUOY_PLUGIN_FAILED;
    }
    for (int i = 0; i < 3; ++i) {
        sphere[i] = given->info->centre[i];
    }
    sphere[3] = h[0];
    prepared->hull = sphere;
    return BUOY_PLUGIN_READY;
}

// A cap of height t, of normals that have unit length.
static int volume(void *context, void *hull, const struct buoy_volume_query *query,
                  struct buoy_volume *results) {
    (void)context;
    const double *sphere = (const double *)hull, r = sphere[3], pi = 3.14159265358979;
    for (size_t i = 0; i < query->count; ++i) {
        const float *n = query->planes[i].normal;
        double height = -(double)query->planes[i].d, t, below;
        for (int k = 0; k < 3; ++k) {
            height += (double)n[k] * sphere[k];
        }
        t = height > r ? 0.0 : height < -r ? 2.0 * r : r - height;
        below = t > 0.0 ? 0.75 * (2.0 * r - t) * (2.0 * r - t) / (3.0 * r - t) : 0.0;
        results[i].volume = pi * t * t * (r - t / 3.0);
        for (int k = 0; k < 3; ++k) {
            results[i].centre[k] = sphere[k] - below * (double)n[k];
        }
    }
    return 0;
}

static void release(void *context, void *hull) {
    (void)context;
    free(hull);
}

static const struct buoy_plugin_kernel kernels[] = {
    {"volume",
     "cap",
     "double",
     false,
     {0.05, 0.05, 0.0},
     NULL,
     NULL,
     make,
     release,
     volume,
     NULL,
     NULL,
     NULL,
     NULL,
     NULL,
     NULL},
};

BUOY_PLUGIN_DEFINE("a consumer's sphere", kernels)
