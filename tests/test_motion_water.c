// Motion in all kinds of water, by the forces of the step and of pressure.
#include "body.h"
#include "drifting.h"
#include "owned.h"
#include "test.h"

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};

// A barge let go with a heel, a trim and out of its depth keeps its energy to a thousandth of what
// it has more than at rest, for a minute; so does its mesh under pressure.
TEST(energy) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_mesh *mesh = mesh_of(body_box(2.0f, 1.0f, 0.5f), 0);
    const struct motion_surface surface = {.mesh = mesh};
    struct buoy_model *model = drifting_mesh(mesh, 512.5, no_drag);
    static _Alignas(64) unsigned char scratch[4096];
    struct motion_body rest = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
    struct motion_query query = drifting_query(&rest, 1, &water, 1.0 / 240.0, 0);
    const double least = drifting_energy(&query);
    for (int k = 0; k < 2; ++k) {
        struct motion_body body = drifting_body(model, 0.125, 0.125, 0.0625, 0.5);
        query.bodies = &body;
        body.surface = &surface;
        query.forces = k;
        query.scratch = scratch;
        query.scratch_bytes = sizeof scratch;
        const double start = drifting_energy(&query);
        double most = 0.0;
        for (int i = 0; i < 240 * 60; ++i) {
            drifting_advance(&query, 1);
            most = fmax(most, fabs(drifting_energy(&query) - start));
        }
        assert_true(start > least + 100.0);
        assert_true(most <= 1e-3 * (start - least));
    }
}

// Up is the plane's normal: in tilted still water a body bobs along it as in level water.
TEST(tilted) {
    const struct buoy_water level = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_water tilted = level;
    tilted.plane = (struct buoy_plane){{0.0f, 6.0f, 8.0f}, 0.0f}; // turned by tan⁻¹ ¾ about x
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 400.0, (struct buoy_drag){0.5, 0.5, 0.0});
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body a = drifting_body(model, 0.1, 0.0, 0.0, 0.0), b = a;
        struct motion_query one = drifting_query(&a, 1, &level, 0.01, scheme);
        struct motion_query other = drifting_query(&b, 1, &tilted, 0.01, scheme);
        b.position[1] = 0.06;
        b.position[2] = 0.08;
        b.rotation[0] = -1.0 / sqrt(10.0); // tan of half the angle: 1/3
        b.rotation[3] = 3.0 / sqrt(10.0);
        for (int i = 0; i < 500; ++i) {
            drifting_advance(&one, 1);
            drifting_advance(&other, 1);
            assert_true(fabs(0.6 * b.position[1] + 0.8 * b.position[2] - a.position[2]) <= 1e-5);
            assert_true(fabs(0.8 * b.position[1] - 0.6 * b.position[2]) <= 1e-5);
            assert_true(fabs(drifting_energy(&one) - drifting_energy(&other)) <= 0.05);
        }
    }
}

// A small raft follows a long wave, at the query's time and not the water's; by either scheme and
// either kind of forces. In the water's own motion it is carried along, whatever the time in the
// context says.
TEST(waves) {
    struct buoy_wave wave = buoy_wave_default();
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.125f), 0);
    const struct motion_surface surface = {.mesh = mesh};
    wave.amplitude = 0.5f;
    wave.wavelength = 100.0f;
    struct buoy_waves *waves = waves_of(&wave, 1, BUOY_GRAVITY);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.125f, 512.5,
                                              (struct buoy_drag){4.0, 4.0, 0.0});
    static _Alignas(64) unsigned char scratch[4096];
    struct buoy_orbital_motion orbital = {.waves = waves, .time = 1e5};
    for (int k = 0; k < 4; ++k) {
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        water.kind = BUOY_WATER_WAVES;
        water.waves = waves;
        water.time = -50.0;
        water.current_at = buoy_waves_orbital_velocity;
        water.current_context = &orbital;
        struct motion_body body = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 120.0, k % 2);
        body.surface = &surface;
        query.forces = k / 2;
        query.scratch = scratch;
        query.scratch_bytes = sizeof scratch;
        assert_true(motion_scratch_bytes(&query, NULL) <= sizeof scratch);
        double energy = 0.0, fastest = 0.0;
        assert_int_equal(motion_energy(&query, &energy, NULL), BUOY_OK);
        assert_true(isnan(energy));
        for (int i = 0; i < 120 * 20; ++i) {
            drifting_advance(&query, 1);
            float height;
            struct buoy_surface at = {
                .x = body.position, .y = body.position + 1, .count = 1, .height = &height};
            assert_int_equal(buoy_waves_sample(waves, query.time, &at, NULL), BUOY_OK);
            assert_true(query.time < 5.0 || fabs(body.position[2] - (double)height) <= 0.03);
            fastest = query.time < 5.0 ? 0.0 : fmax(fastest, fabs(body.velocity[0]));
        }
        assert_true(fastest > 0.3 && fastest < 0.5); // a ω = 0.39 m/s
        assert_true(orbital.time == 1e5 && water.time == -50.0);
    }
}

