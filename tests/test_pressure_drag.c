// Drag, lift and skin friction: against a computation in double, by angles, and by cases that a
// reader can check; nothing jumps, and nothing acts behind other parts; and refusals.
#include "base/memory.h"
#include "base/vector.h"
#include "body.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "pressing.h"
#include "test.h"

static struct buoy_surface_motion random_motion(struct rng *rng) {
    struct buoy_surface_motion motion = {
        .drag = rng_between(rng, 0.0, 2.0),
        .lift = rng_between(rng, 0.0, 2.0),
        .skin = rng_between(rng, 0.0, 0.5),
    };
    for (int i = 0; i < 3; ++i) {
        motion.velocity[i] = rng_between(rng, -10.0, 10.0);
        motion.angular_velocity[i] = rng_between(rng, -3.0, 3.0);
    }
    return motion;
}

// A vortex about the z axis, in which the water also rises where x is large.
static void vortex(void *context, const double *points, size_t count, double *velocities) {
    *(size_t *)context += count;
    for (size_t i = 0; i < 3 * count; i += 3) {
        const double x = points[i], y = points[i + 1];
        velocities[i] = -y / (1.0 + x * x + y * y);
        velocities[i + 1] = x / (1.0 + x * x + y * y);
        velocities[i + 2] = 0.25 * x;
    }
}

// The speed of the fastest point, at most, and how far from the pose's position it is.
static void find_most(const struct pressing *pressing, double *speed, double *reach) {
    const struct buoy_mesh_info info = mesh_info(pressing->mesh);
    const double *v = pressing->motion->velocity, *w = pressing->motion->angular_velocity;
    const double *c = pressing->water.current;
    *reach = sqrt(buoy_dot(info.centre, info.centre)) + 0.5 * info.diagonal;
    *speed = sqrt(buoy_dot(v, v)) + sqrt(buoy_dot(w, w)) * *reach + sqrt(buoy_dot(c, c)) + 5.0;
}

static void check_truth(struct pressing pressing) {
    const struct buoy_pressure expected = true_pressure(&pressing);
    struct pressing still = pressing;
    still.motion = NULL;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const struct buoy_pressure got = ask_pressure(kernel, &pressing);
        const struct buoy_pressure unmoved = ask_pressure(kernel, &still);
        const struct buoy_surface_motion *motion = pressing.motion;
        struct buoy_mesh_info info;
        double speed, reach;
        buoy_mesh_get_info(pressing.mesh, &info, NULL);
        find_most(&pressing, &speed, &reach);
        const double most = pressing.water.density * info.area * speed * speed *
                            (motion->drag + motion->lift + motion->skin + 1e-9);
        for (int k = 0; k < 3; ++k) {
            const double force = fabs(got.drag_force[k] - expected.drag_force[k]);
            const double torque = fabs(got.drag_torque[k] - expected.drag_torque[k]);
            FAIL_IF(!(force <= 1e-6 * most) || !(torque <= 1e-6 * most * reach),
                    "%s on %s: %s: drag force %d is %.17g, expected %.17g, torque %.17g, expected "
                    "%.17g",
                    kernel->id, pressing.body, "the sum in double", k, got.drag_force[k],
                    expected.drag_force[k], got.drag_torque[k], expected.drag_torque[k]);
        }
        // Pressure is the same to the bit.
        assert_memory_equal(got.force, unmoved.force, sizeof got.force);
        assert_memory_equal(got.torque, unmoved.torque, sizeof got.torque);
        assert_true(got.wetted_area == unmoved.wetted_area);
        for (int k = 0; k < 3; ++k) {
            assert_true(unmoved.drag_force[k] == 0.0 && unmoved.drag_torque[k] == 0.0);
        }
    }
}

