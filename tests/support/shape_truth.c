// Shapes below planes by quadrature.
#include "shape_truth.h"

#include <math.h>
#include <string.h>

#define PI_L 3.141592653589793238462643383279502884L

// Slices from z = begin to end are ellipses: discs with the squared radius p₀ + p₁ z + p₂ z²,
// stretched by `stretch` along x and y.
struct piece {
    long double begin, end, p[3], stretch[2];
};

struct solid {
    struct piece pieces[3];
    int count;
    // Flat ends: levels at which the whole slice is part of the surface.
    long double ends[2];
    int end_count;
};

static void add_piece(struct solid *solid, long double begin, long double end, long double p0,
                      long double p1, long double p2) {
    solid->pieces[solid->count++] = (struct piece){begin, end, {p0, p1, p2}, {1.0L, 1.0L}};
}

// The pieces of a shape. Ball caps at ±h have the squared radius r² − (z ∓ h)².
static struct solid make_solid(const struct buoy_shape *shape) {
    const long double a = shape->size[0], b = shape->size[1], c = shape->size[2];
    struct solid solid = {.count = 0};
    switch (shape->kind) {
    case BUOY_SHAPE_SPHERE:
        add_piece(&solid, -a, a, a * a, 0.0L, -1.0L);
        break;
    case BUOY_SHAPE_ELLIPSOID:
        add_piece(&solid, -c, c, 1.0L, 0.0L, -1.0L / (c * c));
        solid.pieces[0].stretch[0] = a;
        solid.pieces[0].stretch[1] = b;
        break;
    case BUOY_SHAPE_CAPSULE:
        add_piece(&solid, -b - a, -b, a * a - b * b, -2.0L * b, -1.0L);
        add_piece(&solid, -b, b, a * a, 0.0L, 0.0L);
        add_piece(&solid, b, b + a, a * a - b * b, 2.0L * b, -1.0L);
        break;
    case BUOY_SHAPE_CYLINDER:
        add_piece(&solid, -b, b, a * a, 0.0L, 0.0L);
        solid.ends[0] = -b;
        solid.ends[1] = b;
        solid.end_count = 2;
        break;
    case BUOY_SHAPE_CONE: {
        const long double k = a / (2.0L * b);
        add_piece(&solid, -b, b, k * k * b * b, -2.0L * k * k * b, k * k);
        solid.ends[0] = -b;
        solid.end_count = 1;
        break;
    }
    default:
        break;
    }
    return solid;
}

// ------------------------------------------------------------------------------- slices

// What is summed over slices.
enum {
    VOLUME,
    MOMENT,                         // x, y, z
    LATERAL = MOMENT + 3,           // the wetted area
    PLANE,                          // the waterplane's area, over |n|
    PLANE_FIRST,                    // x, y, z
    PLANE_SECOND = PLANE_FIRST + 3, // xx, xy, xz, yy, yz, zz
    SUMS = PLANE_SECOND + 6
};

struct cut {
    const struct piece *piece;
    long double nz, d, across,
        turn[2]; // n's length across z in the unstretched slice; its direction
};

static long double squared_radius(const struct piece *piece, long double z) {
    const long double rho = piece->p[0] + z * (piece->p[1] + z * piece->p[2]);
    return rho > 0.0L ? rho : 0.0L;
}

// θ − sin θ cos θ
static long double segment(long double theta) {
    if (theta < 0.125L) {
        const long double t = 2.0L * theta, t2 = t * t; // (t − sin t)/2
        return t * t2 / 12.0L *
               (1.0L -
                t2 / 20.0L * (1.0L - t2 / 42.0L * (1.0L - t2 / 72.0L * (1.0L - t2 / 110.0L))));
    }
    return theta - sinl(theta) * cosl(theta);
}

// The share t of the radius at which the water cuts a slice: −1 if it is dry, 1 if it is wet.
static long double cut_at(const struct cut *cut, long double z, long double r) {
    const long double left = cut->d - cut->nz * z, reach = cut->across * r;
    return left <= -reach ? -1.0L : left >= reach ? 1.0L : left / reach;
}

