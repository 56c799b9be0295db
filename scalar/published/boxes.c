// Boxes, one by one: the published approximations and the independent reference.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/columns.h"
#include "mesh/plane.h"

// Whether all questions are valid. Kernels of boxes check them themselves: at two nanoseconds a
// box, a separate loop of the library's would take almost as long as they do.
static bool are_valid(const struct buoy_shapes_query *query) {
    bool valid = true;
    for (size_t i = 0; i < query->count && valid; ++i) {
        valid = buoy_plane_is_valid(&query->planes[i]);
        for (int k = 0; k < 3; ++k) {
            const float half = query->shapes[i].size[k];
            valid = valid && half > 0.0f && isfinite(half);
        }
    }
    return valid;
}

// A box stood upright in the water, for methods that fill columns: `up` is the axis that the water
// crosses most steeply, measured in units of the box, so that along a column its level changes by
// no more than the column's height from one end of the box to the other.

struct upright {
    int up, across, along; // axes
    double h[3], n[3], d;
};

static struct upright stand_up(const struct buoy_shape *box, const struct buoy_plane *plane) {
    struct upright u = {.h = {box->size[0], box->size[1], box->size[2]},
                        .n = {plane->normal[0], plane->normal[1], plane->normal[2]},
                        .d = plane->d};
    for (int i = 1; i < 3; ++i) {
        u.up = fabs(u.n[i]) * u.h[i] > fabs(u.n[u.up]) * u.h[u.up] ? i : u.up;
    }
    u.across = (u.up + 1) % 3;
    u.along = (u.up + 2) % 3;
    return u;
}

// The water's height in the column at x and y, above the column's lower end: below 0 if the column
// is dry, above 2 h_up if it is wet.
static double level_at(const struct upright *u, double x, double y) {
    const double left = u->d - u->n[u->across] * x - u->n[u->along] * y;
    return left / fabs(u->n[u->up]) + u->h[u->up];
}

// The answer of volume v and centroid (x, y) at height z above the lower end.
static void answer_upright(const struct upright *u, double v, double x, double y, double z,
                           struct buoy_volume *result) {
    const double above = z - u->h[u->up];
    double c[3];
    c[u->up] = u->n[u->up] > 0.0 ? above : 0.0 - above; // never −0
    c[u->across] = x;
    c[u->along] = y;
    *result = (struct buoy_volume){v, {c[0], c[1], c[2]}};
}

// ----------------------------------------------------------------------------------------- columns

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

static double clamped(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

// Columns are `out` half extents from the middle; `share` of a level is submerged.
static void answer_by_columns(const struct upright *u, double out, double share,
                              struct buoy_volume *result) {
    const double hx = u->h[u->across], hy = u->h[u->along], hz = u->h[u->up];
    double wet[4]; // of the columns at (−, −), (+, −), (−, +) and (+, +)
    for (int i = 0; i < 4; ++i) {
        const double level =
            level_at(u, i & 1 ? out * hx : -out * hx, i & 2 ? out * hy : -out * hy);
        wet[i] = clamped(share * level, 0.0, 2.0 * hz);
    }
    // In pairs, so that mirrored questions have mirrored answers to the bit.
    const double sum = (wet[0] + wet[1]) + (wet[2] + wet[3]);
    const double x = out * hx * ((wet[1] - wet[0]) + (wet[3] - wet[2]));
    const double y = out * hy * ((wet[2] - wet[0]) + (wet[3] - wet[1]));
    const double z =
        0.5 * ((wet[0] * wet[0] + wet[1] * wet[1]) + (wet[2] * wet[2] + wet[3] * wet[3]));
    if (sum > 0.0) {
        answer_upright(u, hx * hy * sum, clamped(x / sum, -hx, hx), clamped(y / sum, -hy, hy),
                       z / sum, result);
    } else {
        *result = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
    }
}

bool buoy_box_columns_scalar(const struct buoy_shapes_query *query,
                             struct buoy_volume *restrict results) {
    if (!are_valid(query)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        const struct upright u = stand_up(&query->shapes[i], &query->planes[i]);
        answer_by_columns(&u, 0.5, 1.0, &results[i]);
    }
    return true;
}

bool buoy_box_deeter_scalar(const struct buoy_shapes_query *query,
                            struct buoy_volume *restrict results) {
    if (!are_valid(query)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        const struct upright u = stand_up(&query->shapes[i], &query->planes[i]);
        const double size = sqrt(u.n[0] * u.n[0] + u.n[1] * u.n[1] + u.n[2] * u.n[2]);
        answer_by_columns(&u, 1.0, fabs(u.n[u.up]) / size, &results[i]);
    }
    return true;
}

// ------------------------------------------------------------------------------------------- cells

// box/voxel/scalar: the independent reference. Counts the submerged cells of an m × m × m grid, by
// their centres, column by column. Counts and sums of indices are integers.

#define DEFAULT_CELLS 64u

// The distance of the i-th of m cells from the middle, in m-ths of a half extent.
static int64_t off_middle(uint32_t i, uint32_t m) {
    return 2 * (int64_t)i + 1 - (int64_t)m;
}

static void answer_by_cells(const struct buoy_shape *box, const struct buoy_plane *plane,
                            uint32_t m, struct buoy_volume *result) {
    const struct upright u = stand_up(box, plane);
    const double hx = u.h[u.across], hy = u.h[u.along], hz = u.h[u.up];
    const double per_cell = m / (2.0 * hz);
    int64_t cells = 0, x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < m; ++j) {
            const int64_t off_x = off_middle(i, m), off_y = off_middle(j, m);
            const double level = level_at(&u, hx * (double)off_x / m, hy * (double)off_y / m);
            const int64_t wet = buoy_first_index(level * per_cell - 0.5, m);
            cells += wet;
            x += wet * off_x;
            y += wet * off_y;
            z += wet * wet; // 1 + 3 + 5 + …: the cells' heights above the end below
        }
    }
    if (cells == 0) {
        *result = (struct buoy_volume){0.0, {0.0, 0.0, 0.0}};
        return;
    }
    const double count = (double)cells, weight = count * m;
    const double v = hx * hy * hz * (8.0 * count / ((double)m * m * m));
    answer_upright(&u, v, hx * ((double)x / weight), hy * ((double)y / weight),
                   hz * ((double)z / weight), result);
}

