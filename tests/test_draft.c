// buoy_draft(): the plane it finds displaces the requested volume, on any body; it evaluates at
// most three planes on average; its limits and refusals.
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "machine.h"
#include "mesh/leaves.h"
#include "mesh/mesh.h"
#include "queries/section.h"
#include "rng.h"
#include "shared.h"
#include "test.h"

static const float up[3] = {0.0f, 0.0f, 1.0f};

// The volume that a plane displaces, in long double: the flux of its depth through the surface.
static double displaced(const struct buoy_mesh *mesh, const float n[3], double d) {
    long double volume = 0.0L;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        long double x[3][3], s[3];
        int below = 0, odd = 0;
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = corner[k];
            x[k][0] = (long double)mesh->triangles->px[v] + mesh->origin[0];
            x[k][1] = (long double)mesh->triangles->py[v] + mesh->origin[1];
            x[k][2] = (long double)mesh->triangles->pz[v] + mesh->origin[2];
            s[k] = x[k][0] * n[0] + x[k][1] * n[1] + x[k][2] * n[2] - d;
            below += s[k] < 0.0L;
        }
        for (int k = 0; k < 3; ++k) {
            odd = (s[k] < 0.0L) == (below == 1) ? k : odd;
        }
        long double flux = 0.0L; // twice the area along n
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            flux += n[i] * ((x[1][j] - x[0][j]) * (x[2][k] - x[0][k]) -
                            (x[1][k] - x[0][k]) * (x[2][j] - x[0][j]));
        }
        long double depth = below > 1 ? -(s[0] + s[1] + s[2]) : 0.0L; // three times the mean
        if (below == 1 || below == 2) {
            const long double top = s[odd], f = top / (top - s[(odd + 1) % 3]);
            depth += (below == 1 ? -top : top) * f * (top / (top - s[(odd + 2) % 3]));
        }
        volume -= flux * depth;
    }
    return (double)(volume / (6.0L * ((long double)n[0] * n[0] + (long double)n[1] * n[1] +
                                      (long double)n[2] * n[2])));
}

// Water a little above a face, whatever its slope: what double makes of heights there is within the
// bound, though next to nothing is wet.
TEST(doubts) {
    struct rng rng = rng_make("volumes in doubt");
    for (int round = 0; round < 300; ++round) {
        struct body body = body_bipyramid(&rng, 4 + rng_below(&rng, 80));
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        const uint32_t t = rng_below(&rng, mesh->triangle_count);
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        double v[3][3], area[3], d = -(double)INFINITY;
        float n[3];
        for (int k = 0; k < 3; ++k) {
            v[k][0] = mesh->triangles->px[corner[k]] + mesh->origin[0];
            v[k][1] = mesh->triangles->py[corner[k]] + mesh->origin[1];
            v[k][2] = mesh->triangles->pz[corner[k]] + mesh->origin[2];
        }
        buoy_area_vector(v, area);
        const double length = buoy_length(area);
        if (length > 1e-3) {
            for (int k = 0; k < 3; ++k) {
                n[k] = (float)(-area[k] / length);
            }
            for (int k = 0; k < 3; ++k) {
                const double s =
                    v[k][0] * (double)n[0] + v[k][1] * (double)n[1] + v[k][2] * (double)n[2] + 1e-9;
                d = s > d ? s : d;
            }
            const struct buoy_displaced got = buoy_displaced_below(
                mesh, &(struct buoy_plane64){{(double)n[0], (double)n[1], (double)n[2]}, d});
            assert_true(fabs(got.volume - displaced(mesh, n, d)) <= got.error);
        }
        test_end(mesh);
    }
}

static double whole_volume(const struct buoy_mesh *mesh) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    return info.volume;
}

// The bound on a share from buoyancy_hydrostatics.h.
static double promised(double share) {
    return fmax(fmin(1e-6, 1e-3 * share), 1e-10);
}

enum {
    most_evaluations = 13
};

