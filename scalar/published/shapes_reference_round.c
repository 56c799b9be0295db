// Cylinders, capsules and cones for shapes/reference/scalar: quadrature over their circular slices,
// which shares nothing with the closed forms of simd/. The frame is turned about z until the water
// is s x + c z < d.
//
// Slices. At z the circle of radius r is wet over x < r t, with the half angle θ = arccos −t: area
// r² (θ − sin θ cos θ), first moment −⅔ r³ sin³θ, wet rim 2 r θ. The waterplane is a strip of half
// width y = √(r² − x²): over z where the water is steep, over x where it is flat.
//
// Quadrature. All integrands are smooth but at the ends of the slices' ranges, which find_ends()
// lists, and there are like square roots. Each piece is divided toward both ends into panels, each
// a quarter of the one before, of 16 nodes of Gauss and Legendre: right to some roundings.
#include "base/arithmetic.h"

#include <math.h>
#include <stddef.h>

#include "base/vector.h"
#include "shapes_reference.h"

enum {
    PANELS = 13, // the last ones are 4⁻¹² of a piece
    PAIRS = 8,
    MOST_ENDS = 16
};

static const double gauss[PAIRS][2] = {
    {0.0950125098376374402, 0.189450610455068496}, {0.281603550779258913, 0.182603415044923589},
    {0.458016777657227386, 0.169156519395002538},  {0.617876244402643748, 0.149595988816576732},
    {0.755404408355003034, 0.124628971255533872},  {0.865631202387831744, 0.0951585116824927848},
    {0.944575023073232576, 0.0622535239386478929}, {0.989400934991649933, 0.0271524594117540949},
};

struct body {
    enum buoy_shape_kind kind;
    double r, h, low, high; // z from low to high
    double s, c, d;         // s x + c z < d
    double little;          // subtracted from depths, for an end that lies in the water is dry
    double ux, uy;          // where x points
};

// Integrals; of the waterplane also those of x, z, x², x z, z² and y².
enum {
    VOLUME,
    VOLUME_X,
    VOLUME_Z,
    WALL,
    PLANE,
    PLANE_X,
    PLANE_Z,
    PLANE_XX,
    PLANE_XZ,
    PLANE_ZZ,
    PLANE_YY,
    SUMS
};

static double radius(const struct body *b, double z) {
    if (b->kind == BUOY_SHAPE_CONE) {
        return b->r * ((b->h - z) / (2.0 * b->h));
    }
    const double over = fmax(fabs(z) - b->h, 0.0);
    return b->kind == BUOY_SHAPE_CAPSULE ? sqrt(fmax((b->r - over) * (b->r + over), 0.0)) : b->r;
}

struct angle {
    double angle, sine, cosine;
};

// θ of a slice.
static struct angle half_angle(const struct body *b, double z) {
    const double reach = b->s * radius(b, z), depth = b->d - b->c * z - b->little;
    if (depth >= reach) {
        return (struct angle){BUOY_PI, 0.0, -1.0};
    }
    if (depth <= -reach) {
        return (struct angle){0.0, 0.0, 1.0};
    }
    // Sine and cosine of θ/2, by quotients that do not depend on the unit of length.
    const double wet = sqrt((reach + depth) / (2.0 * reach));
    const double dry = sqrt((reach - depth) / (2.0 * reach));
    return (struct angle){2.0 * buoy_angle(wet, dry), 2.0 * wet * dry, -depth / reach};
}

// θ − sin θ cos θ: half of 2θ − sin 2θ, whose series serves small angles.
static double segment(struct angle a) {
    if (a.angle > 0.5) {
        return a.angle - a.sine * a.cosine;
    }
    const double x2 = 4.0 * a.angle * a.angle;
    double term = x2 * a.angle / 3.0, sum = 0.0;
    for (int k = 4; k < 24; k += 2) {
        sum += term;
        term *= -x2 / (k * (k + 1));
    }
    return 0.5 * sum;
}

