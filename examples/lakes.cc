// A lake in the hills and a river by the sea: one call serves the bodies that are awake in both.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>

#include <buoyancy_step.h>

struct ball { // in your engine
    float position[3], rotation[4], velocity[3], spin[3];
    float force[3];
};

int main() {
    buoy_part part = buoy_part_default();
    part.shape.kind = BUOY_SHAPE_SPHERE;
    part.shape.size[0] = 0.5f;
    const double density = 512.5; // half of it is submerged
    buoy_model_input input = {};
    input.parts = &part, input.part_count = 1, input.densities = &density;
    input.drag.linear = 1.0;
    buoy_model *made;
    buoy_error error;
    if (buoy_model_create(&input, &made, &error) != BUOY_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const std::unique_ptr<buoy_model, void (*)(buoy_model *)> model(made, buoy_model_destroy);

    buoy_water waters[2] = {buoy_calm_sea(BUOY_Z_UP), buoy_calm_sea(BUOY_Z_UP)};
    waters[0].plane.d = 800.0f; // the lake's height
    waters[1].current[0] = 2.0; // the river's, m/s along x
    ball balls[3] = {{{0, 0, 800}, {0, 0, 0, 1}, {}, {}, {}},
                     {{9, 0, 800}, {0, 0, 0, 1}, {}, {}, {}}, // asleep
                     {{0, 9, 0}, {0, 0, 0, 1}, {}, {}, {}}};
    const buoy_model *const models[3] = {made, made, made};
    const std::uint32_t awake[2] = {2, 0}, water_of[3] = {0, 0, 1};

    buoy_step_query query = {};
    query.models = models;
    query.states.position = buoy_floats(balls->position, sizeof *balls);
    query.states.rotation = buoy_floats(balls->rotation, sizeof *balls);
    query.states.velocity = buoy_floats(balls->velocity, sizeof *balls);
    query.states.spin = buoy_floats(balls->spin, sizeof *balls);
    query.effects.linear = buoy_to_floats(balls->force, sizeof *balls);
    query.bodies = awake, query.count = 2;
    buoy_step_options options = {};
    options.water_of = water_of, options.water_count = 2;
    query.water = waters, query.options = &options;
    query.dt = 1.0 / 60.0;
    if (buoy_water_forces_compute(&query, nullptr, &error) != BUOY_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const double half = 1025.0 * 9.81 * std::acos(-1.0) / 12.0; // ρ g × half of the volume
    std::printf("lifted by %.0f N and %.0f N, swept along by %.0f N\n", balls[0].force[2],
                balls[2].force[2], balls[2].force[0]);
    return !(std::fabs(balls[0].force[2] - half) < 1.0 && balls[0].force[0] == 0.0f &&
             std::fabs(balls[2].force[2] - half) < 1.0 && balls[2].force[0] > 1.0f &&
             balls[1].force[2] == 0.0f);
}
