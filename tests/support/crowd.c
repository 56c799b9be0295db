#include "crowd.h"

#include <string.h>

#include "dispatch/registry.h"

// Multiples of 1/64 between −most and most.
static double random_number(struct rng *rng, size_t most) {
    return ((double)rng_below(rng, 128 * most) - 64.0 * (double)most) / 64.0;
}

static double random_positive(struct rng *rng, size_t most) {
    return (double)(1 + rng_below(rng, 64 * most)) / 64.0;
}

// 0 for one body in eight.
static void random_vector(struct rng *rng, size_t most, double v[3]) {
    const bool zero = rng_below(rng, 8) == 0;
    for (int i = 0; i < 3; ++i) {
        v[i] = zero ? 0.0 : random_number(rng, most);
    }
}

// Symmetric and diagonally dominant; 0 of a body that cannot be turned.
static void random_inertia(struct rng *rng, double inverse[9]) {
    memset(inverse, 0, 9 * sizeof *inverse);
    if (rng_below(rng, 8) == 0) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        inverse[4 * i] = 2.0 + random_positive(rng, 2);
        for (int j = 0; j < i; ++j) {
            inverse[3 * i + j] = inverse[3 * j + i] = random_number(rng, 1);
        }
    }
}

void crowd_make(struct rng *rng, size_t count, struct crowd *crowd) {
    static const double steps[] = {0.0, 1.0 / 64.0, 1.0 / 4.0, 16.0};
    crowd->count = count;
    for (size_t i = 0; i < count; ++i) {
        static const double normals[][3] = {
            {0.0, 0.0, 1.0}, {0.6, 0.0, 0.8}, {-0.28, 0.96, 0.0}, {0.48, -0.64, 0.6}};
        struct buoy_submerged *wet = &crowd->submerged[i];
        struct buoy_drag_body *body = &crowd->bodies[i];
        struct buoy_drag_motion *motion = &crowd->motions[i];
        struct buoy_met_water *water = &crowd->waters[i];
        body->mass = random_positive(rng, 100);
        body->volume = random_positive(rng, 4);
        body->length = random_positive(rng, 4);
        random_inertia(rng, body->inverse_inertia);
        wet->volume = body->volume * (double)rng_below(rng, 9) / 8.0;
        wet->wetted_area = wet->volume > 0.0 ? random_positive(rng, 8) : 0.0;
        random_vector(rng, 100, motion->centre_of_mass);
        random_vector(rng, 2, wet->centre);
        for (int k = 0; k < 3; ++k) {
            wet->centre[k] += motion->centre_of_mass[k];
        }
        random_vector(rng, 4, motion->velocity);
        random_vector(rng, 4, motion->angular_velocity);
        random_vector(rng, 1, water->velocity);
        memcpy(water->up, normals[rng_below(rng, 4)], sizeof water->up);
    }
    crowd->drag.linear = (double)rng_below(rng, 64) / 8.0;
    crowd->drag.angular = (double)rng_below(rng, 64) / 8.0;
    crowd->drag.quadratic = rng_below(rng, 2) ? (double)rng_below(rng, 8) / 8.0 : 0.0;
    crowd->dt = steps[rng_below(rng, 4)];
}

struct buoy_forces_query crowd_query(const struct crowd *crowd) {
    return (struct buoy_forces_query){
        .submerged = crowd->submerged,
        .bodies = crowd->bodies,
        .motions = crowd->motions,
        .waters = crowd->waters,
        .count = crowd->count,
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
        .drag = crowd->drag,
        .dt = crowd->dt,
    };
}

void crowd_expect(const struct crowd *crowd, struct buoy_forces *expected) {
    for (size_t i = 0; i < crowd->count; ++i) {
        const struct buoy_drag_motion *motion = &crowd->motions[i];
        const struct buoy_met_water *water = &crowd->waters[i];
        buoy_buoyancy_force(&crowd->submerged[i], motion->centre_of_mass, water->up, BUOY_SEA_WATER,
                            BUOY_GRAVITY, &expected[i].buoyancy);
        buoy_drag_force(&crowd->submerged[i], &crowd->bodies[i], motion, water->velocity,
                        BUOY_SEA_WATER, &crowd->drag, crowd->dt, &expected[i].drag);
    }
}
