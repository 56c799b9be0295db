// Skins between cross-sections, for hulls.
#include <stdlib.h>

#include "shapes.h"

static void add_unless_collapsed(struct mesh_data *data, uint32_t a, uint32_t b, uint32_t c) {
    if (a != b && b != c && c != a) {
        mesh_add_triangle(data, a, b, c);
    }
}

void shape_loft(struct mesh_data *data, const uint32_t *here, const uint32_t *there,
                const bool *rising, size_t size) {
    for (size_t p = 0; p + 1 < size; ++p) {
        const uint32_t a = here[p], b = there[p], c = there[p + 1], d = here[p + 1];
        if (rising[p]) {
            add_unless_collapsed(data, a, b, c);
            add_unless_collapsed(data, a, c, d);
        } else {
            add_unless_collapsed(data, a, b, d);
            add_unless_collapsed(data, b, c, d);
        }
    }
}

// ------------------------------------------------------------------------------------------ wigley

// The Wigley hull, the standard parabolic hull of ship hydrodynamics (W. C. S. Wigley, 1934):
//   y = ± B/2 (1 − (2x/L)²) (1 − (z/T)²),  −T ≤ z ≤ 0,
// closed by a flat deck at z = 0. Its volume is 4/9 L B T.

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
    bool *rising = calloc(size, sizeof *rising);
    const bool made = sections && rising &&
                      mesh_reserve(data, 2 * ((size_t)n + 1) + ((size_t)along - 1) * 3 * n,
                                   shape_grid_triangles(&family, grid));
    if (made) {
        uint32_t *here = sections, *there = sections + size;
        add_section(data, here, n, 0, along);
        for (uint32_t station = 1; station <= along; ++station) {
            add_section(data, there, n, station, along);
            // Diagonals run from below and the ends to above and amidships: the other way, the cell
            // at either end of the keel would have a triangle in the centre plane, on port and
            // starboard alike.
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

// --------------------------------------------------------------------------------------- catamaran

// Two Wigley hulls under a flat bridge of the same length: one closed surface. The bridge's bottom
// lies at z = 0 and has the hulls' waterplanes for holes.

#define CATAMARAN_LENGTH 12.0
#define HALF_WIDTH 3.0   // of the bridge
#define HEIGHT 0.5       // of the bridge
#define HULL_CENTRE 2.2  // distance of a hull from the centre plane
#define HULL_BREADTH 0.8 // of one hull
#define CATAMARAN_DRAUGHT 0.8

// Around a cross-section, n cells each on the bridge's sides, on its bottom outside each hull and
// on each side of each hull; 4 n on the bottom between the hulls, 6 n on top: 18 n in all. Each
// end of the bridge is a rectangle of 6 n × n cells.
static const struct shape_family catamaran_family = {
    .per_cell = 36,
    .per_across_2 = 24,
    .least_across = 1,
    .least_along = 2,
    .step = 2,
    .aspect = 7.0,
};

// A cross-section being written, position by position.
struct section {
    uint32_t *vertices;
    bool *rising;
    size_t size;
    double x;
    bool end, aft;
};

// Adds the points after the first of `cells` cells from the last position to (y, z). The first
// point of all is added with no cells.
static void add_line(struct mesh_data *data, struct section *s, uint32_t cells,
                     const double from[2], const double to[2]) {
    for (uint32_t k = 1; k <= cells; ++k) {
        const double t = (double)k / cells;
        s->rising[s->size - 1] = s->aft;
        s->vertices[s->size++] = mesh_add_vertex(data, s->x, from[0] + t * (to[0] - from[0]),
                                                 from[1] + t * (to[1] - from[1]));
    }
}

// Adds a hull's two sides, from the port side's upper edge, which exists already, to the starboard
// side's. At the ends of the hull both are one line. Diagonals as on the Wigley hull.
static void add_hull(struct mesh_data *data, struct section *s, uint32_t n, double centre) {
    const size_t first = s->size - 1;
    const double t = 2.0 * s->x / CATAMARAN_LENGTH;
    for (uint32_t p = 1; p <= 2 * n; ++p) {
        const bool port = p <= n;
        const double depth = (double)(port ? p : 2 * n - p) / n;
        const double y = HULL_BREADTH / 2.0 * shape_wigley_breadth(t, -depth);
        s->rising[s->size - 1] = port != s->aft;
        s->vertices[s->size] =
            s->end && !port
                ? s->vertices[first + 2 * n - p]
                : mesh_add_vertex(data, s->x, centre + (port ? y : -y), -CATAMARAN_DRAUGHT * depth);
        ++s->size;
    }
}

// The vertex at column c from port and row r from the bottom of an end of the bridge. The border
// belongs to the section; the inside starts at `inside`.
static uint32_t end_vertex(const struct section *s, uint32_t n, uint32_t inside, uint32_t c,
                           uint32_t r) {
    if (c == 0) {
        return s->vertices[n - r];
    }
    if (c == 6 * n) {
        return s->vertices[11 * n + r];
    }
    if (r == n) {
        return s->vertices[18 * n - c];
    }
    if (r == 0) { // the bottom is interrupted by two hulls of 2 n cells
        return s->vertices[n + c + (c > n ? 2 * n : 0) + (c > 5 * n ? 2 * n : 0)];
    }
    return inside + (r - 1) * (6 * n - 1) + c - 1;
}

static void add_end(struct mesh_data *data, const struct section *s, uint32_t n) {
    const uint32_t inside = (uint32_t)data->vertex_count;
    for (uint32_t r = 1; r < n; ++r) {
        for (uint32_t c = 1; c < 6 * n; ++c) {
            const double y = c <= n ? HALF_WIDTH + (HULL_CENTRE - HALF_WIDTH) * c / n
                             : c <= 5 * n
                                 ? HULL_CENTRE * (3.0 * n - c) / (2.0 * n)
                                 : -HULL_CENTRE + (HULL_CENTRE - HALF_WIDTH) * (c - 5.0 * n) / n;
            mesh_add_vertex(data, s->x, y, HEIGHT * r / n);
        }
    }
    for (uint32_t r = 0; r < n; ++r) {
        for (uint32_t c = 0; c < 6 * n; ++c) {
            const uint32_t port = end_vertex(s, n, inside, c, r);
            const uint32_t starboard = end_vertex(s, n, inside, c + 1, r);
            const uint32_t above_starboard = end_vertex(s, n, inside, c + 1, r + 1);
            const uint32_t above_port = end_vertex(s, n, inside, c, r + 1);
            if (s->aft) {
                mesh_add_quad(data, port, starboard, above_starboard, above_port);
            } else {
                mesh_add_quad(data, port, above_port, above_starboard, starboard);
            }
        }
    }
}

static void add_body(struct mesh_data *data, struct shape_grid grid, struct section *here,
                     struct section *there) {
    const uint32_t n = grid.across, along = grid.along;
    for (uint32_t station = 0; station <= along; ++station) {
        there->x = CATAMARAN_LENGTH * ((double)station / along - 0.5);
        there->end = station == 0 || station == along;
        there->aft = 2 * station <= along;
        // Clockwise seen from the bow: down the port side, along the bottom, up the starboard side,
        // back along the top.
        const double t = 2.0 * there->x / CATAMARAN_LENGTH;
        const double y = HULL_BREADTH / 2.0 * shape_wigley_breadth(t, 0.0);
        const double top_port[2] = {HALF_WIDTH, HEIGHT}, bottom_port[2] = {HALF_WIDTH, 0.0};
        const double outer_port[2] = {HULL_CENTRE + y, 0.0}, inner_port[2] = {HULL_CENTRE - y, 0.0};
        const double inner_starboard[2] = {y - HULL_CENTRE, 0.0};
        const double outer_starboard[2] = {-HULL_CENTRE - y, 0.0};
        const double bottom_starboard[2] = {-HALF_WIDTH, 0.0};
        const double top_starboard[2] = {-HALF_WIDTH, HEIGHT};
        const double above_port[2] = {HULL_CENTRE, HEIGHT},
                     above_starboard[2] = {-HULL_CENTRE, HEIGHT};

        there->vertices[0] = mesh_add_vertex(data, there->x, top_port[0], top_port[1]);
        there->size = 1;
        add_line(data, there, n, top_port, bottom_port);
        add_line(data, there, n, bottom_port, outer_port);
        add_hull(data, there, n, HULL_CENTRE);
        add_line(data, there, 4 * n, inner_port, inner_starboard);
        add_hull(data, there, n, -HULL_CENTRE);
        add_line(data, there, n, outer_starboard, bottom_starboard);
        add_line(data, there, n, bottom_starboard, top_starboard);
        add_line(data, there, n, top_starboard, above_starboard);
        add_line(data, there, 4 * n, above_starboard, above_port);
        add_line(data, there, n - 1, above_port,
                 (double[2]){above_port[0] + (top_port[0] - above_port[0]) * (n - 1) / n, HEIGHT});
        there->rising[there->size - 1] = there->aft;
        there->vertices[there->size++] = there->vertices[0];
        if (station > 0) {
            shape_loft(data, here->vertices, there->vertices, there->rising, there->size);
        }
        if (there->end) {
            add_end(data, there, n);
        }
        struct section *swap = here;
        here = there;
        there = swap;
    }
}

bool shape_catamaran(size_t triangles, struct mesh_data *data) {
    const struct shape_grid grid = shape_nearest_grid(triangles, &catamaran_family);
    const size_t n = grid.across, positions = 18 * n + 1;
    uint32_t *vertices = malloc(2 * positions * sizeof *vertices);
    bool *rising = malloc(2 * positions * sizeof *rising);
    const size_t count = shape_grid_triangles(&catamaran_family, grid);
    // A closed surface without handles has two vertices more than half its triangles.
    const bool made = vertices && rising && mesh_reserve(data, count / 2 + 2, count);
    if (made) {
        struct section here = {.vertices = vertices, .rising = rising};
        struct section there = {.vertices = vertices + positions, .rising = rising + positions};
        add_body(data, grid, &here, &there);
        data->closed_form_volume =
            2.0 * HALF_WIDTH * HEIGHT * CATAMARAN_LENGTH +
            2.0 * (4.0 / 9.0) * CATAMARAN_LENGTH * HULL_BREADTH * CATAMARAN_DRAUGHT;
    }
    free(vertices);
    free(rising);
    return made;
}
