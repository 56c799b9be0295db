// The sphere, a body of revolution whose rings are equally far apart along the meridian.
#include "shapes.h"

#include <stdlib.h>

#define RADIUS 0.5

bool shape_unit_sphere(size_t triangles, struct mesh_data *data) {
    const uint32_t half_count = shape_half_count(triangles, 3);
    uint32_t count =
        shape_round(SHAPE_PI / shape_ring_distance(4.0 * SHAPE_PI, half_count + 2)) - 1;
    count = count > half_count / 3 ? half_count / 3 : count;
    struct shape_ring *rings = malloc(count * sizeof *rings);
    if (!rings) {
        return false;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const struct shape_direction d = shape_turn(k + 1, 2 * (count + 1));
        rings[k] = (struct shape_ring){.r = d.y, .z = d.x};
    }
    const bool made = shape_revolve(data, half_count, rings, count, 1.0, -1.0);
    free(rings);
    return made;
}

bool shape_sphere(size_t triangles, struct mesh_data *data) {
    if (!shape_unit_sphere(triangles, data)) {
        return false;
    }
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        data->positions[i] *= RADIUS; // a power of two: exact
    }
    data->closed_form_volume = 4.0 / 3.0 * SHAPE_PI * RADIUS * RADIUS * RADIUS;
    return true;
}
