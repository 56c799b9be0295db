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
#include "base/arithmetic.h"

#include "dispatch/methods.h"
#include "queries/box.h"

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

// The program's own order, which its sums depend on: an axis without slope comes second, two of
// them come first and second.
static void put_in_order(double n[3]) {
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
}

static void answer(const struct buoy_shape *box, const struct buoy_plane *plane,
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
    put_in_order(n);
    const double share = share_below(n, d / largest);
    const double v = share > 0.0 ? (share < 1.0 ? share : 1.0) * whole : 0.0;
    *result = (struct buoy_volume){v, {0.0, 0.0, 0.0}};
}

bool buoy_box_celis_scalar(const struct buoy_shapes_query *query,
                           struct buoy_volume *restrict results) {
    if (buoy_box_check_all(query) != BUOY_OK) {
        return false;
    }
    for (size_t i = 0; i < query->count; ++i) {
        answer(&query->shapes[i], &query->planes[i], &results[i]);
    }
    return true;
}
