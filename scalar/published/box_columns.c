// Approximations. K. Deeter, "Dynamics of a Floating Object" (University of British Columbia,
// 2003), floats a cube on four columns, each as wide as a quarter of it.
//
// box/deeter/scalar has them where he has them, at the four lower corners, and each is submerged by
// its corner's depth. The volume of an upright box is exact. A tilt by an angle a costs a share of
// 1 − cos a, while the water crosses all four sides and neither end, and for small a the righting
// arm is three times the true one: corners have the box's half extents squared for a second moment,
// the waterplane has 1/3 of them.
//
// box/columns/scalar cuts the box into its four upright quarters, and each is submerged up to where
// its middle line meets the water. The volume is exact while the water crosses all four sides and
// neither end. The righting arm is then three quarters of the true one: the quarters' middles have
// 1/4 of the half extents squared.
#include "base/arithmetic.h"

#include "box_upright.h"
#include "dispatch/methods.h"
#include "queries/box.h"

static double clamped(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

// Columns are `out` half extents from the middle; `share` of a level is submerged.
static void answer(const struct buoy_upright *u, double out, double share,
                   struct buoy_volume *result) {
    const double hx = u->h[u->across], hy = u->h[u->along], hz = u->h[u->up];
    double wet[4]; // of the columns at (−, −), (+, −), (−, +) and (+, +)
    for (int i = 0; i < 4; ++i) {
        const double level =
            buoy_level(u, i & 1 ? out * hx : -out * hx, i & 2 ? out * hy : -out * hy);
        wet[i] = clamped(share * level, 0.0, 2.0 * hz);
    }
    // In pairs, so that mirrored questions have mirrored answers to the bit.
    const double sum = (wet[0] + wet[1]) + (wet[2] + wet[3]);
    const double x = out * hx * ((wet[1] - wet[0]) + (wet[3] - wet[2]));
    const double y = out * hy * ((wet[2] - wet[0]) + (wet[3] - wet[1]));
    const double z =
        0.5 * ((wet[0] * wet[0] + wet[1] * wet[1]) + (wet[2] * wet[2] + wet[3] * wet[3]));
    if (sum > 0.0) {
        buoy_answer_upright(u, hx * hy * sum, clamped(x / sum, -hx, hx), clamped(y / sum, -hy, hy),
                            z / sum, result);
    } else {
        *result = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
    }
}

bool buoy_box_columns_scalar(const struct buoy_shapes_query *query,
                             struct buoy_volume *restrict results) {
    if (buoy_box_check_all(query) != BUOY_OK) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_upright u = buoy_stand_up(&query->shapes[i], &query->planes[i]);
        answer(&u, 0.5, 1.0, &results[i]);
    }
    return true;
}

bool buoy_box_deeter_scalar(const struct buoy_shapes_query *query,
                            struct buoy_volume *restrict results) {
    if (buoy_box_check_all(query) != BUOY_OK) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        const struct buoy_upright u = buoy_stand_up(&query->shapes[i], &query->planes[i]);
        const double size = sqrt(u.n[0] * u.n[0] + u.n[1] * u.n[1] + u.n[2] * u.n[2]);
        answer(&u, 1.0, fabs(u.n[u.up]) / size, &results[i]);
    }
    return true;
}
