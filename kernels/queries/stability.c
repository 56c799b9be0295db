// Hydrostatics of small motions: metacentric radii and the stiffness of buoyancy.
#include "base/arithmetic.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/vector.h"
#include "buoyancy_hydrostatics.h"

static bool unit_normal(const float normal[3], double n[3]) {
    for (int i = 0; i < 3; ++i) {
        n[i] = normal[i];
    }
    return buoy_unit(n);
}

// ∫ (x − o)(x − o)ᵀ dA over the waterplane, r = w − o.
static void moments_about(const struct buoy_hydrostatics *body, const double r[3],
                          double moments[3][3]) {
    const double about_w[3][3] = {{body->xx, body->xy, body->xz},
                                  {body->xy, body->yy, body->yz},
                                  {body->xz, body->yz, body->zz}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            moments[i][j] = about_w[i][j] + body->waterplane_area * r[i] * r[j];
        }
    }
}

// aᵀ M b
static double form(const double a[3], double m[3][3], const double b[3]) {
    return a[0] * buoy_dot(m[0], b) + a[1] * buoy_dot(m[1], b) + a[2] * buoy_dot(m[2], b);
}

enum buoy_status buoy_metacentric_radii_compute(const struct buoy_hydrostatics *body,
                                                const float normal[3],
                                                struct buoy_metacentric_radii *radii,
                                                struct buoy_error *error) {
    double n[3], e[3], f[3], m[3][3];
    BUOY_REFUSE_IF(!body || !normal || !radii, ARGUMENT,
                   "no body, no normal, or no room for radii");
    BUOY_REFUSE_IF(!unit_normal(normal, n), NON_FINITE, "the normal is zero or not finite");
    buoy_span_plane(n, e, f);
    moments_about(body, (const double[3]){0.0, 0.0, 0.0}, m);
    const double a = form(e, m, e), b = form(e, m, f), c = form(f, m, f);
    const double mean = 0.5 * (a + c), half = 0.5 * (a - c), radius = sqrt(half * half + b * b);
    const double smaller = mean - radius;
    const double volume = body->volume;
    double found[5] = {
        volume != 0.0 ? (smaller < 0.0 ? 0.0 : smaller) / volume : 0.0,
        volume != 0.0 ? (mean + radius) / volume : 0.0,
    };
    // The eigenvector of mean + radius, by the row of the matrix that does not cancel.
    const double along_e = half >= 0.0 ? radius + half : b,
                 along_f = half >= 0.0 ? b : radius - half;
    for (int i = 0; i < 3; ++i) {
        found[2 + i] = radius > 0.0 ? along_e * e[i] + along_f * f[i] : e[i];
    }
    BUOY_REFUSE_IF(!isfinite(volume) || !buoy_within(found, 5, DBL_MAX), NON_FINITE,
                   "the body's numbers are not finite, or too large");
    buoy_unit(&found[2]);
    *radii = (struct buoy_metacentric_radii){found[0], found[1], {found[2], found[3], found[4]}};
    return buoy_succeed(error);
}

enum buoy_status buoy_stiffness(const struct buoy_hydrostatics *body, const float normal[3],
                                double density, const double point[3], double stiffness[6][6],
                                struct buoy_error *error) {
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double n[3], rc[3], rw[3], lever[3], m[3][3], k[6][6];
    BUOY_REFUSE_IF(!body || !normal || !point || !stiffness, ARGUMENT,
                   "no body, no normal, no point, or no room for the stiffness");
    BUOY_REFUSE_IF(!unit_normal(normal, n), NON_FINITE, "the normal is zero or not finite");
    for (int i = 0; i < 3; ++i) {
        rc[i] = body->centre[i] - point[i];
        rw[i] = body->waterplane_centroid[i] - point[i];
    }
    moments_about(body, rw, m);
    buoy_cross_product(rw, n, lever);
    const double area = density * body->waterplane_area, volume = density * body->volume;
    const double height = buoy_dot(rc, n);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double ni[3], nj[3];
            buoy_cross_product(n, axes[i], ni);
            buoy_cross_product(n, axes[j], nj);
            k[i][j] = area * n[i] * n[j];
            k[i][3 + j] = area * n[i] * lever[j];
            k[3 + i][j] = area * lever[i] * n[j];
            k[3 + i][3 + j] =
                density * form(ni, m, nj) + volume * ((i == j ? height : 0.0) - rc[i] * n[j]);
        }
    }
    BUOY_REFUSE_IF(!buoy_within(&k[0][0], 36, DBL_MAX), NON_FINITE,
                   "a number is not finite, or the stiffness too large");
    memcpy(stiffness, k, sizeof k);
    return buoy_succeed(error);
}
