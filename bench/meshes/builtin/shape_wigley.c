// The Wigley hull, the standard parabolic hull of ship hydrodynamics (W. C. S. Wigley, 1934):
//   y = ± B/2 (1 − (2x/L)²) (1 − (z/T)²),  −T ≤ z ≤ 0,
// closed by a flat deck at z = 0. Its volume is 4/9 L B T.
#include "shapes.h"

#include <stdlib.h>

#define LENGTH 10.0
#define BREADTH 1.0
#define DRAUGHT 0.625

// n levels of depth, n cells across the deck, `along` stations: 4 n along triangles on the sides
// and 2 n (along − 1) on the deck, whose rows at the stem and the stern are single points.
static const struct shape_family family = {
    .per_cell = 6,
    .per_across = -2,
    .least_across = 1,
    .least_along = 2,
    .step = 2,
    .aspect = 6.0,
};

double shape_wigley_breadth(double x, double z) {
    return (1.0 - x * x) * (1.0 - z * z);
}

// A cross-section: port side down (positions 0…n), starboard side up (n…2n), deck back to port. At
// the stem and the stern both sides are one line and the deck is one point.
static void add_section(struct mesh_data *data, uint32_t *section, uint32_t n, uint32_t station,
                        uint32_t along) {
    const double t = 2.0 * station / along - 1.0;
    const bool end = station == 0 || station == along;
    for (uint32_t p = 0; p <= 2 * n; ++p) {
        const double depth = (double)(p <= n ? p : 2 * n - p) / n;
        const double side = p < n ? 1.0 : -1.0;
        const double y = BREADTH / 2.0 * shape_wigley_breadth(t, -depth);
        section[p] = end && p > n
                         ? section[2 * n - p]
                         : mesh_add_vertex(data, LENGTH / 2.0 * t, side * y, -DRAUGHT * depth);
    }
    const double y = BREADTH / 2.0 * shape_wigley_breadth(t, 0.0);
    for (uint32_t p = 1; p < n; ++p) {
        section[2 * n + p] =
            end ? section[0]
                : mesh_add_vertex(data, LENGTH / 2.0 * t, y * (2.0 * p / n - 1.0), 0.0);
    }
    section[3 * n] = section[0];
}

bool shape_wigley(size_t triangles, struct mesh_data *data) {
    const struct shape_grid grid = shape_nearest_grid(triangles, &family);
    const uint32_t n = grid.across, along = grid.along;
    const size_t size = (size_t)3 * n + 1;
    uint32_t *sections = malloc(2 * size * sizeof *sections);
    bool *rising = malloc(size * sizeof *rising);
    const bool made = sections && rising &&
                      mesh_reserve(data, 2 * ((size_t)n + 1) + ((size_t)along - 1) * 3 * n,
                                   shape_grid_triangles(&family, grid));
    if (made) {
        uint32_t *here = sections, *there = sections + size;
        add_section(data, here, n, 0, along);
        for (uint32_t station = 1; station <= along; ++station) {
            add_section(data, there, n, station, along);
            // Diagonals run from below and the ends to above and amidships: the other way, the cell
            // at either
            // end of the keel would have a triangle in the centre plane, on port and starboard
            // alike.
            for (uint32_t p = 0; p < 3 * n; ++p) {
                rising[p] = (p < n) != (2 * station <= along);
            }
            shape_loft(data, here, there, rising, size);
            uint32_t *swap = here;
            here = there;
            there = swap;
        }
        data->closed_form_volume = 4.0 / 9.0 * LENGTH * BREADTH * DRAUGHT;
    }
    free(sections);
    free(rising);
    return made;
}
