// Random numbers for tests.
#include "rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed(void) {
    static bool known;
    static uint64_t value = 1;
    if (!known) {
        const char *text = getenv("BUOY_TEST_SEED");
        if (text && *text) {
            value = strtoull(text, NULL, 0);
        }
        printf("BUOY_TEST_SEED=%llu\n", (unsigned long long)value);
        known = true;
    }
    return value;
}

struct rng rng_make(const char *name) {
    struct rng rng = {seed()};
    for (; *name; ++name) {
        rng.state = rng_bits(&rng) ^ (unsigned char)*name;
    }
    return rng;
}

// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
uint64_t rng_bits(struct rng *rng) {
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t rng_below(struct rng *rng, size_t bound) {
    return (size_t)(rng_bits(rng) % bound);
}

double rng_between(struct rng *rng, double low, double high) {
    return low + (high - low) * ((double)(rng_bits(rng) >> 11) * 0x1p-53);
}

float rng_finite(struct rng *rng) {
    float value;
    do {
        const uint32_t bits = (uint32_t)rng_bits(rng);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

void rng_direction(struct rng *rng, double n[3]) {
    const double two_pi = 6.283185307179586;
    const double z = rng_between(rng, -1.0, 1.0);
    const double angle = rng_between(rng, 0.0, two_pi);
    const double r = sqrt(1.0 - z * z);
    n[0] = r * cos(angle);
    n[1] = r * sin(angle);
    n[2] = z;
}

struct buoy_plane rng_plane(struct rng *rng, const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    double n[3], middle = 0.0, reach = 0.0;
    rng_direction(rng, n);
    for (int i = 0; i < 3; ++i) {
        middle += n[i] * info.centre[i];
        reach += fabs(n[i]) * info.half_extent[i];
    }
    const double d = middle + reach * rng_between(rng, -0.96, 0.96);
    return (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, (float)d};
}
