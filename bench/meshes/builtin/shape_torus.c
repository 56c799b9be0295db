// A ring: circles of vertices about a circle.
#include "shapes.h"

#define MAJOR_RADIUS 1.0
#define MINOR_RADIUS 0.25

static const struct shape_family family = {
    .per_cell = 2,
    .least_across = 3,
    .least_along = 3,
    .step = 1,
    .aspect = MAJOR_RADIUS / MINOR_RADIUS,
};

bool shape_torus(size_t triangles, struct mesh_data *data) {
    const struct shape_grid grid = shape_nearest_grid(triangles, &family);
    const uint32_t across = grid.across, along = grid.along;
    if (!mesh_reserve(data, (size_t)across * along, shape_grid_triangles(&family, grid))) {
        return false;
    }
    for (uint32_t i = 0; i < along; ++i) {
        const struct shape_direction a = shape_turn(i, along);
        for (uint32_t j = 0; j < across; ++j) {
            const struct shape_direction b = shape_turn(j, across);
            const double r = MAJOR_RADIUS + MINOR_RADIUS * b.x;
            mesh_add_vertex(data, r * a.x, r * a.y, MINOR_RADIUS * b.y);
        }
    }
    for (uint32_t i = 0; i < along; ++i) {
        const uint32_t here = i * across, there = (i + 1) % along * across;
        for (uint32_t j = 0; j < across; ++j) {
            const uint32_t up = (j + 1) % across;
            mesh_add_quad(data, here + j, there + j, there + up, here + up);
        }
    }
    data->closed_form_volume =
        2.0 * SHAPE_PI * SHAPE_PI * MAJOR_RADIUS * MINOR_RADIUS * MINOR_RADIUS;
    return true;
}
