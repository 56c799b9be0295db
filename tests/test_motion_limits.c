// What a step may not do, whatever the body and however long the step: drag and lift give no energy
// to the motion through the water and turn nothing round; and by the implicit scheme a body in
// still water gains no energy, so that nothing is faster than its fall makes it.
// BUOY_TEST_STEPS=N tries N bodies for each.
#include "body.h"
#include "drifting.h"
#include "owned.h"
#include "rng.h"
#include "stepping.h"
#include "test.h"

enum {
    models_most = 160,
};

static struct buoy_model *models[models_most];
static struct motion_surface surfaces[models_most]; // no mesh if the model is not a mesh
static struct buoy_mesh *meshes[4];
static struct buoy_waves *waves;
static _Alignas(64) unsigned char scratch[1 << 16];

static size_t wanted(size_t usual) {
    const char *steps = getenv("BUOY_TEST_STEPS");
    return steps ? (size_t)strtoull(steps, NULL, 10) : usual;
}

static double power(struct rng *rng, double low, double high) {
    return pow(10.0, rng_between(rng, low, high));
}

// Shapes, meshes and bodies of several parts, from a thousandth of the water's density to ten times
// that, a decimetre to ten metres long, with weak drag and strong.
static struct buoy_model *random_model(struct rng *rng, size_t index) {
    struct buoy_part parts[3];
    struct buoy_model_input input = {0};
    double densities[3];
    const double size = power(rng, -1.0, 1.0), density = power(rng, 0.0, 4.0);
    input.parts = parts;
    input.part_count = index % 4 == 0 ? 1 : 1 + rng_below(rng, 3);
    for (size_t p = 0; p < input.part_count; ++p) {
        parts[p] = buoy_part_default();
        densities[p] = density * rng_between(rng, 0.1, 1.0);
        parts[p].shape.kind = (enum buoy_shape_kind)rng_below(rng, 6);
        for (int i = 0; i < 3; ++i) {
            parts[p].shape.size[i] = (float)(size * power(rng, -1.0, 0.0));
            parts[p].place.position[i] = p ? size * rng_between(rng, -1.0, 1.0) : 0.0;
        }
    }
    if (index % 4 == 0) {
        parts[0].mesh = surfaces[index].mesh = meshes[index / 4 % 4];
        parts[0].shape.kind = BUOY_SHAPE_MESH;
        surfaces[index].drag = rng_between(rng, 0.0, 2.0);
        surfaces[index].lift = rng_between(rng, 0.0, 2.0);
        surfaces[index].skin = rng_between(rng, 0.0, 0.1);
    }
    assert_int_equal(buoy_mass_of_parts(parts, densities, input.part_count, &input.mass, NULL),
                     BUOY_OK);
    if (rng_below(rng, 3)) {
        const double most = index % 5 ? 3.0 : 12.0;
        input.drag = (struct buoy_drag){power(rng, -1.0, most), power(rng, -1.0, most), 0.0};
    }
    if (rng_below(rng, 3) == 0) {
        input.drag.quadratic = power(rng, -1.0, index % 5 ? 1.0 : 12.0);
    }
    struct buoy_model *model = model_of(&input);
    return model;
}

static int make(void **state) {
    (void)state;
    struct rng rng = rng_make("motion: models");
    struct buoy_wave all[2] = {buoy_wave_default(), buoy_wave_default()};
    struct body bodies[4] = {body_box(1.0f, 0.25f, 0.05f), body_box(0.5f, 0.5f, 0.5f),
                             body_builtin("builtin:star:96"), body_builtin("builtin:sphere:80")};
    for (int i = 0; i < 4; ++i) {
        meshes[i] = body_mesh(&bodies[i], 0);
    }
    all[0].amplitude = 0.5f;
    all[0].wavelength = 12.0f;
    all[1].amplitude = 0.2f;
    all[1].wavelength = 3.0f;
    all[1].direction = 1.0f;
    waves = waves_of(all, 2, BUOY_GRAVITY);
    for (size_t i = 0; i < models_most; ++i) {
        models[i] = random_model(&rng, i);
    }
    return 0;
}

