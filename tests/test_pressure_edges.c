// Pressure in edge cases: bodies that are dry or fully submerged, open meshes, vertices on the
// water, far places, and refusals.
#include "base/memory.h"
#include "body.h"
#include "buoyancy_pressure.h"
#include "owned.h"
#include "pressing.h"
#include "test.h"

static bool is_nothing(const struct buoy_pressure *answer) {
    double sum = answer->wetted_area;
    for (int i = 0; i < 3; ++i) {
        sum += fabs(answer->force[i]) + fabs(answer->torque[i]);
        sum += fabs(answer->drag_force[i]) + fabs(answer->drag_torque[i]);
    }
    return sum == 0.0;
}

static struct pressing at_height(const struct buoy_mesh *mesh, double z) {
    struct pressing pressing = {.body = "a box",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.pose.position[2] = z;
    return pressing;
}

// A cube of side 1 is dry if only its bottom touches the water, and wet except for its top if its
// top touches it; in between the sides' wet area is the area of their parts below the water.
TEST(touching) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    const struct buoy_patch_grid grid = {{-1.0, -1.0}, {2.0f, 2.0f}, 2, 2};
    const struct buoy_surface_motion rising = {.velocity = {0.0, 0.0, 1.0}, .drag = 1.0};
    struct buoy_patch *patch = patch_of(&grid);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_PATCH; ++kind) {
            struct pressing pressing = at_height(mesh, 0.5);
            pressing.water.kind = (enum buoy_water_kind)kind;
            pressing.water.patch = patch;
            struct buoy_pressure answer = ask_pressure(kernel, &pressing);
            assert_true(is_nothing(&answer));
            pressing.pose.position[2] = -0.5;
            pressing.motion = &rising; // of which a dry lid feels nothing
            answer = ask_pressure(kernel, &pressing);
            assert_true(fabs(answer.force[2] - 1025.0 * 9.81) <= 1e-3);
            assert_true(fabs(answer.wetted_area - 5.0) <= 1e-6);
            assert_true(answer.drag_force[2] == 0.0);
            pressing.motion = NULL;
            pressing.pose.position[2] = 0.25;
            answer = ask_pressure(kernel, &pressing);
            assert_true(fabs(answer.force[2] - 0.25 * 1025.0 * 9.81) <= 1e-3);
            assert_true(fabs(answer.wetted_area - 2.0) <= 1e-6);
            pressing.pose.position[2] = -2.0;
            answer = ask_pressure(kernel, &pressing);
            assert_true(fabs(answer.force[2] - 1025.0 * 9.81) <= 1e-3);
            assert_true(fabs(answer.wetted_area - 6.0) <= 1e-6);
        }
    }
}

// A fin without thickness alone in the water, below a box: both sides are wet, and no force is
// left.
TEST(fin) {
    static float corners[] = {-1, 0, -2, 1, 0, -2, 1, 0, 0.5f, -1, 0, 0.5f};
    static uint32_t sides[] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0};
    const struct body fin = {corners, 4, sides, 4};
    struct body box = body_moved(body_box(1.0f, 1.0f, 1.0f), 0.0, 0.0, 1.5);
    struct buoy_mesh *mesh = mesh_of(body_joined(box, fin), 0);
    const struct pressing pressing = at_height(mesh, 0.0);
    const struct buoy_pressure expected = {.wetted_area = 8.0};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const struct buoy_pressure got = ask_pressure(kernel, &pressing);
        expect_pressure(kernel, &pressing, "a fin alone", &got, &expected, 0.0);
    }
}

// Below tilted planes of any length, a face through the water is dry.
TEST(face_on_water) {
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    const float lengths[] = {1.0f, 3.0f, 1e-12f, 0.7f};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k) {
            struct pressing pressing = at_height(mesh, 0.0);
            const float n = lengths[k];
            pressing.water.plane = (struct buoy_plane){{0.0f, 0.0f, n}, 0.5f * n};
            const struct buoy_pressure answer = ask_pressure(kernel, &pressing);
            assert_true(fabs(answer.force[2] - 1025.0 * 9.81) <= 1e-3);
            assert_true(fabs(answer.wetted_area - 5.0) <= 1e-6);
            pressing.water.plane.d = -0.5f * n;
            const struct buoy_pressure dry = ask_pressure(kernel, &pressing);
            assert_true(is_nothing(&dry));
        }
    }
}

// On the very crest of a wave the lower tenth of a small cube is wet, at the very bottom of a
// trough the upper tenth is dry.
TEST(crest_and_trough) {
    const struct buoy_wave wave = {.amplitude = 2.0f, .wavelength = 100.0f, .period = 8.0f};
    struct buoy_mesh *mesh = mesh_of(body_box(0.05f, 0.05f, 0.05f), 0);
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    const double whole = 1025.0 * 9.81 * 0.001;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        struct pressing pressing = at_height(mesh, 2.04);
        pressing.water.kind = BUOY_WATER_WAVES;
        pressing.water.waves = waves;
        pressing.pose.position[0] = 25.0;
        const struct buoy_pressure crest = ask_pressure(kernel, &pressing);
        assert_true(fabs(crest.force[2] - 0.1 * whole) <= 1e-3 * whole);
        pressing.pose.position[0] = 75.0;
        pressing.pose.position[2] = -2.04;
        const struct buoy_pressure trough = ask_pressure(kernel, &pressing);
        assert_true(fabs(trough.force[2] - 0.9 * whole) <= 1e-3 * whole);
        assert_true(fabs(trough.wetted_area - 0.046) <= 1e-4);
    }
}

