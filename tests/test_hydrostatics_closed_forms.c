// Every kernel of `hydrostatics` against areas and waterplanes with closed forms.
#include <float.h>

#include "ask_hydrostatics.h"
#include "body_change.h"
#include "rng.h"
#include "test.h"

static const struct surface_slack no_slack = {0};
static const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};

// -------------------------------------------------------------- sections made of triangles

// ∫ dA, ∫ x dA and ∫ x xᵀ dA of a plane figure.
struct section {
    double area, x[3], xx[3][3];
};

// Adds a triangle of a given area, which may be negative.
static void add_triangle(struct section *section, double area, double v[3][3]) {
    section->area += area;
    for (int i = 0; i < 3; ++i) {
        const double si = v[0][i] + v[1][i] + v[2][i];
        section->x[i] += area * si / 3.0;
        for (int j = 0; j < 3; ++j) {
            const double sj = v[0][j] + v[1][j] + v[2][j];
            const double corners = v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j];
            section->xx[i][j] += area / 12.0 * (corners + si * sj);
        }
    }
}

// Adds the triangle between the z axis and two points of a level figure's outline.
static void add_level(struct section *section, const double a[3], const double b[3]) {
    double v[3][3] = {{0.0, 0.0, a[2]}, {a[0], a[1], a[2]}, {b[0], b[1], b[2]}};
    add_triangle(section, 0.5 * (a[0] * b[1] - a[1] * b[0]), v);
}

// An answer with that waterplane.
static struct buoy_hydrostatics answer_of(const struct section *section, double wetted_area) {
    double m[3][3];
    struct buoy_hydrostatics answer = {.wetted_area = wetted_area,
                                       .waterplane_area = section->area};
    for (int i = 0; i < 3; ++i) {
        answer.waterplane_centroid[i] = section->x[i] / section->area;
        for (int j = 0; j < 3; ++j) {
            m[i][j] = section->xx[i][j] - section->x[i] * section->x[j] / section->area;
        }
    }
    answer.xx = m[0][0];
    answer.xy = m[0][1];
    answer.xz = m[0][2];
    answer.yy = m[1][1];
    answer.yz = m[1][2];
    answer.zz = m[2][2];
    return answer;
}

static void expect_all(struct subject *subject, const char *property, struct buoy_plane plane,
                       const struct buoy_hydrostatics *expected, struct surface_slack slack) {
    for (size_t i = 0; (subject->kernel = next_hydrostatics_kernel(&i));) {
        const struct buoy_hydrostatics got = ask_hydrostatics(subject, plane);
        expect_surface(subject, property, plane, &got, expected, slack);
    }
}

// Where all heights are floats, nothing is in doubt next to a face on the water either: what is
// left are 12 roundings of the submerged share, and one for each further block of a run of 64.
static void expect_exact_areas(struct subject *subject, struct buoy_plane plane,
                               const struct buoy_hydrostatics *expected) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject->mesh, &info, NULL);
    const double most = (12.0 + fmin(63.0, (double)info.triangle_count / 16.0)) * 0x1p-24;
    for (size_t i = 0; (subject->kernel = next_hydrostatics_kernel(&i));) {
        const struct buoy_hydrostatics got = ask_hydrostatics(subject, plane);
        if (!(fabs(got.wetted_area - expected->wetted_area) <= most * info.area &&
              fabs(got.waterplane_area - expected->waterplane_area) <= most * info.area)) {
            fail_hydrostatics(subject, "exact heights", plane, &got);
        }
    }
}

// ---------------------------------------------------------------------------------- boxes

