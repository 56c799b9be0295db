// From a rigid body's state to the water plane that its mesh meets.
#include "bodies/placing.h"

#include <float.h>

#include "base/rounding.h"
#include "base/status.h"
#include "mesh/plane.h"
#include "water/fit.h"

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
void buoy_find_footprint(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
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
    buoy_find_footprint(rotation, spread, middle, &footprint);
    return fit_plane(water, &footprint, up, offset);
}

// What the pool holds of a body that is placed but for that.
static void hold(const struct buoy_region *region, const struct buoy_mesh *mesh,
                 struct buoy_placed *placed) {
    struct buoy_wader wader = {.depth = placed->depth};
    for (int i = 0; i < 3; ++i) {
        const double *row = placed->rotation.row[i];
        wader.middle[i] = placed->middle[i];
        wader.up[i] = placed->up[i];
        for (int j = 0; j < 3; ++j) {
            wader.reach[i] += fabs(row[j]) * (mesh->half_extent[j] * mesh->scale);
        }
    }
    buoy_pool_hold(region, &wader, &placed->held);
}

enum buoy_status buoy_place(const struct buoy_body_query *query, size_t index,
                            struct buoy_placed *placed, struct buoy_error *error) {
    const struct buoy_body *body = &query->bodies[index];
    double offset, n[3];
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
    buoy_to_world(placed, body, body->mesh->centre, placed->middle);
    status = buoy_find_surface(query->water, &placed->rotation, placed->middle, &body->mesh->spread,
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
    placed->depth = offset - buoy_dot(placed->up, placed->middle);
    hold(query->water->region, body->mesh, placed);
    if (placed->held.share == 0.0) {
        // Two diagonals above the water.
        const double diagonal = 2.0 * buoy_length(body->mesh->half_extent) * body->mesh->scale;
        placed->offset = buoy_dot(n, body->mesh->centre) - 2.0 * diagonal;
    }
    placed->offset = buoy_clamp(placed->offset, -(double)FLT_MAX, (double)FLT_MAX);
    return BUOY_OK;
}

// ---------------------------------------------------------------- waves that die away

// The pressure is p = ρ g (ζ − z), ζ = Σ a e^{kz'} sin θ, with z' the height above the surface (≤
// 0). On a submerged body it has the force −∫ ∇p dV = ρ g ∫ (ẑ − ∇ζ) dV, the integral over what is
// submerged. Its volume V is that below the best-fit plane, whose height the decay leaves alone. In
// the integral, e^{kz'} is taken at the centre of buoyancy, and sin θ and cos θ are averaged over
// the body's ellipsoid, by F of the plane's fit (../water/fit.c):
//   ρ g V (ẑ − Σ a e^{kz'} F (k⃗ cos θ + ẑ k sin θ)).
// The pull varies along the body, which turns it: as for the plane's slope, the means of sin θ and
// cos θ times the place are cos θ H M k⃗ and −sin θ H M k⃗, with M the second moments per volume.
// With m = M k⃗ the torque is
//   ρ g V Σ a e^{kz'} H (−k cos θ m_y, k cos θ m_x, sin θ (k_y m_x − k_x m_y)).
// In long waves this is the force of the plane, but for its normal's length: the convention of the
// vertical (buoyancy_pressure.h).
//
// How good that is: a wall-sided body of draught T, in waves much longer than itself, heaves by
// e^{−kT} of ρ g a × its waterplane. Here it does by 1 − kT e^{−kT/2}, which is less than (kT)³/24
// more.
void buoy_let_decay(const struct buoy_water *water, const struct buoy_sunk *sunk,
                    struct buoy_body_forces *forces) {
    const double weight = water->density * water->gravity * forces->volume;
    const double below = sunk->depth > 0.0 ? -sunk->depth / sunk->up[2] : 0.0;
    struct buoy_pull pull;
    buoy_water_pull(water->waves, water->time, &sunk->footprint, below, &pull);
    for (int i = 0; i < 3; ++i) {
        forces->buoyancy.force[i] = weight * pull.force[i];
        forces->buoyancy.torque[i] = weight * pull.torque[i];
    }
    buoy_add_cross(sunk->arm, forces->buoyancy.force, forces->buoyancy.torque);
}
