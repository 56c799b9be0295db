// Motion against closed forms: a bobbing and a rolling box, decay by each kind of drag, terminal
// velocity, rest, loads.
#include "body.h"
#include "drifting.h"
#include "test.h"

#define PI 3.14159265358979323846

static const struct buoy_drag no_drag = {0.0, 0.0, 0.0};

// ----------------------------------------------------------------------------------- oscillation

// The period between the first and the last of the moments at which a number falls through 0, and
// the largest change of energy, while a body moves for a minute.
struct swing {
    double period, energy;
};

static struct swing swing(struct motion_query *query, const double *number) {
    const size_t steps = (size_t)(60.0 / query->dt + 0.5);
    const double start = drifting_energy(query);
    double first = 0.0, last = 0.0, before = *number, most = 0.0;
    int falls = 0;
    for (size_t i = 0; i < steps; ++i) {
        drifting_advance(query, 1);
        if (before > 0.0 && *number <= 0.0) {
            last = ((double)i + before / (before - *number)) * query->dt;
            first = falls++ ? first : last;
        }
        before = *number;
        most = fmax(most, fabs(drifting_energy(query) - start));
    }
    assert_true(falls > 10);
    return (struct swing){(last - first) / (falls - 1), most};
}

// A box of 1 m, afloat by half, falls from 0.1 m and bobs: ω² = ρ g A/m. The mesh that is a box,
// too.
TEST(bobbing) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    struct buoy_model *models[] = {drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 512.5, no_drag),
                                   drifting_mesh(mesh, 512.5, no_drag)};
    const double period = 2.0 * PI / sqrt(1025.0 * water.gravity / 512.5);
    const double excess = 0.5 * 1025.0 * water.gravity * 0.01;
    for (size_t k = 0; k < 2; ++k) {
        double off[2];
        for (int finer = 0; finer < 2; ++finer) {
            struct motion_body body = drifting_body(models[k], 0.1, 0.0, 0.0, 0.0);
            struct motion_query query =
                drifting_query(&body, 1, &water, 1.0 / (240 << finer), MOTION_VERLET);
            const struct swing got = swing(&query, &body.position[2]);
            off[finer] = got.period / period - 1.0;
            assert_true(fabs(off[finer]) <= 2e-5);
            assert_true(got.energy <= 1e-4 * excess);
        }
        assert_true(off[0] / off[1] > 3.9 && off[0] / off[1] < 4.1); // second order
    }
}

// The implicit scheme damps a free oscillation by √(1 + (dt ω)²) a step, which is dt ω²/2 a second.
TEST(damping) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 512.5, no_drag);
    for (int k = 0; k < 2; ++k) {
        const double dt = k ? 1.0 / 60.0 : 1.0 / 240.0, square = 2.0 * water.gravity;
        struct motion_body body = drifting_body(model, 0.01, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, dt, MOTION_IMPLICIT);
        const double start = 0.01;
        drifting_advance(&query, (size_t)(5.0 / dt + 0.5));
        const double z = body.position[2], v = body.velocity[2];
        const double left = sqrt(z * z + v * v / square) / start;
        assert_true(fabs(log(left) / (-0.5 * dt * square * 5.0) - 1.0) <= 0.06);
    }
}

// A barge heels about x: T = 2π √(I/(ρ g V GM)), GM = draft/2 + b²/(12 draft) − half the height.
TEST(rolling) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_BOX, 4.0f, 1.0f, 0.5f, 512.5, no_drag);
    struct motion_body body = drifting_body(model, 0.0, 1e-3, 0.0, 0.0);
    struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 240.0, 0);
    const double mass = 512.5 * 8.0 * 2.0, inertia = mass / 12.0 * (4.0 + 1.0);
    const double gm = 0.25 + 4.0 / (12.0 * 0.5) - 0.5;
    const double period = 2.0 * PI * sqrt(inertia / (mass * water.gravity * gm));
    const struct swing got = swing(&query, &body.rotation[0]);
    assert_true(fabs(got.period / period - 1.0) <= 1e-4);
}

// With Catto's drag a small oscillation decays as e^{−β t/4} (half of the box is in the water, and
// half of the damping counts); with linear drag alone.
TEST(decay) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_BOX, 0.5f, 0.5f, 0.5f, 512.5, (struct buoy_drag){1.0, 0.0, 0.0});
    const double start = 1e-3, rate = 0.25, omega = sqrt(2.0 * water.gravity - rate * rate);
    for (int t = 1; t <= 20; ++t) {
        struct motion_body body = drifting_body(model, start, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 480.0, MOTION_VERLET);
        drifting_advance(&query, (size_t)t * 480 / 2);
        const double time = 0.5 * t, envelope = start * exp(-rate * time);
        const double expected = envelope * (cos(omega * time) + rate / omega * sin(omega * time));
        assert_true(fabs(body.position[2] - expected) <= 5e-4 * envelope);
    }
}

// ------------------------------------------------------------------------------------ drag alone

// What is left of a speed of 2 m/s or a spin of 2 /s after a second, without gravity.
static double slowed(struct buoy_drag drag, bool spins, double dt, enum motion_scheme scheme) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, 500.0, drag);
    struct motion_body body = drifting_body(model, -9.0, 0.3, 0.2, 0.1);
    struct motion_query query = drifting_query(&body, 1, &water, dt, scheme);
    water.gravity = 0.0;
    (spins ? body.angular_velocity : body.velocity)[1] = 2.0;
    drifting_advance(&query, (size_t)(1.0 / dt + 0.5));
    return (spins ? body.angular_velocity : body.velocity)[1] / 2.0;
}

