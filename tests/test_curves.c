// Curves of form: closed forms, the reference that clips every triangle, refusals, open
// meshes.
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_kernels.h"
#include "rng.h"
#include "test.h"

static const double z[3] = {0.0, 0.0, 1.0};

static void ask(const struct buoy_mesh *mesh, const double up[3], const double *drafts,
                size_t count, struct buoy_form *rows) {
    struct buoy_error error;
    FAIL_IF(buoy_curves_of_form(mesh, up, drafts, count, rows, &error) != BUOY_OK, "%s",
            error.message);
}

// A barge of length L, beam B and height H, wherever it lies: every number has a closed form. Its
// vertices are exact; the sums take some hundred roundings of numbers below 1 in the baked frame.
TEST(barge) {
    const double length = 8.0, beam = 3.0, height = 2.0;
    static const double places[][3] = {{0, 0, 0}, {512, -64, 16}};
    for (int k = 0; k < 2; ++k) {
        const double *at = places[k];
        struct body barge = body_box(4.0f, 1.5f, 1.0f);
        body_move(&barge, at);
        struct buoy_mesh *mesh = body_mesh(&barge, 0);
        struct buoy_form rows[7];
        ask(mesh, (const double[3]){0.0, 0.0, 1e-200}, NULL, 7, rows);
        for (int i = 0; i < 7; ++i) {
            const double t = height * (i + 1) / 8.0;
            const struct buoy_hydrostatics *below = &rows[i].at;
            expect_within("draft", rows[i].draft, t, 1e-15);
            expect_within("d", rows[i].d, at[2] - 1.0 + t, 1e-14);
            expect_within("L B T", below->volume, length * beam * t, 1e-12);
            expect_within("L B", below->waterplane_area, length * beam, 1e-12);
            expect_within("L B + 2 T (L + B)", below->wetted_area,
                          length * beam + 2.0 * t * (length + beam), 1e-12);
            expect_within("B²/12T", rows[i].bm_transverse, beam * beam / (12.0 * t), 1e-12);
            expect_within("L²/12T", rows[i].bm_longitudinal, length * length / (12.0 * t), 1e-12);
            for (int j = 0; j < 2; ++j) {
                expect_within("c", below->centre[j], at[j], 1e-12);
                expect_within("w", below->waterplane_centroid[j], at[j], 1e-12);
            }
            expect_within("KB = T/2", below->centre[2], at[2] - 1.0 + 0.5 * t, 1e-12);
            expect_within("w on the water", below->waterplane_centroid[2], at[2] - 1.0 + t, 1e-12);
            expect_within("L³B/12", below->xx, length * length * length * beam / 12.0, 1e-11);
            expect_within("B³L/12", below->yy, beam * beam * beam * length / 12.0, 1e-11);
        }
    }
}

// Drafts given, in any order: beyond top and keel nothing changes but draft and d.
TEST(drafts_given) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 1.0f, 2.0f), 0);
    static const double drafts[] = {1e300, 4.5, 4.0, 1.0, 0.0, -1.0, -1e300};
    struct buoy_form rows[7];
    ask(mesh, z, drafts, 7, rows);
    for (int i = 0; i < 7; ++i) {
        assert_true(rows[i].draft == drafts[i]);
        const double wet = fmin(fmax(drafts[i], 0.0), 4.0);
        expect_within("volume", rows[i].at.volume, 2.0 * wet, 1e-14);
        const double area = drafts[i] > 0.0 && drafts[i] <= 4.0 ? 2.0 : 0.0;
        expect_within("waterplane", rows[i].at.waterplane_area, area, 1e-14);
        assert_true(isfinite(rows[i].bm_transverse) && isfinite(rows[i].bm_longitudinal));
        assert_true(area > 0.0 || rows[i].bm_longitudinal == 0.0);
    }
}

// A sphere's caps. Edges of 81,920 triangles are up to 0.022 r long, so that facets lie up to
// 0.022² / 6 = 8.1e-5 of the radius below the sphere: twice that share of a
// disc's area, and as much again because the keel is a vertex that may lie as far above the sphere.
TEST(sphere) {
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:81920"), 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double r = info.half_extent[2], pi = 3.14159265358979323846,
                 allowed = 3.3e-4 * pi * r * r;
    struct buoy_form rows[9];
    ask(mesh, (const double[3]){1.0, 2.0, -2.0}, NULL, 9, rows);
    for (int i = 0; i < 9; ++i) {
        const double h = rows[i].draft, a2 = h * (2.0 * r - h), v = pi * h * h * (r - h / 3.0);
        expect_within("cap", rows[i].at.volume, v, 2.0 * allowed * r);
        expect_within("π a²", rows[i].at.waterplane_area, pi * a2, allowed);
        expect_within("2 π r h", rows[i].at.wetted_area, 2.0 * pi * r * h, 4.0 * allowed);
        expect_within("π a⁴ / 4V", rows[i].bm_transverse, 0.25 * pi * a2 * a2 / v, 1e-3 * r);
        expect_within("round", rows[i].bm_longitudinal, rows[i].bm_transverse, 1e-4 * r);
    }
}

