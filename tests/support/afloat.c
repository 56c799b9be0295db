#include "afloat.h"

#include <math.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180.0)

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_triangle(double p[3][3], double sums[4]) {
    double kept[4][3];
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        const double *a = p[k], *b = p[(k + 1) % 3];
        if (a[2] < 0.0) {
            memcpy(kept[count++], a, sizeof kept[0]);
        }
        if ((a[2] < 0.0) != (b[2] < 0.0)) {
            for (int i = 0; i < 2; ++i) {
                kept[count][i] = (a[i] * b[2] - b[i] * a[2]) / (b[2] - a[2]);
            }
            kept[count++][2] = 0.0;
        }
    }
    for (int k = 2; k < count; ++k) {
        double piece[3][3];
        memcpy(piece[0], kept[0], sizeof piece[0]);
        memcpy(piece[1], kept[k - 1], sizeof piece[1]);
        memcpy(piece[2], kept[k], sizeof piece[2]);
        // The columns above a triangle that is below the water, in the water's frame, as a share
        // of the sums V, V x, V y, V z.
        const double shadow = 0.5 * ((piece[1][0] - piece[0][0]) * (piece[2][1] - piece[0][1]) -
                                     (piece[2][0] - piece[0][0]) * (piece[1][1] - piece[0][1]));
        double sum[3], products[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; ++i) {
            sum[i] = piece[0][i] + piece[1][i] + piece[2][i];
            for (int j = 0; j < 3; ++j) {
                products[i] += piece[j][i] * piece[j][2];
            }
        }
        sums[0] += shadow * sum[2] / 3.0;
        for (int i = 0; i < 3; ++i) {
            const double integral = shadow / 12.0 * (sum[i] * sum[2] + products[i]);
            sums[1 + i] += i < 2 ? integral : 0.5 * integral;
        }
    }
}

struct afloat afloat_below(const struct body *body, const double n[3], double d) {
    double e[3], f[3], sums[4] = {0.0, 0.0, 0.0, 0.0};
    // Axes along the water.
    const int least = fabs(n[0]) < fabs(n[1]) && fabs(n[0]) < fabs(n[2]) ? 0
                      : fabs(n[1]) < fabs(n[2])                          ? 1
                                                                         : 2;
    for (int i = 0; i < 3; ++i) {
        e[i] = (i == least) - n[least] * n[i];
    }
    const double length = sqrt(dot(e, e));
    for (int i = 0; i < 3; ++i) {
        e[i] /= length;
    }
    f[0] = n[1] * e[2] - n[2] * e[1];
    f[1] = n[2] * e[0] - n[0] * e[2];
    f[2] = n[0] * e[1] - n[1] * e[0];
    for (size_t t = 0; t < body->triangle_count; ++t) {
        double p[3][3];
        for (int k = 0; k < 3; ++k) {
            const float *x = body->positions + 3 * body->indices[3 * t + (size_t)k];
            const double v[3] = {x[0], x[1], x[2]};
            p[k][0] = dot(e, v);
            p[k][1] = dot(f, v);
            p[k][2] = dot(n, v) - d;
        }
        add_triangle(p, sums);
    }
    struct afloat found = {sums[0], {0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; ++i) {
        found.centre[i] =
            sums[0] != 0.0 ? (e[i] * sums[1] + f[i] * sums[2] + n[i] * sums[3]) / sums[0] + d * n[i]
                           : 0.0;
    }
    return found;
}

double afloat_draft(const struct body *body, const double n[3], double volume) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < body->vertex_count; ++i) {
        const float *x = body->positions + 3 * i;
        const double s = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        low = s < low ? s : low; // with fmin() and fmax(), gcc 12 for AArch64 fails at -O3
        high = s > high ? s : high;
    }
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        *(afloat_below(body, n, middle).volume < volume ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static void lever_at(const struct body *body, const double n[3], double volume, const double g[3],
                     double lever[3]) {
    const struct afloat below = afloat_below(body, n, afloat_draft(body, n, volume));
    for (int i = 0; i < 3; ++i) {
        lever[i] = g[i] - below.centre[i];
    }
}

double afloat_energy(const struct body *body, const double n[3], double volume, const double g[3]) {
    double lever[3];
    lever_at(body, n, volume, g, lever);
    return dot(n, lever);
}

double afloat_arm(const struct body *body, double volume, const double g[3], double heel,
                  double most, double *trim) {
    const double s = sin(heel * DEGREE), c = cos(heel * DEGREE), m[3] = {0.0, s, c},
                 t[3] = {0.0, c, -s};
    double low = -most, high = most, lever[3];
    for (int i = 0; i < 50; ++i) {
        const double tau = trim ? 0.5 * (low + high) * DEGREE : 0.0;
        double n[3], level[3];
        for (int k = 0; k < 3; ++k) {
            n[k] = m[k] * cos(tau) - (k == 0) * sin(tau);
            level[k] = (k == 0) * cos(tau) + m[k] * sin(tau);
        }
        lever_at(body, n, volume, g, lever);
        if (!trim) {
            break;
        }
        *trim = 0.5 * (low + high);
        *(dot(lever, level) > 0.0 ? &low : &high) = *trim; // the energy still falls
    }
    return dot(lever, t);
}
