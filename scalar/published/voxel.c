// volume/voxel/scalar: the independent reference. Counts the submerged cells of an m × m × m grid
// over the mesh's bounding box, by their centres. Shares nothing with the methods that clip.
//
// volume/refined/scalar: an approximation after J. Kerner, "Water interaction model for boats
// in video games" (2015), who considers voxels of which only those are refined that the water cuts.
// Such a cell is split into 4 × 4 × 4, and its submerged parts are counted by their centres;
// whether it belongs to the body, its own centre decides. So the water is as fine as that of four
// times as many cells along each axis, and the body's surface remains coarse.
//
// No cell is stored. A column of cells meets the surface at crossings (columns.h), and its
// submerged cells are the ones on one side of the water. For each crossing, the cells between it
// and the water are counted: added if an upward line enters the body there, subtracted if it
// leaves. Crossings above the water count nothing, so a mesh may be open there. Cells covered twice
// count twice, cells of a cavity not at all. Counts and sums of indices are integers, so that the
// order of triangles does not matter.
#include "base/arithmetic.h"

#include <math.h>

#include "dispatch/methods.h"
#include "mesh/columns.h"
#include "mesh/plane.h"

#define DEFAULT_CELLS 64u

// A cell that is cut is split into as many along each axis.
#define SPLIT 4u

// Cells are numbered 0 … m − 1 along each axis; the height of cell (i, j, k) above the water is
// offset + rise·(i, j, k).
struct grid {
    uint32_t m;
    double rise[3], offset;
};

// Number of cells, sums of their indices.
struct count {
    int64_t cells, i, j, twice_k;
};

struct census {
    struct grid grid;
    struct count whole, split; // cells, and those SPLIT times as fine
};

// The cells first … end − 1 of column (i, j), n times.
static inline void add_cells(struct count *count, int64_t n, uint32_t i, uint32_t j, uint32_t first,
                             uint32_t end) {
    if (first < end) {
        const int64_t cells = n * (int64_t)(end - first);
        count->cells += cells;
        count->i += cells * i;
        count->j += cells * j;
        count->twice_k += cells * ((int64_t)first + end - 1);
    }
}

// The cells of column (i, j) that are lower than `height`: first … end − 1. A cell exactly on the
// water is not lower than 0, and so dry.
static inline void cells_below(const struct grid *grid, double height, uint32_t i, uint32_t j,
                               uint32_t *first, uint32_t *end) {
    const double lowest = grid->offset - height + grid->rise[0] * i + grid->rise[1] * j;
    const double at_water = grid->rise[2] != 0.0 ? -lowest / grid->rise[2] : 0.0; // else not used
    *first = 0;
    *end = grid->m;
    if (grid->rise[2] > 0.0) {
        *end = buoy_first_index(at_water, grid->m);
    } else if (grid->rise[2] < 0.0) {
        *first = buoy_first_index(at_water, grid->m);
        *first += *first < grid->m && (double)*first == at_water;
    } else if (lowest >= 0.0) {
        *end = 0;
    }
}

// Leaves of the cells first … end − 1 those that a crossing counts, and returns how often: entering
// counts the cells from there up to the water or, if the water is below the body, those down from
// there.
static inline int64_t counted_by(const struct grid *grid, const struct buoy_crossing *crossing,
                                 uint32_t *first, uint32_t *end) {
    const uint32_t k = buoy_first_index(crossing->z, grid->m);
    if (grid->rise[2] > 0.0) {
        *first = k > *first ? k : *first;
        return crossing->sign;
    }
    *end = k < *end ? k : *end;
    return -crossing->sign;
}

static void count_crossing(void *context, const struct buoy_crossing *crossing) {
    struct census *census = context;
    uint32_t first, end;
    cells_below(&census->grid, 0.0, crossing->i, crossing->j, &first, &end);
    const int64_t n = counted_by(&census->grid, crossing, &first, &end);
    add_cells(&census->whole, n, crossing->i, crossing->j, first, end);
}

