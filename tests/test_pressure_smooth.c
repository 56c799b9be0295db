// Nothing jumps: if a body, a wave or a patch moves a little, the force, the torque, the wetted
// area and drag change little. And only the content of a patch matters, not where its grid begins.
#include "body.h"
#include "dispatch/registry.h"
#include "mesh/mesh.h"
#include "pressing.h"
#include "test.h"

// A motion from time 0 to 1.
struct motion {
    struct pressing start;
    double move[3], turn[4]; // of position and quaternion
    double time;             // of waves
};

static struct buoy_pressure ask_at(const struct buoy_kernel *kernel, const struct motion *motion,
                                   double t) {
    struct pressing pressing = motion->start;
    double length2 = 0.0;
    for (int i = 0; i < 3; ++i) {
        pressing.pose.position[i] += t * motion->move[i];
    }
    for (int i = 0; i < 4; ++i) {
        pressing.pose.rotation[i] += t * motion->turn[i];
        length2 += pressing.pose.rotation[i] * pressing.pose.rotation[i];
    }
    for (int i = 0; i < 4; ++i) {
        pressing.pose.rotation[i] /= sqrt(length2);
    }
    pressing.water.time += t * motion->time;
    return ask_pressure(kernel, &pressing);
}

static const struct buoy_surface_motion moving = {
    .velocity = {3.0, -1.0, 0.5},
    .angular_velocity = {0.5, 1.0, -0.7},
    .drag = 1.0,
    .lift = 1.0,
    .skin = 0.1,
};

// By how much two answers differ, each part in proportion to what rounding may do to it.
static double change(const struct pressing *pressing, const struct buoy_pressure *a,
                     const struct buoy_pressure *b) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    const double whole = pressing->water.density * pressing->water.gravity * info.volume;
    const double strength = pressing->water.density * info.area * 100.0; // (10 m/s)²
    double force = 0.0, torque = 0.0, drag = 0.0;
    for (int i = 0; i < 3; ++i) {
        force = fmax(force, fabs(a->force[i] - b->force[i]));
        torque = fmax(torque, fabs(a->torque[i] - b->torque[i]));
        drag = fmax(drag, fabs(a->drag_force[i] - b->drag_force[i]));
        drag = fmax(drag, fabs(a->drag_torque[i] - b->drag_torque[i]) / info.diagonal);
    }
    const double conditioned = fmax(1.0, info.conditioning / 60.0);
    return (force / whole + torque / (whole * info.diagonal)) / (4e-6 * conditioned) +
           fabs(a->wetted_area - b->wetted_area) / (2e-5 * info.area) + drag / (1e-5 * strength);
}

// The next kernel that promises not to jump. `centre` does: as parts are cut another way, or their
// centres come up, its torque does not know.
static const struct buoy_kernel *next_smooth_kernel(size_t *index) {
    const struct buoy_kernel *kernel = next_kernel("pressure", index);
    return kernel && strcmp(kernel->method->name, "centre") == 0 ? next_smooth_kernel(index)
                                                                 : kernel;
}

// Halves the motion again and again, always going on with the half in which more happens: a jump is
// never lost on the way, anything continuous shrinks to its rounding.
static void check_motion(const struct buoy_kernel *kernel, const struct motion *motion,
                         const char *what) {
    double low = 0.0, high = 1.0;
    struct buoy_pressure at_low = ask_at(kernel, motion, low),
                         at_high = ask_at(kernel, motion, high);
    for (int step = 0; step < 45; ++step) {
        const double middle = 0.5 * (low + high);
        const struct buoy_pressure between = ask_at(kernel, motion, middle);
        if (change(&motion->start, &at_low, &between) >
            change(&motion->start, &between, &at_high)) {
            high = middle;
            at_high = between;
        } else {
            low = middle;
            at_low = between;
        }
    }
    const double left = change(&motion->start, &at_low, &at_high);
    if (!(left <= 1.0)) {
        fail_msg(
            "%s, %s, %s: a jump of %.3g roundings at %.17g, area %.17g to %.17g, lift %.17g to "
            "%.17g",
            kernel->id, motion->start.body, what, left, low, at_low.wetted_area,
            at_high.wetted_area, at_low.force[2], at_high.force[2]);
    }
}

static void check_motions(struct rng *rng, const char *name, const struct buoy_mesh *mesh,
                          const struct waters *waters) {
    struct motion motion = {.start = random_pressing(rng, mesh, waters)};
    motion.start.body = name;
    motion.start.motion = &moving;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_smooth_kernel(&i));) {
        if (strcmp(kernel->isa, "best") == 0) {
            continue; // it is one of the others
        }
        struct motion moved = motion, turned = motion, late = motion;
        for (int k = 0; k < 3; ++k) {
            moved.move[k] = rng_between(rng, -0.5, 0.5);
        }
        for (int k = 0; k < 4; ++k) {
            turned.turn[k] = rng_between(rng, -0.2, 0.2);
        }
        late.time = rng_between(rng, -1.0, 1.0);
        late.start.water.kind = BUOY_WATER_WAVES;
        check_motion(kernel, &moved, "moved");
        check_motion(kernel, &turned, "turned");
        check_motion(kernel, &late, "in running waves");
    }
}

