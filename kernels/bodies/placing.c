// From a rigid body's state to the water plane that its mesh meets.
#include "base/arithmetic.h"

#include "bodies/placing.h"

#include <string.h>

#include "base/status.h"
#include "water/fit.h"
#include "water/sample.h"

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
    BUOY_TRY(buoy_water_fit(water, footprint, &fit));
    const double x = fit.slope_x, y = fit.slope_y, length = sqrt(1.0 + x * x + y * y);
    up[0] = -x / length;
    up[1] = -y / length;
    up[2] = 1.0 / length;
    *offset = up[0] * footprint->centre[0] + up[1] * footprint->centre[1] +
              up[2] * (fit.height + water->level);
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
