// Angles from + − × ÷ √ alone, with the same bits on every machine: C libraries differ in the last
// bits of theirs.
#ifndef BUOY_ARCTANGENT_H
#define BUOY_ARCTANGENT_H

#include <math.h>

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
