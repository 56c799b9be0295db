// Bodies that carry water: added mass and damping in motion.
#include "base/vector.h"
#include "drifting.h"
#include "test.h"

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};

static struct motion_hydrodynamics water_of(const double added[6], const double damping[6]) {
    struct motion_hydrodynamics water = {.point = {0.0, 0.0, 0.0}};
    for (int i = 0; i < 6; ++i) {
        water.matrices.added_mass[i][i] = added[i];
        water.matrices.linear[i][i] = damping ? damping[i] : 0.0;
    }
    return water;
}

// A ball of a tenth of the water's density with the added mass ½ρV rises at (ρV − m) g/(m + ½ρV),
// by either scheme and with any step, though explicit added mass would throw it about.
TEST(a_light_ball_rises) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, 102.5, no_drag);
    struct buoy_model_info info;
    buoy_model_get_info(model, &info, NULL);
    const double displaced = water.density * info.volume, half = 0.5 * displaced;
    const struct motion_hydrodynamics carried =
        water_of((double[]){half, half, half, 0.0, 0.0, 0.0}, NULL);
    const double rise = (displaced - info.mass.mass) * water.gravity / (info.mass.mass + half);
    for (int k = 0; k < 4; ++k) {
        struct motion_body body = drifting_body(model, -1e8, 0.1, 0.2, 0.3);
        struct motion_query query =
            drifting_query(&body, 1, &water, k / 2 ? 0.1 : 1.0 / 240.0, k % 2);
        body.hydrodynamics = &carried;
        drifting_advance(&query, k / 2 ? 20 : 480);
        assert_true(fabs(body.velocity[2] / (2.0 * rise) - 1.0) <= 1e-6);
        assert_true(fabs(body.velocity[0]) <= 1e-6);
    }
}

// A prolate spheroid, its axes a > b = c: Lamb's coefficients (Hydrodynamics, 114).
struct spheroid {
    double a, b, added[6];
    struct buoy_model *model;
};

static struct spheroid make_spheroid(double a, double b, double density) {
    struct spheroid made = {.a = a, .b = b};
    const double e = sqrt(1.0 - b * b / (a * a)), log_of = log((1.0 + e) / (1.0 - e));
    const double alpha = 2.0 * (1.0 - e * e) / (e * e * e) * (0.5 * log_of - e);
    const double beta = 1.0 / (e * e) - (1.0 - e * e) / (2.0 * e * e * e) * log_of;
    const double displaced = BUOY_SEA_WATER * 4.0 / 3.0 * 3.14159265358979323846 * a * b * b;
    const double turning = displaced * (a * a + b * b) / 5.0 * e * e * e * e * (beta - alpha) /
                           ((2.0 - e * e) * (2.0 * e * e - (2.0 - e * e) * (beta - alpha)));
    const double added[6] = {displaced * alpha / (2.0 - alpha),
                             displaced * beta / (2.0 - beta),
                             displaced * beta / (2.0 - beta),
                             0.0,
                             turning,
                             turning};
    memcpy(made.added, added, sizeof added);
    made.model =
        drifting_shape(BUOY_SHAPE_ELLIPSOID, (float)a, (float)b, (float)b, density, no_drag);
    return made;
}

// A thrust along or about an axis of Lamb's ellipsoids gives F t/(m + A); for axes of 2 to 1 his
// table has .209 along, .702 across, .240 in rotation.
TEST(lambs_ellipsoids) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct spheroid two = make_spheroid(2.0, 1.0, BUOY_SEA_WATER);
    const double displaced = BUOY_SEA_WATER * 8.0 / 3.0 * 3.14159265358979323846;
    assert_true(fabs(two.added[0] / displaced - 0.209) < 3e-3);
    assert_true(fabs(two.added[1] / displaced - 0.702) < 3e-3);
    assert_true(fabs(two.added[4] / displaced - 0.240) < 3e-3);
    const struct motion_hydrodynamics carried = water_of(two.added, NULL);
    struct buoy_model_info info;
    buoy_model_get_info(two.model, &info, NULL);
    for (int axis = 0; axis < 6; ++axis) {
        struct motion_body body = drifting_body(two.model, -1000.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 240.0, axis % 2);
        struct buoy_force load = {.force = {0.0}};
        (axis < 3 ? load.force : load.torque)[axis % 3] = 10.0;
        load.force[2] += (info.mass.mass - water.density * info.volume) * water.gravity;
        body.hydrodynamics = &carried;
        query.loads = &load;
        drifting_advance(&query, 240);
        const double own = axis < 3 ? info.mass.mass : info.mass.inertia[4 * (axis - 3)];
        const double got = (axis < 3 ? body.velocity : body.angular_velocity)[axis % 3];
        assert_true(fabs(got * (own + two.added[axis]) / 10.0 - 1.0) <= 1e-6);
    }
}