static void add_slice(const struct cut *cut, long double z, long double weight,
                      long double sums[SUMS]) {
    const struct piece *p = cut->piece;
    const long double rho = squared_radius(p, z), r = sqrtl(rho), t = cut_at(cut, z, r);
    const long double *s = p->stretch, *e = cut->turn, size = s[0] * s[1];
    const long double half = t < -0.5L ? 2.0L * asinl(sqrtl(0.5L * (1.0L + t))) : acosl(-t);
    const long double area = size * rho * segment(half);
    const long double chord2 = 1.0L - t * t; // half the chord, squared, in radii
    const long double first = -2.0L / 3.0L * size * rho * r * chord2 * sqrtl(chord2);
    const long double slope = 0.5L * p->p[1] + z * p->p[2]; // r dr/dz
    sums[VOLUME] += weight * area;
    sums[MOMENT] += weight * first * e[0] * s[0];
    sums[MOMENT + 1] += weight * first * e[1] * s[1];
    sums[MOMENT + 2] += weight * area * z;
    sums[LATERAL] += weight * 2.0L * half * sqrtl(rho + slope * slope);
    if (t > -1.0L && t < 1.0L && cut->across > 0.0L) {
        const long double chord = 2.0L * r * sqrtl(chord2), spread = chord * chord / 12.0L;
        const long double part = weight * size * chord / cut->across;
        const long double x = s[0] * e[0] * t * r, y = s[1] * e[1] * t * r;
        const long double second[6] = {x * x + spread * s[0] * s[0] * e[1] * e[1],
                                       x * y - spread * s[0] * s[1] * e[0] * e[1],
                                       x * z,
                                       y * y + spread * s[1] * s[1] * e[0] * e[0],
                                       y * z,
                                       z * z};
        sums[PLANE] += part;
        sums[PLANE_FIRST] += part * x;
        sums[PLANE_FIRST + 1] += part * y;
        sums[PLANE_FIRST + 2] += part * z;
        for (int i = 0; i < 6; ++i) {
            sums[PLANE_SECOND + i] += part * second[i];
        }
    }
}

// Adds the slices from a to b by the double exponential rule.
static void add_slices(const struct cut *cut, long double a, long double b,
                       long double sums[SUMS]) {
    const long double step = 1.0L / 16.0L, half = 0.5L * (b - a);
    if (!(half > 0.0L)) {
        return;
    }
    for (int i = -72; i <= 72; ++i) {
        const long double u = 0.5L * PI_L * sinhl(step * (long double)i);
        const long double from_end = expl(-fabsl(u)) / coshl(u); // 1 − |tanh u|
        const long double z = i < 0 ? a + half * from_end : b - half * from_end;
        const long double weight =
            half * step * 0.5L * PI_L * coshl(step * (long double)i) / (coshl(u) * coshl(u));
        add_slice(cut, z, weight, sums);
    }
}

// Levels at which the water meets the outline: (d − n_z z)² = across² (p₀ + p₁ z + p₂ z²). The
// water may be nearly parallel to the slices, so each kind of outline has a form of its own that
// takes no square root of a difference.
static int find_levels(const struct cut *cut, long double levels[2]) {
    const long double *p = cut->piece->p, nz = cut->nz, n2 = cut->across * cut->across;
    long double slope[2] = {nz, nz}, middle, reach;
    if (p[2] < 0.0L) { // an ellipse about z0
        const long double z0 = -0.5L * p[1] / p[2], e = cut->d - nz * z0;
        const long double all = nz * nz - n2 * p[2];
        const long double square = (p[0] + 0.5L * p[1] * z0) * all + p[2] * e * e;
        if (!(square >= 0.0L && all > 0.0L)) {
            return 0;
        }
        levels[0] = z0 + (e * nz - cut->across * sqrtl(square)) / all;
        levels[1] = z0 + (e * nz + cut->across * sqrtl(square)) / all;
        return 2;
    }
    if (p[2] > 0.0L) { // a cone's two straight lines
        const long double k = cut->across * sqrtl(p[2]);
        slope[0] -= k;
        slope[1] += k;
        middle = cut->d;
        reach = -0.5L * k * p[1] / p[2];
    } else { // a cylinder's
        middle = cut->d;
        reach = cut->across * sqrtl(p[0]);
    }
    levels[0] = slope[0] != 0.0L ? (middle - reach) / slope[0] : (middle + reach) / slope[1];
    levels[1] = slope[1] != 0.0L ? (middle + reach) / slope[1] : levels[0];
    return slope[0] != 0.0L || slope[1] != 0.0L ? 2 : 0;
}

static void add_piece_slices(const struct cut *cut, long double sums[SUMS]) {
    long double levels[4] = {cut->piece->begin, cut->piece->end};
    int count = 2 + find_levels(cut, &levels[2]);
    for (int i = 2; i < count; ++i) { // clamped and sorted
        levels[i] = fminl(fmaxl(levels[i], cut->piece->begin), cut->piece->end);
    }
    for (int i = 1; i < count; ++i) {
        for (int k = i; k > 0 && levels[k] < levels[k - 1]; --k) {
            const long double level = levels[k];
            levels[k] = levels[k - 1];
            levels[k - 1] = level;
        }
    }
    for (int i = 1; i < count; ++i) {
        add_slices(cut, levels[i - 1], levels[i], sums);
    }
}

