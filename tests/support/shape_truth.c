// Shapes below planes, by the library's quadrature and by a sum over points.
#include "shape_truth.h"
#include "buoyancy_kernels.h"

#include <math.h>

struct shape_answer shape_truth(struct shape_question q) {
    return ask_shape(buoy_kernel_find("shapes/reference/scalar"), q);
}

// The wetted area: over the unit sphere's cap about −m, ∫ |B u| by Gauss and Legendre's two-point
// rule in rings of equal height, evenly around.
double shape_truth_ellipsoid_area(struct shape_question q) {
    enum {
        rings = 1500,
        around = 1500
    };
    const double pi = 3.14159265358979323846;
    double m[3], b[3], e[3], f[3], g = 0.0, sum = 0.0;
    const float *size = q.shape.size;
    for (int i = 0; i < 3; ++i) {
        m[i] = (double)q.plane.normal[i] * (double)size[i];
        b[i] = (double)size[(i + 1) % 3] * (double)size[(i + 2) % 3];
        g += m[i] * m[i];
    }
    g = sqrt(g);
    const double top = fmin(fmax((double)q.plane.d / g, -1.0), 1.0);
    const int least = fabs(m[0]) < fabs(m[1]) ? (fabs(m[0]) < fabs(m[2]) ? 0 : 2)
                                              : (fabs(m[1]) < fabs(m[2]) ? 1 : 2);
    const int j = (least + 1) % 3, k = (least + 2) % 3;
    const double across = sqrt(m[j] * m[j] + m[k] * m[k]);
    e[least] = 0.0;
    e[j] = -m[k] / across;
    e[k] = m[j] / across;
    for (int i = 0; i < 3; ++i) {
        const int n = (i + 1) % 3, p = (i + 2) % 3;
        f[i] = (m[n] * e[p] - m[p] * e[n]) / g;
    }
    for (int r = 0; r < 2 * rings; ++r) {
        const int ring = r / 2;
        const double at = (ring + (r % 2 ? 0.78867513459481287 : 0.21132486540518713)) / rings;
        const double z = -1.0 + at * (1.0 + top), s = sqrt(1.0 - z * z);
        for (int i = 0; i < around; ++i) {
            const double phi = 2.0 * pi * (i + 0.5) / around, x = s * cos(phi), y = s * sin(phi);
            double square = 0.0;
            for (int n = 0; n < 3; ++n) {
                const double u = b[n] * (z * m[n] / g + x * e[n] + y * f[n]);
                square += u * u;
            }
            sum += sqrt(square);
        }
    }
    return sum * (1.0 + top) / (2.0 * rings) * 2.0 * pi / around;
}
