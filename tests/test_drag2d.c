// Buoyancy, drag and lift in the plane: closed forms of rectangles, what must be zero, which way
// forces point, and that a limited drag never drives a body back.
#include "outline.h"
#include "test.h"

static const double density = 1000.0, c_drag = 0.25, c_lift = 0.125;
static const struct buoy_line deep = {{0.0f, 1.0f}, 100.0f};

struct forces {
    struct buoy_force2d drag, lift;
};

// At a point, moving, without a step.
static struct buoy_motion2d moving(double x, double y, double vx, double vy, double omega) {
    return (struct buoy_motion2d){.point = {x, y}, .velocity = {vx, vy}, .angular_velocity = omega};
}

static struct forces forces_on(const struct outline *outline, struct buoy_line water,
                               struct buoy_motion2d motion) {
    const struct buoy_polygon polygon = outline_polygon(outline);
    struct forces forces;
    struct buoy_error error;
    if (buoy_drag2d_compute(&(struct buoy_drag2d_query){.polygon = &polygon,
                                                        .line = &water,
                                                        .motion = &motion,
                                                        .density = density,
                                                        .drag = c_drag,
                                                        .lift = c_lift},
                            &forces.drag, &forces.lift, &error) != BUOY_OK) {
        fail_msg("%s: %s", outline->name, error.message);
    }
    return forces;
}

static void expect_force(const char *property, struct buoy_force2d got, double fx, double fy,
                         double torque, double slack) {
    FAIL_IF(!(fabs(got.force[0] - fx) <= slack) || !(fabs(got.force[1] - fy) <= slack) ||
                !(fabs(got.torque - torque) <= slack),
            "%s: (%.17g %.17g) torque %.17g, expected (%.17g %.17g) torque %.17g", property,
            got.force[0], got.force[1], got.torque, fx, fy, torque);
}

// ------------------------------------------------------------------------------------ buoyancy

TEST(buoyancy) {
    const struct buoy_area wet = {2.0, {3.0, -1.0}};
    struct buoy_force2d force;
    buoy_buoyancy2d(&wet, &(struct buoy_line){{0, 5}, 1}, density, 10.0, (double[]){1.0, 7.0},
                    &force);
    expect_force("ρ g A upward, 2 to the right", force, 0.0, 20000.0, 40000.0, 1e-9);
    // For a tilted frame: the force is along n, and there is no torque about a point in line with
    // it.
    buoy_buoyancy2d(&wet, &(struct buoy_line){{3, 4}, 1}, density, 10.0, (double[]){6.0, 3.0},
                    &force);
    expect_force("ρ g A along n", force, 12000.0, 16000.0, 0.0, 1e-9);
}

// --------------------------------------------------------------------------- edges, closed forms

// Head on there is drag of the front alone, and no lift. Half under water there is half the front,
// and its middle is deeper.
TEST(head_on) {
    const struct outline rectangle = outline_rectangle(2.0, 1.0);
    const struct buoy_motion2d right = moving(0.0, 0.0, 2.0, 0.0, 0.0);
    const double drag = c_drag * density * 4.0;
    struct forces got = forces_on(&rectangle, deep, right);
    expect_force("the front", got.drag, -drag, 0.0, 0.0, 1e-9);
    expect_force("no lift", got.lift, 0.0, 0.0, 0.0, 0.0);
    got = forces_on(&rectangle, (struct buoy_line){{0, 7}, 0}, right);
    expect_force("the front's lower half", got.drag, -0.5 * drag, 0.0, -0.5 * drag * 0.25, 1e-9);
}

// The surface of the water is no edge of the body: rising out of it, the box shows it none.
TEST(surface) {
    const struct outline rectangle = outline_rectangle(2.0, 1.0);
    const struct buoy_line half = {{0.0f, 1.0f}, 0.0f};
    const struct forces up = forces_on(&rectangle, half, moving(0, 0, 0, 2, 0));
    expect_force("rising", up.drag, 0.0, 0.0, 0.0, 0.0);
    const struct forces down = forces_on(&rectangle, half, moving(0, 0, 0, -2, 0));
    expect_force("sinking", down.drag, 0.0, 2.0 * c_drag * density * 4.0, 0.0, 1e-9);
}

