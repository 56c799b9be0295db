// 3000 bodies of three models float in waves; four threads share them.
#include <math.h>
#include <stdio.h>
#include <threads.h>

#include <buoyancy_step.h>

enum {
    bodies = 3000,
    threads = 4,
    block = bodies / threads,
    models = 3
};
struct state { // of a body, as you like: the step reads it where it is
    double position[3], rotation[4], velocity[3], spin[3];
};
static struct state states[bodies];
static const struct buoy_model *model_of[bodies];
static struct buoy_water sea;
static const double dt = 1.0 / 60.0;

// Once for each kind of body: a crate, a ball, and a catamaran of two boxes.
static struct buoy_model *make_model(int kind) {
    struct buoy_part parts[2] = {buoy_part_default(), buoy_part_default()};
    const double densities[2] = {500.0, 500.0};
    if (kind == 0) {
        parts[0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {0.5f, 0.5f, 0.5f}};
    } else if (kind == 1) {
        parts[0].shape = (struct buoy_shape){BUOY_SHAPE_SPHERE, {0.5f}};
    } else {
        parts[0].shape = (struct buoy_shape){BUOY_SHAPE_BOX, {2.0f, 0.25f, 0.25f}};
        parts[1].shape = parts[0].shape;
        parts[0].place.position[1] = -1.0;
        parts[1].place.position[1] = 1.0;
    }
    struct buoy_model_input input = {0};
    input.parts = parts, input.part_count = kind == 2 ? 2 : 1, input.densities = densities;
    input.drag = (struct buoy_drag){.linear = 2.0, .angular = 2.0};
    struct buoy_model *model;
    struct buoy_error error;
    if (buoy_model_create(&input, &model, &error) != BUOY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return NULL;
    }
    return model;
}

// Your engine's part, here for translations alone.
static void move(struct state *state) {
    state->velocity[2] -= dt * sea.gravity;
    for (int k = 0; k < 3; ++k) {
        state->position[k] += dt * state->velocity[k];
    }
}

// A thread's share of the arrays. An answer does not depend on how they are split.
static int simulate(void *first_body) {
    struct state *state = first_body;
    struct buoy_water water = sea;
    struct buoy_step_query query = {0};
    query.models = &model_of[state - states];
    query.states.position = buoy_doubles(state->position, sizeof *state);
    query.states.rotation = buoy_doubles(state->rotation, sizeof *state);
    query.states.velocity = buoy_doubles(state->velocity, sizeof *state);
    query.states.spin = buoy_doubles(state->spin, sizeof *state);
    query.effects.kind = BUOY_VELOCITIES; // what the water changes is added to the velocity
    query.effects.linear = buoy_to_doubles(state->velocity, sizeof *state);
    query.effects.add = true;
    query.count = block;
    query.water = &water;
    query.dt = dt;
    for (int step = 0; step < 600; ++step) {
        struct buoy_error error;
        water.time = step * dt;
        if (buoy_water_forces_compute(&query, NULL, &error) != BUOY_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        for (size_t i = 0; i < block; ++i) {
            move(&state[i]);
        }
    }
    return 0;
}

int main(void) {
    struct buoy_model *made[models];
    struct buoy_waves *waves;
    struct buoy_wave swell = buoy_wave_default();
    swell.amplitude = 0.5f, swell.wavelength = 40.0f;
    for (int kind = 0; kind < models; ++kind) {
        made[kind] = make_model(kind);
        if (!made[kind]) {
            return 1;
        }
    }
    if (buoy_waves_create(&swell, 1, BUOY_GRAVITY, 0.0, &waves, NULL) != BUOY_OK) {
        return 1;
    }
    sea = buoy_calm_sea(BUOY_Z_UP);
    sea.kind = BUOY_WATER_WAVES, sea.waves = waves;
    for (int i = 0; i < bodies; ++i) {
        states[i] = (struct state){{i % 60 * 5.0, i / 60 * 5.0, 1.0},
                                   {0.0, 0.0, 0.0, 1.0},
                                   {0.0, 0.0, 0.0},
                                   {0.0, 0.0, 0.0}};
        model_of[i] = made[i % models];
    }
    thrd_t thread[threads];
    int failed = 0;
    for (int t = 0; t < threads; ++t) {
        if (thrd_create(&thread[t], simulate, &states[t * block]) != thrd_success) {
            return 1;
        }
    }
    for (int t = 0; t < threads; ++t) {
        int result;
        thrd_join(thread[t], &result);
        failed = failed || result != 0;
    }
    double highest = 0.0;
    for (int i = 0; i < bodies; ++i) {
        highest = fmax(highest, fabs(states[i].position[2]));
    }
    printf("all bodies within %.2f m of the level of the sea\n", highest);
    buoy_waves_destroy(waves);
    for (int kind = 0; kind < models; ++kind) {
        buoy_model_destroy(made[kind]);
    }
    return failed || !(highest > 0.2 && highest < 1.0);
}
