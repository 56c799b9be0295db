// Metacentric radii and the stiffness of buoyancy: by formula for barges, by differences for any
// body in any attitude.
#include "body.h"
#include "buoyancy_hydrostatics.h"
#include "buoyancy_kernels.h"
#include "rng.h"
#include "test.h"

static const float up[3] = {0.0f, 0.0f, 1.0f};

static struct buoy_hydrostatics below(const struct buoy_mesh *mesh, const float n[3], double d) {
    const struct buoy_plane64 plane = {{(double)n[0], (double)n[1], (double)n[2]}, d};
    const struct buoy_hydrostatics_query query = {
        .mesh = mesh,
        .planes64 = &plane,
        .count = 1,
        .kernel = buoy_kernel_find("hydrostatics/clip64/scalar")};
    struct buoy_hydrostatics result;
    assert_int_equal(buoy_hydrostatics_compute(&query, &result, NULL), BUOY_OK);
    return result;
}

// -------------------------------------------------------------------------------------- radii

// A barge of length L, beam B and draught T: BM = B²/12T and L²/12T. Turned by any angle about the
// vertical, and as the normal of any length.
TEST(radii_of_a_barge) {
    const double length = 8.0, beam = 3.0, draught = 0.75;
    for (int degrees = -80; degrees <= 90; degrees += 17) {
        const double a = degrees * 3.14159265358979323846 / 180.0, c = cos(a), s = sin(a);
        struct body barge = body_box(4.0f, 1.5f, 1.0f);
        body_transform(&barge, (const double[9]){c, -s, 0, s, c, 0, 0, 0, 1},
                       (const double[3]){0, 0, 0});
        struct buoy_mesh *mesh = body_mesh(&barge, 0);
        const float normal[3] = {0.0f, 0.0f, 1e-30f};
        const struct buoy_hydrostatics at = below(mesh, up, draught - 1.0);
        struct buoy_metacentric_radii radii;
        assert_int_equal(buoy_metacentric_radii_compute(&at, normal, &radii, NULL), BUOY_OK);
        expect_within("B²/12T", radii.transverse, beam * beam / (12.0 * draught), 1e-6);
        expect_within("L²/12T", radii.longitudinal, length * length / (12.0 * draught), 1e-5);
        expect_within("along the barge", fabs(radii.axis[0] * c + radii.axis[1] * s), 1.0, 1e-12);
        expect_within("in the water", radii.axis[2], 0.0, 1e-15);
    }
}

// In any attitude the radii refer to the waterplane's own frame: their sum is the trace, and the
// second moment along the axis is the larger.
TEST(radii_in_any_attitude) {
    struct rng rng = rng_make("metacentric radii");
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:catamaran"), 0);
    for (int k = 0; k < 200; ++k) {
        const struct buoy_plane plane = rng_plane(&rng, mesh);
        const float n[3] = {plane.normal[0], plane.normal[1], plane.normal[2]};
        const struct buoy_hydrostatics at = below(mesh, n, (double)plane.d);
        struct buoy_metacentric_radii radii;
        assert_int_equal(buoy_metacentric_radii_compute(&at, n, &radii, NULL), BUOY_OK);
        const double *e = radii.axis, v = at.volume, trace = at.xx + at.yy + at.zz;
        if (v == 0.0) {
            continue;
        }
        const double along = e[0] * (at.xx * e[0] + 2.0 * at.xy * e[1]) +
                             e[1] * (at.yy * e[1] + 2.0 * at.yz * e[2]) +
                             e[2] * (at.zz * e[2] + 2.0 * at.xz * e[0]);
        expect_within("the moment along the axis", radii.longitudinal * v, along, 1e-12 * trace);
        expect_within("their sum", (radii.transverse + radii.longitudinal) * v, trace,
                      1e-12 * trace);
        assert_true(radii.transverse >= 0.0 && radii.transverse <= radii.longitudinal);
        expect_within("the axis' length", e[0] * e[0] + e[1] * e[1] + e[2] * e[2], 1.0, 1e-14);
    }
}

// A square has no longest axis, and a dry body no radii: any axis in the water will do.
TEST(radii_without_an_axis) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    for (int k = -1; k <= 0; ++k) { // dry, half submerged
        const struct buoy_hydrostatics at = below(mesh, up, 2.0 * k);
        const double expected = at.volume > 0.0 ? 1.0 / 3.0 : 0.0;
        struct buoy_metacentric_radii radii;
        assert_int_equal(buoy_metacentric_radii_compute(&at, up, &radii, NULL), BUOY_OK);
        expect_within("a square's radius", radii.transverse, expected, 1e-15);
        expect_within("a square's radius", radii.longitudinal, expected, 1e-15);
        expect_within("a level axis", hypot(radii.axis[0], radii.axis[1]), 1.0, 1e-15);
    }
}

// ---------------------------------------------------------------------------------- stiffness

// ρ g V n at c, and its torque about o.
struct wrench {
    double force[3], torque[3];
};

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The rotation matrix of an angle about an axis of the frame.
static void rotation(int axis, double angle, double r[3][3]) {
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    memset(r, 0, 9 * sizeof(double));
    r[axis][axis] = 1.0;
    r[j][j] = r[k][k] = cos(angle);
    r[j][k] = -sin(angle);
    r[k][j] = sin(angle);
}

