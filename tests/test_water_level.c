// Waves and patches about a level: a lake and the bodies in it, lifted together, answer as they
// did. Coordinates are multiples of 2^-20 and levels powers of two, so that nothing is rounded by
// it.
#include "body.h"
#include "buoyancy_step.h"
#include "next_kernel.h"
#include "owned.h"
#include "pressing.h"
#include "rng.h"
#include "test.h"

static const double levels[] = {128.0, -4096.0, 0.5};

static double on_grid(struct rng *rng, double range) {
    return nearbyint(rng_between(rng, -range, range) * 0x1p20) * 0x1p-20;
}

// Waves, waves that die away, and a patch.
enum {
    water_count = 3
};

static struct buoy_water make_water(size_t which) {
    static const struct buoy_wave waves[] = {
        {.amplitude = 0.3f, .wavelength = 7.0f, .direction = 0.4f, .phase = 1.0f},
        {.amplitude = 0.1f, .wavelength = 2.0f, .direction = 2.0f, .phase = 0.2f}};
    struct buoy_water water = buoy_calm_sea();
    water.kind = BUOY_WATER_WAVES;
    water.waves = waves_of(waves, 2, 9.81);
    water.time = 3.25;
    water.wave_pressure = which == 1 ? BUOY_WAVES_DECAY : BUOY_WAVES_STATIC;
    if (which == 2) {
        water.kind = BUOY_WATER_PATCH;
        water.patch = patch_of_waves(water.waves, 6.0, 33, 33);
    }
    return water;
}

TEST(step) {
    struct rng rng = rng_make("water's level, step");
    static const enum buoy_shape_kind kinds[] = {BUOY_SHAPE_BOX, BUOY_SHAPE_SPHERE,
                                                 BUOY_SHAPE_CAPSULE};
    enum {
        count = 33
    };
    const struct buoy_model *models[count];
    for (size_t i = 0; i < count; ++i) {
        struct buoy_part part = buoy_part_default();
        struct buoy_model_input input = {0};
        part.shape.kind = kinds[i % 3];
        part.shape.size[0] = 0.5f;
        part.shape.size[1] = i % 3 == 1 ? 0.0f : 0.75f;
        part.shape.size[2] = i % 3 == 0 ? 0.25f : 0.0f;
        input.parts = &part;
        input.part_count = 1;
        input.mass.mass = 100.0;
        input.flags = BUOY_BODY_DOES_NOT_TURN;
        models[i] = model_of(&input);
    }
    for (size_t w = 0; w < water_count; ++w) {
        struct {
            double position[3], rotation[4], velocity[3], spin[3];
        } states[count];
        for (size_t i = 0; i < count; ++i) {
            memset(&states[i], 0, sizeof states[i]);
            for (size_t k = 0; k < 3; ++k) {
                states[i].position[k] = on_grid(&rng, k < 2 ? 4.0 : 0.7);
            }
            rng_direction(&rng, states[i].rotation);
        }
        struct buoy_water water = make_water(w);
        struct buoy_step_query query = {0};
        struct buoy_body_forces at_zero[count], lifted[count], alone[count];
        query.models = models;
        query.states.position = buoy_doubles(states[0].position, sizeof states[0]);
        query.states.rotation = buoy_doubles(states[0].rotation, sizeof states[0]);
        query.states.velocity = buoy_doubles(states[0].velocity, sizeof states[0]);
        query.states.spin = buoy_doubles(states[0].spin, sizeof states[0]);
        query.count = count;
        query.water = &water;
        assert_int_equal(buoy_water_forces_compute(&query, at_zero, NULL), BUOY_OK);
        for (size_t l = 0; l < COUNT_OF(levels); ++l) {
            for (size_t i = 0; i < count; ++i) {
                states[i].position[2] += levels[l];
            }
            water.level = levels[l];
            assert_int_equal(buoy_water_forces_compute(&query, lifted, NULL), BUOY_OK);
            for (uint32_t i = 0; i < count; ++i) {
                const struct buoy_body_forces *was = &at_zero[i], *is = &lifted[i];
                // Where waves die away, the plane is one of the world, and rounded there.
                const double most = w == 1 ? 1e-12 * 100.0 * fabs(levels[l]) : 0.0;
                for (size_t k = 0; k < 3; ++k) {
                    assert_true(fabs(is->buoyancy.force[k] - was->buoyancy.force[k]) <= 1e3 * most);
                    assert_true(fabs(is->buoyancy.torque[k] - was->buoyancy.torque[k]) <=
                                1e3 * most);
                }
                assert_true(fabs(is->volume - was->volume) <= most);
                assert_true(fabs(is->centre[2] - levels[l] - was->centre[2]) <= 1e-12);
                query.bodies = &i;
                query.count = 1;
                assert_int_equal(buoy_water_forces_compute(&query, alone, NULL), BUOY_OK);
                assert_memory_equal(&alone[i], is, sizeof *is);
                query.bodies = NULL;
                query.count = count;
            }
            for (size_t i = 0; i < count; ++i) {
                states[i].position[2] -= levels[l];
            }
        }
    }
}