// Every number is NaN, and there is no waterline.
static void expect_unknown(const struct buoy_kernel *kernel, const struct pressing *pressing) {
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    double points[6];
    struct buoy_waterline waterline = {points, 1, 7};
    struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    query.kernel = kernel;
    struct buoy_pressure answer;
    assert_int_equal(buoy_pressure_compute(&query, &waterline, &answer, NULL), BUOY_OK);
    for (int k = 0; k < 3; ++k) {
        assert_true(isnan(answer.force[k]) && isnan(answer.torque[k]));
        assert_true(isnan(answer.drag_force[k]) && isnan(answer.drag_torque[k]));
    }
    assert_true(isnan(answer.wetted_area));
    assert_true(waterline.count == 0);
    buoy_aligned_free(scratch);
}

// An open mesh is answered while its open edges are dry; a submerged one makes every number NaN.
TEST(open) {
    struct rng rng = rng_make("open and pressed");
    struct buoy_mesh *mesh = mesh_of(body_open_cone(&rng, 12), BUOY_MESH_ACCEPT_OPEN);
    struct waters waters = waters_make(&rng);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
            struct pressing pressing = at_height(mesh, 0.0);
            pressing.water.kind = (enum buoy_water_kind)kind;
            pressing.water.patch = waters.patch;
            pressing.water.waves = waters.waves;
            pressing.pose.position[2] = 10.0;
            const struct buoy_pressure dry = ask_pressure(kernel, &pressing);
            assert_true(is_nothing(&dry));
            pressing.pose.position[2] = -10.0;
            expect_unknown(kernel, &pressing);
        }
        struct pressing pressing = at_height(mesh, 0.0); // the ring is above, the apex below
        const struct buoy_pressure some = ask_pressure(kernel, &pressing);
        const struct buoy_pressure truth = true_pressure(&pressing);
        assert_true(truth.force[2] > 0.0);
        assert_true(fabs(some.force[2] - truth.force[2]) <= 1e-5 * truth.force[2]);
    }
}

// The height of an open cone's lowest corner on the ring; corners on it come after the apex.
static double lowest_of_ring(const struct body *cone) {
    double lowest = 1.0;
    for (size_t i = 1; i < cone->vertex_count; ++i) {
        lowest = fmin(lowest, (double)cone->positions[3 * i + 2]);
    }
    return lowest;
}

// An end of an open edge on the water is dry, and still is where a unit in the last place decides:
// importers disagree by that much. Any deeper it is not.
TEST(open_at_water) {
    struct rng rng = rng_make("open at the water");
    struct body body = body_open_cone(&rng, 12);
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    const double lowest = lowest_of_ring(&body);
    const struct buoy_patch_grid grid = {{-2.0, -2.0}, {4.0f, 4.0f}, 2, 2};
    struct buoy_patch *patch = patch_of(&grid);
    struct buoy_waves *waves = waves_of(NULL, 0, BUOY_GRAVITY);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
            struct pressing pressing = at_height(mesh, -lowest);
            pressing.water.kind = (enum buoy_water_kind)kind;
            pressing.water.patch = patch;
            pressing.water.waves = waves;
            assert_true(ask_pressure(kernel, &pressing).force[2] > 0.0);
            pressing.pose.position[2] = -lowest * (1.0 + 0x1p-24);
            assert_true(ask_pressure(kernel, &pressing).force[2] > 0.0);
            pressing.pose.position[2] = -lowest * (1.0 + 0x1p-20);
            expect_unknown(kernel, &pressing);
        }
    }
}

// In a pool only an open edge inside the pool matters: the ring of a cone lies in the water, but
// outside of the pool, whose wall closes what of the cone is inside.
TEST(open_in_pool) {
    struct rng rng = rng_make("open and in a pool");
    struct body body = body_open_cone(&rng, 12);
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_ACCEPT_OPEN);
    struct waters waters = waters_make(&rng);
    const double infinite = (double)INFINITY;
    struct buoy_region pool = {{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        for (int kind = BUOY_WATER_PLANE; kind <= BUOY_WATER_WAVES; ++kind) {
            struct pressing pressing = at_height(mesh, -10.0);
            pressing.water.kind = (enum buoy_water_kind)kind;
            pressing.water.patch = waters.patch;
            pressing.water.waves = waters.waves;
            pressing.water.region = &pool;
            // The apex is at −1, the ring lies from 0.1 to 0.5.
            pool.low[2] = -infinite;
            pool.high[2] = -9.95;
            struct buoy_pressure answer = ask_pressure(kernel, &pressing);
            assert_true(answer.force[2] > 0.0);
            if (kind == BUOY_WATER_PLANE) { // level: nothing pushes aside
                assert_true(fabs(answer.force[0]) + fabs(answer.force[1]) <=
                            1e-9 * answer.force[2]);
            }
            pool.high[2] = -10.5;
            const struct buoy_pressure less = ask_pressure(kernel, &pressing);
            assert_true(less.force[2] > 0.0 && less.force[2] < 0.3 * answer.force[2]);
            pool.high[2] = lowest_of_ring(&body) - 9.999; // the ring's lowest corner is inside
            expect_unknown(kernel, &pressing);
            pool.low[2] = -9.95;
            pool.high[2] = infinite;
            expect_unknown(kernel, &pressing);
            pool.low[2] = -9.4;
            answer = ask_pressure(kernel, &pressing);
            assert_true(is_nothing(&answer));
        }
    }
}

