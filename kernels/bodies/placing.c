// From a rigid body's state to the water plane that its mesh meets.
#include "base/arithmetic.h"

#include "bodies/placing.h"

#include <float.h>
#include <string.h>

#include "base/rounding.h"
#include "base/status.h"
#include "mesh/plane.h"
#include "water/fit.h"
#include "water/flat.h"

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
        const struct buoy_plane64 plane = buoy_level_of(water);
        memcpy(up, plane.normal, sizeof plane.normal);
        *offset = plane.d;
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
    const double s = mesh->scale, *h = mesh->half_extent, half[3] = {h[0] * s, h[1] * s, h[2] * s};
    struct buoy_wader wader = {.depth = placed->depth};
    for (int i = 0; i < 3; ++i) {
        wader.middle[i] = placed->middle[i];
        wader.up[i] = placed->up[i];
        wader.reach[i] = buoy_reach(placed->rotation.row[i], half);
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

// The pressure is p = ρ g (ζ − z), ζ = Σ a e^{kz'} sin θ, with z' ≤ 0 the height above the surface.
// On a submerged body it has the force −∫ ∇p dV = ρ g ∫ (ẑ − ∇ζ) dV, the integral over what is
// submerged. Its volume V is that below the best-fit plane, whose height the decay leaves alone.
// That z' varies along with the surface is of second order in the waves' steepness, and left out.
// With means over what is submerged, of S = a e^{kz'} sin θ and C = a e^{kz'} cos θ, the force is
//   ρ g V (ẑ − Σ (k⃗ C + ẑ k S)).
// sin θ and cos θ are averaged over the body's ellipsoid, by F of the plane's fit (../water/fit.c),
// and e^{kz'} over a slab that has the second moment of what is submerged. So the heave of a
// wall-sided body of draught T is exact: e^{−kT} of ρ g a × its waterplane.
//
// The pull varies along the body, which turns it. To first order in places relative to the centre
// of buoyancy, with M their second moments per volume, the torque is −ρ g V ε M ∇∇ζ: with
// ∇∇ζ = −S k⃗ k⃗ᵀ + k C (k⃗ ẑᵀ + ẑ k⃗ᵀ) + k² S ẑ ẑᵀ and m = M k⃗,
//   ρ g V Σ (S m × k⃗ − k C (m × ẑ + M ẑ × k⃗) − k² S M ẑ × ẑ),
// which is 0 for a ball. As for the plane's slope, the mean takes H in place of F.
//
// M is the whole body's; what is submerged, a share r of the volume, is shallower: M_xz and M_yz
// are taken r times, M_zz r² times, as for a wall-sided body.
//
// In long waves all this is the force of the plane, but for its normal's length: the convention of
// the vertical (buoyancy_pressure.h).

void buoy_sink(const struct buoy_rotation *rotation, const struct buoy_spread *spread,
               const struct buoy_dipped *dipped, struct buoy_sunken *part) {
    const double *s = spread->second, *z = rotation->row[2], r = fmin(dipped->share, 1.0);
    const double turned[3] = {z[0] * s[0] + z[1] * s[1] + z[2] * s[2],
                              z[0] * s[1] + z[1] * s[3] + z[2] * s[4],
                              z[0] * s[2] + z[1] * s[4] + z[2] * s[5]};
    double depth = dipped->depth;
    for (int i = 0; i < 3; ++i) {
        depth -= dipped->up[i] * (dipped->centre[i] - dipped->middle[i]);
    }
    buoy_find_footprint(rotation, spread, dipped->middle, &part->footprint);
    part->upright[0] = 5.0 * r * buoy_dot(turned, rotation->row[0]);
    part->upright[1] = 5.0 * r * buoy_dot(turned, rotation->row[1]);
    part->upright[2] = 5.0 * r * r * fmax(buoy_dot(turned, z), 0.0);
    part->depth = depth > 0.0 ? depth / dipped->up[2] : 0.0;
}

void buoy_let_decay(const struct buoy_water *water, const struct buoy_sunk *sunk, double volume,
                    struct buoy_force *buoyancy) {
    const double weight = water->density * water->gravity * volume;
    struct buoy_pull pull;
    buoy_water_pull(water->waves, water->time, &sunk->part, &pull);
    for (int i = 0; i < 3; ++i) {
        buoyancy->force[i] = weight * pull.force[i];
        buoyancy->torque[i] = weight * pull.torque[i];
    }
    buoy_add_cross(sunk->arm, buoyancy->force, buoyancy->torque);
}