// ------------------------------------------------------------------------------- integrands

static void add_slice(const struct body *b, double z, double weight, double sums[SUMS]) {
    const struct angle a = half_angle(b, z);
    const double r = radius(b, z), area = r * r * segment(a), k = b->r / (2.0 * b->h);
    const double rim = b->kind == BUOY_SHAPE_CONE ? r * sqrt(1.0 + k * k) : b->r;
    sums[VOLUME] += weight * area;
    sums[VOLUME_X] -= weight * (2.0 / 3.0) * (r * a.sine) * (r * a.sine) * (r * a.sine);
    sums[VOLUME_Z] += weight * (area * z);
    sums[WALL] += weight * 2.0 * rim * a.angle;
}

static void add_strip(const struct body *b, double x, double z, double weight, double sums[SUMS]) {
    const double r = radius(b, z), y2 = (r - x) * (r + x);
    if (!(y2 > 0.0) || z < b->low || z > b->high) {
        return;
    }
    const double area = weight * 2.0 * sqrt(y2);
    sums[PLANE] += area;
    sums[PLANE_X] += area * x;
    sums[PLANE_Z] += area * z;
    sums[PLANE_XX] += area * x * x;
    sums[PLANE_XZ] += area * x * z;
    sums[PLANE_ZZ] += area * z * z;
    sums[PLANE_YY] += area * y2 / 3.0;
}

static void add_steep_strip(const struct body *b, double z, double weight, double sums[SUMS]) {
    add_strip(b, (b->d - b->c * z) / b->s, z, weight / b->s, sums);
}

static void add_flat_strip(const struct body *b, double x, double weight, double sums[SUMS]) {
    add_strip(b, x, (b->d - b->s * x) / b->c, weight / fabs(b->c), sums);
}

typedef void integrand(const struct body *b, double at, double weight, double sums[SUMS]);

// Integrates from `end` toward the middle of a piece, half of which is `half` long and may be < 0.
static void integrate_half(const struct body *b, double end, double half, integrand *add,
                           double sums[SUMS]) {
    double far = 1.0;
    for (int p = 0; p < PANELS; ++p) {
        const double near = p + 1 < PANELS ? 0.25 * far : 0.0;
        const double middle = 0.5 * (near + far), width = 0.5 * (far - near);
        for (int i = 0; i < 2 * PAIRS; ++i) {
            const double x = i % 2 ? gauss[i / 2][0] : -gauss[i / 2][0];
            add(b, end + (middle + width * x) * half, fabs(half) * width * gauss[i / 2][1], sums);
        }
        far = near;
    }
}

// Integrates between sorted ends.
static void integrate(const struct body *b, const double *ends, size_t count, integrand *add,
                      double sums[SUMS]) {
    for (size_t i = 1; i < count; ++i) {
        const double half = 0.5 * (ends[i] - ends[i - 1]);
        if (half > 0.0) {
            integrate_half(b, ends[i - 1], half, add, sums);
            integrate_half(b, ends[i], -half, add, sums);
        }
    }
}

// ---------------------------------------------------------------------------------- pieces

struct ends {
    double at[MOST_ENDS];
    size_t count;
};

// Adds an end between `low` and `high`, in order.
static void add_end(struct ends *ends, double low, double high, double at) {
    if (!(at >= low && at <= high)) {
        return;
    }
    size_t i = ends->count++;
    for (; i > 0 && ends->at[i - 1] > at; --i) {
        ends->at[i] = ends->at[i - 1];
    }
    ends->at[i] = at;
}