// From touching the water with its bottom to floating flush with its deck.
TEST(upright_box) {
    static const float half[3] = {1.5f, 0.75f, 2.0f};
    struct body box = body_box(half[0], half[1], half[2]);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    for (int face = 0; face < 6; ++face) {
        const int up = face / 2, u = (up + 1) % 3, v = (up + 2) % 3;
        const double a = (double)half[u], b = (double)half[v], h = (double)half[up];
        float n[3] = {0.0f, 0.0f, 0.0f};
        n[up] = face % 2 ? 1.0f : -1.0f;
        for (int eighths = 0; eighths <= 8; ++eighths) {
            const double d = h * (eighths / 4.0 - 1.0);
            const struct buoy_plane plane = {{n[0], n[1], n[2]}, (float)d};
            struct buoy_hydrostatics expected = {0};
            double moments[3] = {0.0, 0.0, 0.0};
            if (eighths > 0) {
                expected.wetted_area = 4.0 * a * b + 4.0 * (a + b) * (d + h);
                expected.waterplane_area = 4.0 * a * b;
                expected.waterplane_centroid[up] = (double)n[up] * d;
                moments[u] = 4.0 * a * b * a * a / 3.0;
                moments[v] = 4.0 * a * b * b * b / 3.0;
            }
            expected.xx = moments[0];
            expected.yy = moments[1];
            expected.zz = moments[2];
            expect_all(&subject, "an upright box", plane, &expected, no_slack);
            expect_exact_areas(&subject, plane, &expected);
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&box);
}

// The part of the box |x_i| ≤ h_i below n·x = d by inclusion and exclusion over its corners x: each
// begins a corner of space, of which the water cuts off a tetrahedron with legs t/n_i, t its depth.
// The section is the tetrahedron's fourth face, the wet sides are its others, each counted from the
// four corners of its own face.
static struct buoy_hydrostatics box_below(const double half[3], struct buoy_plane plane) {
    const double n[3] = {(double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    struct section section = {0};
    double wetted = 0.0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        double x[3], t = (double)plane.d, v[3][3];
        bool far[3];
        for (int i = 0; i < 3; ++i) {
            far[i] = (corner >> i & 1) != 0;
            x[i] = copysign(half[i], far[i] ? n[i] : -n[i]);
            t -= n[i] * x[i];
        }
        if (t <= 0.0) {
            continue;
        }
        const double sign = (far[0] != far[1]) != far[2] ? -1.0 : 1.0;
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            wetted += (far[j] != far[k] ? -1.0 : 1.0) * t * t / (2.0 * fabs(n[j] * n[k]));
            for (int axis = 0; axis < 3; ++axis) {
                v[i][axis] = x[axis] + (axis == i ? t / n[i] : 0.0);
            }
        }
        add_triangle(&section, sign * t * t * length / (2.0 * fabs(n[0] * n[1] * n[2])), v);
    }
    return answer_of(&section, wetted);
}

TEST(tilted_box) {
    static const double half[3] = {1.25, 0.375, 2.5};
    struct rng rng = rng_make("waterplanes of a tilted box");
    struct body box = body_box((float)half[0], (float)half[1], (float)half[2]);
    struct subject subject = {.mesh = body_mesh(&box, 0), .body = "a box"};
    for (int k = 0; k < 200; ++k) {
        struct buoy_plane plane;
        do { // the formula divides by the normal's components, and its terms cancel
            plane = rng_plane(&rng, subject.mesh);
        } while (fabsf(plane.normal[0] * plane.normal[1] * plane.normal[2]) < 1e-2f);
        const struct buoy_hydrostatics expected = box_below(half, plane);
        if (expected.waterplane_area > 1e-3) {
            expect_all(&subject, "a tilted box, by inclusion and exclusion", plane, &expected,
                       (struct surface_slack){1e-11, 1e-11, 1e-11, 0.0});
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&box);
}

// ---------------------------------------------------------------------------- round bodies

// The waterplane of a ring with upright walls is the outer polygon of the ring's points less the
// inner one.
TEST(ring) {
    enum {
        segments = 37
    };
    static const double profile[8] = {1.0, -0.5, 2.0, -0.5, 2.0, 0.5, 1.0, 0.5};
    struct body ring = body_ring(profile, 4, segments);
    struct subject subject = {.mesh = body_mesh(&ring, 0), .body = "a ring"};
    struct section section = {0};
    double walls = 0.0, bottom = 0.0;
    for (size_t s = 0; s < segments; ++s) {
        for (size_t side = 0; side < 2; ++side) { // the inner wall, then the outer
            double v[2][3];
            for (size_t k = 0; k < 2; ++k) {
                const float *p = ring.positions + 3 * ((s + k) % segments * 4 + side);
                for (int i = 0; i < 3; ++i) {
                    v[k][i] = i < 2 ? (double)p[i] : 0.125;
                }
            }
            add_level(&section, side ? v[0] : v[1], side ? v[1] : v[0]);
            walls += 0.625 * hypot(v[1][0] - v[0][0], v[1][1] - v[0][1]);
        }
    }
    bottom = section.area;
    const struct buoy_hydrostatics expected = answer_of(&section, walls + bottom);
    const struct buoy_plane plane = {{0.0f, 0.0f, 3.0f}, 0.375f};
    // Inner and outer points are rounded apart: walls are not quite radial strips.
    expect_all(&subject, "a ring's waterplane is a ring", plane, &expected, no_slack);
    buoy_mesh_destroy(subject.mesh);
    body_free(&ring);
}

// A sphere of flat triangles lies within the sphere, by the sagitta of its longest edge at most.
TEST(sphere) {
    const double pi = 3.14159265358979323846;
    struct rng rng = rng_make("waterplanes of a sphere");
    struct body sphere = body_builtin("builtin:sphere:5120");
    struct subject subject = {.mesh = body_mesh(&sphere, 0), .body = "a sphere"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    const double r = info.half_extent[2], share = info.volume / (4.0 / 3.0 * pi * r * r * r);
    const double loose = 1.0 - share; // 1 − r'²/r² is less
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        for (int k = 0; k < 50; ++k) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            const double d = rng_between(&rng, -0.7, 0.7) * r;
            plane.d = (float)d;
            const struct buoy_hydrostatics got = ask_hydrostatics(&subject, plane);
            const double area = pi * (r * r - d * d), moment = area * area / (4.0 * pi);
            const double wetted = 2.0 * pi * r * (r + d);
            const double trace = got.xx + got.yy + got.zz;
            if (!(fabs(got.waterplane_area - area) < 4.0 * loose * area) ||
                !(fabs(got.wetted_area - wetted) < 4.0 * loose * wetted) ||
                !(fabs(trace - 2.0 * moment) < 8.0 * loose * moment)) {
                fail_hydrostatics(&subject, "a sphere's waterplane is a circle", plane, &got);
            }
        }
    }
    buoy_mesh_destroy(subject.mesh);
    body_free(&sphere);
}

// ----------------------------------------------------------------------------------- hulls

// A Wigley hull flush with the water: the waterplane is its deck, between parabolas.
TEST(wigley_deck) {
    enum {
        columns = 40,
        rows = 10
    };
    const double length = 10.0, beam = 1.0;
    struct body hull = body_wigley(length, beam, 0.625, columns, rows);
    struct subject subject = {.mesh = body_mesh(&hull, BUOY_MESH_WELD), .body = "a Wigley hull"};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    struct section section = {0};
    for (size_t c = 0; c < columns; ++c) {
        for (size_t side = 0; side < 2; ++side) { // to port backwards, to starboard forwards
            double v[2][3];
            for (size_t k = 0; k < 2; ++k) {
                const size_t vertex =
                    side * (columns + 1) * (rows + 1) + (c + k) * (rows + 1) + rows;
                for (size_t i = 0; i < 3; ++i) {
                    v[k][i] = (double)hull.positions[3 * vertex + i];
                }
            }
            add_level(&section, side ? v[0] : v[1], side ? v[1] : v[0]);
        }
    }
    const struct buoy_hydrostatics expected = answer_of(&section, info.area - section.area);
    assert_true(fabs(section.area - 2.0 / 3.0 * length * beam) < 1e-3 * length * beam);
    expect_all(&subject, "a hull flush with the water", level, &expected, no_slack);
    expect_exact_areas(&subject, level, &expected);
    buoy_mesh_destroy(subject.mesh);
    body_free(&hull);
}

// Two boxes side by side: w lies between them, where there is no body.
TEST(catamaran) {
    static const double port[3] = {0.0, 3.0, 0.0}, starboard[3] = {0.0, -3.0, 0.0};
    struct body left = body_box(4.0f, 0.5f, 1.0f), right = body_copy(&left);
    body_move(&left, port);
    body_move(&right, starboard);
    struct body both = body_join(&left, &right);
    struct subject subject = {.mesh = body_mesh(&both, 0), .body = "a catamaran"};
    const struct buoy_hydrostatics expected = {
        .wetted_area = 2.0 * (8.0 + 18.0 * 1.0),
        .waterplane_area = 16.0,
        .xx = 16.0 * 64.0 / 12.0,
        .yy = 16.0 * (1.0 / 12.0 + 9.0),
    };
    expect_all(&subject, "two hulls", level, &expected, no_slack);
    buoy_mesh_destroy(subject.mesh);
    body_free(&left);
    body_free(&right);
    body_free(&both);
}

// Fins without thickness below a box: with them alone in the water V is 0, and both of their sides
// are wet; with the box awash they change nothing but the wetted area.
TEST(fins) {
    static float corners[] = {-1, 0, -2, 1, 0, -2, 1, 0, 0.5f, -1, 0, 0.5f};
    static uint32_t sides[] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0};
    const struct body fin = {corners, 4, sides, 4};
    struct body box = body_moved(body_box(1.0f, 1.0f, 1.0f), 0.0, 0.0, 1.5);
    struct body both = body_join(&box, &fin);
    struct subject subject = {.mesh = body_mesh(&both, 0), .body = "a box with a fin"};
    const struct buoy_hydrostatics alone = {.wetted_area = 8.0,
                                            .waterplane_centroid = {NAN, NAN, NAN}};
    expect_all(&subject, "a fin alone", level, &alone, no_slack);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        assert_true(ask_hydrostatics(&subject, level).volume == 0.0);
    }
    const struct buoy_plane tilted = {{0.5f, 0.25f, 1.0f}, -0.5f}; // ±0.5 at the fin's sides
    const struct buoy_hydrostatics trapezium = {.wetted_area = 6.0,
                                                .waterplane_centroid = {NAN, NAN, NAN}};
    expect_all(&subject, "a fin alone, tilted", tilted, &trapezium, no_slack);
    const struct buoy_plane awash = {{0.0f, 0.0f, 1.0f}, 1.5f};
    const struct buoy_hydrostatics with_fin = {.wetted_area = 12.0 + 10.0,
                                               .waterplane_area = 4.0,
                                               .waterplane_centroid = {0.0, 0.0, 1.5},
                                               .xx = 4.0 / 3.0,
                                               .yy = 4.0 / 3.0};
    expect_all(&subject, "a box with a fin", awash, &with_fin, no_slack);
    buoy_mesh_destroy(subject.mesh);
    body_free(&box);
    body_free(&both);
}