static double energy_of(const struct motion_hydrodynamics *carried, const struct buoy_mass *mass,
                        const double v[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum +=
            0.5 * v[i] * v[i] *
            (carried->matrices.added_mass[i][i] + (i < 3 ? mass->mass : mass->inertia[4 * i - 12]));
    }
    return sum;
}

// The motion in the body's axes: drifting bodies are asked without gravity.
static void in_body(const struct motion_body *body, double v[6]) {
    const double *q = body->rotation, back[3] = {-q[0], -q[1], -q[2]};
    for (int part = 0; part < 2; ++part) {
        const double *x = part ? body->angular_velocity : body->velocity;
        double t[3], twice[3];
        buoy_cross_product(back, x, t);
        for (int i = 0; i < 3; ++i) {
            t[i] *= 2.0;
        }
        buoy_cross_product(back, t, twice);
        for (int i = 0; i < 3; ++i) {
            v[3 * part + i] = x[i] + q[3] * t[i] + twice[i];
        }
    }
}

// Thrown askew and spinning, an ellipsoid turns by Munk's torque as Kirchhoff says; and its energy
// stays for ten minutes with any step.
TEST(kirchhoff) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct spheroid made = make_spheroid(2.0, 0.5, 300.0);
    const struct motion_hydrodynamics carried = water_of(made.added, NULL);
    struct buoy_model_info info;
    buoy_model_get_info(made.model, &info, NULL);
    water.gravity = 0.0;
    double v[6] = {1.0, 0.5, -0.3, 0.2, 0.4, -0.1}, start[6];
    memcpy(start, v, sizeof v);
    for (int step = 0; step < 4000; ++step) { // 4 s
        static const double parts[4] = {0.0, 0.5, 0.5, 1.0}, weights[4] = {1.0, 2.0, 2.0, 1.0};
        double rate[6] = {0.0}, sum[6] = {0.0};
        for (int k = 0; k < 4; ++k) {
            double at[6];
            for (int i = 0; i < 6; ++i) {
                at[i] = v[i] + parts[k] * 1e-3 * rate[i];
            }
            // Kirchhoff's equations by Runge and Kutta's method, with the wrench that the library
            // knows.
            const struct buoy_mass *mass = &info.mass;
            struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
            struct buoy_hydrodynamic_forces forces;
            double own[3], along[3] = {0.0, 0.0, 0.0}, about[3] = {0.0, 0.0, 0.0}, spun[3];
            memcpy(motion.velocity, at, sizeof motion.velocity);
            assert_int_equal(buoy_hydrodynamics_compute(&carried.matrices, &motion, &forces, NULL),
                             BUOY_OK);
            for (int i = 0; i < 3; ++i) {
                own[i] = mass->mass * at[i];
                spun[i] = mass->inertia[4 * i] * at[3 + i];
            }
            buoy_add_cross(own, at + 3, along);
            buoy_add_cross(spun, at + 3, about);
            for (int i = 0; i < 3; ++i) {
                rate[i] = (along[i] + forces.coriolis[i]) /
                          (mass->mass + carried.matrices.added_mass[i][i]);
                rate[3 + i] = (about[i] + forces.coriolis[3 + i]) /
                              (mass->inertia[4 * i] + carried.matrices.added_mass[3 + i][3 + i]);
            }
            for (int i = 0; i < 6; ++i) {
                sum[i] += weights[k] / 6.0 * 1e-3 * rate[i];
            }
        }
        for (int i = 0; i < 6; ++i) {
            v[i] += sum[i];
        }
    }
    double off[2] = {0.0, 0.0};
    for (int k = 0; k < 4; ++k) {
        struct motion_body body = drifting_body(made.model, -1000.0, 0.0, 0.0, 0.0);
        const double dt = k < 2 ? 0.02 / (1 << k) : k == 2 ? 0.1 : 1.0;
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_VERLET);
        double got[6];
        body.hydrodynamics = &carried;
        memcpy(body.velocity, start, sizeof body.velocity);
        memcpy(body.angular_velocity, start + 3, sizeof body.angular_velocity);
        drifting_advance(&query, (size_t)((k < 2 ? 4.0 : 600.0) / dt + 0.5));
        in_body(&body, got);
        const double before = energy_of(&carried, &info.mass, start);
        const double after = energy_of(&carried, &info.mass, got);
        assert_true(fabs(after / before - 1.0) <= 1e-9);
        for (int i = 0; k < 2 && i < 6; ++i) {
            off[k] += fabs(got[i] - v[i]);
        }
    }
    print_message("off by %g and %g\n", off[0], off[1]);
    assert_true(off[0] < 1e-3 && off[0] / off[1] > 3.5 && off[0] / off[1] < 4.5);
}