// The submerged parts of a cell.
static void add_parts(struct census *census, int64_t n, uint32_t i, uint32_t j, uint32_t k) {
    const struct grid *grid = &census->grid;
    const double *rise = grid->rise, to_first = 0.5 / SPLIT - 0.5;
    const struct grid parts = {
        .m = SPLIT,
        .rise = {rise[0] / SPLIT, rise[1] / SPLIT, rise[2] / SPLIT},
        .offset = grid->offset + rise[0] * (i + to_first) + rise[1] * (j + to_first) +
                  rise[2] * (k + to_first),
    };
    for (uint32_t p = 0; p < SPLIT; ++p) {
        for (uint32_t q = 0; q < SPLIT; ++q) {
            uint32_t first, end;
            cells_below(&parts, 0.0, p, q, &first, &end);
            add_cells(&census->split, n, SPLIT * i + p, SPLIT * j + q, SPLIT * k + first,
                      SPLIT * k + end);
        }
    }
}

// A cell's corners are `reach` higher and lower than its centre.
static void refine_crossing(void *context, const struct buoy_crossing *crossing) {
    struct census *census = context;
    const struct grid *grid = &census->grid;
    const double reach = 0.5 * (fabs(grid->rise[0]) + fabs(grid->rise[1]) + fabs(grid->rise[2]));
    uint32_t wet, wet_end, first, end;
    cells_below(grid, -reach, crossing->i, crossing->j, &wet, &wet_end);
    cells_below(grid, reach, crossing->i, crossing->j, &first, &end);
    const int64_t n = counted_by(grid, crossing, &first, &end);
    for (uint32_t k = first; k < end; ++k) {
        if (k >= wet && k < wet_end) {
            const uint32_t last = wet_end < end ? wet_end : end;
            add_cells(&census->whole, n, crossing->i, crossing->j, k, last);
            k = last - 1;
        } else {
            add_parts(census, n, crossing->i, crossing->j, k);
        }
    }
}

// Adds the volume of the cells of a grid, and its first moments; returns the former. `size` is a
// cell's; the grid begins at −half.
static double add_count(const struct count *count, const double half[3], const double size[3],
                        double vc[3]) {
    const double cell_volume = size[0] * size[1] * size[2], cells = (double)count->cells;
    const double index[3] = {(double)count->i, (double)count->j, 0.5 * (double)count->twice_k};
    for (int axis = 0; axis < 3; ++axis) {
        const double first = 0.5 * size[axis] - half[axis];
        vc[axis] += cell_volume * (cells * first + size[axis] * index[axis]);
    }
    return cell_volume * cells;
}

static void answer(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane, double d,
                   uint32_t m, buoy_crossing_visitor *visit, struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, caller_plane, d);
    const double *half = mesh->half_extent;
    double cell[3], part[3], vc[3] = {0.0, 0.0, 0.0};
    struct census census = {.grid = {.m = m, .offset = -plane.offset}};
    for (int axis = 0; axis < 3; ++axis) {
        cell[axis] = 2.0 * half[axis] / m;
        part[axis] = cell[axis] / SPLIT;
        census.grid.rise[axis] = plane.n[axis] * cell[axis];
        census.grid.offset += plane.n[axis] * (0.5 * cell[axis] - half[axis]);
    }
    buoy_visit_grid(mesh, m, visit, &census);
    double volume = add_count(&census.whole, half, cell, vc);
    volume += add_count(&census.split, half, part, vc);
    buoy_answer_sums(mesh, &plane, volume, vc, result);
}

static void answer_all(const struct buoy_volume_query *query, buoy_crossing_visitor *visit,
                       struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    const double *half = mesh->half_extent;
    const bool flat = half[0] == 0.0 || half[1] == 0.0 || half[2] == 0.0;
    const uint32_t m = query->voxels ? query->voxels : DEFAULT_CELLS;
    for (size_t i = 0; i < query->count; ++i) {
        if (flat) { // an open mesh in an axis plane: no cells
            buoy_answer_dry(mesh, &results[i]);
        } else {
            double d;
            const struct buoy_plane plane = buoy_plane_of(query->planes, query->planes64, i, &d);
            answer(mesh, &plane, d, m, visit, &results[i]);
        }
    }
}

void buoy_volume_voxel_scalar(const struct buoy_volume_query *query,
                              struct buoy_volume *restrict results) {
    answer_all(query, count_crossing, results);
}

void buoy_volume_refined_scalar(const struct buoy_volume_query *query,
                                struct buoy_volume *restrict results) {
    answer_all(query, refine_crossing, results);
}
