// Righting arms: closed forms, an independent polygon for barges at any heel, an independent solver
// for hulls, symmetries, refusals.
#include "adversary.h"
#include "afloat.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "shared.h"
#include "test.h"

#define DEGREE (3.14159265358979323846 / 180.0)

static void expect_near(double got, double expected, double most, const char *what, double at) {
    FAIL_IF(!(fabs(got - expected) <= most),
            "%s at %g: %.17g, expected %.17g, off by %.3g, allowed %.3g", what, at, got, expected,
            got - expected, most);
}

static struct buoy_righting_arm ask_one(const struct buoy_floating *body,
                                        const struct buoy_heeling *heeling, double angle) {
    struct buoy_righting_arm arm;
    struct buoy_error error;
    FAIL_IF(buoy_righting_arms(body, heeling, &angle, 1, &arm, &error) != BUOY_OK, "%s",
            error.message);
    assert_true(arm.heel_degrees == angle);
    return arm;
}

// The library's sines beside the C library's, which are good to a rounding or two.
TEST(sines) {
    for (int i = -40000; i <= 40000; ++i) {
        const double degrees = 0.03125 * i;
        double s, c;
        buoy_sine_of_degrees(degrees, &s, &c);
        // The C library's argument is rounded.
        const double most = 4e-16 + 2.5e-16 * fabs(degrees * DEGREE);
        expect_near(s, sin(degrees * DEGREE), most, "sine", degrees);
        expect_near(c, cos(degrees * DEGREE), most, "cosine", degrees);
        expect_near(s * s + c * c, 1.0, 5e-16, "circle", degrees);
        if (i % (90 * 32) == 0) {
            assert_true((fabs(s) == 1.0 && c == 0.0) || (s == 0.0 && fabs(c) == 1.0));
        }
    }
}

// --------------------------------------------------------------------------------------- barges

// Wall-sided: GZ = sin φ (GM + ½ BM tan² φ) until the deck or the bilge meets the water.
TEST(wall_sided) {
    const double length = 20.0, beam = 6.0, depth = 4.0, draught = 1.75, kg = 2.25;
    struct buoy_mesh *mesh = mesh_of(body_box(10.0f, 3.0f, 2.0f), 0);
    const struct buoy_floating body = {mesh, length * beam * draught, {0.0, 0.0, kg - 0.5 * depth}};
    const struct buoy_heeling heeling = buoy_heeling_default();
    const double bm = beam * beam / (12.0 * draught), gm = 0.5 * draught + bm - kg;
    const double most = atan(draught / (0.5 * beam)) / DEGREE;
    for (int i = -60; i <= 60; ++i) {
        const double angle = 0.5 * i;
        assert_true(fabs(angle) < most);
        const double tangent = tan(angle * DEGREE);
        const struct buoy_righting_arm arm = ask_one(&body, &heeling, angle);
        expect_near(arm.arm, sin(angle * DEGREE) * (gm + 0.5 * bm * tangent * tangent), 1e-13, "GZ",
                    angle);
        assert_true(arm.trim_degrees == 0.0);
        expect_near(arm.d, (draught - 0.5 * depth) * cos(angle * DEGREE), 1e-13, "d", angle);
    }
}

// --------------------------------------------------------------------------------------- hulls

// The independent solver looks for the rest within ± 10°, where these hulls have just one.
static void compare(const struct body *hull, double share, const double g[3], double step,
                    const char *name) {
    struct buoy_mesh *mesh = body_mesh(hull, BUOY_MESH_WELD);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const struct buoy_floating body = {mesh, share * info.volume, {g[0], g[1], g[2]}};
    struct buoy_heeling heeling = buoy_heeling_default();
    const double size = info.diagonal;
    for (int i = 0; i <= (int)(150.0 / step); ++i) {
        const double angle = -75.0 + step * i;
        double trim;
        heeling.fixed_trim = true;
        struct buoy_righting_arm got = ask_one(&body, &heeling, angle);
        expect_near(got.arm, afloat_arm(hull, body.volume, g, angle, 0.0, NULL), 1e-11 * size, name,
                    angle);
        assert_true(got.trim_degrees == 0.0);
        heeling.fixed_trim = false;
        got = ask_one(&body, &heeling, angle);
        const double arm = afloat_arm(hull, body.volume, g, angle, 10.0, &trim);
        expect_near(got.arm, arm, 1e-9 * size, name, angle); // the bar is 1e-4 m
        expect_near(got.trim_degrees, trim, 1e-6, name, angle);
        expect_near(got.d, afloat_draft(hull, got.up, body.volume), 1e-11 * size, name, angle);
    }
}

