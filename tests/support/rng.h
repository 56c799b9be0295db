// Random numbers for tests: the same ones every time, unless BUOY_TEST_SEED says otherwise.
#ifndef TESTS_RNG_H
#define TESTS_RNG_H

#include <stdint.h>

#include "buoyancy.h"

struct rng {
    uint64_t state;
};

// A stream of its own for each use, named so that tests replay alone as well as in company. Prints
// the seed the first time.
struct rng rng_make(const char *name);

uint64_t rng_bits(struct rng *rng);
size_t rng_below(struct rng *rng, size_t bound); // 0 … bound − 1
double rng_between(struct rng *rng, double low, double high);

// Any bits that are a finite number: from the smallest denormal to the largest float.
float rng_finite(struct rng *rng);

// A unit vector, uniform on the sphere.
void rng_direction(struct rng *rng, double n[3]);

// A plane whose normal is uniform on the sphere and whose d is uniform over the mesh's extent along
// it: 2–98 % of the bounding box's.
struct buoy_plane rng_plane(struct rng *rng, const struct buoy_mesh *mesh);

#endif
