// Bodies that meet waves as a plane, where the waves' pressure dies away with depth: against
// `pressure`, which integrates it over the surface, against Wigley's hull in closed form, and far
// below the waves; both functions alike, and the same bits on every instruction set.
#include "base/memory.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_forces.h"
#include "buoyancy_kernels.h"
#include "buoyancy_pressure.h"
#include "dispatch/registry.h"
#include "drifting.h"
#include "floating.h"
#include "owned.h"
#include "stepping.h"
#include "test.h"

static const double pi = 3.14159265358979323846;
static const double weight = BUOY_SEA_WATER * BUOY_GRAVITY;

static struct stepping crowd;
static struct buoy_body_forces results[stepping_most], others[stepping_most];

static double bottom; // depth of the water in all waves, 0: deep

static struct buoy_waves *make_wave(double amplitude, double wavelength, double direction) {
    struct buoy_wave wave = buoy_wave_default();
    wave.amplitude = (float)amplitude;
    wave.wavelength = (float)wavelength;
    wave.direction = (float)direction;
    struct buoy_waves *waves = waves_in(&wave, 1, BUOY_GRAVITY, bottom);
    return waves;
}

static struct buoy_water in_waves(const struct buoy_waves *waves, double time,
                                  enum buoy_wave_pressure pressure) {
    struct buoy_water water = buoy_calm_sea(BUOY_Z_UP);
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves;
    water.time = time;
    water.wave_pressure = pressure;
    return water;
}

static struct buoy_body_forces ask(const struct buoy_mesh *mesh, const struct buoy_pose *pose,
                                   const struct buoy_water *water) {
    static const double origin[3] = {0.0, 0.0, 0.0};
    struct floating_body body = floating_at_rest(mesh);
    memcpy(body.centre_of_mass, origin, sizeof body.centre_of_mass);
    body.pose = *pose;
    return floating_ask(&body, water, floating_no_drag);
}

static struct buoy_force press(const struct buoy_mesh *mesh, const struct buoy_pose *pose,
                               const struct buoy_water *water) {
    struct buoy_pressure_query query = buoy_pressure_query_default();
    struct buoy_pressure answer;
    query.mesh = mesh;
    query.pose = *pose;
    query.water = water;
    query.scratch_bytes = buoy_pressure_scratch_bytes(mesh, NULL);
    query.scratch = buoy_aligned_alloc(query.scratch_bytes);
    query.kernel = buoy_kernel_find("pressure/kerner64/scalar");
    assert_int_equal(buoy_pressure_compute(&query, NULL, &answer, NULL), BUOY_OK);
    struct buoy_force wrench;
    memcpy(wrench.force, answer.force, sizeof wrench.force);
    memcpy(wrench.torque, answer.torque, sizeof wrench.torque);
    buoy_aligned_free(query.scratch);
    return wrench;
}

// ------------------------------------------------------------------------------ truth

// What waves of an amplitude do to a hull, at most over their phases: how far both answers differ,
// and how large the true one is, without what still water does. Forces are shares of ρ g a × the
// waterplane, torques of ρ g a k × its second moments: the own ones of roll and of pitch, and for
// yaw the larger.
struct excitation {
    double off[6], size[6];
};