TEST(hulls) {
    static const struct {
        const char *name;
        double share, g[3];
    } hulls[] = {
        {"builtin:wigley:5000", 0.5, {0.2, 0.0, -0.25}},
        {"builtin:wigley:1300", 0.8, {-0.5, 0.125, 0.0}},
        {"builtin:catamaran:1300", 0.4, {0.25, 0.0625, 0.5}},
    };
    for (size_t k = 0; k < sizeof hulls / sizeof *hulls; ++k) {
        struct body hull = body_builtin(hulls[k].name);
        compare(&hull, hulls[k].share, hulls[k].g, in_a_hurry(75, 25) / 2.0, hulls[k].name);
    }
}

// A ship from elsewhere, which lies along y in its own frame.
TEST(shared_hulls) {
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    size_t count;
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        if (strstr(meshes[i].name, "viking_ship")) {
            struct mesh_data data;
            if (mesh_data_load(meshes[i].path, &data, NULL) == BUOY_OK) { // files may not be read
                struct body hull = body_of_data(&data);
                body_transform(&hull, (const double[9]){0, 1, 0, -1, 0, 0, 0, 0, 1},
                               (const double[3]){0, 0, 0});
                compare(&hull, 0.4, (const double[3]){-0.125, 0.0, 0.375}, 25.0, meshes[i].name);
            }
            mesh_data_free(&data);
        }
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
}

// --------------------------------------------------------------------------------- invariance

// A hull that is the same port and starboard has odd arms; a whole turn changes nothing; heeling
// about −x is heeling the other way.
TEST(symmetry) {
    struct buoy_mesh *mesh = mesh_of(body_wigley(10.0, 1.0, 0.625, 24, 12), BUOY_MESH_WELD);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const struct buoy_floating body = {mesh, 0.6 * info.volume, {0.25, 0.0, -0.25}};
    const struct buoy_heeling heeling = buoy_heeling_default();
    const struct buoy_heeling other = {.up = {0, 0, 3}, .axis = {-2, 0, 1}};
    for (int i = 0; i < 15; ++i) {
        const double angle = 2.5 + 12.5 * i;
        const struct buoy_righting_arm port = ask_one(&body, &heeling, angle);
        const struct buoy_righting_arm starboard = ask_one(&body, &heeling, -angle);
        const struct buoy_righting_arm round = ask_one(&body, &heeling, angle + 360.0);
        const struct buoy_righting_arm backward = ask_one(&body, &other, -angle);
        expect_near(port.arm, -starboard.arm, 1e-13, "port", angle);
        expect_near(port.trim_degrees, starboard.trim_degrees, 1e-9, "trim", angle);
        assert_memory_equal(&port.arm, &round.arm, sizeof port - sizeof port.heel_degrees);
        expect_near(backward.arm, -port.arm, 1e-13, "about −x", angle);
        expect_near(backward.trim_degrees, -port.trim_degrees, 1e-9, "about −x", angle);
    }
}

