// Bodies of all kinds for the family `step`: their models, their states, and the water.
#ifndef TESTS_STEPPING_H
#define TESTS_STEPPING_H

#include "buoyancy_step.h"
#include "next_kernel.h"
#include "rng.h"

enum {
    stepping_most = 200,
    stepping_models = 24,
    stepping_parts = 4,
};

// The state of a body, as many programs have it.
struct stepping_state {
    double position[3], rotation[4], velocity[3], angular_velocity[3];
};

// What a model was made of.
struct stepping_model {
    const char *name;
    struct buoy_part parts[stepping_parts];
    struct buoy_model_input input;
    struct buoy_model *model;
};

extern struct stepping_model stepping_made[stepping_models];
extern size_t stepping_made_count;

// Setup of a group of tests: makes the models.
int stepping_make(void **state);

// Ends them before the test, or the program's tests, do.
void stepping_free(void);

// The model of that name; the test fails if there is none.
const struct stepping_model *stepping_model(const char *name);

// A crowd of bodies in the water.
struct stepping {
    size_t count;
    size_t made[stepping_most]; // which of stepping_made
    const struct buoy_model *models[stepping_most];
    struct stepping_state states[stepping_most];
    struct buoy_water water;
    double dt;
};

// Bodies of any models about the water's surface, of numbers that nothing but the library rounds.
void stepping_random(struct rng *rng, size_t count, struct stepping *crowd);

// Puts a crowd into eight waves, long and short; or upon a patch with their heights.
void stepping_into_waves(struct stepping *crowd, double time);
void stepping_onto_patch(struct stepping *crowd);

// States from the first one on, as they are.
struct buoy_states stepping_states(const struct stepping_state *first);

// All that is asked about them, of their states as they are.
struct buoy_step_query stepping_query(const struct stepping *crowd);

// Asks about the crowd with the layout of the query given; the test fails unless all are answered.
void stepping_ask(const struct buoy_kernel *kernel, const struct buoy_step_query *query,
                  struct buoy_body_forces *results);

// The rotation of a quaternion, by rows, in double.
void stepping_rotation(const double q[4], double rows[3][3]);

#endif