static void excite(const struct buoy_mesh *mesh, double wavelength, double heading, bool turned,
                   enum buoy_wave_pressure pressure, struct excitation *found) {
    enum {
        phases = 12
    };
    const double amplitude = 0.002 * wavelength, k = 2.0 * pi / wavelength;
    struct buoy_waves *waves = make_wave(amplitude, wavelength, heading);
    const struct buoy_water still = buoy_calm_sea(BUOY_Z_UP);
    struct buoy_pose pose = buoy_pose_identity();
    struct buoy_hydrostatics at;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    pose.position[2] = 0.6 * info.half_extent[2]; // its deck is at 0
    if (turned) {                                 // by a quarter, so that it lies along y
        pose.rotation[2] = pose.rotation[3] = sqrt(0.5);
    }
    const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, (float)-pose.position[2]};
    assert_int_equal(
        buoy_hydrostatics_compute(
            &(struct buoy_hydrostatics_query){.mesh = mesh, .planes = &level, .count = 1}, &at,
            NULL),
        BUOY_OK);
    const struct buoy_force rest = press(mesh, &pose, &still);
    const double heave = weight * amplitude * at.waterplane_area;
    const double along = turned ? at.yy : at.xx, across = turned ? at.xx : at.yy;
    const double most[3] = {weight * amplitude * k * across, weight * amplitude * k * along,
                            weight * amplitude * k * fmax(at.xx, at.yy)};
    memset(found, 0, sizeof *found);
    for (int i = 0; i < phases; ++i) {
        const double time = i * sqrt(2.0 * pi * wavelength / BUOY_GRAVITY) / phases;
        const struct buoy_water water = in_waves(waves, time, pressure);
        const struct buoy_force truth = press(mesh, &pose, &water);
        const struct buoy_force got = ask(mesh, &pose, &water).buoyancy;
        for (int j = 0; j < 3; ++j) {
            const double force = truth.force[j] - rest.force[j];
            const double torque = truth.torque[j] - rest.torque[j];
            found->off[j] = fmax(found->off[j], fabs(got.force[j] - truth.force[j]) / heave);
            found->size[j] = fmax(found->size[j], fabs(force) / heave);
            found->off[3 + j] =
                fmax(found->off[3 + j], fabs(got.torque[j] - truth.torque[j]) / most[j]);
            found->size[3 + j] = fmax(found->size[3 + j], fabs(torque) / most[j]);
        }
    }
}

// A Wigley hull of 16 m in waves of half its length and more, from ahead, askew and abeam.
TEST(hull) {
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:wigley:5000"), 0);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const double length = 2.0 * info.half_extent[0];
    for (int h = 0; h < 6; ++h) { // from 3 on, the hull lies along y
        for (int w = 0; w < 4; ++w) {
            const double wavelength = length * (double[]){0.5, 1.0, 2.0, 4.0}[w];
            struct excitation decay, fixed;
            excite(mesh, wavelength, 0.25 * pi * (h % 3), h > 2, BUOY_WAVES_DECAY, &decay);
            excite(mesh, wavelength, 0.25 * pi * (h % 3), h > 2, BUOY_WAVES_STATIC, &fixed);
            print_message("%g L, heading %d: heave %.4f off %.4f (static %.4f off %.4f), surge "
                          "%.4f off %.4f, sway %.4f off %.4f, roll %.4f off %.4f, pitch %.4f off "
                          "%.4f (static %.4f off %.4f), yaw %.4f off %.4f\n",
                          wavelength / length, 45 * (h % 3), decay.size[2], decay.off[2],
                          fixed.size[2], fixed.off[2], decay.size[0], decay.off[0], decay.size[1],
                          decay.off[1], decay.size[3], decay.off[3], decay.size[4], decay.off[4],
                          fixed.size[4], fixed.off[4], decay.size[5], decay.off[5]);
            const int roll = h > 2 ? 4 : 3; // by far the smallest of its kind
            for (int j = 0; j < 6; ++j) {
                assert_true(decay.off[j] <= (j == roll ? 0.08 : 0.015));
            }
        }
    }
}

// Bodies of other shapes, in waves that are no shorter than they are long: a body's greatest error
// over phases and headings, in ρ g V a k, and for torques in that times its length.
struct misfit {
    double force, torque;
};

