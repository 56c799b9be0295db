// Drag, lift and skin friction: against a computation in double, by angles, and by cases that a
// reader can check; nothing jumps, and nothing acts behind other parts; and refusals.
#include "base/memory.h"
#include "base/vector.h"
#include "bodies/pose.h"
#include "body.h"
#include "buoyancy_kernels.h"
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
                                .water = buoy_calm_sea(BUOY_Z_UP),
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

// ----------------------------------------------------------------------------------- pressure step

// Drag, lift and friction within a step: they take energy from the motion through the water, never
// give any, and turn nothing round, however strong they are and however long the step; they satisfy
// the equations that define them, and without a step nothing has changed.
// BUOY_TEST_STEPS=N has the search for a step that breaks this try so many bodies.

// A body that moves, in the mesh's axes, with torques about its centre of mass.
struct mover {
    double v[3], w[3]; // through the water
    double f[3], t[3]; // on it
    double after_v[3], after_w[3];
};

static void turn_back(const struct pressing *pressing, const double a[3], double b[3]) {
    struct buoy_rotation rotation;
    assert_true(buoy_pose_rotation(&pressing->pose, &rotation));
    buoy_rotate_back(&rotation, a, b);
}

static struct mover mover_of(const struct pressing *pressing, const struct buoy_pressure *got) {
    const struct buoy_surface_motion *motion = pressing->motion;
    struct mover mover;
    double through[3];
    for (int i = 0; i < 3; ++i) {
        through[i] = motion->velocity[i] - pressing->water.current[i];
    }
    turn_back(pressing, through, mover.v);
    turn_back(pressing, motion->angular_velocity, mover.w);
    buoy_add_cross(mover.w, motion->centre_of_mass, mover.v);
    turn_back(pressing, got->drag_force, mover.f);
    turn_back(pressing, got->drag_torque, mover.t);
    buoy_add_cross(mover.f, motion->centre_of_mass, mover.t); // −c × f
    for (int i = 0; i < 3; ++i) {
        mover.after_v[i] = mover.v[i] + motion->dt * mover.f[i] / motion->mass;
        mover.after_w[i] =
            mover.w[i] + motion->dt * buoy_dot(&motion->inverse_inertia[3 * i], mover.t);
    }
    return mover;
}

// A motion, and the inertia of a body of that size: about axes in random directions, sometimes
// very different ones, or 0.
static struct buoy_surface_motion random_step(struct rng *rng, double size) {
    struct buoy_surface_motion motion = {
        .drag = rng_below(rng, 4) ? rng_between(rng, 0.0, 2.0) : 0.0,
        .lift = rng_below(rng, 4) ? rng_between(rng, 0.0, 2.0) : 0.0,
        .skin = rng_below(rng, 4) ? rng_between(rng, 0.0, 0.5) : 0.0,
        .dt = pow(10.0, rng_between(rng, -5.0, -1.0)),
        .mass = pow(10.0, rng_between(rng, -4.0, 4.0)) * size * size * size,
    };
    const double fast = pow(10.0, rng_between(rng, -1.0, 2.5));
    for (int i = 0; i < 3; ++i) {
        motion.velocity[i] = fast * rng_between(rng, -1.0, 1.0);
        motion.angular_velocity[i] = fast * rng_between(rng, -1.0, 1.0) / size;
        motion.centre_of_mass[i] = size * rng_between(rng, -0.5, 0.5);
    }
    for (int k = 0; k < 3; ++k) {
        const double radius = size * pow(10.0, rng_between(rng, -1.5, 0.5));
        const double share = rng_below(rng, 6) ? 1.0 / (motion.mass * radius * radius) : 0.0;
        double n[3];
        rng_direction(rng, n);
        for (int i = 0; i < 9; ++i) {
            motion.inverse_inertia[i] += share * n[i / 3] * n[i % 3];
        }
    }
    return motion;
}

