// Sines of angles in degrees, and angles from coordinates, from + − × ÷ √ alone, with the same bits
// on every machine: C libraries differ in the last bits of theirs.
#ifndef BUOY_ANGLES_H
#define BUOY_ANGLES_H

#include <math.h>
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

#define BUOY_PI 3.14159265358979323846

// The angle whose tangent is t, 0 ≤ t ≤ 1. The angle is halved twice, tan φ/2 = t/(1 + √(1 + t²)),
// which leaves t ≤ tan π/16 = 0.199 for the series t − t³/3 + t⁵/5 − …, of which twelve terms are
// summed.
static inline double buoy_arctangent(double t) {
    t = t / (1.0 + sqrt(1.0 + t * t));
    t = t / (1.0 + sqrt(1.0 + t * t));
    double sum = 0.0;
    for (int k = 11; k >= 0; --k) {
        sum = 1.0 / (2 * k + 1) - t * t * sum;
    }
    return 4.0 * t * sum;
}

// The angle from the x axis to (x, y), −π to π; 0 for the origin.
static inline double buoy_angle(double y, double x) {
    const double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0) {
        return 0.0;
    }
    double angle = ay <= ax ? buoy_arctangent(ay / ax) : 0.5 * BUOY_PI - buoy_arctangent(ax / ay);
    angle = x < 0.0 ? BUOY_PI - angle : angle;
    return y < 0.0 ? -angle : angle;
}

#endif