// The waterplane is a slice, if the axis stands upright.
static void add_level_waterplane(const struct cut *cut, long double sums[SUMS]) {
    const struct piece *p = cut->piece;
    const long double z = cut->d / cut->nz;
    if (cut->across > 0.0L || !((z > p->begin && z < p->end) || (z == p->end && cut->nz > 0.0L) ||
                                (z == p->begin && cut->nz < 0.0L))) {
        return;
    }
    const long double rho = squared_radius(p, z), *s = p->stretch;
    const long double area = PI_L * rho * s[0] * s[1] / fabsl(cut->nz);
    sums[PLANE] += area;
    sums[PLANE_FIRST + 2] += area * z;
    sums[PLANE_SECOND] += area * rho * s[0] * s[0] / 4.0L;
    sums[PLANE_SECOND + 3] += area * rho * s[1] * s[1] / 4.0L;
    sums[PLANE_SECOND + 5] += area * z * z;
}

static void add_end(const struct cut *cut, long double z, long double sums[SUMS]) {
    const long double rho = squared_radius(cut->piece, z);
    const long double t = cut_at(cut, z, sqrtl(rho));
    // A flat end that lies in the water is dry if it is a deck, wet below.
    sums[LATERAL] += rho * segment(acosl(-t));
}

// ------------------------------------------------------------------------------ ellipsoids

// The wetted area: over the unit sphere's cap about −m, ∫ |B u| by Gauss and Legendre's two-point
// rule in rings of equal height, evenly around.
double shape_truth_ellipsoid_area(struct shape_question q) {
    enum {
        rings = 1500,
        around = 1500
    };
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
            const double phi = 2.0 * (double)PI_L * (i + 0.5) / around, x = s * cos(phi),
                         y = s * sin(phi);
            double square = 0.0;
            for (int n = 0; n < 3; ++n) {
                const double u = b[n] * (z * m[n] / g + x * e[n] + y * f[n]);
                square += u * u;
            }
            sum += sqrt(square);
        }
    }
    return sum * (1.0 + top) / (2.0 * rings) * 2.0 * (double)PI_L / around;
}

// ---------------------------------------------------------------------------------- answers

static long double across_of(struct shape_question q) {
    const long double x = q.plane.normal[0], y = q.plane.normal[1];
    const long double a = q.shape.size[0], b = q.shape.size[1];
    return q.shape.kind == BUOY_SHAPE_ELLIPSOID ? sqrtl(x * x * a * a + y * y * b * b)
                                                : sqrtl(x * x + y * y);
}

bool shape_truth_has_surface(struct shape_question q) {
    const long double across = across_of(q), z = fabsl((long double)q.plane.normal[2]);
    const long double c =
        q.shape.kind == BUOY_SHAPE_ELLIPSOID ? (long double)q.shape.size[2] : 1.0L;
    return across == 0.0L || across > 1e-4L * z * c;
}

static void set_answer(struct shape_question q, const long double sums[SUMS],
                       struct shape_answer *answer) {
    const long double n = sqrtl((long double)q.plane.normal[0] * (long double)q.plane.normal[0] +
                                (long double)q.plane.normal[1] * (long double)q.plane.normal[1] +
                                (long double)q.plane.normal[2] * (long double)q.plane.normal[2]);
    struct buoy_shape_surface *s = &answer->surface;
    double *moments[6] = {&s->xx, &s->xy, &s->xz, &s->yy, &s->yz, &s->zz};
    const long double area = sums[PLANE], *first = &sums[PLANE_FIRST];
    answer->volume.volume = (double)sums[VOLUME];
    s->wetted_area = q.shape.kind == BUOY_SHAPE_ELLIPSOID ? 0.0 : (double)sums[LATERAL];
    s->waterplane_area = (double)(n * area);
    for (int i = 0; i < 3; ++i) {
        answer->volume.centre[i] =
            sums[VOLUME] > 0.0L ? (double)(sums[MOMENT + i] / sums[VOLUME]) : 0.0;
        s->waterplane_centroid[i] = area > 0.0L ? (double)(first[i] / area) : 0.0;
    }
    for (int i = 0, m = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j, ++m) {
            const long double about = area > 0.0L ? first[i] * first[j] / area : 0.0L;
            *moments[m] = (double)(n * (sums[PLANE_SECOND + m] - about));
        }
    }
}

struct shape_answer shape_truth(struct shape_question q) {
    const struct solid solid = make_solid(&q.shape);
    struct shape_answer answer;
    long double sums[SUMS] = {0.0L};
    memset(&answer, 0, sizeof answer);
    for (int i = 0; i < solid.count; ++i) {
        const long double across = across_of(q);
        struct cut cut = {&solid.pieces[i], q.plane.normal[2], q.plane.d, across, {1.0L, 0.0L}};
        for (int k = 0; k < 2 && across > 0.0L; ++k) {
            cut.turn[k] = (long double)q.plane.normal[k] * cut.piece->stretch[k] / across;
        }
        add_piece_slices(&cut, sums);
        add_level_waterplane(&cut, sums);
        for (int k = 0; i == 0 && k < solid.end_count; ++k) {
            add_end(&cut, solid.ends[k], sums);
        }
    }
    set_answer(q, sums, &answer);
    return answer;
}