static struct misfit misfit_of(const struct buoy_mesh *mesh, double depth, double length,
                               double wavelength, enum buoy_wave_pressure pressure) {
    const double amplitude = 0.002 * wavelength, k = 2.0 * pi / wavelength;
    struct buoy_pose pose = buoy_pose_identity();
    struct misfit worst = {0.0, 0.0};
    pose.position[2] = -depth;
    const struct buoy_water still = buoy_calm_sea(BUOY_Z_UP);
    const double whole = weight * ask(mesh, &pose, &still).volume * amplitude * k;
    for (int heading = 0; heading < 3; ++heading) {
        struct buoy_waves *waves = make_wave(amplitude, wavelength, 0.25 * pi * heading);
        for (int i = 0; i < 12; ++i) {
            const double time = i * sqrt(2.0 * pi * wavelength / BUOY_GRAVITY) / 12.0;
            const struct buoy_water water = in_waves(waves, time, pressure);
            const struct buoy_force truth = press(mesh, &pose, &water);
            const struct buoy_force got = ask(mesh, &pose, &water).buoyancy;
            for (int j = 0; j < 3; ++j) {
                const double force = fabs(got.force[j] - truth.force[j]) / whole;
                const double torque = fabs(got.torque[j] - truth.torque[j]) / (whole * length);
                worst.force = fmax(worst.force, force);
                worst.torque = fmax(worst.torque, torque);
            }
        }
    }
    return worst;
}

TEST(shapes) {
    static const struct {
        const char *name;
        float size[3]; // half extents
        double depth;  // of the middle
        struct misfit most;
    } shapes[] = {
        {"builtin:sphere:5120", {1.0f, 1.0f, 1.0f}, 3.0, {0.002, 1e-5}}, // pressure cannot turn it
        {"builtin:sphere:5120", {1.0f, 1.0f, 1.0f}, 1.2, {0.008, 1e-5}},
        {"builtin:sphere:5120", {1.0f, 1.0f, 1.0f}, 0.0, {0.05, 0.025}},
        {"builtin:box:4800", {4.0f, 2.0f, 2.0f}, 0.0, {0.04, 0.008}}, // a barge, B = 2 T
        {"builtin:box:4800", {4.0f, 2.0f, 2.0f}, 3.0, {0.012, 0.009}},
        {"builtin:box:4800", {0.5f, 0.5f, 6.0f}, 4.0, {0.005, 0.02}}, // a spar
        {"builtin:box:4800", {3.0f, 3.0f, 0.5f}, 0.0, {0.1, 0.035}},  // a raft
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        struct body body = body_builtin(shapes[i].name);
        double longest = 0.0;
        for (size_t v = 0; v < body.vertex_count; ++v) {
            for (size_t k = 0; k < 3; ++k) {
                body.positions[3 * v + k] *= shapes[i].size[k] / 0.5f;
            }
        }
        for (int k = 0; k < 3; ++k) {
            longest = fmax(longest, 2.0 * (double)shapes[i].size[k]);
        }
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        print_message("%s %g x %g x %g at %g\n", shapes[i].name, info.half_extent[0],
                      info.half_extent[1], info.half_extent[2], -shapes[i].depth);
        for (int w = 0; w < 4; ++w) {
            const double wavelength = longest * (1 << w);
            const struct misfit decay =
                misfit_of(mesh, shapes[i].depth, longest, wavelength, BUOY_WAVES_DECAY);
            const struct misfit fixed =
                misfit_of(mesh, shapes[i].depth, longest, wavelength, BUOY_WAVES_STATIC);
            print_message("  waves of %g: force %.4f, torque %.6f (static %.4f, %.4f)\n",
                          wavelength, decay.force, decay.torque, fixed.force, fixed.torque);
            assert_true(decay.force <= shapes[i].most.force);
            assert_true(decay.torque <= shapes[i].most.torque);
        }
    }
}