TEST(pressure) {
    static _Alignas(64) char scratch[1 << 16];
    struct body body = body_builtin("builtin:barrel:100");
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_KEEP_ALL);
    struct rng rng = rng_make("water's level, pressure");
    for (size_t w = 0; w < water_count; ++w) {
        struct pressing pressing = {.body = "a barrel", .mesh = mesh, .water = make_water(w)};
        pressing.pose = buoy_pose_identity();
        for (size_t k = 0; k < 3; ++k) {
            pressing.pose.position[k] = on_grid(&rng, k < 2 ? 3.0 : 0.2);
        }
        rng_direction(&rng, pressing.pose.rotation);
        pressing.pose.rotation[3] = 0.0;
        const struct buoy_kernel *kernel;
        for (size_t k = 0; (kernel = next_kernel("pressure", &k));) {
            double points[2][600];
            struct buoy_waterline line[2];
            struct buoy_pressure got[2];
            for (int lifted = 0; lifted < 2; ++lifted) {
                pressing.water.level = lifted ? 128.0 : 0.0;
                pressing.pose.position[2] += pressing.water.level;
                struct buoy_pressure_query query =
                    pressing_query(&pressing, scratch, sizeof scratch);
                line[lifted] = (struct buoy_waterline){.points = points[lifted], .capacity = 100};
                query.kernel = kernel;
                assert_int_equal(buoy_pressure_compute(&query, &line[lifted], &got[lifted], NULL),
                                 BUOY_OK);
                pressing.pose.position[2] -= pressing.water.level;
            }
            // What is about the origin has a longer arm, which is level: it turns about it alike.
            assert_memory_equal(got[1].force, got[0].force, sizeof got[0].force);
            assert_memory_equal(got[1].torque, got[0].torque, sizeof got[0].torque);
            assert_true(got[1].wetted_area == got[0].wetted_area);
            assert_int_equal(line[1].count, line[0].count);
            for (size_t i = 0; i < 6 * line[0].count && i < 600; ++i) {
                const double up = i % 3 == 2 ? 128.0 : 0.0;
                assert_true(fabs(points[1][i] - up - points[0][i]) <= 1e-12);
            }
        }
    }
}

TEST(heights_and_orbits) {
    for (size_t w = 0; w < water_count; ++w) {
        struct buoy_water water = make_water(w);
        const double x[2] = {0.5, -2.0}, y[2] = {1.0, 3.0};
        float low[2], high[2];
        struct buoy_surface surface = {.x = x, .y = y, .count = 2, .height = low};
        assert_int_equal(buoy_water_sample(&water, &surface, NULL), BUOY_OK);
        water.level = 128.0;
        surface.height = high;
        assert_int_equal(buoy_water_sample(&water, &surface, NULL), BUOY_OK);
        for (int i = 0; i < 2; ++i) {
            assert_true((double)high[i] == (double)(float)((double)low[i] + 128.0));
        }
        if (water.waves) {
            const double points[2][6] = {{1.0, 2.0, -0.75, 0.0, 1.0, 0.5},
                                         {1.0, 2.0, 127.25, 0.0, 1.0, 128.5}};
            double velocities[2][6];
            for (int i = 0; i < 2; ++i) {
                struct buoy_orbital_motion orbital = {0};
                orbital.waves = water.waves;
                orbital.time = 1.5;
                orbital.level = i ? 128.0 : 0.0;
                buoy_waves_orbital_velocity(&orbital, points[i], 2, velocities[i]);
            }
            assert_memory_equal(velocities[0], velocities[1], sizeof velocities[0]);
        }
    }
}