TEST(nothing) {
    const struct outline star = outline_star(4, 0.5);
    const struct buoy_motion2d rest = moving(0.5, 0.5, 0.0, 0.0, 0.0),
                               going = moving(0, 0, 1, 2, 3);
    struct forces got = forces_on(&star, deep, rest);
    expect_force("at rest", got.drag, 0.0, 0.0, 0.0, 0.0);
    expect_force("at rest", got.lift, 0.0, 0.0, 0.0, 0.0);
    got = forces_on(&star, (struct buoy_line){{0, 1}, -1}, going);
    expect_force("dry", got.drag, 0.0, 0.0, 0.0, 0.0);
    expect_force("dry", got.lift, 0.0, 0.0, 0.0, 0.0);
}

// ------------------------------------------------------------------------------------ properties

static struct buoy_motion2d random_motion(struct rng *rng) {
    struct buoy_motion2d motion = {0};
    motion.point[0] = rng_between(rng, -1, 1);
    motion.point[1] = rng_between(rng, -1, 1);
    motion.velocity[0] = rng_between(rng, -5, 5);
    motion.velocity[1] = rng_between(rng, -5, 5);
    motion.angular_velocity = rng_between(rng, -5, 5);
    return motion;
}

static double power(struct buoy_force2d force, struct buoy_motion2d motion) {
    return force.force[0] * motion.velocity[0] + force.force[1] * motion.velocity[1] +
           force.torque * motion.angular_velocity;
}

// Drag only ever takes energy away, lift neither gives nor takes any, whatever the outline.
TEST(power) {
    struct rng rng = rng_make("drag_power");
    for (int k = 0; k < 3000; ++k) {
        const struct outline any = outline_random(&rng);
        const struct outline outline = outline_placed(&any, rng_between(&rng, 0, 6.3), 1.0, 0.5, 0);
        const struct buoy_motion2d motion = random_motion(&rng);
        const struct forces got = forces_on(&outline, outline_random_line(&rng, &outline), motion);
        assert_true(power(got.drag, motion) <= 0.0);
        assert_true(fabs(power(got.lift, motion)) <= 1e-6 * density);
    }
}

// Neither the winding matters, nor the point, if velocity and torque move along; and twice the
// speed has four times the force.
TEST(invariance) {
    struct rng rng = rng_make("drag_invariance");
    for (int k = 0; k < 2000; ++k) {
        const struct outline outline = outline_random(&rng);
        const struct outline reversed = outline_reversed(&outline);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        const struct buoy_motion2d a = random_motion(&rng);
        const struct forces one = forces_on(&outline, line, a);
        const struct forces other = forces_on(&reversed, line, a);
        const double slack = 1e-9 * density;
        expect_force("winding, drag", other.drag, one.drag.force[0], one.drag.force[1],
                     one.drag.torque, slack);
        expect_force("winding, lift", other.lift, one.lift.force[0], one.lift.force[1],
                     one.lift.torque, slack);

        const double dx = rng_between(&rng, -1, 1), dy = rng_between(&rng, -1, 1);
        const struct buoy_motion2d b =
            moving(a.point[0] + dx, a.point[1] + dy, a.velocity[0] - a.angular_velocity * dy,
                   a.velocity[1] + a.angular_velocity * dx, a.angular_velocity);
        const struct forces moved = forces_on(&outline, line, b);
        expect_force("another point", moved.drag, one.drag.force[0], one.drag.force[1],
                     one.drag.torque - dx * one.drag.force[1] + dy * one.drag.force[0], slack);
        expect_force("another point", moved.lift, one.lift.force[0], one.lift.force[1],
                     one.lift.torque - dx * one.lift.force[1] + dy * one.lift.force[0], slack);

        const struct buoy_motion2d twice = moving(a.point[0], a.point[1], 2 * a.velocity[0],
                                                  2 * a.velocity[1], 2 * a.angular_velocity);
        const struct forces fast = forces_on(&outline, line, twice);
        expect_force("twice the speed", fast.drag, 4 * one.drag.force[0], 4 * one.drag.force[1],
                     4 * one.drag.torque, slack);
    }
}

