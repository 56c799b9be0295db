// A k-d tree over triangle centres, kept only as an order.
#include "base/arithmetic.h"

#include "soup/cluster.h"

#include <stdbool.h>

#include "mesh/mesh.h"

static bool before(const struct buoy_place *a, const struct buoy_place *b, int axis) {
    return a->x[axis] != b->x[axis] ? a->x[axis] < b->x[axis] : a->item < b->item;
}

static void swap(struct buoy_place *a, struct buoy_place *b) {
    const struct buoy_place t = *a;
    *a = *b;
    *b = t;
}

// The median of three places, chosen by a small generator so that no simple input order is the
// worst case.
static struct buoy_place pivot(const struct buoy_place *p, size_t count, int axis,
                               uint64_t *random) {
    const struct buoy_place *c[3];
    for (int i = 0; i < 3; ++i) {
        *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        c[i] = p + (*random >> 32) % count;
    }
    const int low = before(c[1], c[0], axis) ? 1 : 0;
    if (before(c[2], c[low], axis)) {
        return *c[low];
    }
    return before(c[2], c[1 - low], axis) ? *c[2] : *c[1 - low];
}

// Puts the `middle` smallest places along the axis first (Hoare's selection).
static void select_smallest(struct buoy_place *p, size_t count, size_t middle, int axis) {
    uint64_t random = count;
    while (count > 1 && middle > 0 && middle < count) {
        const struct buoy_place split = pivot(p, count, axis, &random);
        size_t i = 0, j = count - 1;
        for (;;) {
            while (before(&p[i], &split, axis)) {
                ++i;
            }
            while (before(&split, &p[j], axis)) {
                --j;
            }
            if (i >= j) {
                break;
            }
            swap(&p[i++], &p[j--]);
        }
        // All before i are ≤ split, all from i on are ≥ split. If i and j met on the pivot itself,
        // the pivot goes left; then both sides are shorter than the whole.
        const size_t left = i == j ? i + 1 : i;
        if (middle < left) {
            count = left < count ? left : count - 1;
        } else {
            p += left;
            count -= left;
            middle -= left;
        }
    }
}

static int longest_axis(const struct buoy_place *p, size_t count) {
    float low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = high[k] = p[0].x[k];
    }
    for (size_t i = 1; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            low[k] = p[i].x[k] < low[k] ? p[i].x[k] : low[k];
            high[k] = p[i].x[k] > high[k] ? p[i].x[k] : high[k];
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        axis = high[k] - low[k] > high[axis] - low[axis] ? k : axis;
    }
    return axis;
}

size_t buoy_cluster_split(size_t count, size_t run) {
    size_t unit = run;
    while (unit * BUOY_LANES < count) {
        unit *= BUOY_LANES;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): run is above 0, and so is unit
    const size_t half = (count / 2 + unit / 2) / unit * unit;
    return half > 0 ? half : unit;
}

void buoy_cluster(struct buoy_place *places, size_t count, size_t run) {
    // The right half is the loop, the left the recursion: depth log₂ of the number of blocks.
    while (count > run) {
        const size_t middle = buoy_cluster_split(count, run);
        select_smallest(places, count, middle, longest_axis(places, count));
        buoy_cluster(places, middle, run);
        places += middle;
        count -= middle;
    }
}
