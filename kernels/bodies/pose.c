// From a rigid body's state to the water that it meets: rotations, the plane under it, how waves
// that die away with depth lift it; and boxes on columns.
#include "base/arithmetic.h"

#include "bodies/pose.h"

#include <string.h>

#include "base/status.h"
#include "buoyancy_forces.h"
#include "water/water.h"

// How far from 1 the squared length of a quaternion may be.
#define LOOSE 0.02

struct buoy_pose buoy_pose_identity(void) {
    return (struct buoy_pose){.rotation = {0.0, 0.0, 0.0, 1.0}};
}

bool buoy_pose_rotation(const struct buoy_pose *pose, struct buoy_rotation *rotation) {
    const double x = pose->rotation[0], y = pose->rotation[1], z = pose->rotation[2];
    const double w = pose->rotation[3];
    const double length2 = x * x + y * y + z * z + w * w;
    if (!(fabs(length2 - 1.0) <= LOOSE)) {
        return false;
    }
    const double s = 2.0 / length2;
    const double xx = s * x * x, yy = s * y * y, zz = s * z * z;
    const double xy = s * x * y, yz = s * y * z, zx = s * z * x;
    const double wx = s * w * x, wy = s * w * y, wz = s * w * z;
    *rotation = (struct buoy_rotation){{
        {1.0 - (yy + zz), xy - wz, zx + wy},
        {xy + wz, 1.0 - (zz + xx), yz - wx},
        {zx - wy, yz + wx, 1.0 - (xx + yy)},
    }};
    return true;
}

void buoy_turn_tensor(const struct buoy_rotation *rotation, const double tensor[9],
                      double result[9]) {
    double half[9]; // T Rᵀ
    for (int i = 0; i < 3; ++i) {
        buoy_rotate(rotation, &tensor[3 * i], &half[3 * i]);
    }
    for (int j = 0; j < 3; ++j) {
        const double column[3] = {half[j], half[3 + j], half[6 + j]};
        double turned[3];
        buoy_rotate(rotation, column, turned);
        for (int i = 0; i < 3; ++i) {
            result[3 * i + j] = turned[i];
        }
    }
}

// ----------------------------------------------------------------------------------- in the water

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
    struct buoy_fit fit;
    buoy_find_footprint(rotation, spread, middle, &footprint);
    BUOY_TRY(buoy_water_fit(water, &footprint, &fit));
    const double x = fit.slope_x, y = fit.slope_y, length = sqrt(1.0 + x * x + y * y);
    up[0] = -x / length;
    up[1] = -y / length;
    up[2] = 1.0 / length;
    *offset = up[0] * footprint.centre[0] + up[1] * footprint.centre[1] +
              up[2] * (fit.height + water->level);
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

// ------------------------------------------------------------------------------------- on columns

// A box in any water on four columns, after K. Deeter, "Dynamics of a Floating Object" (University
// of British Columbia, 2003): his cube is tossed by waves whose heights are taken above its four
// lower corners. As in ../../scalar/published/boxes.c, there are two ways: columns at these
// corners, each submerged by its corner's depth; and the upright quarters of the box, each
// submerged up to where its middle line meets the water, which is taken for level around it.

// The columns, the points that the water's height is taken above, and the way up along them.
struct columns {
    double out;         // half extents from the box's middle to a column
    double along;       // from a column's middle up to its point
    double steepness;   // of what is measured from a point up to the water
    double point[4][3]; // world
    double up[3];       // of the axis that rises most from one end of the box to the other, world
    double half_length, area;
    float heights[4]; // of the water above the points
};