// However slow the motion, forces follow the speed squared: no speed is treated as rest.
TEST(slow) {
    struct rng rng = rng_make("drag_slow");
    for (int k = 0; k < 200; ++k) {
        const struct outline outline = outline_random(&rng);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        const struct buoy_motion2d motion = random_motion(&rng);
        const struct forces full = forces_on(&outline, line, motion);
        const struct buoy_area wet = {1.0, {0.5, 0.25}};
        struct buoy_force2d simple, simple_slow;
        buoy_simple_drag2d(&wet, &motion, density, 1.0, 0.0, &simple);
        for (int e = 4; e <= 200; e += 28) { // down to 2⁻²⁰⁰ m/s; powers of two round nothing
            const double s = ldexp(1.0, -e), s2 = s * s;
            const struct buoy_motion2d slow =
                moving(motion.point[0], motion.point[1], s * motion.velocity[0],
                       s * motion.velocity[1], s * motion.angular_velocity);
            const struct forces got = forces_on(&outline, line, slow);
            const double slack = 1e-9 * density * s2;
            expect_force("slow, drag", got.drag, s2 * full.drag.force[0], s2 * full.drag.force[1],
                         s2 * full.drag.torque, slack);
            expect_force("slow, lift", got.lift, s2 * full.lift.force[0], s2 * full.lift.force[1],
                         s2 * full.lift.torque, slack);
            buoy_simple_drag2d(&wet, &slow, density, 1.0, 0.0, &simple_slow);
            expect_force("slow, simple drag", simple_slow, s2 * simple.force[0],
                         s2 * simple.force[1], s2 * simple.torque, slack);
        }
    }
}

// Nose up, a plate is lifted: moving right, its lower side leads.
TEST(lift_direction) {
    const struct outline flat = outline_rectangle(2.0, 0.01);
    const struct outline nose_up = outline_placed(&flat, 0.2, 1.0, 0.0, 0.0);
    const struct forces got = forces_on(&nose_up, deep, moving(0, 0, 3, 0, 0));
    assert_true(got.lift.force[1] > 0.0 && fabs(got.lift.force[0]) < 1e-9 &&
                got.drag.force[0] < 0.0);
    const double expected = c_lift * density * 9.0 * 1.99 * sin(0.2) * cos(0.2);
    assert_true(fabs(got.lift.force[1] - expected) < 1e-3 * expected);
}

// ----------------------------------------------------------------------------------- simple drag

TEST(simple_drag) {
    const struct buoy_area wet = {4.0, {1.0, -1.0}};
    const struct buoy_motion2d motion = moving(0.0, 0.0, 2.0, 1.0, 1.0);
    struct buoy_force2d force;
    // The centroid moves at (2, 1) + 1 × (1, 1) = (3, 2).
    const double scale = -0.5 * density * 2.0 * sqrt(13.0);
    buoy_simple_drag2d(&wet, &motion, density, 0.5, 0.25, &force);
    expect_force("simple drag", force, 3.0 * scale, 2.0 * scale,
                 scale * (1.0 * 2.0 - -1.0 * 3.0) - 0.25 * density * 4.0, 1e-9);
    const struct buoy_area dry = {0.0, {1.0, -1.0}};
    buoy_simple_drag2d(&dry, &motion, density, 0.5, 0.25, &force);
    expect_force("dry", force, 0.0, 0.0, 0.0, 0.0);
}

// ---------------------------------------------------------------------------------------- limits

