// basin/arcs/scalar: polygons in pools that are discs, in closed form: the library's own function,
// question by question.
#include "base/arithmetic.h"
#include "base/hot.h"

#include "dispatch/methods.h"

bool buoy_basin_arcs_scalar(const struct buoy_polygon *polygons, const struct buoy_circle *basins,
                            size_t count, struct buoy_area *restrict results) {
    for (size_t i = 0; i < count; ++i) {
        if (buoy_polygon_in_circle(&polygons[i], &basins[i], &results[i], NULL) != BUOY_OK) {
            return false;
        }
    }
    return true;
}
