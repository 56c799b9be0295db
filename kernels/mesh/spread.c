// Second moments of a body's volume, and the box that has the same.
#include "base/arithmetic.h"

#include "mesh/spread.h"

#include <math.h>

// Jacobi's rotation of two axes that makes a[p][q] 0.
static void turn_axes(double a[3][3], int p, int q) {
    const double difference = a[q][q] - a[p][p];
    // A turn by nothing, whose cotangent would overflow.
    if (fabs(a[p][q]) <= 0x1p-511 * fabs(difference)) {
        a[p][q] = a[q][p] = 0.0;
        return;
    }
    const int other = 3 - p - q;
    const double cotangent = difference / (2.0 * a[p][q]); // of twice the angle
    const double size = 1.0 / (fabs(cotangent) + sqrt(cotangent * cotangent + 1.0));
    const double tangent = cotangent < 0.0 ? -size : size;
    const double cosine = 1.0 / sqrt(tangent * tangent + 1.0), sine = tangent * cosine;
    const double with_p = a[other][p], with_q = a[other][q];
    a[p][p] -= tangent * a[p][q];
    a[q][q] += tangent * a[p][q];
    a[p][q] = a[q][p] = 0.0;
    a[other][p] = a[p][other] = cosine * with_p - sine * with_q;
    a[other][q] = a[q][other] = sine * with_p + cosine * with_q;
}

// The eigenvalues of a symmetric matrix; five rounds leave nothing beside the diagonal but
// rounding, because each round squares what is left.
static void find_eigenvalues(double matrix[3][3], double values[3]) {
    double a[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            a[i][j] = 0.5 * (matrix[i][j] + matrix[j][i]);
        }
    }
    for (int round = 0; round < 8; ++round) {
        turn_axes(a, 0, 1);
        turn_axes(a, 0, 2);
        turn_axes(a, 1, 2);
    }
    for (int i = 0; i < 3; ++i) {
        values[i] = a[i][i];
    }
}

// No part of a body is farther from its centroid than its box is wide.
static bool can_be(double second[3][3], const double half_extent[3], const double values[3]) {
    for (int i = 0; i < 3; ++i) {
        if (!(values[i] > 0.0) || !(second[i][i] <= 4.0 * half_extent[i] * half_extent[i])) {
            return false;
        }
    }
    return true;
}

// A box of half extent h has the second moment h²/3: its extent is 2√3 times the root of that.
static double mean_extent(const double values[3]) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum += sqrt(values[i]);
    }
    return 2.0 * 1.7320508075688772935 / 3.0 * sum;
}

void buoy_spread_of_box(const double half_extent[3], struct buoy_spread *spread) {
    double values[3];
    *spread = (struct buoy_spread){.length = 0.0};
    for (int i = 0; i < 3; ++i) {
        values[i] = half_extent[i] * half_extent[i] / 3.0;
        spread->second[buoy_symmetric(i, i)] = values[i];
    }
    spread->length = mean_extent(values);
}

bool buoy_spread_make(const double centroid[3], double second[3][3], const double half_extent[3],
                      bool sound, struct buoy_spread *spread) {
    double values[3];
    find_eigenvalues(second, values);
    if (!sound || !can_be(second, half_extent, values)) {
        buoy_spread_of_box(half_extent, spread);
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        spread->centroid[i] = centroid[i];
        for (int j = i; j < 3; ++j) {
            spread->second[buoy_symmetric(i, j)] = 0.5 * (second[i][j] + second[j][i]);
        }
    }
    spread->length = mean_extent(values);
    return true;
}