// In still water energy, that of the added mass with it, never grows: a light crate with
// anisotropic added mass about a point beside its centre, dropped askew, in and out of the water;
// with damping and without, by the implicit scheme with any step.
TEST(energy_never_grows) {
    static const double damping[6] = {20.0, 50.0, 80.0, 5.0, 2.0, 1.0};
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.3f, 0.2f, 60.0, no_drag);
    for (int k = 0; k < 12; ++k) {
        const double dt = (double[]){1.0 / 240.0, 1.0 / 60.0, 0.1}[k / 4];
        struct motion_hydrodynamics carried =
            water_of((double[]){50.0, 100.0, 300.0, 5.0, 20.0, 30.0}, k % 2 ? damping : NULL);
        carried.point[0] = 0.2;
        carried.matrices.quadratic[2][2] = k % 2 ? 100.0 : 0.0;
        struct motion_body body = drifting_body(model, k / 2 % 2 ? 0.6 : -0.3, 0.3, -0.2, 0.1);
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
        body.hydrodynamics = &carried;
        body.velocity[0] = 2.0;
        body.angular_velocity[1] = 3.0;
        double before, after = 0.0;
        assert_int_equal(motion_energy(&query, &before, NULL), BUOY_OK);
        const double first = before;
        for (int step = 0; step < 2000; ++step) {
            drifting_advance(&query, 1);
            assert_int_equal(motion_energy(&query, &after, NULL), BUOY_OK);
            FAIL_IF(!(after <= before + 1e-4 * 120.0), "case %d, step %d: from %.9g J to %.9g", k,
                    step, before, after);
            before = after;
        }
        assert_true(after < first);
    }
}

// Damping has the right terminal velocity with any step, in a current, about a point far from the
// centre.
TEST(terminal_velocity) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, 1025.0, no_drag);
    struct motion_hydrodynamics carried =
        water_of((double[]){200.0, 200.0, 200.0, 20.0, 20.0, 20.0},
                 (double[]){30.0, 30.0, 30.0, 30.0, 30.0, 30.0});
    carried.matrices.quadratic[0][0] = 40.0;
    water.current[0] = 1.5;
    for (int k = 0; k < 4; ++k) {
        struct motion_body body = drifting_body(model, -1000.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, k / 2 ? 5.0 : 0.02, k % 2);
        const struct buoy_force load = {.force = {70.0}};
        body.hydrodynamics = &carried;
        query.loads = &load;
        drifting_advance(&query, 40000);
        assert_true(fabs(body.velocity[0] - 2.5) <= 1e-4); // 30 × 1 + 40 × 1² = 70
    }
}

// Added mass without rotation about a point beside the centre is a mass a at that place, r along x:
// a force F along z gives w' = F/(m + a − a² r²/(I + a r²)), and turns the body by a r w'/(I + a
// r²): also where the centre of buoyancy is beside that of mass, if a torque makes up for it.
TEST(a_mass_beside_the_centre) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, 1025.0, no_drag);
    struct motion_hydrodynamics carried =
        water_of((double[]){400.0, 400.0, 400.0, 0.0, 0.0, 0.0}, NULL);
    const double r = carried.point[0] = 0.3, a = 400.0, dt = 1e-4;
    struct buoy_model_info info;
    buoy_model_get_info(model, &info, NULL);
    const double turning = info.mass.inertia[4] + a * r * r;
    const double rise = 70.0 / (info.mass.mass + a - a * r * a * r / turning);
    struct buoy_part beside = buoy_part_default();
    struct buoy_model *models[2] = {model, NULL};
    beside.shape = (struct buoy_shape){.kind = BUOY_SHAPE_SPHERE, .size = {0.5f}};
    beside.place.position[1] = 0.4;
    const struct buoy_model_input input = {.parts = &beside, .part_count = 1, .mass = info.mass};
    assert_int_equal(buoy_model_create(&input, &models[1], NULL), BUOY_OK);
    for (int k = 0; k < 4; ++k) {
        struct motion_body body = drifting_body(models[k / 2], -1000.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, dt, k % 2);
        struct buoy_force load = {.force = {0.0, 0.0, 70.0}};
        load.torque[0] = (k < 2 ? 0.0 : -0.4) * water.density * info.volume * water.gravity;
        load.force[2] += (info.mass.mass - water.density * info.volume) * water.gravity;
        body.hydrodynamics = &carried;
        query.loads = &load;
        drifting_advance(&query, 1);
        assert_true(fabs(body.velocity[2] / (rise * dt) - 1.0) <= 1e-6);
        assert_true(fabs(body.angular_velocity[1] / (a * r * rise / turning * dt) - 1.0) <= 1e-6);
        assert_true(fabs(body.angular_velocity[0]) <= 1e-8 * dt);
    }
    buoy_model_destroy(models[1]);
}

