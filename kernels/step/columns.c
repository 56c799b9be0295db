// A box in any water on four columns, after K. Deeter, "Dynamics of a Floating Object" (University
// of British Columbia, 2003): his cube is tossed by waves whose heights are taken at its corners.
// Here, as in ../../scalar/box_columns.c, the columns are the upright quarters of the box, each
// submerged up to where its middle line meets the water, which is taken for level around it.
#include "base/status.h"
#include "bodies/pose.h"
#include "buoyancy_forces.h"
#include "water/sample.h"

// The columns' middles and the way up along them.
struct columns {
    double middle[4][3]; // world
    double up[3];        // of the axis that rises most from one end of the box to the other, world
    double half_length, area;
    float heights[4]; // of the water above the middles
};

static void stand_up(const struct buoy_box *box, const struct buoy_pose *pose,
                     const struct buoy_rotation *rotation, struct columns *columns) {
    const double *vertical = rotation->row[2];
    int k = 0;
    for (int axis = 1; axis < 3; ++axis) {
        const double steep = fabs(vertical[axis]) * box->half_extent[axis];
        k = steep > fabs(vertical[k]) * box->half_extent[k] ? axis : k;
    }
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double hi = box->half_extent[i], hj = box->half_extent[j];
    columns->half_length = box->half_extent[k];
    columns->area = hi * hj;
    for (int axis = 0; axis < 3; ++axis) {
        const double *row = rotation->row[axis];
        columns->up[axis] = vertical[k] < 0.0 ? -row[k] : row[k];
        for (int c = 0; c < 4; ++c) {
            columns->middle[c][axis] =
                pose->position[axis] +
                (row[i] * (c & 1 ? 0.5 * hi : -0.5 * hi) + row[j] * (c & 2 ? 0.5 * hj : -0.5 * hj));
        }
    }
}

static enum buoy_status sample(struct columns *columns, const struct buoy_water *water,
                               struct buoy_error *error) {
    double x[4], y[4];
    for (int c = 0; c < 4; ++c) {
        x[c] = columns->middle[c][0];
        y[c] = columns->middle[c][1];
    }
    struct buoy_surface surface = {.x = x, .y = y, .count = 4, .height = columns->heights};
    return buoy_water_sample(water, &surface, error);
}

// Adds up the columns: volume, and the centre as seen from the box's middle.
static void add_up(const struct columns *columns, const struct buoy_water *water,
                   const double position[3], struct buoy_volume *result) {
    const double length = 2.0 * columns->half_length;
    double sum = 0.0, moment[3] = {0.0, 0.0, 0.0};
    for (int c = 0; c < 4; ++c) {
        const double *m = columns->middle[c];
        const double level =
            columns->half_length + ((double)columns->heights[c] - m[2]) / columns->up[2];
        const double wet = !buoy_region_holds(water->region, m) || level < 0.0 ? 0.0
                           : level > length                                    ? length
                                                                               : level;
        const double along = 0.5 * wet - columns->half_length;
        sum += wet;
        for (int i = 0; i < 3; ++i) {
            moment[i] += wet * ((m[i] - position[i]) + along * columns->up[i]);
        }
    }
    result->volume = columns->area * sum;
    for (int i = 0; i < 3; ++i) {
        result->centre[i] = position[i] + (sum > 0.0 ? moment[i] / sum : 0.0);
    }
}

enum buoy_status buoy_box_on_columns(const struct buoy_box *box, const struct buoy_pose *pose,
                                     const struct buoy_water *water,
                                     struct buoy_volume *restrict result,
                                     struct buoy_error *error) {
    if (!box || !pose || !result) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "no %s",
                         !box    ? "box"
                         : !pose ? "pose"
                                 : "room for the result");
    }
    struct buoy_rotation rotation;
    if (!buoy_within(pose->position, 3, BUOY_FARTHEST) || !buoy_within(pose->rotation, 4, 2.0)) {
        return buoy_fail(error, BUOY_ERROR_NON_FINITE, "the pose is not finite or beyond %g",
                         BUOY_FARTHEST);
    }
    for (int i = 0; i < 3; ++i) {
        if (!(box->half_extent[i] > 0.0f) || !isfinite(box->half_extent[i])) {
            return buoy_fail(error, BUOY_ERROR_ARGUMENT,
                             "half extent %d is %g, which is not above 0 and finite", i,
                             (double)box->half_extent[i]);
        }
    }
    if (!buoy_pose_rotation(pose, &rotation)) {
        return buoy_fail(error, BUOY_ERROR_ARGUMENT, "the rotation is not a unit quaternion");
    }
    struct columns columns;
    enum buoy_status status = buoy_water_check(water, error);
    if (status == BUOY_OK) {
        stand_up(box, pose, &rotation, &columns);
        status = sample(&columns, water, error);
    }
    if (status == BUOY_OK) {
        add_up(&columns, water, pose->position, result);
    }
    return status == BUOY_OK ? buoy_succeed(error) : status;
}