static void random_normal(struct rng *rng, float n[3]) {
    double unit[3];
    rng_direction(rng, unit);
    for (int i = 0; i < 3; ++i) {
        n[i] = (float)unit[i];
    }
}

// Asks for a share of the body; returns the number of evaluations.
static unsigned check_share(const char *body, const struct buoy_mesh *mesh, const float n[3],
                            double share) {
    const double whole = whole_volume(mesh);
    double d;
    struct buoy_draft_info info;
    const enum buoy_status status =
        buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, share * whole, &d, &info, NULL);
    FAIL_IF(status != BUOY_OK, "%s, share %.17g: %s", body, share, buoy_status_text(status));
    const double error = displaced(mesh, n, d) / whole - share;
    const double most = promised(share);
    FAIL_IF(!(fabs(error) <= most) || info.evaluations > most_evaluations || info.checks == 0,
            "%s, normal (%.9g %.9g %.9g), share %.17g: d %.17g is off by %.3g, allowed %.3g, "
            "%u evaluations",
            body, (double)n[0], (double)n[1], (double)n[2], share, d, error, most,
            info.evaluations);
    const struct buoy_plane64 plane = {{(double)n[0], (double)n[1], (double)n[2]}, d};
    const struct buoy_hydrostatics_query query = {.mesh = mesh,
                                                  .planes64 = &plane,
                                                  .count = 1,
                                                  .kernel =
                                                      buoy_kernel_find("hydrostatics/auto/best")};
    struct buoy_hydrostatics at;
    assert_int_equal(buoy_hydrostatics_compute(&query, &at, NULL), BUOY_OK);
    assert_memory_equal(&at, &info.at, sizeof at);
    return info.evaluations;
}

static void check_tiny_shares(struct rng *rng, const char *name, struct body body, const float *n) {
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int k = 0; k < 300; ++k) {
        float any[3];
        random_normal(rng, any);
        check_share(name, mesh, n ? n : any, pow(10.0, rng_between(rng, -13.0, -3.0)));
    }
}

TEST(tiny_shares) {
    static const char *const names[] = {
        "builtin:box",       "builtin:barrel:100", "builtin:sphere:1280", "builtin:wigley:1300",
        "builtin:torus:600", "builtin:catamaran",  "builtin:star:1000"};
    static const float diagonal[3] = {1.0f, 1.0f, 1.0f};
    struct rng rng = rng_make("tiny drafts");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        check_tiny_shares(&rng, names[i], body_builtin(names[i]), NULL);
    }
    check_tiny_shares(&rng, "a cube on its corner", body_box(0.5f, 0.5f, 0.5f), diagonal);
    check_tiny_shares(&rng, "a cube", body_box(0.5f, 0.5f, 0.5f), up);
    check_tiny_shares(&rng, "a plate", body_box(1.0f, 1.0f, 1e-3f), up);
    check_tiny_shares(&rng, "a small body on a large one",
                      body_joined(body_box(1.0f, 1.0f, 0.1f),
                                  body_moved(body_box(0.01f, 0.01f, 1.0f), 0.0, 0.0, 1.1)),
                      up);
}

// ---------------------------------------------------------------------------------- any body

static void check_body(struct rng *rng, const char *name, struct body body) {
    static const double shares[] = {1e-6, 1e-4,    0.00999, 0.01,    0.01001,    0.25, 0.5,
                                    0.75, 0.98999, 0.99,    0.99001, 1.0 - 1e-6, 1.0,  0.0};
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int k = 0; k < 12; ++k) {
        float n[3];
        random_normal(rng, n);
        check_share(name, mesh, k == 0 ? up : n, rng_between(rng, 0.0, 1.0));
        for (size_t s = 0; s < sizeof shares / sizeof *shares; ++s) {
            check_share(name, mesh, k == 0 ? up : n, shares[s]);
        }
    }
}