// What the water {n·x = d} does to a body displaced by `step` along an axis (0–2) or turned by it
// about o (3–5). The body is asked in its own frame, in which the water has moved instead.
static struct wrench pushed(const struct buoy_mesh *mesh, struct buoy_plane plane,
                            const double o[3], int coordinate, double step) {
    const double n[3] = {(double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2]};
    const double length = sqrt(dot(n, n));
    double r[3][3], seen[3], arm[3], turned[3];
    rotation(coordinate % 3, coordinate < 3 ? 0.0 : step, r);
    float rounded[3];
    for (int i = 0; i < 3; ++i) {
        rounded[i] = (float)(r[0][i] * n[0] + r[1][i] * n[1] + r[2][i] * n[2]);
        seen[i] = (double)rounded[i];
    }
    const double moved = coordinate < 3 ? n[coordinate] * step : 0.0;
    const struct buoy_hydrostatics at =
        below(mesh, rounded, (double)plane.d - dot(n, o) - moved + dot(seen, o));
    struct wrench wrench;
    for (int i = 0; i < 3; ++i) {
        wrench.force[i] = at.volume * n[i] / length;
        arm[i] = at.centre[i] - o[i];
    }
    for (int i = 0; i < 3; ++i) {
        turned[i] = dot(r[i], arm);
    }
    cross(turned, wrench.force, wrench.torque);
    return wrench;
}

// Compares one number with differences over a step: off by step² of what changes over a diagonal,
// and by the rounding of the turned normal. Where the water passes a vertex or a flat face on the
// way they are off by more, so that shorter steps get a chance.
static void check_slope(const struct buoy_mesh *mesh, struct buoy_plane plane, const double o[3],
                        double density, int i, int j, double expected) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double size = info.diagonal, unit = j < 3 ? size : 1.0;
    double slope = 0.0, most = 0.0;
    for (int shorter = 0; shorter < 4; ++shorter) {
        const double step = ldexp(1e-3, -2 * shorter);
        const struct wrench a = pushed(mesh, plane, o, j, step * unit);
        const struct wrench b = pushed(mesh, plane, o, j, -step * unit);
        const double high = i < 3 ? a.force[i] : a.torque[i - 3];
        const double low = i < 3 ? b.force[i] : b.torque[i - 3];
        const double error =
            density * (info.area + info.volume / size) * (2e-8 / step + step * step);
        slope = -density * (high - low) / (2.0 * step * unit);
        most = 4.0 * error * (i < 3 ? 1.0 : size) * (j < 3 ? 1.0 : size);
        if (fabs(expected - slope) <= most) {
            return;
        }
    }
    char what[64];
    snprintf(what, sizeof what, "stiffness %d,%d", i, j);
    expect_within(what, expected, slope, most);
}

TEST(stiffness_by_differences) {
    struct rng rng = rng_make("stiffness");
    for (int b = 0; b < 20; ++b) {
        struct buoy_mesh *mesh = mesh_of(b % 2 ? body_builtin("builtin:catamaran")
                                               : body_bipyramid(&rng, 4 + rng_below(&rng, 20)),
                                         0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        for (int q = 0; q < 10; ++q) {
            double o[3];
            for (int i = 0; i < 3; ++i) {
                o[i] = info.centre[i] + rng_between(&rng, -0.5, 0.5) * info.diagonal;
            }
            const struct buoy_plane plane = rng_plane(&rng, mesh);
            const double density = 7.0;
            const float normal[3] = {plane.normal[0], plane.normal[1], plane.normal[2]};
            const struct buoy_hydrostatics at = below(mesh, normal, (double)plane.d);
            double k[6][6];
            assert_int_equal(buoy_stiffness(&at, normal, density, o, k, NULL), BUOY_OK);
            for (int j = 0; j < 6; ++j) {
                for (int i = 0; i < 6; ++i) {
                    check_slope(mesh, plane, o, density, i, j, k[i][j]);
                }
            }
        }
    }
}

// Heave, roll and pitch of a barge about its centre of buoyancy: ρ g A, ρ g I and ρ g I, with no
// coupling; about a point above, less by ρ g V × the height, as the weight's lever makes it again.
TEST(stiffness_of_a_barge) {
    struct body barge = body_box(4.0f, 1.5f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&barge, 0);
    const struct buoy_hydrostatics at = below(mesh, up, -0.25); // 24 × 0.75 deep
    const double gravity = 9.81 * 1025.0, area = 24.0, volume = 18.0;
    for (int height = 0; height < 2; ++height) {
        const double o[3] = {at.centre[0], at.centre[1], at.centre[2] + height};
        double k[6][6];
        assert_int_equal(buoy_stiffness(&at, up, gravity, o, k, NULL), BUOY_OK);
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) {
                double expected = 0.0;
                if (i == j && i >= 2 && i < 5) {
                    const double moment = i == 3 ? area * 9.0 / 12.0 : area * 64.0 / 12.0;
                    expected = gravity * (i == 2 ? area : moment - volume * height);
                }
                expect_within("a barge", k[i][j], expected, 1e-9 * gravity * area);
            }
        }
    }
}