// I⁻¹ is Σ n nᵀ share, and may be singular: energies that need I are compared by works instead,
// which are f·(before + after) dt/2 exactly.
static void expect_less_energy(const struct buoy_kernel *kernel, const struct pressing *pressing,
                               const struct buoy_pressure *got) {
    const struct mover m = mover_of(pressing, got);
    double work = 0.0, power = 0.0, scale = 0.0;
    for (int i = 0; i < 3; ++i) {
        work += m.f[i] * (m.v[i] + m.after_v[i]) + m.t[i] * (m.w[i] + m.after_w[i]);
        power += m.f[i] * m.after_v[i] + m.t[i] * m.after_w[i];
        scale += fabs(m.f[i]) * (fabs(m.v[i]) + fabs(m.after_v[i])) +
                 fabs(m.t[i]) * (fabs(m.w[i]) + fabs(m.after_w[i]));
    }
    // Turning into the world and back costs 1e-15 of forces and torques, and torques are moved from
    // the pose's position by arms of the size of the body.
    const struct buoy_surface_motion *motion = pressing->motion;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    const double arm = info.diagonal + buoy_length(motion->centre_of_mass);
    double turning = 0.0;
    for (int i = 0; i < 3; ++i) {
        turning += fabs(m.w[i]) + fabs(m.after_w[i]);
    }
    scale += buoy_length(m.f) * arm * turning;
    // What these roundings of f and its torque change of the motion at the end, which may be a
    // thousandth of that at the beginning or less.
    const double inertia =
        motion->inverse_inertia[0] + motion->inverse_inertia[4] + motion->inverse_inertia[8];
    const double turn = buoy_length(m.t) + buoy_length(m.f) * arm;
    const double change = motion->dt * (buoy_dot(m.f, m.f) / motion->mass + inertia * turn * turn);
    FAIL_IF(!(work <= 1e-12 * scale) || !(power <= 1e-12 * scale + 1e-14 * change),
            "%s on %s: dt %.17g, mass %.17g, drag %.17g lift %.17g skin %.17g: drag's work is "
            "%.3g, its power at the end %.3g, of %.3g",
            kernel->id, pressing->body, motion->dt, motion->mass, motion->drag, motion->lift,
            motion->skin, work, power, scale);
}

static const char *const bodies[] = {"builtin:box", "builtin:barrel:100", "builtin:star:60",
                                     "builtin:wigley:200", "builtin:torus:100"};

static struct pressing random_question(struct rng *rng, const struct buoy_mesh *mesh,
                                       const struct waters *waters,
                                       const struct buoy_surface_motion *motion) {
    struct pressing pressing = random_pressing(rng, mesh, waters);
    pressing.motion = motion;
    pressing.pose.position[2] -= rng_below(rng, 3) ? 0.0 : 3.0;
    for (int i = 0; i < 3; ++i) {
        pressing.water.current[i] = rng_below(rng, 2) ? rng_between(rng, -3.0, 3.0) : 0.0;
    }
    return pressing;
}