TEST(builtins) {
    static const char *const names[] = {
        "builtin:box",       "builtin:barrel:100", "builtin:sphere:1280", "builtin:wigley:1300",
        "builtin:torus:600", "builtin:catamaran",  "builtin:star:1000"};
    struct rng rng = rng_make("drafts of built-ins");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        check_body(&rng, names[i], body_builtin(names[i]));
    }
}

static struct body turned(struct body body, int times) {
    body_turn(&body, times);
    return body;
}

static struct body scaled(struct body body, double factor) {
    body_scale(&body, factor);
    return body;
}

TEST(odd_bodies) {
    struct rng rng = rng_make("drafts of odd bodies");
    check_body(&rng, "a plate", turned(body_box(1.0f, 1.0f, 1e-3f), 2));
    check_body(&rng, "a needle", turned(body_box(1.0f, 1e-3f, 1e-3f), 1));
    check_body(&rng, "a thinner needle", turned(body_box(1.0f, 1e-5f, 1e-5f), 1));
    check_body(&rng, "a tiny body", scaled(body_builtin("builtin:wigley:100"), 1e-6));
    check_body(&rng, "a huge body", scaled(body_builtin("builtin:wigley:100"), 1e6));
    check_body(&rng, "a body far away",
               body_moved(body_builtin("builtin:star:1000"), 1e5, -3e4, 2e5));
    check_body(&rng, "a small body on a large one",
               body_joined(body_box(1.0f, 1.0f, 0.1f),
                           body_moved(body_box(0.01f, 0.01f, 1.0f), 0.0, 0.0, 1.1)));
    for (size_t sides = 3; sides < 30; sides += 3) {
        check_body(&rng, "a bipyramid", body_bipyramid(&rng, sides));
    }
}

// Unlike boxes farther and farther apart: κ = 6·10³ to 4·10⁶, where what float finds is off by 10⁻⁵
// to all of the body. Where double may not do either, the answer is an error.
TEST(far_apart) {
    struct rng rng = rng_make("drafts of boxes far apart");
    unsigned refused = 0;
    double apart = 1e3;
    for (int step = 0; step < 5; ++step) {
        struct buoy_mesh *mesh =
            mesh_of(body_joined(body_box(0.5f, 0.5f, 0.5f),
                                body_moved(body_box(0.5f, 0.3f, 0.4f), apart, 1.0, 2.0)),
                    0);
        const double whole = whole_volume(mesh);
        for (int k = 0; k < 100; ++k) {
            const double share = k % 2 == 0 ? rng_between(&rng, 0.0, 1.0)
                                            : pow(10.0, rng_between(&rng, -10.0, -3.0));
            float n[3];
            double d = -7.0;
            struct buoy_draft_info info;
            random_normal(&rng, n);
            const enum buoy_status status = buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]},
                                                       share * whole, &d, &info, NULL);
            if (status == BUOY_ERROR_PRECISION) {
                assert_true(d == -7.0);
                ++refused;
                continue;
            }
            assert_int_equal(status, BUOY_OK);
            const double error = displaced(mesh, n, d) / whole - share;
            FAIL_IF(!(fabs(error) <= promised(share)),
                    "boxes %g apart, share %.17g: d %.17g is off by %.3g, allowed %.3g", apart,
                    share, d, error, promised(share));
        }
        assert_true(refused == 0 || step > 0);
        apart *= 5.0; // up to 6·10⁵: beyond, a mesh is refused as flat
    }
    assert_true(refused < 200); // about 100 of the 500, whatever the seed
}

