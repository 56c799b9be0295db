// Pairing triangles across edges: greedily, but triangles that have a single neighbour left come
// first (Karp, Sipser 1981). About one triangle in 100 stays alone if triangles come in random
// order, hardly any if they come row by row.
#include "base/arithmetic.h"

#include "soup/pair.h"

#include <string.h>

#include "base/memory.h"

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
        while (up < edge->end &&
               buoy_half_edge_from(soup, sorted[up]) > buoy_half_edge_to(soup, sorted[up])) {
            ++up;
        }
        while (down < edge->end &&
               buoy_half_edge_from(soup, sorted[down]) < buoy_half_edge_to(soup, sorted[down])) {
            ++down;
        }
        if (up == edge->end || down == edge->end) {
            return;
        }
        pairing->opposite[sorted[up]] = sorted[down];
        pairing->opposite[sorted[down++]] = sorted[up++];
    }
}

// How many of a triangle's neighbours are free.
static unsigned count_free(const struct pairing *pairing, uint32_t triangle) {
    unsigned count = 0;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        count += pairing->opposite[h] != NONE && !pairing->taken[pairing->opposite[h] / 3];
    }
    return count;
}

// The half-edge towards the free neighbour that has the fewest free neighbours itself; NONE if the
// triangle has no free neighbour.
static uint32_t best_edge(const struct pairing *pairing, uint32_t triangle) {
    uint32_t best = NONE;
    unsigned fewest = 4;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        const uint32_t across = pairing->opposite[h];
        if (across == NONE || pairing->taken[across / 3]) {
            continue;
        }
        const unsigned count = count_free(pairing, across / 3);
        if (count < fewest) {
            fewest = count;
            best = h;
        }
    }
    return best;
}

// Takes a triangle. Free neighbours that now have a single free neighbour left become urgent. This
// happens to a triangle once, but a triangle that shares several edges with it lists it once for
// each.
static void take(struct pairing *pairing, uint32_t triangle) {
    pairing->taken[triangle] = true;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        const uint32_t across = pairing->opposite[h];
        if (across != NONE && !pairing->taken[across / 3] && count_free(pairing, across / 3) == 1) {
            pairing->urgent[pairing->urgent_count++] = across / 3;
        }
    }
}

// The corner of a half-edge's triangle that is not on it.
static uint32_t apex(const struct buoy_soup *soup, uint32_t half_edge) {
    return soup->indices[half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1];
}

// Pairs a triangle unless it is taken.
static void pair_up(struct pairing *pairing, uint32_t triangle) {
    const struct buoy_soup *soup = pairing->soup;
    if (pairing->taken[triangle]) {
        return;
    }
    const uint32_t best = best_edge(pairing, triangle);
    const uint32_t h = best == NONE ? 3 * triangle : best;
    struct buoy_pair *pair = &pairing->pairs[pairing->count++];
    pair->a = apex(soup, h);
    pair->b = buoy_half_edge_from(soup, h);
    pair->c = buoy_half_edge_to(soup, h);
    pair->d = pair->b;
    pair->first = h;
    pair->second = BUOY_NO_HALF_EDGE;
    take(pairing, triangle);
    if (best != NONE) {
        const uint32_t across = pairing->opposite[h];
        pair->d = apex(soup, across);
        pair->second = across;
        take(pairing, across / 3);
    }
}

static void pair_all(struct pairing *pairing) {
    for (uint32_t t = 0; t < pairing->soup->triangle_count; ++t) {
        pair_up(pairing, t);
        while (pairing->urgent_count > 0) {
            pair_up(pairing, pairing->urgent[--pairing->urgent_count]);
        }
    }
}

enum buoy_status buoy_pair_triangles(const struct buoy_soup *soup, struct buoy_topology *topology,
                                     struct buoy_pair **pairs, size_t *count) {
    const size_t triangles = soup->triangle_count;
    *pairs = NULL;
    if (!topology->sorted &&
        buoy_half_edges_sort(soup, &topology->sorted, &topology->sorted_count) != BUOY_OK) {
        return BUOY_ERROR_MEMORY;
    }
    const uint32_t *sorted = topology->sorted;
    const size_t sorted_count = topology->sorted_count;
    struct pairing pairing = {
        .soup = soup,
        .opposite = buoy_allocate(3 * triangles, sizeof *pairing.opposite),
        .taken = buoy_allocate_zeroed(triangles, sizeof *pairing.taken),
        .urgent = buoy_allocate(3 * triangles, sizeof *pairing.urgent),
        .pairs = buoy_allocate(triangles, sizeof *pairing.pairs),
    };
    const bool enough = pairing.opposite && pairing.taken && pairing.urgent && pairing.pairs;
    if (enough) {
        memset(pairing.opposite, 0xff, 3 * triangles * sizeof *pairing.opposite); // all NONE
        for (struct buoy_edge edge = {.end = 0}; edge.end < sorted_count;) {
            edge = buoy_edge_scan(soup, sorted, sorted_count, edge.end);
            link_edge(&pairing, sorted, &edge);
        }
        pair_all(&pairing);
        *pairs = pairing.pairs;
        *count = pairing.count;
    } else {
        buoy_release(pairing.pairs);
    }
    buoy_release(pairing.opposite);
    buoy_release(pairing.taken);
    buoy_release(pairing.urgent);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}