// A body near the surface that moves, and how to move it.
static struct motion_query random_query(struct rng *rng, const struct buoy_water *water,
                                        struct motion_body *body) {
    const size_t index = rng_below(rng, models_most);
    struct buoy_model_info info;
    const double fast = power(rng, -2.0, 1.5);
    assert_int_equal(buoy_model_get_info(models[index], &info, NULL), BUOY_OK);
    *body = drifting_body(models[index], info.diagonal * rng_between(rng, -1.0, 0.75),
                          rng_between(rng, -2.0, 2.0), rng_between(rng, -2.0, 2.0),
                          rng_between(rng, -2.0, 2.0));
    body->surface = &surfaces[index];
    for (int i = 0; i < 3; ++i) {
        body->velocity[i] = fast * rng_between(rng, -1.0, 1.0);
        body->angular_velocity[i] = fast * rng_between(rng, -1.0, 1.0) / info.diagonal;
    }
    struct motion_query query =
        drifting_query(body, 1, water, power(rng, -3.0, -1.0), (int)rng_below(rng, 2));
    query.forces = surfaces[index].mesh ? (int)rng_below(rng, 2) : 0;
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
    return query;
}

// Without gravity nothing but drag, lift and friction acts, in still, flowing and wavy water.
TEST(resistance) {
    struct rng rng = rng_make("motion: resistance");
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const size_t steps = wanted(100000);
    size_t slowed = 0;
    water.gravity = 0.0;
    water.waves = waves;
    for (size_t n = 0; n < steps; ++n) {
        struct motion_body body;
        struct motion_query query = random_query(&rng, &water, &body);
        double momentum[3], scale = 0.0, along = 0.0;
        water.kind = n % 3 ? BUOY_WATER_PLANE : BUOY_WATER_WAVES;
        for (int i = 0; i < 3; ++i) {
            water.current[i] = n % 2 ? rng_between(&rng, -5.0, 5.0) : 0.0;
            scale += fabs(water.current[i]) + fabs(body.velocity[i]);
        }
        if (n % 4 == 0) { // along the motion alone, for what turns turns round
            memset(body.angular_velocity, 0, sizeof body.angular_velocity);
            query.forces = MOTION_PLANE;
        }
        const struct motion_body start = body;
        const double before = drifting_kinetic(&body, water.current, momentum);
        drifting_advance(&query, 1);
        const double after = drifting_kinetic(&body, water.current, momentum);
        struct buoy_model_info info;
        assert_int_equal(buoy_model_get_info(body.model, &info, NULL), BUOY_OK);
        for (int i = 0; i < 3; ++i) {
            along += (start.velocity[i] - water.current[i]) * (body.velocity[i] - water.current[i]);
        }
        // The current is a rounding of velocities that nearly match it.
        const double rounding = 1e-12 * before + 1e-12 * info.mass.mass * scale * scale;
        FAIL_IF(after > before + rounding, "step %zu: energy %g through the water becomes %g", n,
                before, after);
        slowed += after < 0.9 * before;
        assert_true(n % 4 || along >= -1e-12 * scale * scale);
    }
    assert_true(slowed > steps / 20);
}

// By the implicit scheme, in still water: what drag leaves of the energy, kinetic and of place, is
// no more than before, in 20 steps; so no body is faster than free fall from where it was, or its
// buoyancy's work, would make it.
TEST(energy) {
    struct rng rng = rng_make("motion: energy");
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const size_t bodies = wanted(100000) / 20;
    for (size_t n = 0; n < bodies; ++n) {
        struct motion_body body;
        struct motion_query query = random_query(&rng, &water, &body);
        struct buoy_model_info info;
        double momentum[3], centre[3];
        static const double still[3] = {0.0, 0.0, 0.0};
        query.scheme = MOTION_IMPLICIT;
        assert_int_equal(buoy_model_get_info(body.model, &info, NULL), BUOY_OK);
        const double first = drifting_energy(&query);
        double before = first;
        for (int i = 0; i < 20; ++i) {
            drifting_advance(&query, 1);
            const double after = drifting_energy(&query);
            struct buoy_body_forces now;
            assert_int_equal(motion_forces_now(&query, &now, NULL), BUOY_OK);
            // What float kernels promise, before and after: 3e-7 of V, and 5e-6 of the diagonal for
            // the centre.
            const double most = water.density * water.gravity * info.volume * info.diagonal;
            const double noise = 2.0 * (3e-7 + 5e-6) * most;
            FAIL_IF(!(after <= before + noise + 1e-12 * fabs(before)),
                    "body %zu, step %d of %g s: energy %g becomes %g (noise %g)", n, i, query.dt,
                    before, after, noise);
            before = after;
            // ρ g V h is ≤ 0 where the water ends, so that what moves cannot be above m g z + this.
            drifting_centre(&body, centre);
            const double left = first - info.mass.mass * water.gravity * centre[2];
            assert_true(drifting_kinetic(&body, still, momentum) <=
                        left + 20.0 * noise + 1e-12 * fabs(first));
        }
    }
}