// Bodies about the origin of their frame, and elsewhere.
TEST(truth) {
    static const char *const bodies[] = {"builtin:box",        "builtin:barrel:100",
                                         "builtin:wigley:300", "builtin:star:600",
                                         "builtin:torus:600",  "builtin:wigley:2600"};
    static const double elsewhere[3] = {3.0, -2.0, 5.0};
    struct rng rng = rng_make("drag");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct body body = body_builtin(bodies[b]);
        if (b >= 3) {
            body_move(&body, elsewhere);
        }
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        struct waters waters = waters_make(&rng);
        uint8_t *hidden = malloc(body.triangle_count);
        assert_non_null(hidden);
        for (size_t t = 0; t < body.triangle_count; ++t) {
            hidden[t] = rng_below(&rng, 4) ? 0 : (uint8_t)(1 + rng_below(&rng, 255));
        }
        for (int round = 0; round < 40; ++round) {
            struct pressing pressing = random_pressing(&rng, mesh, &waters);
            struct buoy_surface_motion motion = random_motion(&rng);
            size_t asked = 0;
            motion.hidden = round % 3 == 0 ? hidden : NULL;
            pressing.motion = &motion;
            pressing.body = bodies[b];
            pressing.pose.position[2] -= round % 8 == 7 ? 4.0 : 0.0; // below the water
            for (int i = 0; i < 3; ++i) {
                pressing.water.current[i] = rng_between(&rng, -3.0, 3.0);
            }
            pressing.water.current_at = round % 4 == 1 ? vortex : NULL;
            pressing.water.current_context = &asked;
            check_truth(pressing);
        }
        free(hidden);
    }
}

static struct pressing submerged(const struct buoy_mesh *mesh,
                                 const struct buoy_surface_motion *motion) {
    struct pressing pressing = {.body = "a box",
                                .mesh = mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(),
                                .motion = motion};
    pressing.pose.position[2] = -10.0;
    return pressing;
}

// A cube of side 2 moving along x: drag C ρ A v² of its front, no lift, friction on four sides. At
// 45° two faces lead, each pushed back and, by lift, aside: those parts cancel.
TEST(cube) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    struct buoy_surface_motion motion = {.velocity = {3.0, 0.0, 0.0}, .drag = 0.5, .lift = 0.7};
    const double front = 1025.0 * 4.0 * 9.0, half = sqrt(0.5);
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        struct pressing pressing = submerged(mesh, &motion);
        motion.velocity[0] = 3.0;
        motion.velocity[1] = 0.0;
        motion.skin = 0.0;
        struct buoy_pressure got = ask_pressure(kernel, &pressing);
        assert_true(fabs(got.drag_force[0] + 0.5 * front) <= 1e-6 * front);
        assert_true(fabs(got.drag_force[1]) <= 1e-6 * front);
        motion.skin = 0.01;
        got = ask_pressure(kernel, &pressing);
        assert_true(fabs(got.drag_force[0] + (0.5 + 4.0 * 0.01) * front) <= 1e-6 * front);
        motion.skin = 0.0;
        motion.velocity[0] = motion.velocity[1] = 3.0 * half;
        got = ask_pressure(kernel, &pressing);
        // Each face: drag 0.5 cos 45° against the motion; lift 0.7 sin cos across it.
        const double back = 2.0 * 0.5 * half * front;
        assert_true(fabs(got.drag_force[0] + back * half) <= 1e-6 * front);
        assert_true(fabs(got.drag_force[1] + back * half) <= 1e-6 * front);
    }
}

// It takes energy from a body at rest in the water's own frame, and gives none; moving with the
// current costs nothing.
TEST(power) {
    struct rng rng = rng_make("power");
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:300"), 0);
    struct waters waters = waters_make(&rng);
    for (int round = 0; round < 50; ++round) {
        struct buoy_surface_motion motion = random_motion(&rng);
        struct pressing pressing = random_pressing(&rng, mesh, &waters);
        pressing.motion = &motion;
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            assert_true(buoy_dot(got.drag_force, motion.velocity) +
                            buoy_dot(got.drag_torque, motion.angular_velocity) <=
                        0.0);
        }
        memcpy(pressing.water.current, motion.velocity, sizeof motion.velocity);
        memset(motion.angular_velocity, 0, sizeof motion.angular_velocity);
        for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            for (int k = 0; k < 3; ++k) {
                assert_true(got.drag_force[k] == 0.0 && got.drag_torque[k] == 0.0);
            }
        }
    }
}

// ------------------------------------------------------------------------------------ hidden