static void stand_up(const struct buoy_shape *box, const struct buoy_pose *pose,
                     const struct buoy_rotation *rotation, bool at_corners,
                     struct columns *columns) {
    const double *vertical = rotation->row[2];
    int k = 0;
    for (int axis = 1; axis < 3; ++axis) {
        const double steep = fabs(vertical[axis]) * box->size[axis];
        k = steep > fabs(vertical[k]) * box->size[k] ? axis : k;
    }
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double hi = box->size[i], hj = box->size[j];
    columns->half_length = box->size[k];
    columns->area = hi * hj;
    columns->out = at_corners ? 1.0 : 0.5;
    columns->along = at_corners ? -columns->half_length : 0.0;
    columns->steepness = at_corners ? 1.0 : fabs(vertical[k]);
    const double oi = columns->out * hi, oj = columns->out * hj;
    for (int axis = 0; axis < 3; ++axis) {
        const double *row = rotation->row[axis];
        columns->up[axis] = vertical[k] < 0.0 ? -row[k] : row[k];
        for (int c = 0; c < 4; ++c) {
            columns->point[c][axis] =
                pose->position[axis] + (row[i] * (c & 1 ? oi : -oi) + row[j] * (c & 2 ? oj : -oj));
            columns->point[c][axis] += columns->along * columns->up[axis];
        }
    }
}

// Adds up the columns: volume, and the centre as seen from the box's middle.
static void add_up(const struct columns *columns, const struct buoy_water *water,
                   const double position[3], struct buoy_volume *result) {
    const double length = 2.0 * columns->half_length;
    const double from = water->kind == BUOY_WATER_PLANE ? 0.0 : water->level;
    double sum = 0.0, moment[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 4; ++c) {
        const double *p = columns->point[c];
        const double level = (columns->half_length + columns->along) +
                             ((double)columns->heights[c] - (p[2] - from)) / columns->steepness;
        const double wet = !buoy_region_holds(water->region, p) || level < 0.0 ? 0.0
                           : level > length                                    ? length
                                                                               : level;
        const double along = (0.5 * wet - columns->half_length) - columns->along;
        sum += wet;
        for (int i = 0; i < 3; ++i) {
            moment[i] += wet * ((p[i] - position[i]) + along * columns->up[i]);
        }
    }
    result->volume = columns->area * sum;
    for (int i = 0; i < 3; ++i) {
        result->centre[i] = position[i] + (sum > 0.0 ? moment[i] / sum : 0.0);
    }
}

enum buoy_status buoy_box_on_columns(const struct buoy_shape *box, const struct buoy_pose *pose,
                                     const struct buoy_water *water, bool at_corners,
                                     struct buoy_volume *restrict result,
                                     struct buoy_error *error) {
    BUOY_REFUSE_IF(!box || !pose || !result, ARGUMENT, "no %s",
                   !box    ? "box"
                   : !pose ? "pose"
                           : "room for the result");
    BUOY_REFUSE_IF(box->kind != BUOY_SHAPE_BOX, ARGUMENT, "the shape is no box");
    BUOY_REFUSE_IF(!buoy_within(pose->position, 3, BUOY_FARTHEST) ||
                       !buoy_within(pose->rotation, 4, 2.0),
                   NON_FINITE, "the pose is not finite or beyond %g", BUOY_FARTHEST);
    for (int i = 0; i < 3; ++i) {
        BUOY_REFUSE_IF(!(box->size[i] > 0.0f) || !isfinite(box->size[i]), ARGUMENT,
                       "half extent %d is %g, which is not above 0 and finite", i,
                       (double)box->size[i]);
    }
    struct buoy_rotation rotation;
    BUOY_REFUSE_IF(!buoy_pose_rotation(pose, &rotation), ARGUMENT,
                   "the rotation is not a unit quaternion");
    BUOY_TRY(buoy_water_check(water, error));
    struct columns columns;
    double x[4], y[4];
    stand_up(box, pose, &rotation, at_corners, &columns);
    for (int c = 0; c < 4; ++c) {
        x[c] = columns.point[c][0];
        y[c] = columns.point[c][1];
    }
    struct buoy_surface surface = {.x = x, .y = y, .count = 4, .height = columns.heights};
    struct buoy_water low = *water;
    low.level = 0.0;
    const enum buoy_status status = buoy_water_sample(&low, &surface, error);
    BUOY_REFUSE_IF(status == BUOY_ERROR_ELEMENT, NON_FINITE, "a column's place is beyond %g",
                   BUOY_FARTHEST);
    BUOY_TRY(status);
    add_up(&columns, water, pose->position, result);
    return buoy_succeed(error);
}
