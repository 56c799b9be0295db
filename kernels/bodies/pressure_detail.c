// The checked entry to pressure in detail: triangle by triangle, in water that bends.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>

#include "base/status.h"
#include "bodies/immersion.h"

static void fill_unknown(const struct buoy_mesh *mesh, struct buoy_pressure_detail *detail,
                         struct buoy_pressure *result) {
    const double nan = (double)NAN;
    const struct buoy_triangle_force unknown = {
        {nan, nan, nan}, {nan, nan, nan}, nan, nan, {nan, nan, nan}, {nan, nan, nan},
        {nan, nan, nan}, {nan, nan, nan}};
    for (uint32_t t = 0; detail->triangles && t < mesh->triangle_count; ++t) {
        detail->triangles[t] = unknown;
    }
    *result = buoy_pressure_unknown();
    detail->level_error = nan;
    detail->pieces = 0;
}

static enum buoy_status answer(const struct buoy_pressure_query *query,
                               struct buoy_pressure_detail *detail,
                               struct buoy_pressure *restrict result, struct buoy_error *error) {
    struct buoy_pressure found;
    switch (buoy_pressure_detailed_scalar(query, detail, &found)) {
    case BUOY_DETAIL_BAD_CURRENT:
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "the current at a point is not finite, or beyond %g", BUOY_MOST_SPEED);
    case BUOY_DETAIL_TOO_FINE:
        return buoy_fail(error, BUOY_ERROR_TOO_LARGE,
                         "a tolerance of %g m would need more than %u cuts of triangles",
                         detail->tolerance, BUOY_MOST_CUTS);
    case BUOY_DETAIL_FOUND:
        break;
    }
    BUOY_REFUSE_IF(!buoy_within(found.drag_force, 3, DBL_MAX) ||
                       !buoy_within(found.drag_torque, 3, DBL_MAX),
                   NON_FINITE, "drag within the step is beyond doubles");
    *result = found;
    return buoy_succeed(error);
}

enum buoy_status buoy_pressure_in_detail(const struct buoy_pressure_query *query,
                                         struct buoy_pressure_detail *detail,
                                         struct buoy_pressure *restrict result,
                                         struct buoy_error *error) {
    BUOY_REFUSE_IF(!detail, ARGUMENT, "no room for the detail");
    BUOY_TRY(buoy_check_pressure(query, NULL, result, error));
    BUOY_REFUSE_IF(!buoy_within(&detail->tolerance, 1, DBL_MAX), NON_FINITE,
                   "the tolerance is not finite");
    BUOY_REFUSE_IF(detail->tolerance < 0.0, ARGUMENT, "the tolerance is %g, not 0 or more",
                   detail->tolerance);
    if (!query->mesh->closed && buoy_pressure_wets_open_edge(query)) {
        fill_unknown(query->mesh, detail, result);
        return buoy_succeed(error);
    }
    return answer(query, detail, result, error);
}
