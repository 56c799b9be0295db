// A barrel: flat ends, sides bulging as a parabola, axis along z.
#include "shapes.h"

#include <math.h>
#include <stdlib.h>

#define LENGTH 1.0
#define END_RADIUS 0.3
#define BELLY_RADIUS 0.4

// A flat end with `bands` bands, and a side with `staves` bands, whose radius is a parabola in z.
static void place_barrel_rings(struct shape_ring *rings, uint32_t bands, uint32_t staves) {
    const double bulge = BELLY_RADIUS - END_RADIUS;
    const uint32_t count = 2 * (bands - 1) + staves + 1;
    for (uint32_t k = 0; k + 1 < bands; ++k) {
        const double r = END_RADIUS * (k + 1) / bands;
        rings[k] = (struct shape_ring){.r = r, .z = LENGTH / 2.0};
        rings[count - 1 - k] = (struct shape_ring){.r = r, .z = -LENGTH / 2.0};
    }
    for (uint32_t k = 0; k <= staves; ++k) {
        const double t = 1.0 - 2.0 * k / staves; // z over half the length
        rings[bands - 1 + k] =
            (struct shape_ring){.r = BELLY_RADIUS - bulge * t * t, .z = t * (LENGTH / 2.0)};
    }
}

bool shape_barrel(size_t triangles, struct mesh_data *data) {
    const double bulge = BELLY_RADIUS - END_RADIUS;
    const double area = 2.0 * SHAPE_PI *
                        (END_RADIUS * END_RADIUS + (BELLY_RADIUS - bulge / 3.0) * LENGTH); // nearly
    const uint32_t half_count = shape_half_count(triangles, 6);
    const double distance = shape_ring_distance(area, half_count);
    const uint32_t bands = (uint32_t)fmax(1.0, END_RADIUS / distance + 0.5);
    uint32_t staves = (uint32_t)fmax(1.0, LENGTH / distance + 0.5);
    const uint32_t most = half_count / 3 - 1 - 2 * (bands - 1); // no ring below 3 vertices
    staves = staves > most ? most : staves;

    const uint32_t count = 2 * (bands - 1) + staves + 1;
    struct shape_ring *rings = malloc(count * sizeof *rings);
    if (!rings) {
        return false;
    }
    place_barrel_rings(rings, bands, staves);
    const bool made = shape_revolve(data, half_count, rings, count, LENGTH / 2.0, -LENGTH / 2.0);
    free(rings);
    // π ∫ (belly − bulge t²)² over the length
    data->closed_form_volume =
        SHAPE_PI * LENGTH *
        (BELLY_RADIUS * BELLY_RADIUS - 2.0 / 3.0 * BELLY_RADIUS * bulge + bulge * bulge / 5.0);
    return made;
}