// In float and in double, on one instruction set: bits are compared elsewhere.
TEST(energy) {
    const char *text = getenv("BUOY_TEST_STEPS");
    const int tries = text ? atoi(text) : 4000;
    static const char *const ids[] = {"pressure/kerner/scalar", "pressure/kerner64/scalar"};
    struct rng rng = rng_make("drag within a step");
    struct waters waters = waters_make(&rng);
    const int count = (int)(sizeof bodies / sizeof *bodies);
    for (int b = 0; b < count; ++b) {
        struct body body = body_builtin(bodies[b]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        for (int i = 0; i < tries / count; ++i) {
            struct buoy_surface_motion motion = random_step(&rng, 1.0);
            struct pressing pressing = random_question(&rng, mesh, &waters, &motion);
            if (i % 4 == 0) { // a step that would stop it time and again; nothing turns the forces
                motion.mass *= pow(10.0, rng_between(&rng, -12.0, 0.0));
                memset(motion.centre_of_mass, 0, sizeof motion.centre_of_mass);
                memcpy(pressing.pose.rotation, buoy_pose_identity().rotation,
                       sizeof pressing.pose.rotation);
                for (int k = 0; k < 9; ++k) {
                    motion.inverse_inertia[k] =
                        k % 4 ? 0.0 : rng_between(&rng, 1.0, 9.0) / motion.mass;
                }
            }
            pressing.body = bodies[b];
            for (int k = 0; k < 2; ++k) {
                const struct buoy_kernel *kernel = buoy_kernel_find(ids[k]);
                const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                expect_less_energy(kernel, &pressing, &got);
            }
        }
    }
}

// The sum over the triangles of a body wholly submerged, not turned, of −k u' + g × u', with k and
// g from the forces as they are at the beginning of the step, and u' at its end. Independent of how
// the library sums and solves.
static void find_residual(const struct pressing *pressing, const struct mover *m, double force[3],
                          double torque[3]) {
    const struct buoy_mesh *mesh = pressing->mesh;
    const struct buoy_surface_motion *motion = pressing->motion;
    const double density = pressing->water.density;
    memset(force, 0, 3 * sizeof *force);
    memset(torque, 0, 3 * sizeof *torque);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        const uint32_t corner[3] = {mesh->triangles->i0[t], mesh->triangles->i1[t],
                                    mesh->triangles->i2[t]};
        double v[3][3], ab[3], ac[3], n[3], x[3], u[3], after[3], f[3], g[3], part[3];
        for (int k = 0; k < 3; ++k) {
            v[k][0] = mesh->triangles->px[corner[k]];
            v[k][1] = mesh->triangles->py[corner[k]];
            v[k][2] = mesh->triangles->pz[corner[k]];
        }
        for (int i = 0; i < 3; ++i) {
            ab[i] = v[1][i] - v[0][i];
            ac[i] = v[2][i] - v[0][i];
            x[i] = (v[0][i] + v[1][i] + v[2][i]) / 3.0 - motion->centre_of_mass[i];
            u[i] = m->v[i];
            after[i] = m->after_v[i];
        }
        buoy_cross_product(ab, ac, n);
        buoy_add_cross(m->w, x, u);
        buoy_add_cross(m->after_w, x, after);
        const double twice = buoy_length(n), speed = buoy_length(u);
        for (int i = 0; i < 3; ++i) {
            n[i] /= twice;
        }
        const double cosine = buoy_dot(n, u) / speed, lead = fmax(cosine, 0.0);
        const double sine = sqrt(1.0 - cosine * cosine);
        for (int i = 0; i < 3; ++i) {
            const double ahead = u[i] / speed;
            f[i] = -0.5 * twice * density * speed * speed *
                   (motion->drag * lead * ahead + motion->lift * lead * (n[i] - cosine * ahead) +
                    motion->skin * sine * (ahead - cosine * n[i]));
        }
        const double k = -buoy_dot(f, u) / (speed * speed);
        buoy_cross_product(u, f, g);
        for (int i = 0; i < 3; ++i) {
            g[i] /= speed * speed;
            part[i] = -k * after[i];
        }
        buoy_add_cross(g, after, part);
        for (int i = 0; i < 3; ++i) {
            force[i] += part[i];
        }
        buoy_add_cross(x, part, torque);
    }
}

// The largest |k| and |g| of a body's surface together, kg/s, for tolerances.
static double strength_of(const struct pressing *pressing) {
    const struct buoy_surface_motion *motion = pressing->motion;
    const struct buoy_mesh_info info = mesh_info(pressing->mesh);
    const double arm = info.diagonal + buoy_length(info.centre);
    const double speed = buoy_length(motion->velocity) + buoy_length(pressing->water.current) +
                         arm * buoy_length(motion->angular_velocity);
    return pressing->water.density * info.area * speed *
           (motion->drag + motion->lift + 2.0 * motion->skin);
}

