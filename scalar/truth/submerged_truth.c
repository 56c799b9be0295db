// What is submerged of a shape, and of a polygon in a disc, in long double.
#include "base/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_truth.h"

#define PI 3.141592653589793238462643383279502884L

// ----------------------------------------------------------------------------- triangles

struct clipping {
    const real *n;
    real d;
    real apex[3]; // on the plane
    struct submerged_truth *sums;
};

static real height(const struct clipping *clipping, const real x[3]) {
    return clipping->n[0] * x[0] + clipping->n[1] * x[1] + clipping->n[2] * x[2] - clipping->d;
}

// A wet triangle, and the tetrahedron between it and the apex.
static void add_wet(const struct clipping *clipping, const real a[3], const real b[3],
                    const real c[3]) {
    real ab[3], ac[3], from_apex[3], normal[3];
    for (int i = 0; i < 3; ++i) {
        ab[i] = b[i] - a[i];
        ac[i] = c[i] - a[i];
        from_apex[i] = a[i] - clipping->apex[i];
    }
    real_cross(ab, ac, normal);
    const real volume =
        (normal[0] * from_apex[0] + normal[1] * from_apex[1] + normal[2] * from_apex[2]) / 6.0L;
    clipping->sums->volume += volume;
    clipping->sums->area += real_length(normal) / 2.0L;
    for (int i = 0; i < 3; ++i) {
        clipping->sums->moment[i] += volume * (a[i] + b[i] + c[i] + clipping->apex[i]) / 4.0L;
    }
}

// Clips a triangle as Sutherland and Hodgman do; a corner on the plane is dry.
static void add_triangle(const struct clipping *clipping, real corners[3][3]) {
    real wet[4][3];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const real *from = corners[i], *to = corners[(i + 1) % 3];
        const real s = height(clipping, from), t = height(clipping, to);
        if (s < 0.0L) {
            memcpy(wet[count++], from, sizeof wet[0]);
        }
        if ((s < 0.0L) != (t < 0.0L)) {
            for (int k = 0; k < 3; ++k) {
                wet[count][k] = (from[k] * t - to[k] * s) / (t - s);
            }
            ++count;
        }
    }
    for (int i = 2; i < count; ++i) {
        add_wet(clipping, wet[0], wet[i - 1], wet[i]);
    }
}

static void add_box(const struct clipping *clipping, const float half_extent[3]) {
    static const int corners[12][3] = {
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
    };
    for (int t = 0; t < 12; ++t) {
        real triangle[3][3];
        for (int k = 0; k < 9; ++k) {
            const bool high = corners[t][k / 3] >> k % 3 & 1;
            triangle[k / 3][k % 3] = high ? (real)half_extent[k % 3] : -(real)half_extent[k % 3];
        }
        add_triangle(clipping, triangle);
    }
}

static enum buoy_status add_mesh(const struct clipping *clipping, const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double *positions = calloc(info.vertex_count, 3 * sizeof *positions);
    uint32_t *indices = calloc(info.triangle_count, 3 * sizeof *indices);
    enum buoy_status status = BUOY_OK;
    if (!positions || !indices) {
        status = BUOY_ERROR_MEMORY;
    } else {
        buoy_mesh_copy_out64(mesh, positions, indices, NULL);
        for (size_t t = 0; t < info.triangle_count; ++t) {
            real triangle[3][3];
            for (size_t k = 0; k < 9; ++k) {
                triangle[k / 3][k % 3] = (real)positions[3 * indices[3 * t + k / 3] + k % 3];
            }
            add_triangle(clipping, triangle);
        }
    }
    free(positions);
    free(indices);
    return status;
}

// The foot on the plane of the shape's middle; the middle itself if the plane misses the shape: an
// apex far away costs digits.
static void find_apex(const real middle[3], real reach, struct clipping *clipping) {
    const real above = height(clipping, middle), s = fabsl(above) < reach ? above : 0.0L;
    for (int i = 0; i < 3; ++i) {
        clipping->apex[i] = middle[i] - s * clipping->n[i];
    }
}