// However strong the drag and long the step: no velocity along it changes its sign, no energy is
// won; and a drag that is weak enough is left alone.
TEST(limit) {
    struct rng rng = rng_make("drag_limit");
    int shrunk = 0, kept = 0;
    for (int k = 0; k < 3000; ++k) {
        const struct outline outline = outline_random(&rng);
        struct buoy_motion2d motion = random_motion(&rng);
        const struct buoy_force2d full =
            forces_on(&outline, outline_random_line(&rng, &outline), motion).drag;
        const double im = pow(10.0, rng_between(&rng, -6, 0)),
                     ii = pow(10.0, rng_between(&rng, -6, 0));
        const double dt = 1.0 / 60.0;
        struct buoy_force2d force = full;
        buoy_limit_drag2d(&motion, im, ii, dt, &force);
        const struct buoy_motion2d before = motion;
        motion.velocity[0] += dt * im * force.force[0];
        motion.velocity[1] += dt * im * force.force[1];
        motion.angular_velocity += dt * ii * force.torque;
        const double slack = 1e-12 * fabs(power(full, before));
        const double pushed =
            force.force[0] * motion.velocity[0] + force.force[1] * motion.velocity[1];
        const double turned = force.torque * motion.angular_velocity;
        assert_true(power(force, motion) <= slack);
        assert_true(full.force[0] * before.velocity[0] + full.force[1] * before.velocity[1] > 0.0 ||
                    pushed <= slack);
        assert_true(full.torque * before.angular_velocity > 0.0 || turned <= slack);
        const double energy =
            (motion.velocity[0] * motion.velocity[0] + motion.velocity[1] * motion.velocity[1]) /
                im +
            motion.angular_velocity * motion.angular_velocity / ii;
        const double had =
            (before.velocity[0] * before.velocity[0] + before.velocity[1] * before.velocity[1]) /
                im +
            before.angular_velocity * before.angular_velocity / ii;
        assert_true(energy <= had * (1 + 1e-12));
        if (memcmp(&force, &full, sizeof force) == 0) {
            ++kept;
        } else {
            ++shrunk;
            assert_true(fabs(pushed) <= slack || fabs(turned) <= slack ||
                        fabs(power(force, motion)) <= slack); // stopped, no more
        }
    }
    assert_true(shrunk > 100 && kept > 100);
}

// A body that drifts fast and turns slowly stops turning and drifts on, however strong the torque.
TEST(limit_of_each) {
    const struct buoy_motion2d motion = moving(0.0, 0.0, 20.0, 0.0, 1.0);
    struct buoy_force2d drag = {{-2.0, 0.0}, -500.0};
    buoy_limit_drag2d(&motion, 0.01, 0.5, 0.0625, &drag);
    expect_force("each for itself", drag, -2.0, 0.0, -32.0, 1e-12); // τ I⁻¹ dt = −ω
}

TEST(limit_edges) {
    const struct buoy_motion2d motion = moving(0.0, 0.0, 1.0, 0.0, 0.0),
                               rest = moving(0, 0, 0, 0, 0);
    struct buoy_force2d pushes = {{5.0, 0.0}, 0.0}, brakes = {{-5.0, 0.0}, 0.0}, alone = brakes;
    buoy_limit_drag2d(&motion, 1.0, 1.0, 1.0, &pushes);
    expect_force("no drag", pushes, 0.0, 0.0, 0.0, 0.0);
    buoy_limit_drag2d(&motion, 1.0, 1.0, 1.0, &brakes);
    expect_force("stops it", brakes, -1.0, 0.0, 0.0, 0.0);
    buoy_limit_drag2d(&motion, 0.0, 0.0, 1.0, &alone);
    expect_force("immovable", alone, -5.0, 0.0, 0.0, 0.0);
    buoy_limit_drag2d(&rest, 1.0, 1.0, 1.0, &alone);
    expect_force("nothing to stop", alone, 0.0, 0.0, 0.0, 0.0);
}

// ----------------------------------------------------------------------------------------- steps

static double energy_of(struct buoy_motion2d motion) {
    return (motion.velocity[0] * motion.velocity[0] + motion.velocity[1] * motion.velocity[1]) /
               motion.inverse_mass +
           motion.angular_velocity * motion.angular_velocity / motion.inverse_inertia;
}

static double speed2_of(struct buoy_motion2d motion) {
    return motion.velocity[0] * motion.velocity[0] + motion.velocity[1] * motion.velocity[1];
}