// A pool: outside of it a body falls, by either scheme; inside it floats.
TEST(pool) {
    const struct buoy_region pool = {{-5.0, -5.0, -5.0}, {5.0, 5.0, 5.0}};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 512.5, (struct buoy_drag){4.0, 4.0, 0.0});
    water.region = &pool;
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body two[2] = {drifting_body(model, 0.0, 0.0, 0.0, 0.0),
                                     drifting_body(model, 0.0, 0.0, 0.0, 0.0)};
        two[0].position[0] = 4.0;
        two[1].position[0] = 6.0;
        struct motion_query query = drifting_query(two, 2, &water, 0.01, scheme);
        double numbers[2];
        assert_int_equal(motion_stiffness_numbers(&query, numbers, NULL), BUOY_OK);
        assert_true(numbers[0] > 0.0 && numbers[1] == 0.0);
        drifting_advance(&query, 100);
        assert_true(fabs(two[0].position[2]) <= 1e-6);
        assert_true(fabs(two[1].velocity[2] + water.gravity) <= 1e-9);
        assert_true(two[1].position[2] < -4.8);
    }
}

// Pressure on a mesh far from the origin of its frame moves it as what it displaces does.
TEST(alike) {
    static const double away[3] = {3.0, -2.0, 1.0};
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    static _Alignas(64) unsigned char scratch[4096];
    struct body shifted = body_box(1.0f, 0.5f, 0.25f);
    body_move(&shifted, away);
    struct buoy_mesh *mesh = body_mesh(&shifted, 0);
    const struct motion_surface surface = {.mesh = mesh};
    struct buoy_model *model = drifting_mesh(mesh, 400.0, (struct buoy_drag){0.5, 0.5, 0.5});
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body bodies[2];
        for (int forces = 0; forces < 2; ++forces) {
            bodies[forces] = drifting_body(model, -1.0, 0.05, 0.1, 0.3);
            bodies[forces].surface = &surface;
            bodies[forces].angular_velocity[2] = 1.0;
            struct motion_query query = drifting_query(&bodies[forces], 1, &water, 0.01, scheme);
            query.forces = forces;
            query.scratch = scratch;
            query.scratch_bytes = sizeof scratch;
            drifting_advance(&query, 500);
        }
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(bodies[0].position[i] - bodies[1].position[i]) <= 1e-3);
            assert_true(fabs(bodies[0].velocity[i] - bodies[1].velocity[i]) <= 1e-3);
            assert_true(fabs(bodies[0].rotation[i] - bodies[1].rotation[i]) <= 1e-4);
        }
    }
}

