// Every kernel against volumes and centroids with closed forms.
#include <float.h>

#include "ask.h"
#include "body.h"
#include "hurry.h"
#include "rng.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

static struct buoy_plane make_plane(const double n[3], double d) {
    return (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
}

// The plane's normal and offset as the kernels see them, divided by the normal's length.
static double unit_plane(struct buoy_plane plane, double n[3]) {
    n[0] = (double)plane.normal[0];
    n[1] = (double)plane.normal[1];
    n[2] = (double)plane.normal[2];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; ++i) {
        n[i] /= length;
    }
    return (double)plane.d / length;
}

TEST(half_a_cube) {
    static const double to_corner[3] = {0.5, 0.5, 0.5};
    struct body cube = body_box(0.5f, 0.5f, 0.5f);
    body_move(&cube, to_corner);
    struct subject subject = {.mesh = body_mesh(&cube, 0), .body = "the unit cube"};
    const struct buoy_plane plane = {{1.0f, 1.0f, 1.0f}, 1.5f};
    const double c = 35.0 / 96.0;
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        expect(&subject, "a hexagonal cut halves the cube", plane, ask(&subject, plane),
               (struct buoy_volume){0.5, {c, c, c}}, 0.0, 0.0);
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&cube);
}

TEST(upright_box) {
    static const float half[3] = {1.5f, 0.75f, 2.0f};
    struct body box = body_box(half[0], half[1], half[2]);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    const double total = 8.0 * 1.5 * 0.75 * 2.0;
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (int face = 0; face < 6; ++face) {
            const int axis = face / 2;
            const double up = face % 2 ? 1.0 : -1.0, h = (double)half[axis];
            for (int eighths = 1; eighths < 8; ++eighths) {
                const double share = eighths / 8.0;
                double n[3] = {0.0, 0.0, 0.0}, c[3] = {0.0, 0.0, 0.0};
                n[axis] = up;
                c[axis] = -up * h * (1.0 - share);
                const struct buoy_plane plane = make_plane(n, h * (2.0 * share - 1.0));
                expect(&subject, "an upright box holds its depth's share", plane,
                       ask(&subject, plane),
                       (struct buoy_volume){share * total, {c[0], c[1], c[2]}}, 0.0, 0.0);
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&box);
}

// The part of the box |x_i| ≤ h_i below n·x = d, by inclusion and exclusion: seen from the lowest
// corner it is the corner of an infinite box cut off by the plane, less those that start at the far
// faces, and so on over all eight corners. Each is a tetrahedron with legs t/|n_i|. `largest`
// receives the largest of the eight terms, which tells how much they cancel.
static struct buoy_volume box_below(const float half[3], struct buoy_plane plane, double *largest) {
    const double n[3] = {(double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2]};
    double volume = 0.0, moment[3] = {0.0, 0.0, 0.0};
    *largest = 0.0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        double x[3], t = (double)plane.d, sign = 1.0;
        for (int i = 0; i < 3; ++i) {
            const bool far = (corner >> i & 1) != 0;
            x[i] = copysign((double)half[i], far ? n[i] : -n[i]);
            t -= n[i] * x[i];
            sign = far ? -sign : sign;
        }
        if (t <= 0.0) {
            continue;
        }
        const double v = sign * t * t * t / (6.0 * fabs(n[0] * n[1] * n[2]));
        volume += v;
        for (int i = 0; i < 3; ++i) {
            moment[i] += v * (x[i] + t / (4.0 * n[i]));
        }
        *largest = fmax(*largest, fabs(v));
    }
    return (struct buoy_volume){volume,
                                {moment[0] / volume, moment[1] / volume, moment[2] / volume}};
}

TEST(tilted_box) {
    static const float half[3] = {1.25f, 0.375f, 2.5f};
    struct rng rng = rng_make("tilted box");
    struct body box = body_box(half[0], half[1], half[2]);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (size_t k = 0; k < questions_for(subject.kernel, 500); ++k) {
            struct buoy_plane plane;
            do { // the formula divides by the normal's components
                plane = rng_plane(&rng, subject.mesh);
            } while (fabsf(plane.normal[0] * plane.normal[1] * plane.normal[2]) < 1e-3f);
            double largest;
            const struct buoy_volume expected = box_below(half, plane, &largest);
            // Eight terms of a dozen roundings each.
            const double slack = 8.0 * 12.0 * DBL_EPSILON * largest;
            expect(&subject, "a tilted box, by inclusion and exclusion", plane,
                   ask(&subject, plane), expected, slack,
                   misplaced(subject.mesh, 2.0 * slack, expected.volume));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&box);
}

// A tetrahedron that stands on a corner: the wet part is similar to the whole.
TEST(corner_down) {
    struct body corner = body_corner(4.0f, 2.0f, 8.0f);
    struct subject subject = {.mesh = body_mesh(&corner, 0), .body = "a tetrahedron"};
    const double total = 4.0 * 2.0 * 8.0 / 6.0;
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (int k = 0; k < 40; ++k) { // down to 1/100 000 of the height
            const struct buoy_plane plane = {{0.25f, 0.5f, 0.125f}, (float)pow(0.75, k)};
            const double t = (double)plane.d;
            expect(&subject, "a tetrahedron on its corner, volume as depth cubed", plane,
                   ask(&subject, plane),
                   (struct buoy_volume){t * t * t * total, {t, t * 0.5, t * 2.0}}, 0.0, 0.0);
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&corner);
}

// The ball of radius r below a plane at height s over its centre, its moment along the normal.
static double cap(double r, double s, double *moment) {
    s = fmax(-r, fmin(r, s));
    const double chord = r * r - s * s;
    *moment = -pi / 4.0 * chord * chord;
    return pi / 3.0 * (r + s) * (r + s) * (2.0 * r - s);
}

