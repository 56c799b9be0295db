// The errors of buoyancy and of its torque.
#include "force_errors.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "cli.h"

static int compare_numbers(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
    if (count == 0) {
        return (double)NAN;
    }
    qsort(values, count, sizeof *values, compare_numbers);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

// Buoyancy pulls along n, by the volume.
static void torque_of(const struct buoy_mesh_info *info, const struct buoy_plane *plane,
                      const struct buoy_volume *wet, double torque[3]) {
    const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                         (double)plane->normal[2]};
    double arm[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = wet->volume * (wet->centre[i] - info->centre[i]) / buoy_length(n);
    }
    buoy_cross_product(arm, n, torque);
}

int force_errors_find(const struct buoy_mesh *mesh, const struct buoy_plane *planes, size_t count,
                      const struct buoy_volume *truth, const struct buoy_volume *answers,
                      struct force_errors *errors) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double *force = malloc((2 * count + 1) * sizeof *force);
    if (!force) {
        return cli_out_of_memory();
    }
    double *torque = force + count;
    size_t wet = 0;
    for (size_t i = 0; i < count; ++i) {
        const double volume = truth[i].volume;
        if (volume > 0.0) {
            double right[3], wrong[3];
            torque_of(&info, &planes[i], &truth[i], right);
            torque_of(&info, &planes[i], &answers[i], wrong);
            force[wet] = fabs(answers[i].volume - volume) / volume;
            torque[wet++] = buoy_distance(right, wrong) / (volume * info.diagonal);
        }
    }
    *errors = (struct force_errors){median(force, wet), median(torque, wet)};
    free(force);
    return 0;
}