// By the implicit scheme, a heavy box that falls through the surface within a step gains no more
// than is promised, 2e-6 of ρ g V × the diagonal, wherever the fall begins: about the height from
// which it has as much energy at the end as at the beginning, it is slowed down or not.
TEST(brim) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const double density = 1e4, depth = 0.8, dt = depth / sqrt(density / 1025.0 * water.gravity);
    const double speed = 30.0;
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, density,
                                              (struct buoy_drag){0.0, 0.0, 0.0});
    const double promise = 2e-6 * water.density * water.gravity * sqrt(3.0);
    double most = 0.0, least = 0.0;
    for (int i = -400; i <= 400; ++i) {
        const double fall = dt * (speed + dt * water.gravity);
        struct motion_body body =
            drifting_body(model, 0.5 - depth + fall + 1e-7 * i, 0.0, 0.0, 0.0);
        body.velocity[2] = -speed;
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
        const double before = drifting_energy(&query);
        drifting_advance(&query, 1);
        const double growth = drifting_energy(&query) - before;
        most = fmax(most, growth);
        least = fmin(least, growth);
    }
    print_message("growth: %.3g to %.3g of what is promised\n", least / promise, most / promise);
    assert_true(most <= promise && most > 0.1 * promise && least < -2.0 * promise);
}

// By the implicit scheme, energies of small and fast bodies grow by no more than 2e-6 of ρ g V ×
// (the diagonal + the depth) and the roundings of kinetic energies, 1e-15 of them. With 1 μm at 1
// km/s these roundings are twenty times as much as the rest.
TEST(tiny) {
    struct rng rng = rng_make("motion: tiny");
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    static const double still[3] = {0.0, 0.0, 0.0};
    const double weight = water.density * water.gravity;
    for (int n = 0; n < in_a_hurry(1000, 40000); ++n) {
        const float size = (float)power(&rng, -6.0, 0.0);
        struct buoy_model *model =
            drifting_shape((enum buoy_shape_kind)(n % 6), size, 0.7f * size, 0.5f * size,
                           power(&rng, 0.0, 4.0), (struct buoy_drag){0.0, 0.0, 0.0});
        const double speed = power(&rng, -2.0, 3.0), dt = power(&rng, -6.0, 1.0);
        const double far = fmax(2.0 * (double)size, speed * dt * rng_between(&rng, 0.0, 1.0));
        struct motion_body body =
            drifting_body(model, far * rng_between(&rng, -1.0, 1.0), rng_between(&rng, -2.0, 2.0),
                          rng_between(&rng, -2.0, 2.0), rng_between(&rng, -2.0, 2.0));
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
        struct buoy_model_info info;
        double momentum[3];
        assert_int_equal(buoy_model_get_info(model, &info, NULL), BUOY_OK);
        rng_direction(&rng, body.velocity);
        for (int i = 0; i < 3; ++i) {
            body.velocity[i] *= speed;
        }
        double before = drifting_energy(&query), slower = drifting_kinetic(&body, still, momentum);
        for (int i = 0; i < 3; ++i) {
            const double depth = fabs(body.position[2]);
            drifting_advance(&query, 1);
            const double after = drifting_energy(&query);
            const double kinetic = drifting_kinetic(&body, still, momentum);
            const double most = 2e-6 * weight * info.volume *
                                    (info.diagonal + fmax(depth, fabs(body.position[2]))) +
                                1e-15 * fmax(kinetic, slower);
            FAIL_IF(!(after - before <= most),
                    "body %d of %g m at %g m/s: its energy grows by %g, above %g", n, (double)size,
                    speed, after - before, most);
            before = after;
            slower = kinetic;
        }
    }
}

// By the implicit scheme, a body that is let go above the water is not caught there, however long
// the step, and comes to rest where it floats.
TEST(long_steps) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.125f, 512.5,
                                              (struct buoy_drag){0.0, 0.0, 0.0});
    static const double steps[] = {1.0, 10.0, 100.0, 1000.0};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        const double dt = steps[i];
        struct motion_body body = drifting_body(model, 2.0, 0.1, 0.2, 0.3);
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
        drifting_advance(&query, 100);
        FAIL_IF(!(fabs(body.position[2]) <= 1e-3), "after 100 steps of %g s it is at %g", dt,
                body.position[2]);
    }
}

