// The errors of a volume and its centre.
#include "errors.h"

#include <math.h>

double infinite_if_nan(double error) {
    return isnan(error) ? (double)INFINITY : error;
}

struct family_errors errors_of_volume(double total, double diagonal,
                                      const struct buoy_volume *truth,
                                      const struct buoy_volume *answer) {
    const double dv = fabs(answer->volume - truth->volume);
    const double dx = answer->centre[0] - truth->centre[0],
                 dy = answer->centre[1] - truth->centre[1];
    const double dz = answer->centre[2] - truth->centre[2];
    return (struct family_errors){
        .immersion = truth->volume / total,
        .of_total = infinite_if_nan(dv / total),
        .of_submerged = infinite_if_nan(dv / truth->volume),
        .centroid = infinite_if_nan(sqrt(dx * dx + dy * dy + dz * dz) / diagonal),
    };
}
