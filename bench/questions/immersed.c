// Water planes that submerge a given share of a body.
#include "immersed.h"
#include "buoyancy_kernels.h"

#include <limits.h>
#include <math.h>

#include "cli.h"
#include "poses.h"
#include "query.h"
#include "random.h"

// The offset of a plane through the middle of a body's bounding box, and how far from it planes
// meet the box.
static void find_range(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                       struct buoy_mesh_info *info, double *at_centre, double *reach) {
    buoy_mesh_get_info(mesh, info, NULL);
    *at_centre = *reach = 0.0;
    for (int i = 0; i < 3; ++i) {
        *at_centre += (double)plane->normal[i] * info->centre[i];
        *reach += fabs((double)plane->normal[i]) * info->half_extent[i];
    }
}

// Bisects the range of offsets, in float, until it has been halved often enough or its ends are
// neighbours, and takes its upper end: the least offset found at which V / V_total reaches the
// immersion.
static int lower(const struct buoy_mesh *mesh, const struct buoy_kernel *kernel, int halvings,
                 double immersion, struct buoy_plane *plane) {
    struct buoy_mesh_info info;
    double at_centre, reach;
    find_range(mesh, plane, &info, &at_centre, &reach);
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

void immersed_leave_uncut(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                          struct buoy_plane *planes) {
    for (size_t i = 0; i < count; ++i) {
        struct buoy_mesh_info info;
        double at_centre, reach;
        find_range(mesh, &planes[i], &info, &at_centre, &reach);
        const double away = (random_bits(&seed) & 1 ? 1.1 : -1.1) * reach;
        planes[i].d = poses_offset(at_centre + away);
    }
}

int immersed_wet_barely(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                        struct buoy_plane *planes) {
    const struct buoy_kernel *reference = buoy_kernel_find("volume/catto64/scalar");
    for (size_t i = 0; i < count; ++i) {
        const double share = (double)(random_bits(&seed) >> 11) * 0x1p-53;
        if (lower(mesh, reference, INT_MAX, pow(10.0, 5.0 * share - 9.0), &planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
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
