// Sorting triangles in space by a k-d tree over their centres, kept only as an order; and pairing
// them across edges.
#include "base/arithmetic.h"

#include "soup/soup.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/mesh.h"

// Without a branch, which would be mispredicted half of the time.
static bool before(const struct buoy_place *a, const struct buoy_place *b, int axis) {
    const float x = a->x[axis], y = b->x[axis];
    return (x < y) | ((x == y) & (a->item < b->item));
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

// Puts the `middle` smallest places along the axis first (Hoare's selection). What is left of i is
// before the pivot or is it, what is right of j is not before it. While there are two blocks of
// places left, those that each end of the partition stops at are listed block by block, without a
// branch, and exchanged in the order in which it would exchange them (Edelkamp, Weiß 2016).
#define BLOCK 64u
static void select_smallest(struct buoy_place *p, size_t count, size_t middle, int axis) {
    uint64_t random = count;
    while (count > 1 && middle > 0 && middle < count) {
        const struct buoy_place split = pivot(p, count, axis, &random);
        uint8_t at_left[BLOCK], at_right[BLOCK];
        size_t i = 0, j = count - 1;
        size_t left_done = 0, left_count = 0, right_done = 0, right_count = 0;
        while (j - i + 1 >= 2 * (size_t)BLOCK) {
            if (left_done == left_count) {
                left_done = left_count = 0;
                for (size_t k = 0; k < BLOCK; ++k) {
                    at_left[left_count] = (uint8_t)k;
                    left_count += !before(&p[i + k], &split, axis);
                }
            }
            if (right_done == right_count) {
                right_done = right_count = 0;
                for (size_t k = 0; k < BLOCK; ++k) {
                    at_right[right_count] = (uint8_t)k;
                    right_count += !before(&split, &p[j - k], axis);
                }
            }
            for (; left_done < left_count && right_done < right_count; ++left_done, ++right_done) {
                swap(&p[i + at_left[left_done]], &p[j - at_right[right_done]]);
            }
            i += left_done == left_count ? BLOCK : 0;
            j -= right_done == right_count ? BLOCK : 0;
        }
        i += left_done < left_count ? at_left[left_done] : 0;
        j -= right_done < right_count ? at_right[right_done] : 0;
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
#undef BLOCK

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

// ------------------------------------------------------------------------------------------- pairs

// Pairing triangles across edges: greedily, but triangles that have a single neighbour left come
// first (Karp, Sipser 1981). About one triangle in 100 stays alone if triangles come in random
// order, hardly any if they come row by row.

#define NONE UINT32_MAX

struct pairing {
    const struct buoy_soup *soup;
    uint32_t *opposite; // per half-edge: the neighbour's half-edge, or NONE
    bool *taken;        // one per triangle
    uint32_t *urgent;   // a stack of triangles with a single free neighbour left
    size_t urgent_count;
    struct buoy_pair *pairs;
    size_t count;
};

// Makes an edge's triangles neighbours in twos: one that runs up the edge, and one that runs down.
static void link_edge(struct pairing *pairing, const uint32_t *sorted,
                      const struct buoy_edge *edge) {
    const struct buoy_soup *soup = pairing->soup;
    size_t up = edge->first, down = edge->first;
    for (;;) {
        while (up < edge->end && buoy_half_edge_from(soup, sorted[up]) != edge->low) {
            ++up;
        }
        while (down < edge->end && buoy_half_edge_from(soup, sorted[down]) == edge->low) {
            ++down;
        }
        if (up == edge->end || down == edge->end) {
            return;
        }
        pairing->opposite[sorted[up]] = sorted[down];
        pairing->opposite[sorted[down++]] = sorted[up++];
    }
}

static bool is_free(const struct pairing *pairing, uint32_t half_edge) {
    const uint32_t across = pairing->opposite[half_edge];
    return across != NONE && !pairing->taken[across / 3];
}

// How many neighbours of the triangle across a half-edge are free.
static unsigned count_free(const struct pairing *pairing, uint32_t half_edge) {
    const uint32_t first = pairing->opposite[half_edge] / 3 * 3;
    return (unsigned)is_free(pairing, first) + (unsigned)is_free(pairing, first + 1) +
           (unsigned)is_free(pairing, first + 2);
}

// Takes a triangle. Free neighbours that now have a single free neighbour left become urgent. This
// happens to a triangle once, but a triangle that shares several edges with it lists it once for
// each.
static void take(struct pairing *pairing, uint32_t triangle) {
    pairing->taken[triangle] = true;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        if (is_free(pairing, h) && count_free(pairing, h) == 1) {
            pairing->urgent[pairing->urgent_count++] = pairing->opposite[h] / 3;
        }
    }
}

// The corner of a half-edge's triangle that is not on it.
static uint32_t apex(const struct buoy_soup *soup, uint32_t half_edge) {
    return soup->indices[half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1];
}

// Pairs a triangle, unless it is taken, with the free neighbour that has the fewest free neighbours
// itself.
static void pair_up(struct pairing *pairing, uint32_t triangle) {
    const struct buoy_soup *soup = pairing->soup;
    if (pairing->taken[triangle]) {
        return;
    }
    uint32_t best = 3 * triangle, across = BUOY_NO_HALF_EDGE;
    unsigned fewest = 4;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        const unsigned count = is_free(pairing, h) ? count_free(pairing, h) : 4;
        if (count < fewest) {
            fewest = count;
            best = h;
            across = pairing->opposite[h];
        }
    }
    struct buoy_pair *pair = &pairing->pairs[pairing->count++];
    *pair = (struct buoy_pair){.a = apex(soup, best),
                               .b = buoy_half_edge_from(soup, best),
                               .c = buoy_half_edge_to(soup, best),
                               .d = buoy_half_edge_from(soup, best),
                               .first = best,
                               .second = across};
    take(pairing, triangle);
    if (across != BUOY_NO_HALF_EDGE) {
        pair->d = apex(soup, across);
        take(pairing, across / 3);
    }
}

enum buoy_status buoy_pair_triangles(const struct buoy_soup *soup, struct buoy_topology *topology,
                                     struct buoy_pair **pairs, size_t *count) {
    const size_t triangles = soup->triangle_count;
    if (!topology->sorted) {
        topology->sorted = buoy_half_edges_sort(soup, &topology->sorted_count);
    }
    struct pairing pairing = {
        .soup = soup,
        .opposite = buoy_allocate(3 * triangles, sizeof *pairing.opposite),
        .taken = buoy_allocate_zeroed(triangles, sizeof *pairing.taken),
        .urgent = buoy_allocate(3 * triangles, sizeof *pairing.urgent),
        .pairs = buoy_allocate(triangles, sizeof *pairing.pairs),
    };
    const bool enough =
        topology->sorted && pairing.opposite && pairing.taken && pairing.urgent && pairing.pairs;
    if (enough) {
        struct buoy_edge edge = {0};
        memset(pairing.opposite, 0xff, 3 * triangles * sizeof *pairing.opposite); // all NONE
        while (buoy_edge_next(soup, topology->sorted, topology->sorted_count, &edge)) {
            link_edge(&pairing, topology->sorted, &edge);
        }
        for (uint32_t t = 0; t < triangles; ++t) {
            pair_up(&pairing, t);
            while (pairing.urgent_count > 0) {
                pair_up(&pairing, pairing.urgent[--pairing.urgent_count]);
            }
        }
    } else {
        buoy_release(pairing.pairs);
    }
    *pairs = enough ? pairing.pairs : NULL;
    *count = pairing.count;
    buoy_release(pairing.opposite);
    buoy_release(pairing.taken);
    buoy_release(pairing.urgent);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}