// Where the water touches slices of z: x = ±r.
static void find_ends_along(const struct body *b, struct ends *ends) {
    ends->count = 0;
    add_end(ends, b->low, b->high, b->low);
    add_end(ends, b->low, b->high, b->high);
    add_end(ends, b->low, b->high, b->d / b->c);
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1.0 : 1.0;
        const double seam = side * b->h, k = b->r / (2.0 * b->h);
        const double e = b->d - b->c * seam, q2 = (b->r - e) * (b->r + e);
        if (b->kind == BUOY_SHAPE_CONE) {
            add_end(ends, b->low, b->high,
                    (side * b->d - b->s * k * b->h) / (side * b->c - b->s * k));
            continue;
        }
        add_end(ends, b->low, b->high, (b->d + side * b->s * b->r) / b->c);
        if (b->kind == BUOY_SHAPE_CAPSULE) {
            add_end(ends, b->low, b->high, seam);
            if (q2 > 0.0) {
                add_end(ends, b->low, b->high, seam + e * b->c + b->s * sqrt(q2));
                add_end(ends, b->low, b->high, seam + e * b->c - b->s * sqrt(q2));
            }
        }
    }
}

// Like find_ends_along(), by x.
static void find_ends_across(const struct body *b, struct ends *ends) {
    ends->count = 0;
    add_end(ends, -b->r, b->r, -b->r);
    add_end(ends, -b->r, b->r, b->r);
    add_end(ends, -b->r, b->r, 0.0);
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1.0 : 1.0;
        const double seam = side * b->h, k = b->r / (2.0 * b->h);
        const double e = b->d - b->c * seam, q2 = (b->r - e) * (b->r + e);
        add_end(ends, -b->r, b->r, e / b->s);
        if (b->kind == BUOY_SHAPE_CONE) {
            add_end(ends, -b->r, b->r, (b->d - b->c * b->h) / (b->s - side * b->c / k));
        }
        if (b->kind == BUOY_SHAPE_CAPSULE && q2 > 0.0) {
            add_end(ends, -b->r, b->r, e * b->s + b->c * sqrt(q2));
            add_end(ends, -b->r, b->r, e * b->s - b->c * sqrt(q2));
        }
    }
}

// The wet area of a flat end.
static double end_area(const struct body *b, double z) {
    return b->r * b->r * segment(half_angle(b, z));
}

// ----------------------------------------------------------------------------------- answers

// Slopes are at least 1e-90, so that quotients by them stay numbers.
static struct body turn(const struct buoy_shape_question *q, enum buoy_shape_kind kind) {
    struct body b = {.kind = kind, .r = q->size[0], .h = q->size[1]};
    const double flat = sqrt(q->n[0] * q->n[0] + q->n[1] * q->n[1]);
    const double length = sqrt(q->n[0] * q->n[0] + q->n[1] * q->n[1] + q->n[2] * q->n[2]);
    const double least = 1e-90;
    b.s = fmax(flat / length, least);
    b.c = q->n[2] / length;
    b.c = fabs(b.c) >= least ? b.c : b.c < 0.0 ? -least : least;
    b.d = q->d / length;
    b.ux = flat > 0.0 ? q->n[0] / flat : 1.0;
    b.uy = flat > 0.0 ? q->n[1] / flat : 0.0;
    b.high = kind == BUOY_SHAPE_CAPSULE ? b.h + b.r : b.h;
    b.low = -b.high;
    b.little = 1e-60 * (b.r + b.high);
    return b;
}

// The whole volume, rounded as buoy_shape_describe() rounds it.
static double whole_volume(const struct body *b) {
    const double square = b->r * b->r, cylinder = 2.0 * BUOY_PI * square * b->h;
    switch (b->kind) {
    case BUOY_SHAPE_CAPSULE:
        return cylinder + 4.0 * BUOY_PI / 3.0 * (square * b->r);
    case BUOY_SHAPE_CONE:
        return 2.0 / 3.0 * BUOY_PI * square * b->h;
    default:
        return cylinder;
    }
}

// How far the highest point is above the origin, along the normal.
static double highest(const struct body *b) {
    const double disc = b->s * b->r, axis = b->c * b->h;
    switch (b->kind) {
    case BUOY_SHAPE_CAPSULE:
        return b->r + fabs(axis);
    case BUOY_SHAPE_CONE:
        return fmax(axis, disc - axis);
    default:
        return disc + fabs(axis);
    }
}