// Seven prisms far apart that are to displace 7e-10 of their volume, which was once answered with
// half as much again, and a share that is not known well enough for any answer.
TEST(reported) {
    char path[600];
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    snprintf(path, sizeof path, "%s/../reports/draft_small.txt", shared_folder());
    FILE *file = fopen(path, "r");
    SKIP_IF(!file, "no report of the draft");
    struct body body = body_alloc(200, 400);
    double volume;
    float n[3];
    char kind;
    body.vertex_count = body.triangle_count = 0;
    assert_int_equal(
        fscanf(file, "# want %lf d %*f normal %f %f %f %*[^\n]", &volume, &n[0], &n[1], &n[2]), 4);
    while (fscanf(file, " %c", &kind) == 1) {
        if (kind == 'v') {
            float *p = &body.positions[3 * body.vertex_count++];
            assert_int_equal(fscanf(file, "%f %f %f", &p[0], &p[1], &p[2]), 3);
        } else {
            unsigned v[3];
            assert_int_equal(fscanf(file, "%u %u %u", &v[0], &v[1], &v[2]), 3);
            body_add_triangle(&body, v[0] - 1, v[1] - 1, v[2] - 1);
        }
        assert_true(body.vertex_count < 200 && body.triangle_count < 400);
    }
    fclose(file);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    double d;
    const enum buoy_status status =
        buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &d, NULL, NULL);
    const double whole = whole_volume(mesh);
    assert_true(status == BUOY_ERROR_PRECISION ||
                fabs(displaced(mesh, n, d) - volume) <= promised(volume / whole) * whole);
}

// Between two boxes, one above the other, no water level displaces more than another.
TEST(gap) {
    struct body body =
        body_joined(body_box(1.0f, 1.0f, 0.5f), body_moved(body_box(1.0f, 1.0f, 0.5f), 0, 0, 10));
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int k = -3; k <= 3; ++k) {
        check_share("two boxes", mesh, up, 0.5 * (1.0 + k * 1e-4));
    }
}

// The tip of a corner is found to its own size, too, where the body does not lie flat on the water.
TEST(tips) {
    static const float down[3] = {0.25f, 0.5f, 1.0f};
    struct buoy_mesh *mesh = mesh_of(body_corner(3.0f, 2.0f, 1.0f), 0);
    double share = 1e-9;
    for (int k = 0; k < 15; ++k) { // up to 0.005
        double d;
        const double volume = share * whole_volume(mesh);
        assert_int_equal(
            buoy_draft(mesh, (const double[3]){down[0], down[1], down[2]}, volume, &d, NULL, NULL),
            BUOY_OK);
        assert_true(fabs(displaced(mesh, down, d) - volume) <= 2e-3 * volume);
        // A tetrahedron with legs d/n.
        assert_true(fabs(d * d * d / 0.75 - volume) <= 2e-3 * volume);
        share *= 3.0;
    }
}

// --------------------------------------------------------------------------------------- cost

static void check_evaluations(struct rng *rng, const char *name, bool upright, double most) {
    enum {
        count = 200
    };
    struct buoy_mesh *mesh = mesh_of(body_builtin(name), 0);
    double sum = 0.0;
    for (int k = 0; k < count; ++k) {
        float n[3];
        random_normal(rng, n);
        sum += check_share(name, mesh, upright ? up : n, rng_between(rng, 0.02, 0.98));
    }
    FAIL_IF(!(sum / count <= most), "%s takes %.3g evaluations on the average", name, sum / count);
}

TEST(evaluations) {
    static const char *const convex[] = {"builtin:box", "builtin:barrel:100", "builtin:sphere:1280",
                                         "builtin:wigley:1300"};
    struct rng rng = rng_make("evaluations of drafts");
    for (size_t i = 0; i < sizeof convex / sizeof *convex; ++i) {
        check_evaluations(&rng, convex[i], false, 3.0);
        check_evaluations(&rng, convex[i], true, 3.0);
    }
    check_evaluations(&rng, "builtin:torus:600", false, 3.5);
    check_evaluations(&rng, "builtin:catamaran", false, 3.5);
    check_evaluations(&rng, "builtin:star:1000", false, 3.5);
}

// --------------------------------------------------------------------------------------- bits

