// From a rigid body's state to the water plane that its mesh meets.
#include "bodies/placing.h"

#include <float.h>

#include "base/rounding.h"
#include "base/status.h"
#include "mesh/plane.h"
#include "water/fit.h"
#include "water/sample.h"

static enum buoy_status check_body(const struct buoy_body *body, size_t index,
                                   struct buoy_error *error) {
    if (!(body->mesh->volume > 0.0) || body->mass <= 0.0 || body->length < 0.0) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "body %zu: %s", index,
                         body->mass <= 0.0    ? "its mass must be above 0"
                         : body->length < 0.0 ? "its length must be 0 or more"
                                              : "its mesh encloses nothing");
    }
    if (!buoy_within(body->pose.position, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->velocity, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->angular_velocity, 3, BUOY_FORCES_MOST) ||
        !buoy_within(body->centre_of_mass, 3, BUOY_FORCES_MOST) ||
        !buoy_within(&body->mass, 1, BUOY_FORCES_MOST) ||
        !buoy_within(&body->length, 1, BUOY_FORCES_MOST) ||
        !buoy_within(body->inverse_inertia, 9, BUOY_FORCES_MOST) ||
        !buoy_within(body->pose.rotation, 4, BUOY_FORCES_MOST)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE,
                         "body %zu: a number is not finite or beyond %g", index, BUOY_FORCES_MOST);
    }
    return BUOY_OK;
}

// The body seen from above: R T Rᵀ along x and y, of the tensor T in the mesh's frame.
static void find_footprint(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
                           const double middle[3], struct buoy_footprint *footprint) {
    const double *s = spread->second;
    double centroid[3], turned[2][3];
    buoy_rotate(rotation, spread->centroid, centroid);
    for (int i = 0; i < 2; ++i) {
        const double *row = rotation->row[i];
        turned[i][0] = row[0] * s[0] + row[1] * s[1] + row[2] * s[2];
        turned[i][1] = row[0] * s[1] + row[1] * s[3] + row[2] * s[4];
        turned[i][2] = row[0] * s[2] + row[1] * s[4] + row[2] * s[5];
        footprint->centre[i] = middle[i] + centroid[i];
    }
    footprint->ellipse[0] = 5.0 * buoy_dot(turned[0], rotation->row[0]);
    footprint->ellipse[1] = 5.0 * buoy_dot(turned[0], rotation->row[1]);
    footprint->ellipse[2] = 5.0 * buoy_dot(turned[1], rotation->row[1]);
}

// The best-fit plane: its upward normal, of unit length. Returns its offset in `offset`.
static enum buoy_status fit_plane(const struct buoy_water *water,
                                  const struct buoy_footprint *footprint, double up[3],
                                  double *offset) {
    struct buoy_fit fit;
    const enum buoy_status status = buoy_water_fit(water, footprint, &fit);
    if (status != BUOY_OK) {
        return status;
    }
    const double x = fit.slope_x, y = fit.slope_y, length = sqrt(1.0 + x * x + y * y);
    up[0] = -x / length;
    up[1] = -y / length;
    up[2] = 1.0 / length;
    *offset = up[0] * footprint->centre[0] + up[1] * footprint->centre[1] + up[2] * fit.height;
    return BUOY_OK;
}

enum buoy_status buoy_find_surface(const struct buoy_water *water,
                                   const struct buoy_rotation *rotation, const double middle[3],
                                   const struct buoy_spread *spread, double up[3], double *offset) {
    if (water->kind == BUOY_WATER_PLANE) {
        const struct buoy_plane *plane = &water->plane;
        for (int i = 0; i < 3; ++i) {
            up[i] = (double)plane->normal[i];
        }
        *offset = (double)plane->d;
        buoy_unit_plane(up, offset);
        return BUOY_OK;
    }
    struct buoy_footprint footprint;
    find_footprint(rotation, spread, middle, &footprint);
    return fit_plane(water, &footprint, up, offset);
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
    status = buoy_find_surface(query->water, &placed->rotation, centre, &body->mesh->spread,
                               placed->up, &offset);
    if (status != BUOY_OK) {
        return buoy_fail(error, status, "body %zu: the water at its place: %s", index,
                         buoy_status_text(status));
    }
    buoy_rotate_back(&placed->rotation, placed->up, n);
    // The normal is rounded about the middle of the mesh, wherever that lies in its frame.
    double off[3];
    placed->plane.d = 0.0f;
    for (int i = 0; i < 3; ++i) {
        const double rounded = buoy_rounded_to_float(n[i]);
        placed->plane.normal[i] = (float)rounded;
        off[i] = rounded - n[i];
    }
    placed->offset =
        offset - buoy_dot(placed->up, body->pose.position) + buoy_dot(off, body->mesh->centre);
    if (!buoy_region_holds(query->water->region, centre)) {
        // Two diagonals above the water.
        const double diagonal = 2.0 * buoy_length(body->mesh->half_extent) * body->mesh->scale;
        placed->offset = buoy_dot(n, body->mesh->centre) - 2.0 * diagonal;
    }
    placed->offset = buoy_clamp(placed->offset, -(double)FLT_MAX, (double)FLT_MAX);
    return BUOY_OK;
}