// Over a bottom near by, where the water moves to and fro more than up and down.
TEST(shallow) {
    struct buoy_mesh *hull = mesh_of(body_builtin("builtin:wigley:5000"), 0);
    for (int w = 0; w < 3; ++w) {
        const double wavelength = (double[]){16.0, 32.0, 64.0}[w];
        for (int d = 0; d < 3; ++d) {
            bottom = (double[]){3.0, 6.0, 12.0}[d];
            struct excitation found;
            excite(hull, wavelength, 0.25 * pi, false, BUOY_WAVES_DECAY, &found);
            for (int j = 0; j < 6; ++j) {
                assert_true(found.off[j] <= (j == 3 ? 0.08 : 0.015));
            }
        }
    }
    bottom = 0.0;
}

// ------------------------------------------------------------------------------ far below

// Far below the waves a body feels nothing of them, whatever it is made of; they pushed it aside.
TEST(deep) {
    struct rng rng = rng_make("step: deep");
    double pushed = 0.0;
    stepping_random(&rng, stepping_most, &crowd);
    stepping_into_waves(&crowd, 3.0);
    for (size_t i = 0; i < crowd.count; ++i) {
        crowd.states[i].position[2] -= 500.0;
    }
    const struct buoy_step_query query = stepping_query(&crowd);
    for (int decays = 0; decays < 2; ++decays) {
        crowd.water.wave_pressure = decays ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            const double *force = results[i].buoyancy.force;
            const double whole = crowd.water.density * crowd.water.gravity * results[i].volume;
            const double aside = hypot(force[0], force[1]) / whole;
            pushed = fmax(pushed, decays ? 0.0 : aside);
            assert_true(!decays || (aside <= 1e-9 && fabs(force[2] / whole - 1.0) <= 1e-9));
        }
    }
    assert_true(pushed > 0.1);
}

// ------------------------------------------------------------------------------ alike

// The heave of a wall-sided body of draught T is e^{−kT} of ρ g a × its waterplane, or cosh k(h −
// T)/cosh kh in water of the depth h.
TEST(heave) {
    static const double draughts[] = {0.5, 2.0, 6.0, 12.0}; // kT
    struct buoy_mesh *mesh = mesh_of(body_box(0.25f, 0.25f, 6.0f), 0);
    struct buoy_pose pose = buoy_pose_identity();
    pose.position[2] = -4.0;
    const struct buoy_water still = buoy_calm_sea(BUOY_Z_UP);
    const double rest = ask(mesh, &pose, &still).buoyancy.force[2];
    for (size_t i = 0; i < 3 * sizeof draughts / sizeof *draughts; ++i) {
        const double k = draughts[i / 3] / 10.0, wavelength = 2.0 * pi / k;
        const double amplitude = 0.0004 * wavelength;
        bottom = (double[]){0.0, 10.5, 15.0}[i % 3];
        const double expected =
            bottom > 0.0 ? cosh(k * (bottom - 10.0)) / cosh(k * bottom) : exp(-10.0 * k);
        struct buoy_waves *waves = make_wave(amplitude, wavelength, 0.0);
        double most = 0.0;
        for (int step = 0; step < 24; ++step) {
            const double omega = sqrt(BUOY_GRAVITY * k * (bottom > 0.0 ? tanh(k * bottom) : 1.0));
            const struct buoy_water water =
                in_waves(waves, step * 2.0 * pi / omega / 24.0, BUOY_WAVES_DECAY);
            most = fmax(most, fabs(ask(mesh, &pose, &water).buoyancy.force[2] - rest));
        }
        const double heave = most / (weight * amplitude * 0.25);
        print_message("kT = %g, %g m of water: %g, expected %g\n", 10.0 * k, bottom, heave,
                      expected);
        assert_true(fabs(heave - expected) <= 2e-3);
    }
    bottom = 0.0;
}

