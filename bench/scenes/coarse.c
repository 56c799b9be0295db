// Fewer triangles of about the same shape, for pictures: vertices are merged by the cells of a grid
// (J. Rossignac and P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes",
// 1993).
#include "coarse.h"

#include <math.h>
#include <stdlib.h>

struct grid {
    double low[3], cell;
    unsigned cells; // along each axis
};

static struct grid make_grid(const double *positions, size_t count, unsigned cells) {
    struct grid grid = {.cells = cells};
    double longest = 0.0;
    for (size_t axis = 0; axis < 3; ++axis) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < count; ++i) {
            low = fmin(low, positions[3 * i + axis]);
            high = fmax(high, positions[3 * i + axis]);
        }
        grid.low[axis] = low;
        longest = fmax(longest, high - low);
    }
    grid.cell = longest / cells;
    return grid;
}

static size_t cell_of(const struct grid *grid, const double x[3]) {
    size_t cell = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double at = floor((x[axis] - grid->low[axis]) / grid->cell);
        cell = cell * grid->cells + (size_t)fmin(fmax(at, 0.0), grid->cells - 1.0);
    }
    return cell;
}

// The vertices of a cell.
struct merged {
    double sum[3];
    uint32_t count, number; // the latter of the vertex that stands for them
};

// Numbers the cells that have vertices; positions become those of the vertices that stand for them.
static size_t merge(const struct grid *grid, struct merged *cells, uint32_t *numbers,
                    double *positions, size_t vertex_count) {
    uint32_t kept = 0;
    for (size_t i = 0; i < vertex_count; ++i) {
        struct merged *cell = &cells[cell_of(grid, positions + 3 * i)];
        cell->number = cell->count == 0 ? kept++ : cell->number;
        cell->count += 1;
        numbers[i] = cell->number;
        for (size_t axis = 0; axis < 3; ++axis) {
            cell->sum[axis] += positions[3 * i + axis];
        }
    }
    const size_t all = (size_t)grid->cells * grid->cells * grid->cells;
    for (size_t c = 0; c < all; ++c) {
        for (size_t axis = 0; axis < 3 && cells[c].count > 0; ++axis) {
            positions[3 * (size_t)cells[c].number + axis] = cells[c].sum[axis] / cells[c].count;
        }
    }
    return kept;
}

bool coarse_merge(double *positions, size_t *vertex_count, uint32_t *indices,
                  size_t *triangle_count, unsigned cells) {
    struct merged *merged = calloc((size_t)cells * cells * cells, sizeof *merged);
    uint32_t *numbers = malloc((*vertex_count + 1) * sizeof *numbers);
    if (!merged || !numbers) {
        free(merged);
        free(numbers);
        return false;
    }
    const struct grid grid = make_grid(positions, *vertex_count, cells);
    *vertex_count = merge(&grid, merged, numbers, positions, *vertex_count);
    size_t kept = 0;
    for (size_t i = 0; i < *triangle_count; ++i) {
        const uint32_t a = numbers[indices[3 * i]], b = numbers[indices[3 * i + 1]];
        const uint32_t c = numbers[indices[3 * i + 2]];
        if (a != b && b != c && c != a) {
            indices[3 * kept] = a;
            indices[3 * kept + 1] = b;
            indices[3 * kept++ + 2] = c;
        }
    }
    *triangle_count = kept;
    free(merged);
    free(numbers);
    return true;
}