TEST(motions) {
    static const char *const bodies[] = {"builtin:box", "builtin:sphere:320", "builtin:star:300",
                                         "builtin:wigley:300"};
    struct rng rng = rng_make("no jumps");
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; ++b) {
        struct buoy_mesh *mesh = mesh_of(body_builtin(bodies[b]), 0);
        struct waters waters = waters_make(&rng);
        for (int round = 0; round < 8; ++round) {
            check_motions(&rng, bodies[b], mesh, &waters);
        }
        waters_free(&waters);
    }
}

// The water rises: a patch filled anew, a little higher each time.
TEST(rising_patch) {
    enum {
        side = 16
    };
    struct rng rng = rng_make("rising patch");
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:320"), 0);
    struct waters waters = waters_make(&rng);
    struct pressing pressing = random_pressing(&rng, mesh, &waters);
    pressing.water.kind = BUOY_WATER_PATCH;
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_smooth_kernel(&i));) {
        double low = 0.0, high = 1.0;
        struct buoy_pressure answers[3];
        for (int step = 0; step < 45; ++step) {
            const double levels[3] = {low, 0.5 * (low + high), high};
            for (int k = 0; k < 3; ++k) {
                float heights[side * side];
                for (int j = 0; j < side * side; ++j) {
                    heights[j] = (float)(0.3 * sin(j) + levels[k] * cos(2.0 * j));
                }
                assert_int_equal(buoy_patch_set(waters.patch, heights, NULL), BUOY_OK);
                answers[k] = ask_pressure(kernel, &pressing);
            }
            if (change(&pressing, &answers[0], &answers[1]) >
                change(&pressing, &answers[1], &answers[2])) {
                high = levels[1];
            } else {
                low = levels[1];
            }
        }
        assert_true(change(&pressing, &answers[0], &answers[2]) <= 1.0);
    }
    waters_free(&waters);
}

// Heights that depend on the place alone, to the last bit.
static void swell(void *context, const double *x, const double *y, size_t count, float *height) {
    (void)context;
    for (size_t i = 0; i < count; ++i) {
        height[i] = (float)(0.3 * sin(1.5 * x[i]) * cos(y[i]));
    }
}

// While a patch follows a body by whole cells, and the body stays on samples that stay, the forces
// keep every bit.
TEST(patch_follows) {
    const struct buoy_patch_grid grid = {{-4.03, -3.97}, {0.25f, 0.3f}, 40, 36};
    struct rng rng = rng_make("a patch follows");
    struct body body = body_builtin("builtin:star:300");
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    struct buoy_patch *patch;
    assert_int_equal(buoy_patch_create(&grid, &patch, NULL), BUOY_OK);
    assert_int_equal(buoy_patch_fill(patch, swell, NULL, NULL), BUOY_OK);
    for (int round = 0; round < 40; ++round) {
        const double at[3] = {rng_between(&rng, -1.0, 1.0), rng_between(&rng, -1.0, 1.0), 0.0};
        struct pressing pressing = {.body = "a star",
                                    .mesh = mesh,
                                    .pose = random_pose(&rng, mesh, at),
                                    .water = buoy_calm_sea()};
        pressing.water.kind = BUOY_WATER_PATCH;
        pressing.water.patch = patch;
        assert_int_equal(buoy_patch_follow(patch, 0.0, 0.0, swell, NULL, NULL), BUOY_OK);
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
            const struct buoy_pressure before = ask_pressure(kernel, &pressing);
            assert_int_equal(buoy_patch_follow(patch, at[0], at[1], swell, NULL, NULL), BUOY_OK);
            const struct buoy_pressure after = ask_pressure(kernel, &pressing);
            assert_int_equal(buoy_patch_follow(patch, 0.0, 0.0, swell, NULL, NULL), BUOY_OK);
            // Those in double look for a patch's cells from its first sample.
            const char *method = kernel->method->name;
            const bool to_the_bit = strcmp(method, "kerner") == 0 || strcmp(method, "auto") == 0;
            const bool same = to_the_bit ? memcmp(&before, &after, sizeof before) == 0
                                         : change(&pressing, &before, &after) < 1e-6;
            if (!same) {
                fail_msg("%s: lift %.17g, with the patch moved %.17g", kernel->id, before.force[2],
                         after.force[2]);
            }
        }
    }
    buoy_patch_destroy(patch);
}