// A quotient of sums, which may miss a body's side by their roundings: moved back to it.
static double within(double low, double quotient, double high) {
    return fmin(fmax(quotient, low), high);
}

static void set_surface(const struct body *b, const double sums[SUMS],
                        struct buoy_shape_surface *surface) {
    const double area = sums[VOLUME] > 0.0 ? sums[PLANE] : 0.0, ux = b->ux, uy = b->uy;
    double wetted = sums[WALL];
    wetted += b->kind == BUOY_SHAPE_CAPSULE ? 0.0 : end_area(b, b->low);
    wetted += b->kind == BUOY_SHAPE_CYLINDER ? end_area(b, b->high) : 0.0;
    *surface = (struct buoy_shape_surface){.wetted_area = wetted, .waterplane_area = area};
    if (!(area > 0.0)) {
        return;
    }
    const double x = within(-b->r, sums[PLANE_X] / area, b->r);
    const double z = within(b->low, sums[PLANE_Z] / area, b->high);
    const double xx = fmax(sums[PLANE_XX] - x * sums[PLANE_X], 0.0);
    const double xz = sums[PLANE_XZ] - x * sums[PLANE_Z];
    surface->waterplane_centroid[0] = x * ux + 0.0;
    surface->waterplane_centroid[1] = x * uy + 0.0;
    surface->waterplane_centroid[2] = z + 0.0;
    surface->xx = xx * ux * ux + sums[PLANE_YY] * uy * uy;
    surface->xy = (xx - sums[PLANE_YY]) * ux * uy;
    surface->xz = xz * ux;
    surface->yy = xx * uy * uy + sums[PLANE_YY] * ux * ux;
    surface->yz = xz * uy;
    surface->zz = fmax(sums[PLANE_ZZ] - z * sums[PLANE_Z], 0.0);
}

static void answer(const struct buoy_shape_question *q, enum buoy_shape_kind kind,
                   struct buoy_volume *volume, struct buoy_shape_surface *surface) {
    const struct body b = turn(q, kind);
    double sums[SUMS] = {0.0};
    struct ends ends;
    find_ends_along(&b, &ends);
    integrate(&b, ends.at, ends.count, add_slice, sums);
    if (b.s >= fabs(b.c)) {
        integrate(&b, ends.at, ends.count, add_steep_strip, sums);
    } else {
        find_ends_across(&b, &ends);
        integrate(&b, ends.at, ends.count, add_flat_strip, sums);
    }
    const bool wet = sums[VOLUME] > 0.0;
    const double x = wet ? within(-b.r, sums[VOLUME_X] / sums[VOLUME], b.r) : 0.0;
    // Sums of thousands of terms may exceed the whole, or miss it, by their roundings.
    const double whole = whole_volume(&b);
    volume->volume = b.d >= highest(&b) ? whole : fmin(sums[VOLUME], whole);
    volume->centre[0] = x * b.ux + 0.0;
    volume->centre[1] = x * b.uy + 0.0;
    volume->centre[2] = wet ? within(b.low, sums[VOLUME_Z] / sums[VOLUME], b.high) + 0.0 : 0.0;
    set_surface(&b, sums, surface);
}

void buoy_reference_cylinder(const struct buoy_shape_question *question, struct buoy_volume *volume,
                             struct buoy_shape_surface *surface) {
    answer(question, BUOY_SHAPE_CYLINDER, volume, surface);
}

void buoy_reference_capsule(const struct buoy_shape_question *question, struct buoy_volume *volume,
                            struct buoy_shape_surface *surface) {
    answer(question, BUOY_SHAPE_CAPSULE, volume, surface);
}

void buoy_reference_cone(const struct buoy_shape_question *question, struct buoy_volume *volume,
                         struct buoy_shape_surface *surface) {
    answer(question, BUOY_SHAPE_CONE, volume, surface);
}
