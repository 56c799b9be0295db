// Bodies that meet water as a plane, in a pool.
#include "base/arithmetic.h"

#include "water/pool.h"

#include <math.h>

// Narrows the interval low to high along an axis to where the box can be wet, relative to the
// middle: there is a point n·x ≤ depth of the box above or below each place of it.
static void narrow_to_wet(const struct buoy_wader *wader, int axis, double *low, double *high) {
    const double n = wader->up[axis];
    double room = wader->depth;
    for (int i = 0; i < 3; ++i) {
        room += i == axis ? 0.0 : fabs(wader->up[i]) * wader->reach[i];
    }
    if (n > 0.0 && n * *high > room) {
        *high = room / n;
    } else if (n < 0.0 && n * *low > room) {
        *low = room / n;
    }
}

void buoy_pool_hold(const struct buoy_region *region, const struct buoy_wader *wader,
                    struct buoy_held *held) {
    *held = (struct buoy_held){.share = 1.0, .shrink = {1.0, 1.0, 1.0}};
    for (int i = 0; region && i < 3; ++i) {
        double low = -wader->reach[i], high = wader->reach[i];
        narrow_to_wet(wader, i, &low, &high);
        if (!(low < high)) { // dry: all of the box counts
            low = -wader->reach[i];
            high = wader->reach[i];
        }
        const double first = fmax(low, region->low[i] - wader->middle[i]);
        const double last = fmin(high, region->high[i] - wader->middle[i]);
        if (first > low || last < high) {
            held->from[i] = low;
            held->to[i] = first;
            held->shrink[i] = last > first ? (last - first) / (high - low) : 0.0;
            held->share *= held->shrink[i];
        }
    }
}

void buoy_pool_keep(const struct buoy_held *held, double *volume, double *wetted_area,
                    double centre[3]) {
    if (held->share == 1.0) {
        return;
    }
    *volume *= held->share;
    *wetted_area *= held->share;
    for (int i = 0; i < 3; ++i) {
        centre[i] =
            held->share > 0.0 ? held->to[i] + held->shrink[i] * (centre[i] - held->from[i]) : 0.0;
    }
}