// A millimetre and a mountain, at home and at the ends of the world: finite, and nothing above the
// water. (ask_pressure() looks.)
TEST(far_and_wide) {
    static const double sizes[] = {1e-18, 1e-3, 1e6, 1e15};
    static const double places[] = {0.0, 1e3, -1e9, 1e18};
    struct rng rng = rng_make("far and wide");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        struct body body = body_builtin("builtin:torus:200");
        body_scale(&body, sizes[s]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct waters waters = waters_make(&rng);
        for (size_t p = 0; p < 64; ++p) {
            const struct buoy_surface_motion motion = {.velocity = {p % 5 ? 1e8 : 1e-30, -3.0, 0.0},
                                                       .drag = 1.0,
                                                       .lift = 1.0,
                                                       .skin = 1e6};
            struct pressing pressing = random_pressing(&rng, mesh, &waters);
            pressing.motion = p % 2 ? &motion : NULL;
            for (int i = 0; i < 3; ++i) {
                pressing.pose.position[i] = places[p >> (2 * i) & 3];
            }
            const struct buoy_kernel *kernel;
            for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
                const struct buoy_pressure answer = ask_pressure(kernel, &pressing);
                assert_true(pressing.water.kind == BUOY_WATER_PLANE ||
                            pressing.pose.position[2] < 2.0 * sizes[s] + 10.0 ||
                            is_nothing(&answer));
            }
        }
    }
}

// --------------------------------------------------------------------------------- pressure hidden

// Triangles that other parts of a mesh hide: those whose centre is inside the solid.

// A mast stuck into a hull: its foot and the sides below deck are hidden, the deck is not, nor is
// what stands out.
TEST(hidden) {
    struct body hull = body_box(2.0f, 1.0f, 0.5f), mast = body_box(0.1f, 0.1f, 0.7f);
    const double up[3] = {0.13, 0.07, 0.9};
    body_move(&mast, up);
    struct body fine = body_refine(&mast), finer = body_refine(&fine);
    struct body both = body_joined(hull, finer);
    struct buoy_mesh *mesh = body_mesh(&both, BUOY_MESH_WELD);
    uint8_t *hidden = test_alloc(both.triangle_count);
    assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
    size_t inside = 0;
    for (size_t t = 0; t < both.triangle_count; ++t) {
        double z = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            z += (double)both.positions[3 * both.indices[3 * t + k] + 2] / 3.0;
        }
        const bool expected = t >= hull.triangle_count && z < 0.5;
        assert_int_equal(hidden[t], expected);
        inside += expected;
    }
    assert_true(inside > 0);
    assert_int_equal(buoy_mesh_find_hidden(NULL, hidden, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_find_hidden(mesh, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

// A cavity lies within what is solid, and is hidden; a stone that lies in the cavity is not within
// anything.
TEST(hidden_in_cavity) {
    struct body shell =
        body_joined(body_box(2.0f, 2.0f, 2.0f), body_inside_out(body_box(1.0f, 1.0f, 1.0f)));
    struct body stone = body_moved(body_box(0.25f, 0.25f, 0.25f), 0.1, 0.2, 0.3);
    struct body both = body_joined(shell, stone);
    struct buoy_mesh *mesh = body_mesh(&both, 0);
    uint8_t hidden[36];
    assert_int_equal(both.triangle_count, 36);
    assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
    for (size_t t = 0; t < 36; ++t) {
        assert_int_equal(hidden[t], t >= 12 && t < 24);
    }
}

// A part that is not closed hides nothing, whichever triangle it lacks.
TEST(open_hides_nothing) {
    struct body stone = body_moved(body_box(0.25f, 0.25f, 0.25f), 0.1, 0.2, 0.3);
    for (size_t lacking = 0; lacking < 12; ++lacking) {
        struct body shell = body_box(1.0f, 1.0f, 1.0f);
        memmove(shell.indices + 3 * lacking, shell.indices + 3 * lacking + 3,
                (11 - lacking) * 3 * sizeof *shell.indices);
        --shell.triangle_count;
        struct body both = body_joined(shell, stone);
        struct buoy_mesh *mesh = body_mesh(&both, BUOY_MESH_ACCEPT_OPEN);
        uint8_t hidden[23];
        assert_int_equal(both.triangle_count, 23);
        assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
        for (size_t t = 0; t < 23; ++t) {
            assert_int_equal(hidden[t], 0);
        }
    }
}
