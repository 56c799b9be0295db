// Bodies to put into water, and the answers of buoy_body_forces_compute() about them.
#ifndef TESTS_FLOATING_H
#define TESTS_FLOATING_H

#include "buoyancy_forces.h"
#include "rng.h"

// A concave star, a box and a Wigley hull: made by the setup, freed by the teardown of a group.
extern struct buoy_mesh *floating_meshes[3];
int floating_setup(void **state);
int floating_teardown(void **state);

// A body of 100 kg, with its mesh unmoved.
struct buoy_body floating_at_rest(const struct buoy_mesh *mesh);

// A body with one of the meshes, anywhere within a metre, turned, moving.
struct buoy_body floating_random(struct rng *rng);
void floating_random_vector(struct rng *rng, double most, double v[3]);
void floating_normalise(double q[4]);

extern const struct buoy_drag floating_no_drag;

// The test fails if the body is refused.
struct buoy_body_forces floating_ask(const struct buoy_body *body, const struct buoy_water *water,
                                     struct buoy_drag drag);

// Fails unless three components differ by no more than `most`.
void floating_expect_near(const double a[3], const double b[3], double most);

#endif
