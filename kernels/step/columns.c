// A box in any water on four columns, after K. Deeter, "Dynamics of a Floating Object" (University
// of British Columbia, 2003): his cube is tossed by waves whose heights are taken above its four
// lower corners. As in ../../scalar/published/boxes.c, there are two ways: columns at these
// corners, each submerged by its corner's depth; and the upright quarters of the box, each
// submerged up to where its middle line meets the water, which is taken for level around it.
#include "base/arithmetic.h"

#include "base/status.h"
#include "bodies/pose.h"
#include "buoyancy_forces.h"
#include "water/sample.h"

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

static enum buoy_status sample(struct columns *columns, const struct buoy_water *water,
                               struct buoy_error *error) {
    double x[4], y[4];
    for (int c = 0; c < 4; ++c) {
        x[c] = columns->point[c][0];
        y[c] = columns->point[c][1];
    }
    struct buoy_surface surface = {.x = x, .y = y, .count = 4, .height = columns->heights};
    struct buoy_water low = *water;
    low.level = 0.0;
    const enum buoy_status status = buoy_water_sample(&low, &surface, error);
    return status == BUOY_ERROR_ELEMENT ? buoy_fail(error, BUOY_ERROR_NON_FINITE,
                                                    "a column's place is beyond %g", BUOY_FARTHEST)
                                        : status;
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
    if (!box || !pose || !result) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         !box    ? "box"
                         : !pose ? "pose"
                                 : "room for the result");
    }
    if (box->kind != BUOY_SHAPE_BOX) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the shape is no box");
    }
    struct buoy_rotation rotation;
    if (!buoy_within(pose->position, 3, BUOY_FARTHEST) || !buoy_within(pose->rotation, 4, 2.0)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE, "the pose is not finite or beyond %g",
                         BUOY_FARTHEST);
    }
    for (int i = 0; i < 3; ++i) {
        if (!(box->size[i] > 0.0f) || !isfinite(box->size[i])) {
            return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                             "half extent %d is %g, which is not above 0 and finite", i,
                             (double)box->size[i]);
        }
    }
    if (!buoy_pose_rotation(pose, &rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the rotation is not a unit quaternion");
    }
    struct columns columns;
    enum buoy_status status = buoy_water_check(water, error);
    if (status == BUOY_OK) {
        stand_up(box, pose, &rotation, at_corners, &columns);
        status = sample(&columns, water, error);
    }
    if (status == BUOY_OK) {
        add_up(&columns, water, pose->position, result);
    }
    return status == BUOY_OK ? buoy_succeed(error) : status;
}