static struct buoy_motion2d after_step(struct buoy_motion2d motion, struct forces on) {
    const double dt = motion.dt;
    motion.velocity[0] += dt * motion.inverse_mass * (on.drag.force[0] + on.lift.force[0]);
    motion.velocity[1] += dt * motion.inverse_mass * (on.drag.force[1] + on.lift.force[1]);
    motion.angular_velocity += dt * motion.inverse_inertia * (on.drag.torque + on.lift.torque);
    return motion;
}

// The case of issue 14: a light plank at an angle to its way multiplied its energy by 3.5 in a
// step. Drag and lift together take energy, turn nothing round, and are those of the motion at the
// end of the step: a short step from there has the same drag and lift but for k and g, which a
// straight motion of a plank, with one leading edge, has in closed form.
TEST(plank) {
    const struct outline plank = outline_rectangle(4.0, 1e-3);
    double worst = 0.0; // without a step
    for (int k = 1; k < 16; ++k) {
        const double a = 1.57079632679489662 * k / 16.0, speed = 10.0;
        struct buoy_motion2d motion = moving(0.0, 0.0, speed * cos(a), speed * sin(a), 0.0);
        motion.dt = 1.0 / 60.0;
        motion.inverse_mass = 0.1;
        const double k0 = density * c_drag * 4.0 * speed * sin(a);
        const double l0 = density * c_lift * 4.0 * speed * sin(a) * cos(a);
        const double d = 1.0 + motion.dt * 0.1 * k0, l = motion.dt * 0.1 * l0;
        // (1 + dt k/m) u' − (dt l/m) u'⊥ = u; e runs to −x along the top.
        const struct forces got = forces_on(&plank, deep, motion);
        const struct buoy_motion2d end = after_step(motion, got);
        assert_true(speed2_of(end) <= speed2_of(motion) * (1.0 + 1e-12));
        struct buoy_motion2d now = motion;
        now.dt = 0.0;
        const struct buoy_motion2d thrown = after_step(motion, forces_on(&plank, deep, now));
        worst = fmax(worst, speed2_of(thrown) / speed2_of(motion));
        const double *u = motion.velocity, most = 1e-2 * speed; // of the plank's other side
        const double x = (d * u[0] + l * u[1]) / (d * d + l * l);
        const double y = (d * u[1] - l * u[0]) / (d * d + l * l);
        assert_true(fabs(end.velocity[0] - x) <= most);
        assert_true(fabs(end.velocity[1] - y) <= most);
        assert_true(power(got.lift, end) <= 1e-12 * speed * l0 * speed);
        assert_true(power(got.lift, end) >= -1e-12 * speed * l0 * speed);
    }
    assert_true(worst >= 3.5);
}

TEST(steps) {
    struct rng rng = rng_make("drag_step");
    for (int i = 0; i < 20000; ++i) {
        const struct outline outline = outline_random(&rng);
        struct buoy_motion2d motion = random_motion(&rng);
        motion.inverse_mass = pow(10.0, rng_between(&rng, -6, 3));
        motion.inverse_inertia = motion.inverse_mass * pow(10.0, rng_between(&rng, -1, 2));
        motion.dt = pow(10.0, rng_between(&rng, -6, -1));
        const struct forces got = forces_on(&outline, outline_random_line(&rng, &outline), motion);
        const struct buoy_motion2d end = after_step(motion, got);
        const double had = energy_of(motion);
        FAIL_IF(!(energy_of(end) <= had * (1.0 + 1e-12)),
                "%s: dt %g, 1/m %g, 1/I %g: energy %.17g became %.17g", outline.name, motion.dt,
                motion.inverse_mass, motion.inverse_inertia, had, energy_of(end));
        const double along =
            (motion.velocity[0] * end.velocity[0] + motion.velocity[1] * end.velocity[1]) /
                motion.inverse_mass +
            motion.angular_velocity * end.angular_velocity / motion.inverse_inertia;
        assert_true(along >= -1e-12 * had);
    }
}