// Whatever the instruction set; and in units of the normal's length, to the bit if that is a power
// of two.
TEST(same_bits) {
    struct rng rng = rng_make("the bits of drafts");
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:1000"), 0);
    for (int k = 0; k < 50; ++k) {
        const double volume = rng_between(&rng, 0.0, 1.0) * whole_volume(mesh);
        float n[3], longer[3];
        double expected, d;
        random_normal(&rng, n);
        for (int i = 0; i < 3; ++i) {
            longer[i] = n[i] * 0x1p20f;
        }
        assert_int_equal(buoy_set_isa("scalar", NULL), BUOY_OK);
        assert_int_equal(
            buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &expected, NULL, NULL),
            BUOY_OK);
        for (size_t i = 0; i < buoy_isa_count; ++i) {
            if (machine_can_run(&buoy_isas[i])) {
                assert_int_equal(buoy_set_isa(buoy_isas[i].name, NULL), BUOY_OK);
                assert_int_equal(
                    buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &d, NULL, NULL),
                    BUOY_OK);
                assert_true(d == expected);
            }
        }
        assert_int_equal(buoy_draft(mesh, (const double[3]){longer[0], longer[1], longer[2]},
                                    volume, &d, NULL, NULL),
                         BUOY_OK);
        assert_true(d == expected * 0x1p20);
    }
    assert_int_equal(buoy_set_isa(NULL, NULL), BUOY_OK);
}

// --------------------------------------------------------------------------------------- ends

TEST(ends) {
    struct buoy_mesh *mesh = mesh_of(body_corner(3.0f, 2.0f, 1.0f), 0);
    double d;
    assert_int_equal(buoy_draft(mesh, (const double[3]){up[0], up[1], up[2]}, 0.0, &d, NULL, NULL),
                     BUOY_OK);
    assert_true(d == 0.0); // its lowest vertices
    assert_int_equal(buoy_draft(mesh, (const double[3]){up[0], up[1], up[2]}, whole_volume(mesh),
                                &d, NULL, NULL),
                     BUOY_OK);
    assert_true(d == 1.0); // its highest
    assert_int_equal(buoy_draft(mesh, (const double[3]){up[0], up[1], up[2]},
                                whole_volume(mesh) * (1.0 + 9e-7), &d, NULL, NULL),
                     BUOY_OK);
    assert_true(d == 1.0);
}

static void expect_refused(const struct buoy_mesh *mesh, const float *n, double volume,
                           enum buoy_status status) {
    double d = -7.0;
    struct buoy_draft_info info, before;
    memset(&before, 7, sizeof before);
    info = before;
    assert_int_equal(buoy_draft(mesh, (const double[3]){n[0], n[1], n[2]}, volume, &d, &info, NULL),
                     status);
    assert_true(d == -7.0);
    assert_memory_equal(&info, &before, sizeof info);
}

// A cone with its apex below, open at the top: answered for as long as its rim stays dry.
TEST(open_mesh) {
    struct rng rng = rng_make("the draft of an open cone");
    struct body body = body_open_cone(&rng, 9);
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    double rim = INFINITY; // its lowest point: the apex is the only vertex below z = 0
    for (size_t v = 0; v < body.vertex_count; ++v) {
        const double z = (double)body.positions[3 * v + 2];
        rim = z > 0.0 && z < rim ? z : rim;
    }
    const double most = displaced(mesh, up, rim);
    assert_true(most > 0.0);
    for (int k = 0; k <= 20; ++k) {
        double d;
        assert_int_equal(buoy_draft(mesh, (const double[3]){up[0], up[1], up[2]}, most * k / 20.0,
                                    &d, NULL, NULL),
                         BUOY_OK);
        assert_true(fabs(displaced(mesh, up, d) - most * k / 20.0) <= 1e-6 * most);
    }
    expect_refused(mesh, up, most * (1.0 + 1e-5), BUOY_ERROR_OPEN);
    expect_refused(mesh, (const float[3]){0, 0, -1}, 0.1 * most, BUOY_ERROR_OPEN);
}