// Radii of two balls about the origin, one inside the body and one around it.
static void find_radii(const struct body *body, double *inner, double *outer) {
    *inner = INFINITY;
    *outer = 0.0;
    for (size_t t = 0; t < body->triangle_count; ++t) {
        double p[3][3], n[3];
        for (int k = 0; k < 3; ++k) {
            const float *v = body->positions + 3 * body->indices[3 * t + (size_t)k];
            for (int i = 0; i < 3; ++i) {
                p[k][i] = (double)v[i];
            }
            *outer = fmax(*outer, sqrt(p[k][0] * p[k][0] + p[k][1] * p[k][1] + p[k][2] * p[k][2]));
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            n[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) -
                   (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        }
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        *inner = fmin(*inner, (n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2]) / length);
    }
}

TEST(sphere_cap) {
    struct rng rng = rng_make("sphere cap");
    struct body sphere = body_builtin("builtin:sphere:20480");
    struct subject subject = {.mesh = body_mesh(&sphere, 0), .body = "a sphere"};
    double inner, outer;
    find_radii(&sphere, &inner, &outer);
    assert_true(inner > 0.99 * outer);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (size_t k = 0; k < questions_for(subject.kernel, (size_t)in_a_hurry(25, 100)); ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            double n[3], moment, ignored;
            const double s = unit_plane(plane, n);
            const double volume = cap(outer, s, &moment), c = moment / volume;
            if (volume < 1e-3 * cap(outer, outer, &ignored)) {
                continue; // no centroid is promised, and the shell is all there is
            }
            // The wet part of the body lies between the wet parts of the two balls.
            const double shell = volume - cap(inner, s, &ignored);
            expect(&subject, "a cap of the sphere, within the shell between two balls", plane,
                   ask(&subject, plane),
                   (struct buoy_volume){volume, {c * n[0], c * n[1], c * n[2]}}, shell,
                   misplaced(subject.mesh, shell, volume - shell));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&sphere);
}

enum {
    ring_corners = 24,
    ring_segments = 48
};

// Half a torus of polygons: the section is a regular polygon about r = R, and a slice at any height
// is a pair of regular polygons whose areas differ by 2 R × the section's width times a constant.
// So the volume is that constant × R × the section's area, and the lower half's centroid lies as
// deep as the lower half section's.
TEST(half_a_torus) {
    const double radius = 2.0, tube = 0.75;
    double profile[2 * ring_corners], area = 0.0, moment = 0.0;
    for (int i = 0; i < ring_corners; ++i) {
        const double angle = 2.0 * pi * (i + 0.5) / ring_corners;
        profile[2 * i] = radius + tube * cos(angle);
        profile[2 * i + 1] = tube * sin(angle);
    }
    // The lower half section: strips between neighbouring heights, of linearly changing width.
    for (int i = ring_corners / 2; i < ring_corners * 3 / 4; ++i) {
        const double w0 = 2.0 * (radius - profile[2 * i]);
        const double top = i == ring_corners / 2 ? 0.0 : profile[2 * i - 1];
        const double w_top = i == ring_corners / 2 ? w0 : 2.0 * (radius - profile[2 * i - 2]);
        const double z0 = profile[2 * i + 1], height = top - z0;
        area += height * (w0 + w_top) / 2.0;
        moment += height * (w_top * (2.0 * top + z0) + w0 * (top + 2.0 * z0)) / 6.0;
    }
    struct body torus = body_ring(profile, ring_corners, ring_segments);
    struct subject subject = {.mesh = body_mesh(&torus, 0), .body = "a torus"};
    const double volume = ring_segments * sin(2.0 * pi / ring_segments) * radius * area;
    const struct buoy_plane plane = {{0.0f, 0.0f, 3.0f}, 0.0f};
    const double slack = rounding_slack(subject.mesh);
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        expect(&subject, "a torus, half under water", plane, ask(&subject, plane),
               (struct buoy_volume){volume, {0.0, 0.0, moment / area}}, slack,
               misplaced(subject.mesh, slack, volume));
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&torus);
}

// The hull holds 4/9 L B T; its centroid lies 3/8 T deep. Linear interpolation of y over half a
// cell a × b errs by at most a²/8 |y_xx| + b²/8 |y_zz| + ab/4 |y_xz|. With |y_xx| ≤ 4 B/L²,
// |y_zz| ≤ B/T², |y_xz| ≤ 4 B/(L T) and a = L/columns, b = T/rows, the two sides together err by no
// more than L B T (1/columns² + 1/4 rows² + 2/(columns rows)).
TEST(wigley_hull) {
    enum {
        columns = 256,
        rows = 64
    };
    const double length = 10.0, beam = 1.0, draught = 0.625, lbt = length * beam * draught;
    struct body hull = body_wigley(length, beam, draught, columns, rows);
    struct subject subject = {
        .mesh = body_mesh(&hull, BUOY_MESH_WELD | BUOY_MESH_DROP_DEGENERATE),
        .body = "a Wigley hull",
    };
    const double volume = 4.0 / 9.0 * lbt;
    const double slack =
        rounding_slack(subject.mesh) +
        lbt * (1.0 / (columns * columns) + 0.25 / (rows * rows) + 2.0 / (columns * rows));
    static const struct buoy_plane planes[] = {{{0.0f, 0.0f, 1.0f}, 0.0f},
                                               {{0.0f, 0.0f, 1.0f}, 1.0f}};
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (int k = 0; k < 2; ++k) {
            expect(&subject, "a Wigley hull holds 4/9 L B T", planes[k], ask(&subject, planes[k]),
                   (struct buoy_volume){volume, {0.0, 0.0, -0.375 * draught}}, slack,
                   misplaced(subject.mesh, slack, volume));
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&hull);
}