// A force is off by a share of the sum of all |k| and |g|, times the speeds: a few roundings.
static void expect_equation(const struct buoy_kernel *kernel, const struct pressing *pressing,
                            const struct buoy_pressure *got) {
    const struct mover m = mover_of(pressing, got);
    const struct buoy_surface_motion *motion = pressing->motion;
    double force[3], torque[3];
    struct buoy_mesh_info info;
    buoy_mesh_get_info(pressing->mesh, &info, NULL);
    find_residual(pressing, &m, force, torque);
    const char *method = kernel->method->name;
    const bool doubles = strcmp(method, "kerner64") == 0 || strcmp(method, "centre") == 0 ||
                         strcmp(method, "appendix") == 0;
    const double share = doubles ? 1e-14 : 1e-6, arm = info.diagonal;
    const double speed = buoy_length(m.v) + arm * buoy_length(m.w) + buoy_length(m.after_v) +
                         arm * buoy_length(m.after_w);
    // The end itself is off by the roundings of the force's change of the motion, which is so many
    // times the motion.
    const double inertia =
        motion->inverse_inertia[0] + motion->inverse_inertia[4] + motion->inverse_inertia[8];
    const double times =
        motion->dt * strength_of(pressing) * (1.0 / motion->mass + 4.0 * arm * arm * inertia);
    const double most = (share + 1e-15 * times) * strength_of(pressing) * speed;
    for (int i = 0; i < 3; ++i) {
        FAIL_IF(!(fabs(force[i] - m.f[i]) <= most) || !(fabs(torque[i] - m.t[i]) <= most * arm),
                "%s on %s: force %d is %.17g, by the motion at the end of the step %.17g, "
                "torque %.17g, %.17g, most %g",
                kernel->id, pressing->body, i, m.f[i], force[i], m.t[i], torque[i], most);
    }
}

// Also of a body whose sums in float are flushed on the way.
TEST(equation) {
    struct rng rng = rng_make("equation");
    const size_t count = sizeof bodies / sizeof *bodies;
    for (size_t b = 0; b <= count; ++b) {
        const char *name = b < count ? bodies[b] : "builtin:wigley:2600";
        struct body body = body_builtin(name);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        for (int round = 0; round < (b < count ? 40 : 4); ++round) {
            const struct buoy_surface_motion motion = random_step(&rng, 1.0);
            struct pressing pressing = {.body = name,
                                        .mesh = mesh,
                                        .pose = buoy_pose_identity(),
                                        .water = buoy_calm_sea(BUOY_Z_UP),
                                        .motion = &motion};
            pressing.pose.position[2] = -10.0;
            pressing.water.current[0] = rng_between(&rng, -2.0, 2.0);
            const struct buoy_kernel *kernel;
            for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
                const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                expect_equation(kernel, &pressing, &got);
            }
        }
    }
}

// The case of issue 14: a box of 10 kg at 5 m/s and 60 Hz went −5.7, 8.1, −19.8, 148 … m/s.
TEST(light_box) {
    struct body body = body_box(0.5f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&body, 0);
    const struct buoy_kernel *kernel;
    for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
        struct buoy_surface_motion motion = {.velocity = {5.0, 0.0, 0.0},
                                             .drag = 1.0,
                                             .lift = 0.5,
                                             .skin = 0.01,
                                             .dt = 1.0 / 60.0,
                                             .mass = 10.0};
        motion.inverse_inertia[0] = motion.inverse_inertia[4] = motion.inverse_inertia[8] = 0.6;
        for (int step = 0; step < 120; ++step) {
            struct pressing pressing = {.body = "a light box",
                                        .mesh = mesh,
                                        .pose = buoy_pose_identity(),
                                        .water = buoy_calm_sea(BUOY_Z_UP),
                                        .motion = &motion};
            pressing.pose.position[2] = -10.0;
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            const double before = motion.velocity[0];
            // Drag of the front, friction of four sides: a closed form.
            const double rate = 1025.0 * (1.0 + 4.0 * 0.01) * before / motion.mass;
            motion.velocity[0] += motion.dt * got.drag_force[0] / motion.mass;
            assert_true(motion.velocity[0] > 0.0);
            assert_true(fabs(motion.velocity[0] - before / (1.0 + motion.dt * rate)) <=
                        1e-5 * before);
            assert_true(fabs(got.drag_force[1]) + fabs(got.drag_force[2]) <= 1e-3);
        }
        // The exact motion is v / (1 + v c t), 5 m/s → 0.0049 m/s after 2 s.
        assert_true(motion.velocity[0] < 0.0055 && motion.velocity[0] > 0.0045);
    }
}