TEST(against_the_reference) {
    static const char *const names[] = {"builtin:wigley:5000", "builtin:catamaran:1300",
                                        "builtin:torus:20000", "builtin:star:5000",
                                        "builtin:barrel:100"};
    struct rng rng = rng_make("curves");
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(names[k]), 0);
        for (int i = 0; i < 4; ++i) {
            double up[3];
            for (int j = 0; j < 3; ++j) {
                up[j] = (double)rng_below(&rng, 129) / 64.0 - 1.0 + 0x1p-8; // floats, never 0
            }
            // hydrostatics/clip64 never looks at the waterline, and takes normals in float: the
            // same numbers, to the rounding of double, for directions that are floats.
            struct buoy_form rows[11];
            ask(mesh, up, NULL, 11, rows);
            const struct buoy_mesh_info info = mesh_info(mesh);
            const double size = info.diagonal,
                         length = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
            const struct buoy_kernel *kernel = buoy_kernel_find("hydrostatics/clip64/scalar");
            const double kappa = info.conditioning;
            for (int v = 0; v < 11; ++v) {
                const struct buoy_plane64 plane = {{up[0], up[1], up[2]}, rows[v].d * length};
                const struct buoy_hydrostatics_query query = {
                    .mesh = mesh, .planes64 = &plane, .count = 1, .kernel = kernel};
                struct buoy_hydrostatics at;
                assert_int_equal(buoy_hydrostatics_compute(&query, &at, NULL), BUOY_OK);
                const struct buoy_hydrostatics *got = &rows[v].at;
                // d is rounded on the way, by a 2⁻⁵³ of itself: it is near 0 beside the area's
                // diagonal.
                const double area = 1e-12 * info.area, area4 = 1e-12 * info.area * size * size;
                expect_within("volume", got->volume, at.volume, 1e-14 * kappa * info.volume);
                expect_within("wetted area", got->wetted_area, at.wetted_area, area);
                expect_within("waterplane", got->waterplane_area, at.waterplane_area, area);
                const double moments[2][6] = {
                    {got->xx, got->xy, got->xz, got->yy, got->yz, got->zz},
                    {at.xx, at.xy, at.xz, at.yy, at.yz, at.zz}};
                for (int j = 0; j < 6; ++j) {
                    expect_within("moments", moments[0][j], moments[1][j], area4);
                }
                for (int j = 0; j < 3; ++j) {
                    expect_within("c", got->centre[j] * at.volume, at.centre[j] * at.volume,
                                  1e-14 * kappa * info.volume * size);
                    expect_within("w", got->waterplane_centroid[j] * at.waterplane_area,
                                  at.waterplane_centroid[j] * at.waterplane_area, area * size);
                }
                const float up32[3] = {(float)up[0], (float)up[1], (float)up[2]};
                struct buoy_metacentric_radii radii;
                assert_int_equal(buoy_metacentric_radii_compute(&at, up32, &radii, NULL), BUOY_OK);
                expect_within("BM", rows[v].bm_transverse, radii.transverse, area4 / at.volume);
                expect_within("BM_L", rows[v].bm_longitudinal, radii.longitudinal,
                              area4 / at.volume);
            }
        }
    }
}

// An open cup: nothing is said where its rim is wet.
TEST(open_mesh) {
    struct rng rng = rng_make("curves of a cup");
    struct body cup = body_open_cone(&rng, 7);
    struct buoy_mesh *mesh = body_mesh(&cup, BUOY_MESH_ACCEPT_OPEN);
    struct buoy_form rows[50];
    ask(mesh, z, NULL, 50, rows);
    assert_true(rows[0].at.volume > 0.0);
    assert_true(isnan(rows[49].at.volume) && isnan(rows[49].bm_transverse));
    assert_true(isfinite(rows[49].draft) && isfinite(rows[49].d));
    for (int i = 1; i < 50; ++i) {
        assert_true(isnan(rows[i].at.volume) || rows[i].at.volume > rows[i - 1].at.volume);
    }
}

TEST(refused) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    struct buoy_form row, before, two[2];
    memset(&before, 7, sizeof before);
    row = before;
    struct buoy_error error;
    const double zero[3] = {0, 0, 0}, wild[3] = {0, NAN, 1}, drafts[2] = {1.0, INFINITY};
    assert_int_equal(buoy_curves_of_form(NULL, z, NULL, 1, &row, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_curves_of_form(mesh, NULL, NULL, 1, &row, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_curves_of_form(mesh, z, NULL, 1, NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_curves_of_form(mesh, zero, NULL, 1, &row, &error), BUOY_ERROR_NON_FINITE);
    assert_non_null(strstr(error.message, "(0, 0, 0) is zero"));
    assert_int_equal(buoy_curves_of_form(mesh, wild, NULL, 1, &row, NULL), BUOY_ERROR_NON_FINITE);
    assert_int_equal(buoy_curves_of_form(mesh, z, drafts, 2, two, &error), BUOY_ERROR_ELEMENT);
    assert_non_null(strstr(error.message, "draft 1, inf"));
    assert_memory_equal(&row, &before, sizeof row);
    assert_int_equal(buoy_curves_of_form(mesh, z, NULL, 0, NULL, &error), BUOY_OK);
}
