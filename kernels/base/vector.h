// Vectors of three doubles, matrices of six by six, angles, rounding.
#ifndef BUOY_VECTOR_H
#define BUOY_VECTOR_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static inline double buoy_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double buoy_length(const double a[3]) {
    return sqrt(buoy_dot(a, a));
}

static inline double buoy_distance(const double a[3], const double b[3]) {
    const double from[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return buoy_length(from);
}

static inline void buoy_cross_product(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void buoy_add_cross(const double a[3], const double b[3], double sum[3]) {
    sum[0] += a[1] * b[2] - a[2] * b[1];
    sum[1] += a[2] * b[0] - a[0] * b[2];
    sum[2] += a[0] * b[1] - a[1] * b[0];
}

// Twice the area vector of a triangle, (v2 − v1) × (v3 − v1), and the area vector.
static inline void buoy_twice_area_vector(double v[3][3], double area[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = v[1][k] - v[0][k];
        b[k] = v[2][k] - v[0][k];
    }
    buoy_cross_product(a, b, area);
}

static inline void buoy_area_vector(double v[3][3], double area[3]) {
    buoy_twice_area_vector(v, area);
    for (int k = 0; k < 3; ++k) {
        area[k] *= 0.5;
    }
}

// Brings the normal of a plane n·x = d to unit length, and d with it, without overflow; false if
// the normal has none or is not finite.
static inline bool buoy_unit_plane(double n[3], double *d) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (!isfinite(n[i])) {
            return false;
        }
        largest = fabs(n[i]) > largest ? fabs(n[i]) : largest;
    }
    if (largest == 0.0) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        n[i] /= largest;
    }
    const double length = buoy_length(n);
    for (int i = 0; i < 3; ++i) {
        n[i] /= length;
    }
    *d = *d / largest / length;
    return true;
}

// Makes a vector's length 1, without an offset.
static inline bool buoy_unit(double x[3]) {
    double none = 0.0;
    return buoy_unit_plane(x, &none);
}

// Two unit vectors that with n make a right-handed frame.
static inline void buoy_span_plane(const double n[3], double e[3], double f[3]) {
    const double x = fabs(n[0]), y = fabs(n[1]), z = fabs(n[2]);
    const double least[3] = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    buoy_cross_product(least, n, e);
    buoy_unit(e);
    buoy_cross_product(n, e, f);
}

// Whether all are finite and none is beyond a limit.
static inline bool buoy_within(const double *values, int count, double limit) {
    for (int i = 0; i < count; ++i) {
        if (!(fabs(values[i]) <= limit)) {
            return false;
        }
    }
    return true;
}

// Six by six: matrices of what moves along three axes and turns about them.
#define BUOY_SIX 6

static inline void buoy_multiply6(double a[BUOY_SIX][BUOY_SIX], const double x[BUOY_SIX],
                                  double result[BUOY_SIX]) {
    for (int i = 0; i < BUOY_SIX; ++i) {
        result[i] = 0.0;
        for (int j = 0; j < BUOY_SIX; ++j) {
            result[i] += a[i][j] * x[j];
        }
    }
}

// Solves a x = b in place, by elimination with partial pivoting. Both are overwritten.
static inline void buoy_solve6(double a[BUOY_SIX][BUOY_SIX], double x[BUOY_SIX]) {
    for (int k = 0; k < BUOY_SIX; ++k) {
        int largest = k;
        for (int i = k + 1; i < BUOY_SIX; ++i) {
            largest = fabs(a[i][k]) > fabs(a[largest][k]) ? i : largest;
        }
        for (int j = 0; j < BUOY_SIX; ++j) {
            const double swap = a[k][j];
            a[k][j] = a[largest][j];
            a[largest][j] = swap;
        }
        const double swap = x[k];
        x[k] = x[largest];
        x[largest] = swap;
        for (int i = k + 1; i < BUOY_SIX; ++i) {
            const double share = a[i][k] / a[k][k];
            for (int j = k + 1; j < BUOY_SIX; ++j) {
                a[i][j] -= share * a[k][j];
            }
            x[i] -= share * x[k];
        }
    }
    for (int k = BUOY_SIX - 1; k >= 0; --k) {
        for (int j = k + 1; j < BUOY_SIX; ++j) {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
}

#define BUOY_PI 3.14159265358979323846

// Angles come from + − × ÷ √ alone, with the same bits on every machine: C libraries differ in the
// last bits of theirs.

// Sets the sine and the cosine of an angle, |degrees| ≤ 10⁶. The nearest multiple of 90° is taken
// off without rounding, so that multiples of 90° have exact results, and eleven terms after the
// first of each series are summed for what is left, at most π/4: the next is below 10⁻²⁴.
static inline void buoy_sine_of_degrees(double degrees, double *sine, double *cosine) {
    const int32_t quarters = (int32_t)(degrees / 90.0 + (degrees < 0.0 ? -0.5 : 0.5));
    const double x = (degrees - 90.0 * quarters) * (BUOY_PI / 180.0), x2 = x * x;
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

// Which way the caller's processor rounds. It matters only where an answer depends on it by more
// than a rounding: whole numbers found by adding 1.5 × 2⁵² and subtracting it again.

// |x| below 2⁵¹ plus this is a whole number plus it, rounded as the processor rounds.
#define BUOY_TO_WHOLE 0x1.8p52

// The number to subtract from x before x is rounded to a whole number, so that the result is
// between x − 1 and x: ½ if the processor rounds to the nearest, 1 if it rounds up, 0 if it rounds
// down or to zero (x + BUOY_TO_WHOLE is positive).
static inline double buoy_offset_of_floor(void) {
    volatile const double little = 0x1p-60; // read at run time, not folded by the compiler
    const double more = 1.0 + little, less = 1.0 - little;
    return more > 1.0 ? 1.0 : less < 1.0 ? 0.0 : 0.5;
}

// x rounded to float, in double. Through memory: where gcc 12 vectorizes two of them, it takes
// (double)(float)x for x.
static inline double buoy_rounded_to_float(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

#endif