// Damping is that of the motion at a step's end: v/(1 + h D/M), however long the step.
TEST(strong_damping) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, 1025.0, no_drag);
    const double added[6] = {200.0, 200.0, 200.0, 20.0, 20.0, 20.0};
    const double damping[6] = {1e5, 1e5, 1e5, 1e5, 1e5, 1e5};
    const struct motion_hydrodynamics carried = water_of(added, damping);
    struct buoy_model_info info;
    buoy_model_get_info(model, &info, NULL);
    for (int k = 0; k < 2; ++k) {
        struct motion_body body = drifting_body(model, -1000.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 1.0, k);
        body.hydrodynamics = &carried;
        body.velocity[0] = 2.0;
        drifting_advance(&query, 1);
        const double left = 2.0 / (1.0 + 1e5 / (info.mass.mass + 200.0));
        assert_true(fabs(body.velocity[0] / left - 1.0) <= 1e-9);
    }
}

// What carries water has to have an inertia.
TEST(no_inertia) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const struct motion_hydrodynamics carried = water_of((double[6]){1.0}, NULL);
    struct buoy_part part = buoy_part_default();
    part.shape = (struct buoy_shape){BUOY_SHAPE_SPHERE, {0.5f}};
    const struct buoy_model_input input = {
        .parts = &part, .part_count = 1, .mass = {.mass = 1.0}, .flags = BUOY_BODY_DOES_NOT_TURN};
    struct buoy_model *model;
    assert_int_equal(buoy_model_create(&input, &model, NULL), BUOY_OK);
    struct motion_body body = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
    struct motion_query query = drifting_query(&body, 1, &water, 0.01, MOTION_VERLET);
    body.hydrodynamics = &carried;
    assert_int_equal(motion_advance(&query, 1, NULL), BUOY_ERROR_ELEMENT);
    buoy_model_destroy(model);
}

// A wave of 100 m, and water whose pressure and motion are its.
struct swell {
    struct buoy_waves *waves;
    struct buoy_orbital_motion orbital;
    struct buoy_water water;
};

static void make_swell(float amplitude, double depth, struct swell *swell) {
    struct buoy_wave wave = buoy_wave_default();
    wave.amplitude = amplitude;
    wave.wavelength = 100.0f;
    wave.period = 0.0f;
    wave.direction = 0.6f;
    assert_int_equal(buoy_waves_create(&wave, 1, BUOY_GRAVITY, depth, &swell->waves, NULL),
                     BUOY_OK);
    swell->orbital = (struct buoy_orbital_motion){.waves = swell->waves};
    swell->water = buoy_calm_sea(BUOY_Z_UP);
    swell->water.kind = BUOY_WATER_WAVES;
    swell->water.waves = swell->waves;
    swell->water.wave_pressure = BUOY_WAVES_DECAY;
    swell->water.current_at = buoy_waves_orbital_velocity;
    swell->water.current_context = &swell->orbital;
}

// Lets a body that begins `ratio` times as fast as the water go for 8.3 s, a period in deep water;
// how far its velocity is from that at most, as a share of the fastest.
static double follow_swell(struct swell *swell, double ratio, struct motion_query *query) {
    struct motion_body *body = query->bodies;
    double flow[3], fastest = 0.0, off = 0.0;
    for (int part = 0; part <= 20; ++part) {
        swell->orbital.time = query->time;
        buoy_waves_orbital_velocity(&swell->orbital, body->position, 1, flow);
        for (int i = 0; i < 3; ++i) {
            body->velocity[i] = part == 0 ? ratio * flow[i] : body->velocity[i];
            fastest = fmax(fastest, fabs(flow[i]));
            off = fmax(off, fabs(body->velocity[i] - ratio * flow[i]));
        }
        drifting_advance(query, (size_t)(100.0 / 240.0 / query->dt + 0.5));
    }
    buoy_waves_destroy(swell->waves);
    return off / fastest;
}