// --------------------------------------------------------------------------- quadrature

#define NODES 48

struct rule {
    real nodes[NODES], weights[NODES]; // on [0, 1]
};

// Gauss and Legendre's rule after u = 3v² − 2v³, which makes functions smooth that have a square
// root at either end.
static const struct rule *find_rule(void) {
    static struct rule rule;
    for (int i = 0; i < NODES && rule.weights[NODES - 1] == 0.0L; ++i) {
        real x = cosl(PI * ((real)i + 0.75L) / ((real)NODES + 0.5L)), slope = 1.0L;
        for (int step = 0; step < 8; ++step) { // Newton's
            real below = 1.0L, p = x;
            for (int k = 2; k <= NODES; ++k) {
                const real next = ((real)(2 * k - 1) * x * p - (real)(k - 1) * below) / (real)k;
                below = p;
                p = next;
            }
            slope = (real)NODES * (x * p - below) / (x * x - 1.0L);
            x -= p / slope;
        }
        const real v = 0.5L - 0.5L * x;
        rule.nodes[i] = v * v * (3.0L - 2.0L * v);
        rule.weights[i] = 6.0L * v * (1.0L - v) / ((1.0L - x * x) * slope * slope);
    }
    return &rule;
}

// ------------------------------------------------------------------------- round shapes

// A piece of the outline of a body of revolution about z: from u = 0 to 1, a straight line between
// (r, z) at either end, or an arc about a point of the axis.
struct piece {
    real r[2], z[2];
    real centre, radius, angle[2]; // r = R sin ψ, z = centre − R cos ψ; R = 0 for a line
};

struct round {
    real s, c; // n = (s, 0, c) in the plane through the axis and the normal
    real d;
    real sum, x, z, area; // volume and moments
};

static void at(const struct piece *piece, real u, real *r, real *z) {
    if (piece->radius > 0.0L) {
        const real angle = piece->angle[0] + u * (piece->angle[1] - piece->angle[0]);
        *r = piece->radius * sinl(angle);
        *z = piece->centre - piece->radius * cosl(angle);
    } else {
        *r = piece->r[0] + u * (piece->r[1] - piece->r[0]);
        *z = piece->z[0] + u * (piece->z[1] - piece->z[0]);
    }
}

// acosl(), and of what lies beyond ±1 its nearest value: MinGW's acosl() loses half of the digits
// near ±1, and atan2l() none anywhere.
static real arc_cosine(real x) {
    return atan2l(sqrtl(fmaxl(0.0L, (1.0L - x) * (1.0L + x))), x);
}

// Half the angle under which the wet part of a circle is seen from the axis.
static real wet_angle(const struct round *round, real r, real z) {
    const real cosine = (round->d - round->c * z) / (round->s * r);
    return isnan(cosine) ? 0.5L * PI : arc_cosine(-cosine);
}

// Between two places where the water meets the outline.
static void integrate(struct round *round, const struct piece *piece, real from, real to) {
    const struct rule *rule = find_rule();
    const bool arc = piece->radius > 0.0L;
    const real turn = piece->angle[1] - piece->angle[0];
    const real rise = piece->z[1] - piece->z[0], slope = piece->r[1] - piece->r[0];
    for (int i = 0; i < NODES; ++i) {
        const real u = from + (to - from) * rule->nodes[i];
        const real weight = (to - from) * rule->weights[i];
        real r, z;
        at(piece, u, &r, &z);
        const real angle = wet_angle(round, r, z), sine = sinl(angle);
        const real dz = arc ? r * turn : rise; // per u
        const real along = arc ? piece->radius * turn : sqrtl(rise * rise + slope * slope);
        // The segment of a circle: θ − sin θ cos θ, without cancellation where it is thin.
        const real thin =
            angle < 1e-3L ? angle * angle * angle * (2.0L / 3.0L) * (1.0L - 0.2L * angle * angle)
                          : angle - sine * cosl(angle);
        const real section = r * r * thin * dz * weight;
        round->sum += section;
        round->z += section * z;
        round->x -= 2.0L / 3.0L * r * r * r * sine * sine * sine * dz * weight;
        round->area += 2.0L * r * angle * along * weight;
    }
}

