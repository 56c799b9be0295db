// Primitive shapes as a whole: volume, area, extents, moments, in closed form; areas of ellipsoids.
#include "base/arithmetic.h"

#include <math.h>

#include "base/vector.h"
#include "mesh/kinds.h"

#define PI BUOY_PI

const char *buoy_kind_name(enum buoy_shape_kind kind) {
    static const char *const names[] = {
        [BUOY_SHAPE_BOX] = "box",
        [BUOY_SHAPE_SPHERE] = "sphere",
        [BUOY_SHAPE_ELLIPSOID] = "ellipsoid",
        [BUOY_SHAPE_CAPSULE] = "capsule",
        [BUOY_SHAPE_CYLINDER] = "cylinder",
        [BUOY_SHAPE_CONE] = "cone",
        [BUOY_SHAPE_MESH] = "mesh",
    };
    const size_t index = (size_t)(unsigned)kind;
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static void set3(double v[3], double x, double y, double z) {
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

void buoy_shape_describe(const struct buoy_shape *shape, struct buoy_shape_info *info) {
    const enum buoy_shape_kind kind = buoy_kind_of(shape);
    const bool ball = kind == BUOY_SHAPE_SPHERE;
    const double a = shape->size[0], b = ball ? a : shape->size[1], c = ball ? a : shape->size[2];
    const double size[3] = {a, b, c};
    double volume = 0.0, across, cylinder, halves;
    *info = (struct buoy_shape_info){0};
    switch (kind) {
    case BUOY_SHAPE_BOX:
        volume = 8.0 * (a * b * c);
        info->area = 8.0 * (a * b + b * c + c * a);
        set3(info->half_extent, a, b, c);
        set3(info->spread, volume * (a * a) / 3.0, volume * (b * b) / 3.0, volume * (c * c) / 3.0);
        break;
    case BUOY_SHAPE_SPHERE:
    case BUOY_SHAPE_ELLIPSOID:
        // π/3 is rounded and then the product is multiplied by 4: the volume has the bits of a
        // wholly submerged one (simd/shapes_caps.h).
        volume = a * b * c * 4.0 * (PI / 3.0);
        info->area = ball ? 4.0 * PI * (a * a) : buoy_ellipsoid_area(size);
        set3(info->half_extent, a, b, c);
        set3(info->spread, volume * (a * a) / 5.0, volume * (b * b) / 5.0, volume * (c * c) / 5.0);
        break;
    case BUOY_SHAPE_CAPSULE:
        // A cylinder between two half balls, whose centroids are 3r/8 above their bases.
        cylinder = 2.0 * PI * (a * a) * b;
        halves = 4.0 * PI / 3.0 * (a * a * a);
        volume = cylinder + halves;
        across = cylinder * (a * a) / 4.0 + halves * (a * a) / 5.0;
        info->area = 4.0 * PI * a * (b + a);
        set3(info->half_extent, a, a, b + a);
        set3(info->spread, across, across,
             cylinder * (b * b) / 3.0 + halves * (b * b + 0.75 * b * a + a * a / 5.0));
        break;
    case BUOY_SHAPE_CYLINDER:
        volume = 2.0 * PI * (a * a) * b;
        across = volume * (a * a) / 4.0;
        info->area = 2.0 * PI * a * (a + 2.0 * b);
        set3(info->half_extent, a, a, b);
        set3(info->spread, across, across, volume * (b * b) / 3.0);
        break;
    case BUOY_SHAPE_CONE:
        // One of height 2b has its centroid b/2 below the middle; about it, ∫ z² dV = V (2b)² 3/80.
        volume = 2.0 / 3.0 * PI * (a * a) * b;
        across = volume * (a * a) * 0.15;
        info->area = PI * a * (a + sqrt(a * a + 4.0 * (b * b)));
        set3(info->half_extent, a, a, b);
        info->centroid[2] = -0.5 * b;
        set3(info->spread, across, across, volume * (b * b) * 0.15);
        break;
    case BUOY_SHAPE_MESH:
        break;
    }
    info->volume = volume;
}

// ----------------------------------------------------------------------------- areas of ellipsoids

// Stretching the unit sphere by A = diag(a, b, c) stretches the area about u by F = |B u|, B =
// diag(bc, ca, ab), so the area is ∫ F du over a part of the sphere.
//
// The whole: 4π R_G(B₁², B₂², B₃²), Carlson's symmetric integral of the second kind, from R_F and
// R_D (DLMF 19.21.10) by duplication (B. C. Carlson, Numerical Algorithms 10, 1995).
//
// A cap: along a meridian φ about an axis N of the ellipsoid, with z = u·N and E = (B₁ cos φ)² +
// (B₂ sin φ)², F² = E + (B₃² − E) z², which has the integral
//   ∫₀ᶻ F dz = ½ z (F(z) + E R_C(F², E)),
// where Carlson's R_C stands for an arcus or an area function, whichever the sign of B₃² − E wants.
// So by Green's theorem the area is one integral around the cap's edge, ∮ G dφ with G = ∫_z¹ F dz,
// for which the trapezoidal rule serves, as the integrand is periodic and smooth. N is the axis
// that the cap's middle is nearest to: then the pole at −N, where dφ has no bound, is far from the
// edge, and at the pole N itself G vanishes as 1 − z does. The rule's error falls by e^(−δ) with
// each node, if δ is the least distance along the edge within which F changes: about the inverse
// aspect ratio.

// Sets the squares of B, divided by its largest number, which it returns; none is so small that it
// would not be a normal number.
static double find_stretch(const double size[3], double b2[3]) {
    const double b[3] = {size[1] * size[2], size[2] * size[0], size[0] * size[1]};
    const double largest = fmax(b[0], fmax(b[1], b[2]));
    for (int i = 0; i < 3; ++i) {
        b2[i] = fmax(b[i] / largest, 1e-100) * fmax(b[i] / largest, 1e-100);
    }
    return largest;
}

double buoy_ellipsoid_area(const double size[3]) {
    double b2[3];
    const double scale = find_stretch(size, b2);
    // With the middle one as z, all terms of R_G are positive.
    double x = fmin(b2[0], fmin(b2[1], b2[2])), y = fmax(b2[0], fmax(b2[1], b2[2]));
    double z = fmax(fmin(b2[0], b2[1]), fmin(fmax(b2[0], b2[1]), b2[2]));
    const double f_share = z, d_share = (z - x) * (y - z) / 3.0, rest = sqrt(x * y / z);
    double sum = 0.0, part = 1.0;
    // Until the series' third terms are below a rounding.
    while (y - x > 1e-5 * x) {
        const double lambda = sqrt(x * y) + sqrt(y * z) + sqrt(z * x);
        sum += part / (sqrt(z) * (z + lambda));
        part *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    const double a = (x + y + z) / 3.0, fx = 1.0 - x / a, fy = 1.0 - y / a, fz = -fx - fy;
    const double e = (x + y + 3.0 * z) / 5.0, dx = 1.0 - x / e, dy = 1.0 - y / e;
    const double dz = -(dx + dy) / 3.0;
    const double f = (1.0 - (fx * fy - fz * fz) / 10.0) / sqrt(a);
    const double d =
        3.0 * sum + part * (1.0 - 3.0 * (dx * dy - 6.0 * dz * dz) / 14.0) / (e * sqrt(e));
    return 2.0 * PI * (f_share * f + d_share * d + rest) * scale; // the bracket is 2 R_G
}

// Carlson's R_C(x, y), x and y > 0, to 1e-12 of itself while x/y and y/x are below 10⁶.
static double find_c(double x, double y) {
    for (int i = 0; i < 6; ++i) {
        const double lambda = 2.0 * sqrt(x * y) + y;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
    }
    const double a = (x + 2.0 * y) / 3.0, s = (y - a) / a;
    const double high = 3.0 / 8.0 + s * (9.0 / 22.0 + s * (159.0 / 208.0 + s * (9.0 / 8.0)));
    return (1.0 + s * s * (3.0 / 10.0 + s * (1.0 / 7.0 + s * high))) / sqrt(a);
}

// The mean of F from z to 1 on the meridian of (x, y); b² are the squares of B, z's last.
static double mean_to_pole(const double u[3], const double b2[3]) {
    const double x2 = u[0] * u[0], y2 = u[1] * u[1], z = u[2], at_pole = sqrt(b2[2]);
    if (!(1.0 - z > 1e-9)) {
        return at_pole; // (x, y) is hardly a direction
    }
    const double e = (x2 * b2[0] + y2 * b2[1]) / (x2 + y2);
    const double f2 = x2 * b2[0] + y2 * b2[1] + z * z * b2[2];
    return 0.5 * (at_pole - z * sqrt(f2) + e * (find_c(b2[2], e) - z * find_c(f2, e))) / (1.0 - z);
}

double buoy_ellipsoid_cap_area(const double size[3], const double m[3], double k) {
    double b2[3], sum = 0.0, least = 1.0;
    const double scale = find_stretch(size, b2);
    // Axes with the nearest to m last. The cap may be mirrored: no component of m is negative.
    int z = fabs(m[0]) > fabs(m[1]) ? 0 : 1;
    z = fabs(m[z]) > fabs(m[2]) ? z : 2;
    double n[3], turned[3];
    for (int i = 0; i < 3; ++i) {
        n[i] = fabs(m[(z + 1 + i) % 3]);
        turned[i] = b2[(z + 1 + i) % 3];
        least = fmin(least, sqrt(b2[i]));
    }
    const double radius = sqrt(k * (2.0 - k)), middle = 1.0 - k; // of the edge
    const double tilt = sqrt(n[0] * n[0] + n[1] * n[1]);
    const double ex = tilt > 0.0 ? n[0] / tilt : 1.0, ey = tilt > 0.0 ? n[1] / tilt : 0.0;
    // As many nodes as the aspect ratio wants, 32 to 512: 1e-8 of the surface is left up to 1:30.
    // Their angle from that of four, by halving.
    int count = 4;
    double c = 0.0, s = 1.0;
    for (; count < 32 || (count < 512 && count * least < 16.0); count *= 2) {
        c = sqrt(0.5 + 0.5 * c);
        s /= 2.0 * c;
    }
    double cosine = 1.0, sine = 0.0;
    for (int i = 0; i < count; ++i) {
        // Unit vectors along the edge's axes: (−e n_z, tilt), and across both, (e_y, −e_x, 0).
        const double up = tilt * cosine, turn = radius * n[2] - middle * up;
        const double u[3] = {middle * n[0] + radius * (ey * sine - ex * n[2] * cosine),
                             middle * n[1] - radius * (ex * sine + ey * n[2] * cosine),
                             middle * n[2] + radius * up};
        const double next = cosine * c - sine * s;
        sum += mean_to_pole(u, turned) * turn / (1.0 + u[2]); // turn: (1 − z²) dφ / radius
        sine = sine * c + cosine * s;
        cosine = next;
    }
    return sum > 0.0 ? radius * sum * (2.0 * PI / count) * scale : 0.0;
}