// Without a step masses do not count, and a short one changes nothing; bodies that cannot be moved
// or turned feel drag as it is.
TEST(step_edges) {
    struct rng rng = rng_make("drag_step_edges");
    for (int i = 0; i < 200; ++i) {
        const struct outline outline = outline_random(&rng);
        const struct buoy_line line = outline_random_line(&rng, &outline);
        struct buoy_motion2d motion = random_motion(&rng);
        const struct forces plain = forces_on(&outline, line, motion);
        motion.inverse_mass = (double)NAN;
        const struct forces same = forces_on(&outline, line, motion);
        assert_memory_equal(&same, &plain, sizeof same);
        motion.inverse_mass = 0.0;
        motion.dt = 0.1;
        const struct forces fixed = forces_on(&outline, line, motion);
        motion.inverse_mass = motion.inverse_inertia = 1.0;
        motion.dt = 1e-15;
        const struct forces brief = forces_on(&outline, line, motion);
        const double slack = 1e-8 * (1.0 + fabs(plain.drag.force[0]) + fabs(plain.drag.force[1]) +
                                     fabs(plain.drag.torque) + fabs(plain.lift.torque));
        expect_force("drag of a fixed body", fixed.drag, plain.drag.force[0], plain.drag.force[1],
                     plain.drag.torque, slack);
        expect_force("lift of a fixed body", fixed.lift, plain.lift.force[0], plain.lift.force[1],
                     plain.lift.torque, slack);
        expect_force("drag in a short step", brief.drag, plain.drag.force[0], plain.drag.force[1],
                     plain.drag.torque, slack);
        expect_force("lift in a short step", brief.lift, plain.lift.force[0], plain.lift.force[1],
                     plain.lift.torque, slack);
    }
}

TEST(step_refusals) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct buoy_polygon good = outline_polygon(&square);
    struct buoy_force2d drag, lift;
    for (int i = 0; i < 8; ++i) {
        struct buoy_motion2d motion = moving(0, 0, 1, 0, 0);
        double *const members[] = {&motion.dt, &motion.inverse_mass, &motion.inverse_inertia};
        motion.dt = motion.inverse_mass = motion.inverse_inertia = 1.0;
        double c = 1.0;
        if (i == 6) {
            c = -1.0;
        } else if (i < 6) {
            *members[i / 2] = i % 2 ? -1.0 : (double)NAN;
        }
        assert_int_equal(buoy_drag2d_compute(&(struct buoy_drag2d_query){.polygon = &good,
                                                                         .line = &deep,
                                                                         .motion = &motion,
                                                                         .density = 1,
                                                                         .drag = c,
                                                                         .lift = 1},
                                             &drag, &lift, NULL),
                         i == 7                 ? BUOY_OK
                         : i == 6 || i % 2 == 1 ? BUOY_ERROR_ARGUMENT
                                                : BUOY_ERROR_NON_FINITE);
    }
}

TEST(refusals) {
    const struct outline square = outline_rectangle(2.0, 2.0);
    const struct buoy_polygon good = outline_polygon(&square), few = {square.vertices, 1};
    const struct buoy_line water = {{0, 1}, 0}, zero = {{0, 0}, 1};
    const struct buoy_motion2d motion = moving(0, 0, 1, 0, 0);
    struct buoy_force2d drag, lift;
    struct buoy_error error;
    struct buoy_drag2d_query query = {
        .polygon = &few, .line = &water, .motion = &motion, .density = 1, .drag = 1, .lift = 1};
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "polygon: 1 vertices"));
    query.polygon = &good;
    assert_int_equal(buoy_drag2d_compute(&query, NULL, &lift, NULL), BUOY_ERROR_ARGUMENT);
    query.line = &zero;
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_NON_FINITE);
    assert_non_null(strstr(error.message, "water: the normal is zero"));
    query.line = NULL;
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
    query.line = &water;
    query.motion = NULL;
    assert_int_equal(buoy_drag2d_compute(&query, &drag, &lift, &error), BUOY_ERROR_ARGUMENT);
}