static int compare_reals(const void *a, const void *b) {
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

// Adds a piece between the points where the water meets the two sides of the outline: shares u.
static void add_piece(struct round *round, const struct piece *piece) {
    real cuts[12];
    int count = 0;
    cuts[count++] = 0.0L;
    cuts[count++] = 1.0L;
    for (int side = -1; side <= 1; side += 2) {
        const real s = (real)side * round->s;
        if (piece->radius > 0.0L) {
            // ±s r + c z = d, with (c, s) = (cos α, sin α): cos(ψ ± α) = (c centre − d) / R.
            const real cosine = (round->c * piece->centre - round->d) / piece->radius;
            const real turn = arc_cosine(cosine);
            const real alpha = atan2l(s, round->c);
            for (int k = 0; k < 4; ++k) {
                const real angle = (k & 1 ? -turn : turn) - alpha + (k & 2 ? 2.0L * PI : 0.0L);
                cuts[count++] = (angle - piece->angle[0]) / (piece->angle[1] - piece->angle[0]);
            }
        } else {
            const real at_0 = s * piece->r[0] + round->c * piece->z[0] - round->d;
            const real at_1 = s * piece->r[1] + round->c * piece->z[1] - round->d;
            cuts[count++] = at_0 / (at_0 - at_1);
        }
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        if (cuts[i] >= 0.0L && cuts[i] <= 1.0L) { // not NaN
            cuts[kept++] = cuts[i];
        }
    }
    qsort(cuts, (size_t)kept, sizeof cuts[0], compare_reals);
    for (int i = 1; i < kept; ++i) {
        integrate(round, piece, cuts[i - 1], cuts[i]);
    }
}

// A flat end.
static void add_disc(struct round *round, real r, real z) {
    const real angle = wet_angle(round, r, z);
    round->area += r * r * (angle - sinl(angle) * cosl(angle));
}

static void add_line(struct round *round, real r0, real z0, real r1, real z1) {
    const struct piece piece = {.r = {r0, r1}, .z = {z0, z1}};
    add_piece(round, &piece);
}

static void add_arc(struct round *round, real centre, real radius, real from, real to) {
    const struct piece piece = {.centre = centre, .radius = radius, .angle = {from, to}};
    add_piece(round, &piece);
}

static void add_outline(struct round *round, const struct buoy_shape *shape) {
    const real a = (real)shape->size[0], b = (real)shape->size[1];
    switch (shape->kind) {
    case BUOY_SHAPE_CAPSULE:
        add_arc(round, -b, a, 0.0L, 0.5L * PI);
        add_line(round, a, -b, a, b);
        add_arc(round, b, a, 0.5L * PI, PI);
        break;
    case BUOY_SHAPE_CYLINDER:
        add_disc(round, a, -b);
        add_line(round, a, -b, a, b);
        add_disc(round, a, b);
        break;
    case BUOY_SHAPE_CONE:
        add_disc(round, a, -b);
        add_line(round, a, -b, 0.0L, b);
        break;
    default:
        add_arc(round, 0.0L, a, 0.0L, PI);
        break;
    }
}

static void find_round(const struct buoy_shape *shape, const real n[3], real d,
                       struct submerged_truth *truth) {
    struct round round = {.s = sqrtl(n[0] * n[0] + n[1] * n[1]), .c = n[2], .d = d};
    add_outline(&round, shape);
    truth->volume = round.sum;
    truth->moment[0] = round.s > 0.0L ? round.x * n[0] / round.s : 0.0L;
    truth->moment[1] = round.s > 0.0L ? round.x * n[1] / round.s : 0.0L;
    truth->moment[2] = round.z;
    truth->area = round.area;
}

// ---------------------------------------------------------------------------- ellipsoids

// ∫ a b c |S⁻¹ ξ| dΩ over the cap of the unit sphere below the plane: by Gauss along the normal,
// and by the trapezoid rule around it, which converges fast on periodic functions.
static real ellipsoid_area(const real axes[3], const real n[3], real d) {
    enum {
        AROUND = 128
    };
    const struct rule *rule = find_rule();
    const real top = fmaxl(-1.0L, fminl(1.0L, d)), product = axes[0] * axes[1] * axes[2];
    const int small = fabsl(n[0]) < 0.6L ? 0 : fabsl(n[1]) < 0.6L ? 1 : 2;
    real axis[3] = {0.0L, 0.0L, 0.0L}, e[3], f[3], sum = 0.0L;
    axis[small] = 1.0L;
    real_cross(n, axis, e);
    const real length = real_length(e);
    for (int i = 0; i < 3; ++i) {
        e[i] /= length;
    }
    real_cross(n, e, f);
    for (int i = 0; i < NODES; ++i) {
        const real mu = -1.0L + (top + 1.0L) * rule->nodes[i];
        const real radius = sqrtl(fmaxl(0.0L, 1.0L - mu * mu));
        real ring = 0.0L;
        for (int k = 0; k < AROUND; ++k) {
            const real turn = 2.0L * PI * (real)k / (real)AROUND;
            real normal[3];
            for (int j = 0; j < 3; ++j) {
                normal[j] =
                    (mu * n[j] + radius * (cosl(turn) * e[j] + sinl(turn) * f[j])) / axes[j];
            }
            ring += real_length(normal);
        }
        sum += (top + 1.0L) * rule->weights[i] * ring * 2.0L * PI / (real)AROUND;
    }
    return product * sum;
}

// ----------------------------------------------------------------------------------- all

enum buoy_status submerged_truth_find(const struct buoy_shape *shape, const struct buoy_mesh *mesh,
                                      const real n[3], real d, struct submerged_truth *truth) {
    struct clipping clipping = {.n = n, .d = d, .sums = truth};
    struct buoy_mesh_info info = {.centre = {0.0}};
    *truth = (struct submerged_truth){.volume = 0.0L};
    if (shape->kind == BUOY_SHAPE_ELLIPSOID) {
        static const struct buoy_shape unit = {BUOY_SHAPE_SPHERE, {1.0f, 0.0f, 0.0f}};
        real axes[3], stretched[3];
        for (int i = 0; i < 3; ++i) {
            axes[i] = (real)shape->size[i];
            stretched[i] = axes[i] * n[i];
        }
        const real length = real_length(stretched), product = axes[0] * axes[1] * axes[2];
        for (int i = 0; i < 3; ++i) {
            stretched[i] /= length;
        }
        find_round(&unit, stretched, d / length, truth);
        truth->volume *= product;
        for (int i = 0; i < 3; ++i) {
            truth->moment[i] *= product * axes[i];
        }
        truth->area = ellipsoid_area(axes, stretched, d / length);
        return BUOY_OK;
    }
    if (shape->kind != BUOY_SHAPE_BOX && shape->kind != BUOY_SHAPE_MESH) {
        find_round(shape, n, d, truth);
        return BUOY_OK;
    }
    if (mesh) {
        buoy_mesh_get_info(mesh, &info, NULL);
    }
    const real middle[3] = {(real)info.centre[0], (real)info.centre[1], (real)info.centre[2]};
    const real sides[3] = {(real)shape->size[0], (real)shape->size[1], (real)shape->size[2]};
    find_apex(middle, mesh ? (real)info.diagonal : real_length(sides), &clipping);
    if (shape->kind == BUOY_SHAPE_MESH) {
        return add_mesh(&clipping, mesh);
    }
    add_box(&clipping, shape->size);
    return BUOY_OK;
}

// ------------------------------------------------------------------------------- polygons in discs

// At height y = c + r sin φ the disc is r cos φ wide to either side, and the polygon's edges lie at
// what is linear in sin φ. Between the heights of vertices and of points where edges meet the
// circle, all that is integrated over φ is a polynomial of sines and cosines of degree 4 at most.

enum {
    MOST_VERTICES = 16,
    MOST_LEVELS = 3 * MOST_VERTICES + 2
};

// Everything is relative to the disc's centre.
struct disc_body {
    size_t count;
    real x[MOST_VERTICES], y[MOST_VERTICES], r;
};

// Sorted: the disc's ends, vertices, and where edges meet the circle.
static size_t find_levels(const struct disc_body *body, real level[MOST_LEVELS]) {
    const real r = body->r;
    size_t count = 0, kept = 0;
    level[count++] = -r;
    level[count++] = r;
    for (size_t i = 0, j = body->count - 1; i < body->count; j = i++) {
        const real dx = body->x[i] - body->x[j], dy = body->y[i] - body->y[j];
        const real length2 = dx * dx + dy * dy;
        const real across = body->x[j] * dy - body->y[j] * dx; // distance × length
        const real along = -(body->x[j] * dx + body->y[j] * dy);
        const real half = sqrtl(fmaxl(0.0L, r * r * length2 - across * across));
        level[count++] = body->y[i];
        for (int side = -1; side <= 1 && length2 > 0.0L; side += 2) {
            level[count++] = body->y[j] + (along + (real)side * half) / length2 * dy;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (fabsl(level[i]) <= r) {
            level[kept++] = level[i];
        }
    }
    qsort(level, kept, sizeof level[0], compare_reals);
    return kept;
}

// Its sine is level/r. MinGW's asinl() loses half of the digits near ±1.
static real angle_of(const struct disc_body *body, real level) {
    return atan2l(level, sqrtl(fmaxl(0.0L, (body->r - level) * (body->r + level))));
}

void buoy_basin_slices(const struct buoy_polygon *polygon, const struct buoy_circle *basin,
                       struct buoy_area *result) {
    const struct rule *rule = find_rule();
    const real c[2] = {(real)basin->centre[0], (real)basin->centre[1]};
    struct disc_body body = {.count = polygon->count, .r = (real)basin->radius};
    struct buoy_polygon_info info;
    real level[MOST_LEVELS], sums[3] = {0.0L, 0.0L, 0.0L};
    for (size_t i = 0; i < body.count; ++i) {
        body.x[i] = (real)polygon->vertices[2 * i] - c[0];
        body.y[i] = (real)polygon->vertices[2 * i + 1] - c[1];
    }
    const size_t count = find_levels(&body, level);
    for (size_t i = 1; i < count; ++i) {
        const real from = angle_of(&body, level[i - 1]), to = angle_of(&body, level[i]);
        for (int k = 0; k < NODES; ++k) {
            const real phi = from + (to - from) * rule->nodes[k];
            const real y = body.r * sinl(phi), w = body.r * cosl(phi); // half the width
            const real weight = (to - from) * rule->weights[k] * w;
            // From every edge on to the right, down edges positive.
            for (size_t v = 0, u = body.count - 1; v < body.count; u = v++) {
                const real a = body.y[u], b = body.y[v];
                if ((a <= y) != (b <= y)) {
                    const real there = body.x[u] + (y - a) / (b - a) * (body.x[v] - body.x[u]);
                    const real x = fmaxl(-w, fminl(w, there));
                    const real signed_weight = a < b ? weight : -weight;
                    sums[0] += signed_weight * x;
                    sums[1] += signed_weight * x * x * 0.5L;
                    sums[2] += signed_weight * x * y;
                }
            }
        }
    }
    buoy_polygon_get_info(polygon, &info, NULL);
    result->area = (double)fabsl(sums[0]);
    for (int i = 0; i < 2; ++i) {
        result->centre[i] = result->area > 0.0 ? (double)(c[i] + sums[1 + i] / sums[0])
                                               : 0.5 * (info.minimum[i] + info.maximum[i]);
    }
}
