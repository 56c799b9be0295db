// Directions computed without libm's sine, and the choice of a grid for a triangle count.
#include "shapes.h"

#include <math.h>

uint32_t shape_round(double x) {
    return (uint32_t)(x + 0.5);
}

struct shape_direction shape_turn(uint32_t numerator, uint32_t denominator) {
    const uint64_t eighths = (uint64_t)8 * numerator;
    const unsigned octant = (unsigned)(eighths / denominator);
    uint64_t rest = eighths % denominator;
    if (octant & 1) {
        rest = denominator - rest;
    }
    const double angle = (double)rest / (double)denominator * (SHAPE_PI / 4.0);
    // The Taylor series of sine and cosine on [0, π/4], nested: the first terms left out, a^19/19!
    // and a^18/18!, are below 2e-18 there.
    const double a2 = angle * angle;
    double c = 1.0, s = 1.0;
    for (int k = 8; k >= 1; --k) {
        const double even = 2.0 * k;
        c = 1.0 - a2 / (even * (even - 1.0)) * c;
        s = 1.0 - a2 / (even * (even + 1.0)) * s;
    }
    const struct shape_direction d = (struct shape_direction){c, angle * s};
    switch (octant & 7) {
    case 0:
        return d;
    case 1:
        return (struct shape_direction){d.y, d.x};
    case 2:
        return (struct shape_direction){-d.y, d.x};
    case 3:
        return (struct shape_direction){-d.x, d.y};
    case 4:
        return (struct shape_direction){-d.x, -d.y};
    case 5:
        return (struct shape_direction){-d.y, -d.x};
    case 6:
        return (struct shape_direction){d.y, -d.x};
    default:
        return (struct shape_direction){d.x, -d.y};
    }
}

size_t shape_grid_triangles(const struct shape_family *family, struct shape_grid grid) {
    const int64_t across = grid.across, along = grid.along;
    return (size_t)(across * (family->per_cell * along + family->per_across +
                              family->per_across_2 * across));
}

struct shape_grid shape_nearest_grid(size_t triangles, const struct shape_family *family) {
    const double ideal =
        sqrt((double)triangles / (family->per_cell * family->aspect + family->per_across_2));
    uint32_t first = shape_round(ideal * 0.9);
    uint32_t last = shape_round(ideal * 1.1);
    first = first < family->least_across ? family->least_across : first;
    last = last < first ? first : last;

    struct shape_grid best = {first, family->least_along};
    double best_miss = HUGE_VAL;
    for (uint32_t across = first; across <= last; ++across) {
        // The best length of a grid of a given width.
        const double fixed = family->per_across + (double)family->per_across_2 * across;
        const double along = ((double)triangles / across - fixed) / family->per_cell;
        const uint32_t least = family->least_along / family->step;
        uint32_t steps = along > 0.0 ? shape_round(along / family->step) : 0;
        if (steps < least) {
            steps = least;
        }
        const struct shape_grid grid = (struct shape_grid){across, steps * family->step};
        const double count = (double)shape_grid_triangles(family, grid);
        // If two counts are equally near, the one with the better aspect wins, hence the small
        // second term.
        const double miss = fabs(count - (double)triangles) + 1e-3 * fabs(across / ideal - 1.0);
        if (count <= MESH_MAX_TRIANGLES && miss < best_miss) {
            best = grid;
            best_miss = miss;
        }
    }
    return best;
}
