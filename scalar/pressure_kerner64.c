// pressure/kerner64: Kerner's triangles, with the pressure integrated over each, in double and from
// the vertices as given; the reference of its family.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "pressure_integral.h"

static void add_integral(const struct buoy_immersion *immersion,
                         const struct walk_triangle *triangle, struct buoy_pressure_sums *sums) {
    double q, gamma[3], moment[3];
    (void)immersion;
    if (triangle->f == 0.0) {
        return;
    }
    integral_weigh(triangle, &q, gamma);
    integral_add(triangle, q, gamma, moment, sums);
}

bool buoy_pressure_kerner64_scalar(const struct buoy_pressure_query *query,
                                   struct buoy_waterline *waterline,
                                   struct buoy_pressure *restrict result) {
    return walk(query, waterline, add_integral, true, result);
}
