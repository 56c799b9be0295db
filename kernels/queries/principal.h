// Principal axes of a symmetric tensor in a plane.
#ifndef BUOY_PRINCIPAL_H
#define BUOY_PRINCIPAL_H

#include <math.h>

// Eigenvalues of ((a, b), (b, c)), the smaller first, and the larger one's unit eigenvector.
struct buoy_principal {
    double smaller, larger, x, y;
};

static inline struct buoy_principal buoy_principal_axes(double a, double b, double c) {
    const double mean = 0.5 * (a + c), half = 0.5 * (a - c), radius = sqrt(half * half + b * b);
    struct buoy_principal found = {mean - radius, mean + radius, 1.0, 0.0};
    if (radius > 0.0) { // by the row of the matrix that does not cancel
        const double x = half >= 0.0 ? radius + half : b, y = half >= 0.0 ? b : radius - half;
        const double length = sqrt(x * x + y * y);
        if (length > 0.0) {
            found.x = x / length;
            found.y = y / length;
        }
    }
    return found;
}

#endif