// Without a step the other members do not count, to the bit; with a short one forces are the same.
static void whirl(void *context, const double *points, size_t count, double *velocities) {
    (void)context;
    for (size_t i = 0; i < 3 * count; i += 3) {
        velocities[i] = -0.5 * points[i + 1];
        velocities[i + 1] = 0.5 * points[i];
        velocities[i + 2] = 0.25 * points[i];
    }
}

TEST(short_steps) {
    struct rng rng = rng_make("short steps");
    struct waters waters = waters_make(&rng);
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:star:300"), 0);
    for (int round = 0; round < 60; ++round) {
        struct buoy_surface_motion motion = random_step(&rng, 1.0), plain = motion;
        struct pressing pressing = random_question(&rng, mesh, &waters, &motion);
        struct pressing without = pressing;
        pressing.water.current_at = round % 3 == 2 ? whirl : NULL;
        without.water.current_at = pressing.water.current_at;
        without.motion = &plain;
        const struct buoy_kernel *kernel;
        for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
            motion.dt = plain.dt = 0.0;
            plain.mass = (double)NAN;
            const struct buoy_pressure got = ask_pressure(kernel, &pressing);
            const struct buoy_pressure same = ask_pressure(kernel, &without);
            assert_memory_equal(&got, &same, sizeof got);
            // A step in which drag changes the motion by 1e-9 at most.
            const double inertia =
                motion.inverse_inertia[0] + motion.inverse_inertia[4] + motion.inverse_inertia[8];
            const double most = strength_of(&pressing);
            motion.dt = 1e-9 / ((most + 1.0) * (1.0 / motion.mass + 25.0 * inertia));
            const struct buoy_pressure brief = ask_pressure(kernel, &pressing);
            const double speed =
                most / (1e-9 + pressing.water.density * (motion.drag + motion.lift + motion.skin));
            for (int k = 0; k < 3; ++k) {
                assert_true(fabs(brief.drag_force[k] - got.drag_force[k]) <= 1e-5 * most * speed);
                assert_true(fabs(brief.drag_torque[k] - got.drag_torque[k]) <= 1e-4 * most * speed);
            }
            assert_memory_equal(brief.force, got.force, sizeof got.force);
            assert_true(brief.wetted_area == got.wetted_area);
        }
    }
}

// All variants of `kerner`, but those of fused multiplication, return the scalar twin's bits; 2,600
// triangles flush the sums in float.
TEST(bits) {
    struct rng rng = rng_make("bits within a step");
    struct waters waters = waters_make(&rng);
    static const char *const of[] = {"builtin:box", "builtin:star:600", "builtin:wigley:2600"};
    for (size_t b = 0; b < sizeof of / sizeof *of; ++b) {
        struct body body = body_builtin(of[b]);
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        for (int round = 0; round < 20; ++round) {
            const struct buoy_surface_motion motion = random_step(&rng, 1.0);
            struct pressing pressing = random_question(&rng, mesh, &waters, &motion);
            pressing.body = of[b];
            pressing.water.current_at = round % 3 == 2 ? whirl : NULL;
            const struct buoy_pressure twin =
                ask_pressure(buoy_kernel_find("pressure/kerner/scalar"), &pressing);
            const struct buoy_kernel *kernel;
            for (size_t i = 0; (kernel = next_kernel("pressure", &i));) {
                struct buoy_kernel_info info;
                buoy_kernel_get_info(kernel, &info, NULL);
                if (info.deterministic && strcmp(info.method, "kerner") == 0) {
                    const struct buoy_pressure got = ask_pressure(kernel, &pressing);
                    assert_memory_equal(&got, &twin, sizeof got);
                }
            }
        }
    }
}