// Drops a body into still water for some seconds. Returns the most that its energy was above that
// at the beginning, which is above 0, as a share of that.
static double drop(struct motion_body body, double dt, double seconds,
                   struct motion_watched *watch) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_VERLET);
    const double start = drifting_energy(&query);
    double most = 0.0;
    *watch = (struct motion_watched){.growth = 0.0};
    assert_true(start > 0.0);
    assert_int_equal(motion_watch(&query, watch, NULL), BUOY_OK);
    for (size_t step = 0; step < (size_t)(seconds / dt) && most < 0.5; ++step) {
        drifting_advance(&query, 1);
        most = fmax(most, drifting_energy(&query) / start - 1.0);
        assert_int_equal(motion_watch(&query, watch, NULL), BUOY_OK);
    }
    return most;
}

// By Verlet's method bodies that drop into still water, with steps up to dt ω = 1.9 as they will
// float, gain no energy without the watch's telling; the step that it names holds; and with short
// steps it tells nothing.
TEST(watch) {
    struct rng rng = rng_make("motion: watch");
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const size_t bodies = wanted((size_t)in_a_hurry(200, 10000));
    size_t told = 0, held = 0;
    for (size_t n = 0; n < bodies; ++n) {
        struct buoy_model_info info;
        struct motion_watched watch;
        struct motion_body body;
        double stiffness;
        random_query(&rng, &water, &body);
        assert_int_equal(buoy_model_get_info(body.model, &info, NULL), BUOY_OK);
        body.position[2] = 0.0;
        const struct motion_query afloat = drifting_query(&body, 1, &water, 1.0, MOTION_VERLET);
        assert_int_equal(motion_stiffness_numbers(&afloat, &stiffness, NULL), BUOY_OK);
        if (stiffness == 0.0) {
            continue;
        }
        const double dt = rng_between(&rng, 0.02, 1.9) / stiffness;
        body.position[2] = info.diagonal * rng_between(&rng, 1.0, 3.0); // dry, whatever it turns
        const double seconds = fmin(2.0 * sqrt(info.diagonal) + 200.0 * dt, 5000.0 * dt);
        const double most = drop(body, dt, seconds, &watch);
        const bool tells = watch.growth > MOTION_GROWTH;
        const double noise = 2e-6 * water.density * water.gravity * info.volume * info.diagonal;
        FAIL_IF(most > 0.01 && !tells &&
                    0.01 * info.mass.mass * water.gravity * info.diagonal > noise,
                "body %zu: energy grows by %g, the watch tells %g", n, most, watch.growth);
        assert_true(tells ? watch.step < dt : watch.step == dt);
        if (tells && n % 8 == 0) {
            const double step = watch.step;
            drop(body, step, fmin(seconds, 20000.0 * step), &watch);
            FAIL_IF(watch.growth > MOTION_GROWTH,
                    "body %zu: with the step named, %g for %g, it grows by %g", n, step, dt,
                    watch.growth);
            ++held;
        }
        told += tells;
    }
    print_message("%zu of %zu bodies told, %zu steps named hold\n", told, bodies, held);
    assert_true(told > bodies / 10 && held > bodies / 200);
}

// By the implicit scheme, in waves of 0.7 m at most, bodies end up no faster than their fall, what
// buoyancy gives to a body that is as deep as it is long and the waves are high, and no drag, make
// them.
TEST(waves) {
    struct rng rng = rng_make("motion: waves");
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const size_t bodies = wanted(100000) / 400;
    static const double still[3] = {0.0, 0.0, 0.0};
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    for (size_t n = 0; n < bodies; ++n) {
        struct motion_body body;
        struct motion_query query = random_query(&rng, &water, &body);
        struct buoy_model_info info;
        double momentum[3], centre[3];
        query.scheme = MOTION_IMPLICIT;
        assert_int_equal(buoy_model_get_info(body.model, &info, NULL), BUOY_OK);
        const double weight = info.mass.mass * water.gravity;
        const double buoyancy = water.density * water.gravity * info.volume;
        drifting_centre(&body, centre);
        const double start = drifting_kinetic(&body, still, momentum) + weight * centre[2] +
                             buoyancy * (1.5 * info.diagonal + 1.4);
        for (int i = 0; i < 100; ++i) {
            drifting_advance(&query, 1);
            drifting_centre(&body, centre);
            const double now = drifting_kinetic(&body, still, momentum) + weight * centre[2];
            FAIL_IF(!(now <= start), "body %zu, step %d of %g s: %g > %g", n, i, query.dt, now,
                    start);
        }
    }
}

TEST_FIXTURE(make, NULL)
