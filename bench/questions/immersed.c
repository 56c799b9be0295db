// Water planes that submerge a given share of a body.
#include "immersed.h"

#include <limits.h>
#include <math.h>

#include "cli.h"
#include "poses.h"
#include "query.h"

// Bisects the range of offsets, in float, until it has been halved often enough or its ends are
// neighbours, and takes its upper end: the least offset found at which V / V_total reaches the
// immersion.
static int lower(const struct buoy_mesh *mesh, const struct buoy_kernel *kernel, int halvings,
                 double immersion, struct buoy_plane *plane) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    double at_centre = 0.0, reach = 0.0;
    for (int i = 0; i < 3; ++i) {
        at_centre += n[i] * info.centre[i];
        reach += fabs(n[i]) * info.half_extent[i];
    }
    float dry = poses_offset(at_centre - reach), wet = poses_offset(at_centre + reach);
    for (int i = 0; i < halvings; ++i) {
        const float middle = 0.5f * dry + 0.5f * wet;
        if (middle <= dry || middle >= wet) {
            break;
        }
        struct buoy_volume answer;
        plane->d = middle;
        if (query_volume(kernel,
                         (struct buoy_volume_query){.mesh = mesh, .planes = plane, .count = 1},
                         &answer) != 0) {
            return CLI_BAD;
        }
        if (answer.volume < immersion * info.volume) {
            dry = middle;
        } else {
            wet = middle;
        }
    }
    plane->d = wet;
    return 0;
}

int immersed_lower(const struct buoy_mesh *mesh, double immersion, struct buoy_plane *plane) {
    return lower(mesh, buoy_kernel_find("volume/auto/best"), 24, immersion, plane);
}

int immersed_make_barely_wet(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                             struct buoy_plane *planes) {
    static const double immersions[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    const size_t decades = sizeof immersions / sizeof immersions[0];
    const struct buoy_kernel *reference = buoy_kernel_find("volume/catto64/scalar");
    poses_make(mesh, seed, count, planes);
    for (size_t i = 0; i < count; ++i) {
        if (lower(mesh, reference, INT_MAX, immersions[i % decades], &planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