// The forces of the moment are those of the step and of pressure, without limits.
TEST(forces) {
    static const double away[3] = {3.0, -2.0, 1.0};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    static _Alignas(64) unsigned char scratch[4096];
    struct body shifted = body_box(1.0f, 0.5f, 0.25f);
    body_move(&shifted, away);
    struct buoy_mesh *mesh = body_mesh(&shifted, 0);
    struct motion_surface surface = (struct motion_surface){0};
    struct buoy_model *model = drifting_mesh(mesh, 400.0, (struct buoy_drag){2.0, 0.5, 0.5});
    struct motion_body body = drifting_body(model, -1.0, 0.05, 0.1, 0.3);
    struct motion_query query = drifting_query(&body, 1, &water, 0.01, 0);
    struct buoy_body_forces now[2], step;
    surface.mesh = mesh;
    surface.drag = 1.0;
    body.surface = &surface;
    body.velocity[0] = 3.0;
    body.angular_velocity[1] = 1.0;
    water.current[1] = 0.5;
    query.scratch = scratch;
    query.scratch_bytes = sizeof scratch;
    struct buoy_step_query ask = {0};
    const struct buoy_model *const models[1] = {model};
    ask.models = models;
    ask.states = (struct buoy_states){
        .position = buoy_doubles(body.position, 0),
        .rotation = buoy_doubles(body.rotation, 0),
        .velocity = buoy_doubles(body.velocity, 0),
        .spin = buoy_doubles(body.angular_velocity, 0),
    };
    ask.count = 1;
    ask.water = &water;
    assert_int_equal(buoy_water_forces_compute(&ask, &step, NULL), BUOY_OK);
    for (int forces = 0; forces < 2; ++forces) {
        query.forces = forces;
        assert_int_equal(motion_forces_now(&query, &now[forces], NULL), BUOY_OK);
    }
    // Without the model's drag, pressure's own is left.
    struct buoy_model *bare = drifting_mesh(mesh, 400.0, no_drag);
    struct buoy_body_forces alone;
    body.model = bare;
    assert_int_equal(motion_forces_now(&query, &alone, NULL), BUOY_OK);
    assert_true(now[0].volume == step.volume && now[0].wetted_area == step.wetted_area);
    for (int i = 0; i < 3; ++i) {
        const double weight = step.buoyancy.force[2], much = 1e-4 * weight;
        assert_true(fabs(now[0].buoyancy.force[i] - step.buoyancy.force[i]) <= 1e-9 * weight);
        assert_true(fabs(now[0].buoyancy.torque[i] - step.buoyancy.torque[i]) <= 1e-9 * weight);
        assert_true(fabs(now[0].drag.force[i] - step.drag.force[i]) <= 1e-9 * weight);
        assert_true(fabs(now[0].drag.torque[i] - step.drag.torque[i]) <= 1e-9 * weight);
        assert_true(fabs(now[1].buoyancy.force[i] - step.buoyancy.force[i]) <= much);
        assert_true(fabs(now[1].buoyancy.torque[i] - step.buoyancy.torque[i]) <= much);
        assert_true(fabs(now[1].drag.force[i] - alone.drag.force[i] - step.drag.force[i]) <=
                    1e-9 * weight);
        assert_true(fabs(now[1].drag.torque[i] - alone.drag.torque[i] - step.drag.torque[i]) <=
                    1e-9 * weight);
    }
    assert_true(alone.drag.force[0] < -100.0);
    // Level and driven straight ahead, the surface drags at the middle of its wet front.
    body = drifting_body(bare, -1.0, 0.0, 0.0, 0.0);
    body.surface = &surface;
    body.velocity[0] = 3.0;
    water.current[1] = 0.0;
    assert_int_equal(motion_forces_now(&query, &alone, NULL), BUOY_OK);
    const double arm = -0.125; // below the centre of mass, which is in the water's surface
    assert_true(alone.drag.force[0] < -100.0);
    assert_true(fabs(alone.drag.torque[1] / (arm * alone.drag.force[0]) - 1.0) <= 1e-5);
}

// A stone dropped into water at any level above the origin or below: what the watch tells of its
// steps is a share of the energy of its fall to that level, which is less than that of its sinking.
TEST(watch) {
    static const double levels[] = {0.0, -64.0, 64.0};
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 1500.0, (struct buoy_drag){0.0, 0.0, 0.0});
    double first = 0.0;
    for (int k = 0; k < 3; ++k) {
        struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
        struct motion_watched watch = {.growth = 0.0};
        struct motion_body body = drifting_body(model, levels[k] + 1.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 0.25, MOTION_VERLET);
        water.plane.d = (float)levels[k];
        for (int i = 0; i < 20; ++i) {
            assert_int_equal(motion_watch(&query, &watch, NULL), BUOY_OK);
            drifting_advance(&query, 1);
        }
        first = k == 0 ? watch.growth : first;
        FAIL_IF(!(watch.growth > 0.05 && fabs(watch.growth - first) <= 1e-4 * first),
                "at %g m the watch tells %g, at 0 m %g", levels[k], watch.growth, first);
    }
}

// ------------------------------------------------------------------------------------- motion free

