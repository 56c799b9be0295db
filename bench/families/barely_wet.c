// Water planes that wet next to nothing of a body, where errors relative to what is wet are worst.
#include <math.h>

#include "barely_wet.h"
#include "cli.h"
#include "poses.h"
#include "query.h"

// Lowers the water to the least offset, in float, at which V / V_total reaches the immersion.
static int lower(const struct buoy_mesh *mesh, const struct buoy_mesh_info *info, double immersion,
                 struct buoy_plane *plane) {
    const struct buoy_kernel *reference = buoy_kernel_find("volume/catto64/scalar");
    const double n[3] = {(double)plane->nx, (double)plane->ny, (double)plane->nz};
    double at_centre = 0.0, reach = 0.0;
    for (int i = 0; i < 3; i++) {
        at_centre += n[i] * info->centre[i];
        reach += fabs(n[i]) * info->half_extent[i];
    }
    float dry = (float)(at_centre - reach), wet = (float)(at_centre + reach);
    for (;;) {
        const float middle = 0.5f * dry + 0.5f * wet;
        if (middle <= dry || middle >= wet) { // neighbouring floats
            plane->d = wet;
            return 0;
        }
        struct buoy_volume answer;
        plane->d = middle;
        if (query_volume(reference, mesh, 0, plane, 1, &answer) != 0) {
            return CLI_BAD;
        }
        if (answer.volume < immersion * info->volume) {
            dry = middle;
        } else {
            wet = middle;
        }
    }
}

int barely_wet_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count,
                    struct buoy_plane *planes) {
    static const double immersions[BARELY_WET_DECADES] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info);
    poses_make(mesh, seed, count, planes);
    for (size_t i = 0; i < count; i++) {
        if (lower(mesh, &info, immersions[i % BARELY_WET_DECADES], &planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}
