// How far a volume and its centre are from the truth.
#include "errors.h"

#include <math.h>

static double infinite_if_nan(double error) {
    return isnan(error) ? (double)INFINITY : error;
}

struct family_errors errors_of_volume(double total, double diagonal,
                                      const struct buoy_volume *truth,
                                      const struct buoy_volume *answer) {
    const double dv = fabs(answer->volume - truth->volume);
    const double dx = answer->cx - truth->cx, dy = answer->cy - truth->cy;
    const double dz = answer->cz - truth->cz;
    return (struct family_errors){
        .immersion = truth->volume / total,
        .of_total = infinite_if_nan(dv / total),
        .of_submerged = infinite_if_nan(dv / truth->volume),
        .centroid = infinite_if_nan(sqrt(dx * dx + dy * dy + dz * dz) / diagonal),
    };
}
