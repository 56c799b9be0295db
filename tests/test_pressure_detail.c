// Pressure in detail: what acts on each triangle, which adds up to what acts on the body; and
// triangles cut into pieces until the water is as good as linear over each.
#include "base/memory.h"
#include "base/vector.h"
#include "bodies/pose.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

static const double pi = 3.14159265358979323846;
static const double weight = BUOY_SEA_WATER * BUOY_GRAVITY;

static enum buoy_status ask(const struct pressing *pressing, struct buoy_pressure_detail *detail,
                            struct buoy_pressure *result, struct buoy_error *error) {
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    assert_non_null(scratch);
    memset(scratch, 0xff, bytes); // NaNs, for those who read before they write
    const struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    const enum buoy_status status = buoy_pressure_in_detail(&query, detail, result, error);
    buoy_aligned_free(scratch);
    return status;
}

static struct buoy_pressure within(const struct pressing *pressing, double tolerance,
                                   struct buoy_pressure_detail *detail) {
    struct buoy_pressure result;
    *detail = (struct buoy_pressure_detail){.tolerance = tolerance};
    assert_int_equal(ask(pressing, detail, &result, NULL), BUOY_OK);
    assert_true(tolerance == 0.0 || detail->level_error <= 2.0 * tolerance);
    return result;
}

static const struct buoy_kernel *reference(void) {
    return buoy_kernel_find("pressure/kerner64/scalar");
}

// ------------------------------------------------------------------------------- triangles

static double largest(const double x[3]) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

// One triangle's numbers agree with each other: the force pushes inward with ρ g × depth × area,
// and turns the body by its place.
static void expect_consistent(const struct pressing *pressing, uint32_t t,
                              const struct buoy_triangle_force *force) {
    const struct buoy_mesh *mesh = pressing->mesh;
    const double strength = pressing->water.density * pressing->water.gravity;
    const double push = strength * force->depth * force->area;
    double torque[3] = {0.0, 0.0, 0.0}, arm[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = force->position[i] - pressing->pose.position[i];
        assert_true(fabs(force->force[i] + push * force->normal[i]) <= 1e-9 * (push + strength));
    }
    buoy_add_cross(arm, force->force, torque);
    FAIL_IF(
        !(buoy_distance(torque, force->torque) <= 1e-9 * (push + strength) * (1.0 + largest(arm))),
        "triangle %u of %s: torque (%.17g %.17g %.17g), by its place (%.17g %.17g %.17g)", t,
        pressing->body, force->torque[0], force->torque[1], force->torque[2], torque[0], torque[1],
        torque[2]);
    const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                mesh->triangles->i2[t]};
    double v[3][3], ab[3], ac[3], area[3], n[3];
    struct buoy_rotation rotation;
    assert_true(buoy_pose_rotation(&pressing->pose, &rotation));
    for (int k = 0; k < 3; ++k) {
        v[k][0] = mesh->triangles->px[corner[k]];
        v[k][1] = mesh->triangles->py[corner[k]];
        v[k][2] = mesh->triangles->pz[corner[k]];
    }
    for (int i = 0; i < 3; ++i) {
        ab[i] = v[1][i] - v[0][i];
        ac[i] = v[2][i] - v[0][i];
    }
    buoy_cross_product(ab, ac, area);
    const double twice = buoy_length(area);
    assert_true(force->area <= 0.5 * twice * (1.0 + 1e-12) && force->area >= 0.0);
    for (int i = 0; i < 3; ++i) {
        area[i] /= twice > 0.0 ? twice : 1.0;
    }
    buoy_rotate(&rotation, area, n);
    assert_true(buoy_distance(n, force->normal) <= 1e-12);
}

static void add_force(const struct buoy_triangle_force *force, struct buoy_pressure *sum) {
    sum->wetted_area += force->area;
    for (int i = 0; i < 3; ++i) {
        sum->force[i] += force->force[i];
        sum->torque[i] += force->torque[i];
        sum->drag_force[i] += force->drag_force[i];
        sum->drag_torque[i] += force->drag_torque[i];
    }
}

static struct buoy_triangle_force *ask_triangles(const struct pressing *pressing, double tolerance,
                                                 struct buoy_pressure *whole) {
    struct buoy_pressure_detail detail = {0};
    detail.triangles = calloc(pressing->mesh->triangle_count, sizeof *detail.triangles);
    assert_non_null(detail.triangles);
    detail.tolerance = tolerance;
    assert_int_equal(ask(pressing, &detail, whole, NULL), BUOY_OK);
    assert_true(detail.pieces >= pressing->mesh->triangle_count || whole->wetted_area == 0.0 ||
                pressing->water.region);
    return detail.triangles;
}

