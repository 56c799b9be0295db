// Single bodies of one mesh to put into water, and what the step says of them.
#ifndef TESTS_FLOATING_H
#define TESTS_FLOATING_H

#include "buoyancy_step.h"

// A body of one mesh.
struct floating_body {
    const struct buoy_mesh *mesh;
    struct buoy_pose pose;
    double velocity[3], angular_velocity[3], centre_of_mass[3];
    double mass;
    double inertia[3]; // about the mesh's axes; 0: it cannot be turned
    double length;     // as in struct buoy_model_input
};

// A body of 100 kg, with its mesh unmoved.
struct floating_body floating_at_rest(const struct buoy_mesh *mesh);

extern const struct buoy_drag floating_no_drag;

// A body's model, and its only state as a query, which keeps the addresses of its arguments.
enum buoy_status floating_model(const struct floating_body *body, struct buoy_drag drag,
                                struct buoy_model **model, struct buoy_error *error);
struct buoy_step_query floating_query(const struct floating_body *body,
                                      const struct buoy_model *const *model,
                                      const struct buoy_water *water, double dt);

// What is said of a body, by buoy_water_forces_compute(). The first one's test fails if the body is
// refused.
struct buoy_body_forces floating_ask(const struct floating_body *body,
                                     const struct buoy_water *water, struct buoy_drag drag);
enum buoy_status floating_ask_within(const struct floating_body *body,
                                     const struct buoy_water *water, struct buoy_drag drag,
                                     double dt, struct buoy_body_forces *forces,
                                     struct buoy_error *error);

// Fails unless three components differ by no more than `most`.
void floating_expect_near(const double a[3], const double b[3], double most);

#endif