// Two halves of a bar that overlap feel what the bar feels: the faces inside one another do not
// drag. Without the flags they do.
TEST(halves) {
    struct buoy_mesh *whole = mesh_of(body_box(2.0f, 0.5f, 0.5f), 0),
                     *two = mesh_of(
                         body_joined(body_moved(body_box(1.25f, 0.5f, 0.5f), -0.75, 0.0, 0.0),
                                     body_moved(body_box(1.25f, 0.4375f, 0.4375f), 0.75, 0.0, 0.0)),
                         0);
    uint8_t hidden[24];
    struct buoy_surface_motion motion = {.velocity = {1.5, 0.0, 0.0}, .drag = 1.0};
    struct buoy_surface_motion flagged = motion;
    assert_int_equal(buoy_mesh_find_hidden(two, hidden, NULL), BUOY_OK);
    flagged.hidden = hidden;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
        const struct pressing of_bar = submerged(whole, &motion);
        const struct pressing felt = submerged(two, &motion), not_felt = submerged(two, &flagged);
        const double bar_drag = -ask_pressure(kernel, &of_bar).drag_force[0];
        const double without = -ask_pressure(kernel, &felt).drag_force[0];
        const double with = -ask_pressure(kernel, &not_felt).drag_force[0];
        const double small = bar_drag * 0.4375 * 0.4375 / 0.25; // the front half's end
        assert_true(fabs(without - (bar_drag + small)) <= 1e-5 * bar_drag);
        // The thick half's end is partly outside, and its triangles' centres are inside.
        assert_true(fabs(with - small) <= 1e-5 * bar_drag);
    }
}

// ---------------------------------------------------------------------------------- refusals

static void expect_status(const struct pressing *pressing, enum buoy_status status) {
    const size_t bytes = buoy_pressure_scratch_bytes(pressing->mesh, NULL);
    void *scratch = buoy_aligned_alloc(bytes);
    struct buoy_pressure_query query = pressing_query(pressing, scratch, bytes);
    for (size_t i = 0; (query.kernel = next_kernel("pressure", &i));) {
        struct buoy_pressure answer, untouched;
        memset(&answer, 7, sizeof answer);
        untouched = answer;
        assert_int_equal(buoy_pressure_compute(&query, NULL, &answer, NULL), status);
        assert_true(status == BUOY_OK || memcmp(&answer, &untouched, sizeof answer) == 0);
    }
    buoy_aligned_free(scratch);
}

static void no_number(void *context, const double *points, size_t count, double *velocities) {
    (void)points;
    for (size_t i = 0; i < 3 * count; ++i) {
        velocities[i] = i == 1 ? *(const double *)context : 1.0;
    }
}

TEST(refusals) {
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:320"), 0);
    const struct buoy_surface_motion good = {.velocity = {1.0, 2.0, 3.0}, .drag = 1.0};
    double wrong[] = {(double)NAN, (double)INFINITY, 2e9};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        struct buoy_surface_motion motion = good;
        struct pressing pressing = submerged(mesh, &motion);
        motion.velocity[1] = wrong[i];
        expect_status(&pressing, BUOY_ERROR_NON_FINITE);
        motion = good;
        motion.angular_velocity[2] = wrong[i];
        expect_status(&pressing, BUOY_ERROR_NON_FINITE);
        motion = good;
        motion.skin = wrong[i];
        expect_status(&pressing, i < 2 ? BUOY_ERROR_NON_FINITE : BUOY_ERROR_ARGUMENT);
        motion = good;
        pressing.water.current_at = no_number;
        pressing.water.current_context = &wrong[i];
        expect_status(&pressing, BUOY_ERROR_NON_FINITE);
        pressing.pose.position[2] = 10.0; // nobody asks
        expect_status(&pressing, BUOY_OK);
    }
    struct buoy_surface_motion motion = good;
    const struct pressing pressing = submerged(mesh, &motion);
    motion.lift = -0.5;
    expect_status(&pressing, BUOY_ERROR_ARGUMENT);
    motion = (struct buoy_surface_motion){
        .velocity = {1e9, 0.0, 0.0}, .drag = 1e6, .lift = 1e6, .skin = 1e6};
    expect_status(&pressing, BUOY_OK);
    motion = (struct buoy_surface_motion){.velocity = {1e-300, 0.0, 0.0}, .drag = 1.0, .lift = 1.0};
    expect_status(&pressing, BUOY_OK);
}
