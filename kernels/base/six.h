// Six by six: matrices of what moves along three axes and turns about them.
#ifndef BUOY_SIX_H
#define BUOY_SIX_H

#include <math.h>
#include <stdbool.h>

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

#endif