// The arm is the slope of the energy along the heel while the trim is fixed, and n does not leave
// the plane of s and k on its way across.
TEST(slope_of_the_energy) {
    struct body hull = body_builtin("builtin:catamaran:300");
    struct buoy_mesh *mesh = body_mesh(&hull, 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double g[3] = {0.25, 0.125, 0.5}, volume = 0.4 * info.volume, step = 1e-3;
    const struct buoy_floating body = {mesh, volume, {g[0], g[1], g[2]}};
    struct buoy_heeling heeling = buoy_heeling_default();
    for (int i = -170; i <= 170; i += 20) {
        const double angle = i;
        heeling.fixed_trim = true;
        double energy[2];
        for (int k = 0; k < 2; ++k) {
            const double phi = (angle + (k ? step : -step)) * DEGREE,
                         n[3] = {0, sin(phi), cos(phi)};
            energy[k] = afloat_energy(&hull, n, volume, g);
        }
        const double slope = (energy[1] - energy[0]) / (2.0 * step * DEGREE);
        expect_near(ask_one(&body, &heeling, angle).arm, slope, 1e-8 * info.diagonal, "dE/dφ",
                    angle);
        heeling.fixed_trim = false;
        const struct buoy_righting_arm arm = ask_one(&body, &heeling, angle);
        expect_near(arm.up[1] * cos(angle * DEGREE) - arm.up[2] * sin(angle * DEGREE), 0.0, 1e-14,
                    "n·s : n·k", angle);
        expect_near(-asin(arm.up[0]) / DEGREE, arm.trim_degrees, 1e-9, "trim", angle);
    }
}

// ------------------------------------------------------------------------------------ refusals

// A pole whose weight is at one end stands on it: no arm with free trim, one with fixed trim.
// With free trim no moment is left across: as an arm, rounding of the hull's size.
TEST(trim_is_settled) {
    struct body hull = body_box(1.0f, 0.375f, 0.25f);
    struct buoy_mesh *mesh = body_mesh(&hull, 0);
    const struct buoy_heeling heeling = buoy_heeling_default();
    size_t found = 0;
    for (int i = 0; i < 300; ++i) {
        const struct buoy_floating body = {
            mesh, 0.75 * (0.2 + 0.002 * i), {0.1 - 0.0007 * i, 0.01, -0.05}};
        const struct buoy_righting_arm arm = ask_one(&body, &heeling, 0.3 * i - 40.0);
        if (isnan(arm.arm)) {
            continue;
        }
        const struct afloat at = afloat_below(&hull, arm.up, arm.d);
        double length2 = 0.0, moment = 0.0;
        for (int k = 0; k < 3; ++k) { // along the axis, x, made level
            const double level = (k == 0) - arm.up[0] * arm.up[k];
            length2 += level * level;
            moment += level * (body.centre_of_mass[k] - at.centre[k]);
        }
        expect_near(moment / sqrt(length2), 0.0, 4e-12, "moment across", arm.heel_degrees);
        ++found;
    }
    assert_true(found > 200);
}

TEST(stands_on_its_end) {
    struct buoy_mesh *mesh = mesh_of(body_box(8.0f, 0.5f, 0.5f), 0);
    const struct buoy_floating body = {mesh, 8.0, {6.0, 0.0, 0.0}};
    struct buoy_heeling heeling = buoy_heeling_default();
    struct buoy_righting_arm arm = ask_one(&body, &heeling, 10.0);
    assert_true(isnan(arm.arm) && isnan(arm.trim_degrees) && isnan(arm.d) && isnan(arm.up[1]));
    heeling.fixed_trim = true;
    arm = ask_one(&body, &heeling, 10.0);
    assert_true(isfinite(arm.arm) && isfinite(arm.d));
}

// A cup floats with a dry rim up to some angle, and then not.
TEST(open_mesh) {
    struct rng rng = rng_make("righting a cup");
    struct body cup = body_open_cone(&rng, 7);
    struct buoy_mesh *mesh = body_mesh(&cup, BUOY_MESH_ACCEPT_OPEN);
    struct buoy_form form;
    const double up[3] = {0, 0, 1}, draft = 0.0625;
    assert_int_equal(buoy_curves_of_form(mesh, up, &draft, 1, &form, NULL), BUOY_OK);
    assert_true(form.at.volume > 0.0);
    const struct buoy_floating body = {mesh, form.at.volume, {0, 0, form.d}};
    struct buoy_heeling heeling = buoy_heeling_default();
    heeling.fixed_trim = true;
    expect_near(ask_one(&body, &heeling, 0.0).d, form.d, 1e-12, "d", 0.0);
    assert_true(isnan(ask_one(&body, &heeling, 180.0).arm));
}

// An image with a right checksum and numbers that no body has: whatever the trim runs after, it
// ends.
TEST(senseless_numbers) {
    struct buoy_mesh *mesh = adversary_load("slow");
    SKIP_IF(!mesh, "the image is of an earlier format");
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    struct buoy_floating body = {mesh, 0.05 * info.volume, {0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; ++i) {
        body.centre_of_mass[i] = info.centroid[i] - (i == 2 ? info.diagonal : 0.0);
    }
    const struct buoy_heeling way = buoy_heeling_default();
    const double angle = 5.0;
    struct buoy_righting_arm arm;
    assert_int_equal(buoy_righting_arms(&body, &way, &angle, 1, &arm, NULL), BUOY_OK);
    assert_true(isnan(arm.arm));
    buoy_mesh_destroy(mesh);
}
