// Sines of angles in degrees from + − × ÷ alone, with the same bits on every machine: C libraries
// differ in the last bits of theirs.
#ifndef BUOY_DEGREES_H
#define BUOY_DEGREES_H

#include <stdint.h>

// Sets the sine and the cosine of an angle, |degrees| ≤ 10⁶. The nearest multiple of 90° is taken
// off without rounding, so that multiples of 90° have exact results, and eleven terms after the
// first of each series are summed for what is left, at most π/4: the next is below 10⁻²⁴.
static inline void buoy_sine_of_degrees(double degrees, double *sine, double *cosine) {
    const int32_t quarters = (int32_t)(degrees / 90.0 + (degrees < 0.0 ? -0.5 : 0.5));
    const double x = (degrees - 90.0 * quarters) * (3.14159265358979323846 / 180.0), x2 = x * x;
    double s = 1.0, c = 1.0;
    for (int k = 11; k >= 1; --k) {
        s = 1.0 - x2 / ((2.0 * k) * (2.0 * k + 1.0)) * s;
        c = 1.0 - x2 / ((2.0 * k - 1.0) * (2.0 * k)) * c;
    }
    s *= x;
    switch ((uint32_t)quarters % 4u) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = 0.0 - s;
        break;
    case 2:
        *sine = 0.0 - s, *cosine = 0.0 - c;
        break;
    default:
        *sine = 0.0 - c, *cosine = s;
    }
}

#endif
