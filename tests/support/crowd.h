// Crowds of bodies with a known submerged part, for the family `forces`.
#ifndef TESTS_CROWD_H
#define TESTS_CROWD_H

#include "buoyancy_forces.h"
#include "next_kernel.h"
#include "rng.h"

enum {
    crowd_most = 200
};

struct crowd {
    struct buoy_submerged submerged[crowd_most];
    struct buoy_drag_body bodies[crowd_most];
    struct buoy_drag_motion motions[crowd_most];
    struct buoy_met_water waters[crowd_most];
    size_t count;
    struct buoy_drag drag;
    double dt;
};

// As many bodies, of numbers that nothing but the library rounds, with drag weak or strong and
// steps short or long. Of some bodies much is 0: what is submerged, velocities, the arm.
void crowd_make(struct rng *rng, size_t count, struct crowd *crowd);

// All that is asked about them, in sea water.
struct buoy_forces_query crowd_query(const struct crowd *crowd);

// What the formulas of buoyancy_forces.h say, body by body.
void crowd_expect(const struct crowd *crowd, struct buoy_forces *expected);

#endif