// Bodies that no water touches: free fall, and rotation without torque.

static const double no_current[3] = {0.0, 0.0, 0.0};

// Above the water a body falls as Galilei says: to rounding by Verlet's method.
TEST(free_fall) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_CONE, 0.5f, 1.0f, 0.0f, 300.0, (struct buoy_drag){1.0, 1.0, 1.0});
    struct motion_body body = drifting_body(model, 1e3, 0.4, 0.3, 0.2);
    struct motion_query query = drifting_query(&body, 1, &water, 0.01, MOTION_VERLET);
    double before[3], after[3];
    drifting_centre(&body, before);
    body.velocity[0] = 3.0;
    body.velocity[2] = 2.0;
    body.angular_velocity[1] = 5.0;
    drifting_advance(&query, 1000);
    drifting_centre(&body, after);
    assert_true(fabs(after[0] - before[0] - 30.0) <= 1e-9);
    assert_true(fabs(after[2] - before[2] - 20.0 + 50.0 * water.gravity) <= 1e-9);
    assert_true(fabs(body.velocity[2] - 2.0 + 10.0 * water.gravity) <= 1e-11);
}

// A brick thrown so that it tumbles about its middle axis keeps its angular momentum and its energy
// for ten minutes, with any step; and turns as with far smaller steps, to second order.
TEST(tumbling) {
    static const double steps[] = {1.0 / 240.0, 1.0 / 60.0, 0.1, 1.0, 10.0};
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.1f, 0.5f, 1.0f, 500.0, no_drag);
    struct motion_body start = drifting_body(model, 5.0, 0.1, -0.2, 0.3);
    const double spin[3] = {0.01, 5.0, 0.02};
    double before[3], after[3], off[2] = {0.0, 0.0};
    water.gravity = 0.0;
    memcpy(start.angular_velocity, spin, sizeof spin);
    const double energy = drifting_kinetic(&start, no_current, before);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        struct motion_body body = start;
        struct motion_query query = drifting_query(&body, 1, &water, steps[k], (int)k % 2);
        drifting_advance(&query, (size_t)(600.0 / steps[k] + 0.5));
        assert_true(fabs(drifting_kinetic(&body, no_current, after) - energy) <= 1e-9 * energy);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(after[i] - before[i]) <= 1e-9 * fabs(before[1]));
        }
    }
    struct motion_body bodies[3] = {start, start, start};
    for (int k = 0; k < 3; ++k) {
        struct motion_query query =
            drifting_query(&bodies[k], 1, &water, k ? 1.0 / (64 << k) : 1.0 / 4096.0, 0);
        drifting_advance(&query, k ? (size_t)(64 << k) : 4096);
        for (int i = 0; k && i < 4; ++i) {
            off[k - 1] += fabs(bodies[k].rotation[i] - bodies[0].rotation[i]);
        }
    }
    assert_true(off[1] < 1e-3 && off[0] / off[1] > 3.8 && off[0] / off[1] < 4.2);
}

// A needle that turns so often within a step that no midpoint is found turns on about the axis that
// it has, with the energy and the length of the angular momentum that it has.
TEST(spinning) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.01f, 0.02f, 1.0f, 500.0, no_drag);
    water.gravity = 0.0;
    for (int k = 0; k < 8; ++k) {
        struct motion_body body = drifting_body(model, 5.0, 0.1, -0.2, 0.3);
        struct motion_query query = drifting_query(&body, 1, &water, k % 2 ? 1000.0 : 0.1, k / 4);
        double before[3], after[3], lengths[2] = {0.0, 0.0};
        for (int i = 0; i < 3; ++i) {
            body.angular_velocity[i] = (k / 2 % 2 ? 1e6 : 100.0) * (i + 1);
        }
        const double energy = drifting_kinetic(&body, no_current, before);
        for (int step = 0; step < 20; ++step) {
            drifting_advance(&query, 1);
            const double now = drifting_kinetic(&body, no_current, after);
            assert_true(fabs(now - energy) <= 1e-11 * energy);
        }
        for (int i = 0; i < 3; ++i) {
            lengths[0] += before[i] * before[i];
            lengths[1] += after[i] * after[i];
        }
        assert_true(fabs(lengths[1] / lengths[0] - 1.0) <= 1e-10);
    }
}