static void expect_same_drag(const struct buoy_pressure *a, const struct buoy_pressure *b) {
    const double most = 1e-9 * (largest(b->drag_force) + weight);
    assert_true(buoy_distance(a->drag_force, b->drag_force) <= most);
    assert_true(buoy_distance(a->drag_torque, b->drag_torque) <= 10.0 * most);
}

// Any body in any water, moving or not: triangles add up to the answer, which is kerner64's.
TEST(sums) {
    static const char *const bodies[] = {"builtin:box", "builtin:star:300", "builtin:wigley:300"};
    struct rng rng = rng_make("forces on triangles");
    struct waters waters = waters_make(&rng);
    for (int b = 0; b < 3; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        for (int round = 0; round < 60; ++round) {
            struct pressing pressing = random_pressing(&rng, mesh, &waters);
            const struct buoy_surface_motion motion = {
                .velocity = {rng_between(&rng, -3.0, 3.0), 1.0, -2.0},
                .angular_velocity = {0.5, rng_between(&rng, -1.0, 1.0), 0.25},
                .drag = 1.0,
                .lift = 0.5,
                .skin = 0.125};
            pressing.body = bodies[b];
            pressing.motion = round % 2 ? &motion : NULL;
            pressing.water.wave_pressure = (enum buoy_wave_pressure)(round / 2 % 2);
            const double tolerance = round % 3 == 0 ? 0.02 : 0.0;
            struct buoy_pressure whole, sum = {.wetted_area = 0.0};
            struct buoy_triangle_force *forces = ask_triangles(&pressing, tolerance, &whole);
            for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
                expect_consistent(&pressing, t, &forces[t]);
                add_force(&forces[t], &sum);
            }
            expect_pressure(reference(), &pressing, "the sum of triangles", &sum, &whole, 1e-12);
            expect_same_drag(&sum, &whole);
            if (tolerance == 0.0) {
                const struct buoy_pressure plain = ask_pressure(reference(), &pressing);
                expect_pressure(reference(), &pressing, "kerner64", &whole, &plain, 1e-12);
                expect_same_drag(&whole, &plain);
            }
            free(forces);
        }
    }
}

// A box half under water: its bottom bears its weight, its sides a third of that at two thirds of
// their depth, and its top and inner half nothing.
TEST(box) {
    struct body body = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct pressing pressing = {.body = "a box",
                                      .mesh = mesh,
                                      .pose = buoy_pose_identity(),
                                      .water = buoy_calm_sea(BUOY_Z_UP)};
    struct buoy_pressure whole;
    struct buoy_triangle_force *forces = ask_triangles(&pressing, 0.0, &whole);
    double sides[3] = {0.0, 0.0, 0.0}, level[3] = {0.0, 0.0, 0.0}, bottom = 0.0;
    for (uint32_t t = 0; t < 12; ++t) {
        const struct buoy_triangle_force *force = &forces[t];
        for (int i = 0; i < 2; ++i) {
            if (force->normal[i] > 0.5) {
                sides[i] -= force->force[i];
                level[i] -= force->force[i] * force->position[2];
            }
        }
        if (force->normal[2] < -0.5) {
            assert_true(force->depth == 0.5 && force->area == 0.5);
            bottom += force->force[2];
        } else if (force->normal[2] > 0.5) {
            assert_true(force->depth == 0.0 && force->area == 0.0 && force->force[2] == 0.0);
            assert_true(fabs(force->position[2] - 0.5) <= 1e-15);
        }
    }
    assert_true(fabs(bottom - 0.5 * weight) <= 1e-12 * weight);
    for (int i = 0; i < 2; ++i) {
        assert_true(fabs(sides[i] - 0.125 * weight) <= 1e-12 * weight);
        assert_true(fabs(level[i] / sides[i] + 1.0 / 3.0) <= 1e-12);
    }
    free(forces);
}