// Drag, volume and centre are those of the plane, which plain bodies meet by other operations:
// centres of level capsules amplify their rounding. Bits are the same on every instruction set,
// alone and in company.
TEST(bits) {
    struct rng rng = rng_make("step: decaying waves");
    for (int round = 0; round < 40; ++round) {
        stepping_random(&rng, round % 4 ? 1 + rng_below(&rng, 40) : stepping_most, &crowd);
        stepping_into_waves(&crowd, rng_between(&rng, 0.0, 50.0));
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, others);
        crowd.water.wave_pressure = BUOY_WAVES_DECAY;
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            const double *met = others[i].drag.force, *wet = results[i].drag.force;
            for (int k = 0; k < 11; ++k) { // drag, volume, centre and wetted area
                assert_true(fabs(met[k] - wet[k]) <= 1e-9 * (1.0 + fabs(met[k])));
            }
        }
        const struct buoy_kernel *kernel;
        for (size_t n = 0; (kernel = next_kernel("step", &n));) {
            struct buoy_kernel_info about;
            buoy_kernel_get_info(kernel, &about, NULL);
            if (about.deterministic) {
                stepping_ask(kernel, &query, others);
                assert_memory_equal(results, others, crowd.count * sizeof *results);
            }
        }
        for (size_t i = 0; i < crowd.count; ++i) {
            static struct stepping alone;
            alone = crowd;
            alone.count = 1;
            alone.models[0] = crowd.models[i];
            alone.states[0] = crowd.states[i];
            const struct buoy_step_query one = stepping_query(&alone);
            stepping_ask(buoy_kernel_find("step/auto/best"), &one, others);
            assert_memory_equal(&results[i], others, sizeof *results);
        }
    }
}

// ------------------------------------------------------------------------------ motion

// A float and a body that is about as heavy as water stay where the waves are, by either scheme.
TEST(motion) {
    struct buoy_waves *waves = make_wave(0.5, 10.0, 0.25);
    const struct buoy_water water = in_waves(waves, 0.0, BUOY_WAVES_DECAY);
    for (int scheme = 0; scheme < 2; ++scheme) {
        for (int heavy = 0; heavy < 2; ++heavy) {
            struct buoy_model *model =
                drifting_shape(BUOY_SHAPE_BOX, 1.0f, 0.5f, 0.25f, heavy ? 1020.0 : 300.0,
                               (struct buoy_drag){1.0, 1.0, 0.5});
            struct motion_body body = drifting_body(model, 0.0, 0.0, 0.0, 0.0);
            struct motion_query query = drifting_query(&body, 1, &water, 1.0 / 60.0, scheme);
            double fastest = 0.0;
            for (int n = 0; n < 60 * 60; ++n) {
                drifting_advance(&query, 1);
                fastest = fmax(fastest, buoy_length(body.velocity));
            }
            print_message("scheme %d, %s: z = %g, fastest %g m/s\n", scheme,
                          heavy ? "heavy" : "light", body.position[2], fastest);
            assert_true(fabs(body.position[2]) < 3.0 && fastest < 5.0 && fastest > 0.1);
        }
    }
}

// Far below the waves a ball as heavy as water goes straight on, by either scheme: the implicit one
// looks at the energy below the plane that the waves have at the surface.
TEST(straight_on) {
    struct buoy_waves *waves = make_wave(0.5, 10.0, 0.25);
    const struct buoy_water water = in_waves(waves, 0.0, BUOY_WAVES_DECAY);
    struct buoy_model *model =
        drifting_shape(BUOY_SHAPE_SPHERE, 1.0f, 0.0f, 0.0f, water.density, (struct buoy_drag){0});
    for (int scheme = 0; scheme < 2; ++scheme) {
        struct motion_body ball = drifting_body(model, -60.0, 0.0, 0.0, 0.0);
        struct motion_query query = drifting_query(&ball, 1, &water, 1.0 / 20.0, scheme);
        ball.velocity[0] = 1.0;
        drifting_advance(&query, 20 * 20);
        // The stiffness of the implicit scheme, along the surface's normal, brakes it by .7 %.
        assert_true(fabs(ball.velocity[0] - 1.0) <= (scheme ? 0.02 : 1e-6));
    }
}

TEST_FIXTURE(stepping_make, NULL)
