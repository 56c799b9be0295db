// From a rigid body's state to the water plane that its mesh meets.
#include "bodies/placing.h"

#include <float.h>

#include "base/status.h"
#include "mesh/plane.h"
#include "water/sample.h"

static enum buoy_status check_body(const struct buoy_body *body, size_t index,
                                   struct buoy_error *error) {
    if (!(body->mesh->volume > 0.0) || body->mass <= 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: %s", index,
                         body->mass <= 0.0 ? "its mass must be above 0"
                                           : "its mesh encloses nothing");
    }
    if (!buoy_within(body->pose.position, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->velocity, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->angular_velocity, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->centre_of_mass, 3, BUOY_FORCES_MOST) ||
        !buoy_within(&body->mass, 1, BUOY_FORCES_MOST) ||
        !buoy_within(body->inverse_inertia, 9, BUOY_FORCES_MOST) ||
        !buoy_within(body->pose.rotation, 4, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "body %zu: a number is not finite or beyond %g", index, BUOY_FORCES_MOST);
    }
    return BUOY_OK;
}

// The plane through the heights at 3 × 3 places about (x, y), `step` apart, that fits them best:
// its upward normal, of unit length. Returns its offset in `offset`.
static enum buoy_status fit_plane(const struct buoy_water *water, double x, double y, double step,
                                  double up[3], double *offset) {
    double px[9], py[9];
    float height[9];
    for (int i = 0; i < 9; ++i) {
        const int column = i % 3 - 1, row = i / 3 - 1;
        px[i] = x + column * step;
        py[i] = y + row * step;
    }
    struct buoy_surface surface = {px, py, 9, height, NULL, NULL};
    const enum buoy_status status = buoy_water_sample(water, &surface, NULL);
    if (status != BUOY_OK) {
        return status;
    }
    double sum = 0.0, along_x = 0.0, along_y = 0.0;
    for (int i = 0; i < 9; ++i) {
        const int column = i % 3 - 1, row = i / 3 - 1;
        sum += (double)height[i];
        along_x += column * (double)height[i];
        along_y += row * (double)height[i];
    }
    const double slope_x = along_x / (6.0 * step), slope_y = along_y / (6.0 * step);
    const double length = sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    up[0] = -slope_x / length;
    up[1] = -slope_y / length;
    up[2] = 1.0 / length;
    *offset = up[0] * x + up[1] * y + up[2] * (sum / 9.0);
    return BUOY_OK;
}

// The water's surface about a body whose box has its centre there, as a plane of the world.
static enum buoy_status find_surface(const struct buoy_water *water, const struct buoy_mesh *mesh,
                                     const double centre[3], double up[3], double *offset) {
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane *plane = &water->plane;
        const double n[3] = {(double)plane->normal[0], (double)plane->normal[1],
                             (double)plane->normal[2]};
        const double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
        const double scaled[3] = {n[0] / largest, n[1] / largest, n[2] / largest};
        const double length = buoy_length(scaled);
        for (int i = 0; i < 3; ++i) {
            up[i] = scaled[i] / length;
        }
        *offset = (double)plane->d / largest / length;
        return BUOY_OK;
    }
    const double half = buoy_length(mesh->half_extent) * mesh->scale;
    return fit_plane(water, centre[0], centre[1], 0.5 * half, up, offset);
}

enum buoy_status buoy_place(const struct buoy_body_query *query, size_t index,
                            struct buoy_placed *placed, struct buoy_error *error) {
    const struct buoy_body *body = &query->bodies[index];
    double centre[3], offset, n[3];
    if (!body->mesh) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: no mesh", index);
    }
    enum buoy_status status = check_body(body, index, error);
    if (status != BUOY_OK) {
        return status;
    }
    if (!buoy_pose_rotation(&body->pose, &placed->rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                         "body %zu: its rotation is not a unit quaternion", index);
    }
    buoy_to_world(placed, body, body->centre_of_mass, placed->centre_of_mass);
    buoy_to_world(placed, body, body->mesh->centre, centre);
    status = find_surface(query->water, body->mesh, centre, placed->up, &offset);
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "body %zu: the water at its place: %s", index,
                         buoy_status_text(status));
    }
    buoy_rotate_back(&placed->rotation, placed->up, n);
    placed->plane = (struct buoy_plane){{(float)n[0], (float)n[1], (float)n[2]}, 0.0f};
    // The normal is rounded about the middle of the mesh, wherever that lies in its frame.
    const double off[3] = {(double)placed->plane.normal[0] - n[0],
                           (double)placed->plane.normal[1] - n[1],
                           (double)placed->plane.normal[2] - n[2]};
    placed->offset =
        offset - buoy_dot(placed->up, body->pose.position) + buoy_dot(off, body->mesh->centre);
    if (!buoy_region_holds(query->water->region, centre)) {
        placed->offset = -(double)FLT_MAX;
    }
    placed->offset = buoy_clamp(placed->offset, -(double)FLT_MAX, (double)FLT_MAX);
    return BUOY_OK;
}