bool buoy_box_voxel_scalar(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    if (!are_valid(query)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer_by_cells(&query->shapes[i], &query->planes[i],
                        query->voxels ? query->voxels : DEFAULT_CELLS, &results[i]);
    }
    return true;
}

// --------------------------------------------------------------------------------------- a formula

// box/celis/scalar: an approximation that means to be exact. S. Celis, "Simulating Buoyancy: Part
// 1" (2015), gives a formula for a unit cube below a plane and, in its appendix, a program for it
// in Mathematica. This is what the program computes. It is right where the water's normal points
// along no negative axis and along none of the faces, and wrong elsewhere, in two ways:
//
// - It makes a normal's components positive and mirrors the point on the plane at the origin, a
//   corner of the cube, but leaves the cube where it is. n·p stays what it was, and should have
//   grown by the size of each negative component.
// - If one component is 0 (let it be b, with a and c left), the corners beyond e1, e2 and e3 are
//   cut off, and those beyond two of them at once are added again. The corner beyond e2 is rightly
//   left out; the one beyond e2 + e3 is not, although the plane never gets there, so that half of
//   what e3 cut off comes back. A crate that rolls about one of its axes meets this.
//
// The formula in the text of the article has a slip of its own: H(d/n + 1) should be H(d/n − 1), as
// the program has it. box/corners mends all three and is the one to use.
//
// The article applies the force at the cube's middle and promises the centroid for a second part:
// the centre of buoyancy is the box's centre. Here answers that leave what is possible, as those of
// the second kind do, are clamped to it: nothing and the whole box.

// A component that is so much smaller than the largest counts as 0, or products would overflow.
#define CELIS_NOTHING 0x1p-100

// The tetrahedron, prism or cuboid between the axes' planes and n·x = d, whose nonzero components
// are all that counts.
static double uncorrected(const double n[3], double d) {
    double volume = 1.0;
    int nonzero = 0;
    for (int i = 0; i < 3; ++i) {
        if (n[i] != 0.0) {
            volume *= d / (++nonzero * n[i]);
        }
    }
    return volume;
}

// The share of the unit cube, all n ≥ 0.
static double share_below(const double n[3], double d) {
    if (d < 0.0) {
        return 0.0;
    }
    if (d > n[0] + n[1] + n[2]) {
        return 1.0;
    }
    double volume = uncorrected(n, d);
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3;
        if (n[i] != 0.0 && d / n[i] >= 1.0) {
            volume -= uncorrected(n, d - n[i]);
        }
        if (n[next] != 0.0 && (d - n[i]) / n[next] >= 1.0) {
            volume += uncorrected(n, d - n[i] - n[next]);
        }
    }
    return volume;
}

static void answer_by_program(const struct buoy_shape *box, const struct buoy_plane *plane,
                              struct buoy_volume *result) {
    double n[3], largest = 0.0, d = plane->d, whole = 8.0;
    for (int i = 0; i < 3; ++i) {
        const double h = box->size[i];
        n[i] = 2.0 * h * plane->normal[i];
        d += 0.5 * n[i]; // to the corner at −h
        n[i] = n[i] < 0.0 ? -n[i] : n[i];
        largest = n[i] > largest ? n[i] : largest;
        whole *= h;
    }
    for (int i = 0; i < 3; ++i) {
        n[i] = n[i] < CELIS_NOTHING * largest ? 0.0 : n[i] / largest;
    }
    // The program's own order, which its sums depend on: an axis without slope comes second, two of
    // them come first and second.
    int zeros = 0, zero = 0, other = 0;
    for (int i = 0; i < 3; ++i) {
        zeros += n[i] == 0.0;
        zero = n[i] == 0.0 ? i : zero;
        other = n[i] == 0.0 ? other : i;
    }
    const int from = zeros == 1 ? zero : other, to = zeros == 1 ? 1 : 2;
    if (zeros > 0) {
        const double kept = n[to];
        n[to] = n[from];
        n[from] = kept;
    }
    const double share = share_below(n, d / largest);
    const double v = share > 0.0 ? (share < 1.0 ? share : 1.0) * whole : 0.0;
    *result = (struct buoy_volume){v, {0.0, 0.0, 0.0}};
}

bool buoy_box_celis_scalar(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    if (!are_valid(query)) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer_by_program(&query->shapes[i], &query->planes[i], &results[i]);
    }
    return true;
}