// Across a pool's walls the whole answer is kerner64's; cuts are in it, but on no triangle: in
// still water the surface alone is pushed away from the wall by the pressure on the cut.
TEST(pools) {
    struct rng rng = rng_make("detail in pools");
    struct waters waters = waters_make(&rng);
    struct body body = body_builtin("builtin:star:300");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    for (int round = 0; round < 60; ++round) {
        struct pressing pressing = random_pressing(&rng, mesh, &waters);
        const struct buoy_region region = {{rng_between(&rng, -1.0, 1.0), -2.0, -3.0},
                                           {2.0, rng_between(&rng, -1.0, 3.0), 3.0}};
        pressing.body = "builtin:star:300";
        pressing.water.region = &region;
        struct buoy_pressure_detail detail;
        const struct buoy_pressure plain = ask_pressure(reference(), &pressing);
        const struct buoy_pressure whole = within(&pressing, 0.0, &detail);
        expect_pressure(reference(), &pressing, "kerner64", &whole, &plain, 1e-12);
    }
    const struct buoy_region half = {{0.0, -9.0, -9.0}, {9.0, 9.0, 9.0}};
    struct body box = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *boxes = body_mesh(&box, 0);
    struct pressing pressing = {.body = "a box",
                                .mesh = boxes,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.region = &half;
    struct buoy_pressure whole, sum = {.wetted_area = 0.0};
    struct buoy_triangle_force *forces = ask_triangles(&pressing, 0.0, &whole);
    for (uint32_t t = 0; t < 12; ++t) {
        add_force(&forces[t], &sum);
    }
    assert_true(fabs(whole.force[0]) <= 1e-9 * weight);
    assert_true(fabs(sum.force[0] + 0.125 * weight) <= 1e-9 * weight); // ρ g ½² / 2 a metre
    assert_true(fabs(sum.wetted_area - whole.wetted_area) <= 1e-12);
    free(forces);
}

// ------------------------------------------------------------------------------- tolerance

// Force and torque of a tolerance are within what it allows, of those of a tolerance a hundredth of
// it: ρ g × tolerance × the surface, and half as much again for its own.
static void expect_tolerated(const struct pressing *pressing, double tolerance) {
    struct buoy_pressure_detail coarse, fine;
    const struct buoy_mesh_info info = mesh_info(pressing->mesh);
    const struct buoy_pressure got = within(pressing, tolerance, &coarse);
    const struct buoy_pressure truth = within(pressing, 0.1 * tolerance, &fine);
    const double most = 1.1 * weight * tolerance * info.area;
    double torque[3], expected[3];
    torque_at_centre(pressing, &got, torque);
    torque_at_centre(pressing, &truth, expected);
    assert_true(fine.pieces >= coarse.pieces);
    FAIL_IF(!(buoy_distance(got.force, truth.force) <= most) ||
                !(buoy_distance(torque, expected) <= most * info.diagonal),
            "%s, tolerance %g: force off by %g of %g, torque by %g", pressing->body, tolerance,
            buoy_distance(got.force, truth.force), most, buoy_distance(torque, expected));
}

TEST(tolerance) {
    struct rng rng = rng_make("tolerance");
    struct waters waters = waters_make(&rng);
    struct body body = body_box(0.5f, 0.75f, 0.25f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_region region = {{-0.25, -0.125, -9.0}, {9.0, 9.0, 9.0}};
    for (int round = 0; round < 60; ++round) {
        struct pressing pressing = random_pressing(&rng, mesh, &waters);
        pressing.body = "a box";
        pressing.water.wave_pressure = (enum buoy_wave_pressure)(round % 2);
        pressing.water.region = round % 4 == 3 ? &region : NULL;
        expect_tolerated(&pressing, 0.03);
    }
}

// The case of issue 14, a cube of 12 triangles: off by up to .02 ρ g V in waves ten times as long.
// The header says how much of that the quadratic alone leaves, and how much a tolerance.
TEST(cube) {
    static const double tolerances[] = {0.0, 1.0, 0.01, 0.001};
    static const double stated[] = {0.021, 0.0006, 1.4e-4, 1.1e-5};
    const struct buoy_wave wave = {.amplitude = 0.5f, .wavelength = 10.0f, .direction = 0.3f};
    struct body body = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct pressing pressing = {.body = "a cube",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.kind = BUOY_WATER_WAVES;
    pressing.water.waves = waves;
    double worst[4] = {0.0}, turned = 0.0;
    for (int i = 0; i < 40; ++i) {
        struct buoy_pressure_detail detail;
        pressing.pose.position[0] = 0.25 * i;
        pressing.pose.rotation[0] = 0.6 * sin(pi * i / 8.0);
        pressing.pose.rotation[1] = 0.8 * sin(pi * i / 8.0);
        pressing.pose.rotation[3] = cos(pi * i / 8.0);
        const struct buoy_pressure truth = within(&pressing, 1e-5, &detail);
        for (int k = 0; k < 4; ++k) {
            const struct buoy_pressure got = within(&pressing, tolerances[k], &detail);
            assert_true(k > 1 || detail.pieces == 12);
            worst[k] = fmax(worst[k], buoy_distance(got.force, truth.force) / weight);
            if (k == 2) {
                turned = fmax(turned, buoy_distance(got.torque, truth.torque) / weight);
            }
        }
    }
    printf("of ρ g V: linear %.2g, quadratic %.2g, 1 cm %.2g, 1 mm %.2g; torque, 1 cm %.2g\n",
           worst[0], worst[1], worst[2], worst[3], turned);
    assert_true(turned <= 2.5e-4);
    for (int k = 0; k < 4; ++k) {
        assert_true(worst[k] <= 1.2 * stated[k] && worst[k] >= 0.3 * stated[k]);
    }
}

// A crest reaches the middle of a bottom whose corners are above the troughs on either side.
TEST(crest) {
    const struct buoy_wave wave = {.amplitude = 0.5f, .wavelength = 10.0f, .phase = 1.5707963f};
    const double k = 2.0 * pi / 10.0, end = acos(0.4) / k; // of what is wet
    const double expected = weight * 4.0 * (sin(k * end) / (2.0 * k) - 0.2 * end);
    struct body body = body_box(5.0f, 1.0f, 1.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct pressing pressing = {.body = "a box",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    struct buoy_pressure_detail detail;
    pressing.water.kind = BUOY_WATER_WAVES;
    pressing.water.waves = waves;
    pressing.pose.position[2] = 1.2;
    assert_true(within(&pressing, 0.0, &detail).force[2] == 0.0);
    const struct buoy_pressure got = within(&pressing, 0.001, &detail);
    assert_true(fabs(got.force[2] - expected) <= 1e-3 * expected);
    assert_true(fabs(got.torque[1]) <= 1e-3 * expected);
    assert_true(fabs(got.wetted_area - 4.0 * end - expected / weight) <= 0.01);
}

// ---------------------------------------------------------------------------------- refused

static void expect_refused(const struct pressing *pressing, double tolerance,
                           enum buoy_status status, const char *message) {
    struct buoy_pressure_detail detail = {0};
    struct buoy_pressure result = {.wetted_area = -3.0};
    struct buoy_error error;
    detail.tolerance = tolerance;
    assert_int_equal(ask(pressing, &detail, &result, &error), status);
    assert_string_equal(error.message, message);
    assert_true(result.wetted_area == -3.0);
}

static void no_current(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = (double)NAN;
    }
}

TEST(refused) {
    struct body body = body_box(500.0f, 500.0f, 500.0f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_wave wave = {.amplitude = 0.5f, .wavelength = 1.0f};
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct pressing pressing = {.body = "a box",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.kind = BUOY_WATER_WAVES;
    pressing.water.waves = waves;
    struct buoy_pressure result;
    struct buoy_error error;
    assert_int_equal(ask(&pressing, NULL, &result, &error), BUOY_ERROR_ARGUMENT);
    assert_string_equal(error.message, "no room for the detail");
    expect_refused(&pressing, -0.5, BUOY_ERROR_ARGUMENT, "the tolerance is -0.5, not 0 or more");
    expect_refused(&pressing, (double)NAN, BUOY_ERROR_NON_FINITE, "the tolerance is not finite");
    expect_refused(&pressing, 1e-9, BUOY_ERROR_TOO_LARGE,
                   "a tolerance of 1e-09 m would need more than 1048576 cuts of triangles");
    const struct buoy_surface_motion motion = {.velocity = {1.0, 0.0, 0.0}, .drag = 1.0};
    pressing.motion = &motion;
    pressing.water.current_at = no_current;
    expect_refused(&pressing, 0.0, BUOY_ERROR_NON_FINITE,
                   "the current at a point is not finite, or beyond 1e+09");
    pressing.water.density = 0.0;
    expect_refused(&pressing, 0.0, BUOY_ERROR_ARGUMENT,
                   "the water's density 0 must be above 0, its gravity 9.81 0 or more");
}

// An open mesh is answered while its rim is dry; otherwise nothing is known.
TEST(open) {
    struct rng rng = rng_make("an open mesh in detail");
    struct body body = body_open_cone(&rng, 7);
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    struct pressing pressing = {.body = "a cone",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    struct buoy_pressure whole;
    struct buoy_triangle_force *forces = ask_triangles(&pressing, 0.0, &whole);
    assert_true(whole.force[2] > 0.0);
    free(forces);
    pressing.pose.position[2] = -100.0;
    struct buoy_pressure_detail detail = {0};
    detail.triangles = calloc(mesh->triangle_count, sizeof *detail.triangles);
    assert_non_null(detail.triangles);
    assert_int_equal(ask(&pressing, &detail, &whole, NULL), BUOY_OK);
    assert_true(isnan(whole.force[2]) && isnan(whole.wetted_area) && detail.pieces == 0);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        assert_true(isnan(detail.triangles[t].depth) && isnan(detail.triangles[t].force[0]));
    }
    free(detail.triangles);
}