// Below long waves a small ball of mass m, with its weight balanced, moves (ρV + A)/(m + A) times
// as far as the water, with the added mass A: as the water itself where it is as heavy.
TEST(waves_take_along) {
    const struct {
        double density, added, depth;
        enum motion_scheme scheme;
    } cases[] = {{1.0, 0.5, 0.0, MOTION_VERLET},   {1.0, 0.5, 0.0, MOTION_IMPLICIT},
                 {1.0, 2.0, 20.0, MOTION_VERLET},  {0.5, 0.5, 0.0, MOTION_VERLET},
                 {2.0, 0.5, 0.0, MOTION_IMPLICIT}, {2.0, 0.5, 20.0, MOTION_VERLET}};
    for (size_t k = 0; k < COUNT_OF(cases); ++k) {
        struct swell swell;
        make_swell(0.001f, cases[k].depth, &swell);
        const struct buoy_water *water = &swell.water;
        struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.05f, 0.0f, 0.0f,
                                                  cases[k].density * BUOY_SEA_WATER, no_drag);
        struct buoy_model_info info;
        buoy_model_get_info(model, &info, NULL);
        const double displaced = water->density * info.volume, added = cases[k].added * displaced;
        const struct motion_hydrodynamics carried =
            water_of((double[]){added, added, added, 0.0, 0.0, 0.0}, NULL);
        const struct buoy_force load = {
            .force = {0.0, 0.0, (info.mass.mass - displaced) * water->gravity}};
        struct motion_body body = drifting_body(model, -3.0, 0.0, 0.0, 0.0);
        // The implicit scheme is of first order.
        const double dt = cases[k].scheme == MOTION_IMPLICIT ? 1.0 / 2400.0 : 1.0 / 240.0;
        struct motion_query query = drifting_query(&body, 1, water, dt, cases[k].scheme);
        query.loads = &load;
        body.hydrodynamics = &carried;
        const double off =
            follow_swell(&swell, (displaced + added) / (info.mass.mass + added), &query);
        FAIL_IF(!(off <= 1.5e-3), "case %zu: off by %g", k, off);
    }
}

// In high waves the implicit scheme lets a ball go as fast as Verlet's method does: what the
// water's acceleration does counts as work upon the motion through the water.
TEST(high_waves_take_along) {
    double off[2];
    for (int k = 0; k < 2; ++k) {
        struct swell swell;
        make_swell(1.0f, 10.0, &swell); // where the water moves to and fro
        struct buoy_model *model =
            drifting_shape(BUOY_SHAPE_SPHERE, 0.05f, 0.0f, 0.0f, BUOY_SEA_WATER, no_drag);
        struct buoy_model_info info;
        buoy_model_get_info(model, &info, NULL);
        const double added = 40.0 * info.mass.mass;
        const struct motion_hydrodynamics carried =
            water_of((double[]){added, added, added, 0.0, 0.0, 0.0}, NULL);
        struct motion_body body = drifting_body(model, -5.0, 0.0, 0.0, 0.0);
        struct motion_query query =
            drifting_query(&body, 1, &swell.water, 1.0 / 240.0, (enum motion_scheme)k);
        body.hydrodynamics = &carried;
        off[k] = follow_swell(&swell, 1.0, &query);
    }
    FAIL_IF(!(fabs(off[0] - off[1]) <= 0.01), "off by %g of the water's speed, implicitly %g",
            off[0], off[1]);
}

// An ellipsoid that moves as the water does is not turned broadside on, as one is that moves
// through water at rest (here by .14 rad/s).
TEST(waves_do_not_turn_what_they_take_along) {
    const struct spheroid made = make_spheroid(0.2, 0.1, BUOY_SEA_WATER);
    const struct motion_hydrodynamics carried = water_of(made.added, NULL);
    struct swell swell;
    make_swell(0.1f, 0.0, &swell);
    struct motion_body body = drifting_body(made.model, -3.0, 0.1, 0.3, 0.2);
    struct motion_query query = drifting_query(&body, 1, &swell.water, 1.0 / 240.0, MOTION_VERLET);
    body.hydrodynamics = &carried;
    const double off = follow_swell(&swell, 1.0, &query);
    const double *w = body.angular_velocity, spin = buoy_length(w);
    FAIL_IF(!(spin <= 0.02 && off <= 0.05), "it turns at %g rad/s, and moves by %g off", spin, off);
}