// A ball deep down, of 0.5 m: linear e^{−β t}; quadratic 1/(1 + κ u t), κ = ½ ρ C_D (S/4)/m;
// angular e^{−β L² m t/I}, with L² = .6 m² and I = 2/5 m r². Verlet's errors are a quarter for half
// of the step, the implicit ones half.
TEST(drag) {
    static const struct {
        struct buoy_drag drag;
        bool spins;
        double left;
    } cases[] = {
        {{2.0, 0.0, 0.0}, false, 0.13533528323661269},      // e⁻²
        {{0.0, 1.0 / 3.0, 0.0}, true, 0.13533528323661269}, // e^{−0.6/3/0.1}
        {{0.0, 0.0, 0.8}, false, 1.0 / (1.0 + 2.0 * 0.4 * 1.5 * 1025.0 / 500.0)},
        {{1.0, 0.0, 0.8}, false, 0.0}, // below
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        // u' = −β u − κ u²: u = u₀ e^{−β t}/(1 + κ u₀/β (1 − e^{−β t})).
        const double kappa = 0.4 * 1.5 * 1025.0 / 500.0, e = exp(-1.0);
        const double exact =
            cases[c].left > 0.0 ? cases[c].left : e / (1.0 + 2.0 * kappa * (1 - e));
        for (int scheme = 0; scheme < 2; ++scheme) {
            const double coarse = slowed(cases[c].drag, cases[c].spins, 1.0 / 32.0, scheme) - exact;
            const double fine = slowed(cases[c].drag, cases[c].spins, 1.0 / 64.0, scheme) - exact;
            const double order = fabs(fine) > 1e-9 ? coarse / fine : scheme ? 2.0 : 4.0;
            assert_true(fabs(fine) <= (scheme ? 5e-3 : 1e-4));
            assert_true(fabs(order - (scheme ? 2.0 : 4.0)) <= 0.25);
        }
    }
}

// A heavy ball sinks, a light one rises, at the speed at which drag bears the difference; with any
// step, and whichever way it began.
TEST(terminal) {
    static const double densities[] = {2500.0, 100.0}, steps[] = {0.01, 0.1, 1.0};
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    for (int k = 0; k < 12; ++k) {
        const double density = densities[k % 2], beta = 40.0;
        struct buoy_model *model = drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, density,
                                                  (struct buoy_drag){beta, 0.0, 0.0});
        struct motion_body body = drifting_body(model, -1e6, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, steps[k / 2 % 3], k / 6);
        const double speed = water.gravity * (1025.0 / density - 1.0) / beta;
        body.velocity[2] = 20.0;
        drifting_advance(&query, 100);
        assert_true(fabs(body.velocity[2] / speed - 1.0) <= 1e-5);
    }
}

// -------------------------------------------------------------------------------------- at rest

// Bodies that have come to rest stay there for a minute, with no drag, to 1e-6 m/s and 1e-6 /s.
TEST(rest) {
    const struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:catamaran:200"), 0);
    const struct buoy_drag strong = {4.0, 4.0, 0.0};
    for (int k = 0; k < 8; ++k) {
        const enum buoy_shape_kind kind = (enum buoy_shape_kind)(k % 4);
        struct buoy_model *models[2];
        for (int m = 0; m < 2; ++m) {
            models[m] = k < 7 ? drifting_shape(kind, 0.7f, 0.5f, 0.3f, 430.0, m ? no_drag : strong)
                              : drifting_mesh(mesh, 430.0, m ? no_drag : strong);
        }
        struct motion_body body = drifting_body(models[0], 0.0, 0.1, 0.05, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 60.0, MOTION_IMPLICIT);
        drifting_advance(&query, 60 * 120);
        body.model = models[1];
        query.dt = 1.0 / 240.0;
        query.scheme = k / 4;
        for (int i = 0; i < 3; ++i) {
            body.velocity[i] = body.angular_velocity[i] = 0.0;
        }
        for (int i = 0; i < 240 * 60; ++i) {
            drifting_advance(&query, 1);
            for (int j = 0; j < 3; ++j) {
                assert_true(fabs(body.velocity[j]) <= 1e-6);
                assert_true(fabs(body.angular_velocity[j]) <= 1e-6);
            }
        }
    }
}

// A load of 100 N and 10 N m moves a ball of 10 kg as Newton says.
TEST(loads) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    const double density = 10.0 / (4.0 / 3.0 * PI * 0.125);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_SPHERE, 0.5f, 0.0f, 0.0f, density, no_drag);
    const struct buoy_force load = {{0.0, 100.0, 0.0}, {0.0, 10.0, 0.0}};
    water.gravity = 0.0;
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body body = drifting_body(model, 2.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&body, 1, &water, 0.01, scheme);
        query.loads = &load;
        drifting_advance(&query, 100);
        assert_true(fabs(body.velocity[1] - 10.0) <= 1e-4);
        assert_true(fabs(body.angular_velocity[1] - 10.0) <= 1e-4);
        assert_true(fabs(body.position[1] - (scheme ? 5.05 : 5.0)) <= 1e-4);
    }
}
