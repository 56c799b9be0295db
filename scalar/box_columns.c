// box/columns/scalar: an approximation. K. Deeter, "Dynamics of a Floating Object" (University of
// British Columbia, 2003), floats a cube on four columns, one at each corner. Here the box is cut
// into its four upright quarters, and each is submerged up to where its middle line meets the
// water.
//
// The volume is exact while the water crosses all four sides of the box and neither end. The
// righting arm is then three quarters of the true one: the quarters' middles have 1/4 of the box's
// second moment, the waterplane has 1/3.
#include "box_upright.h"
#include "dispatch/methods.h"
#include "queries/box.h"

static double clamped(double x, double high) {
    return x < 0.0 ? 0.0 : x > high ? high : x;
}

static void answer(const struct buoy_box *box, const struct buoy_plane *plane,
                   struct buoy_volume *result) {
    const struct buoy_upright u = buoy_stand_up(box, plane);
    const double hx = u.h[u.across], hy = u.h[u.along], hz = u.h[u.up];
    double wet[4]; // of the columns at (−, −), (+, −), (−, +) and (+, +)
    for (int i = 0; i < 4; ++i) {
        const double level =
            buoy_level(&u, i & 1 ? 0.5 * hx : -0.5 * hx, i & 2 ? 0.5 * hy : -0.5 * hy);
        wet[i] = clamped(level, 2.0 * hz);
    }
    // In pairs, so that mirrored questions have mirrored answers to the bit.
    const double sum = (wet[0] + wet[1]) + (wet[2] + wet[3]);
    const double x = 0.5 * hx * ((wet[1] - wet[0]) + (wet[3] - wet[2]));
    const double y = 0.5 * hy * ((wet[2] - wet[0]) + (wet[3] - wet[1]));
    const double z =
        0.5 * ((wet[0] * wet[0] + wet[1] * wet[1]) + (wet[2] * wet[2] + wet[3] * wet[3]));
    if (sum > 0.0) {
        buoy_answer_upright(&u, hx * hy * sum, x / sum, y / sum, z / sum, result);
    } else {
        *result = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
    }
}

bool buoy_box_columns_scalar(const struct buoy_box_query *query,
                             struct buoy_volume *restrict results) {
    if (buoy_box_check_all(query) != BUOY_OK) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer(&query->boxes[i], &query->planes[i], &results[i]);
    }
    return true;
}
