// volume/voxel/scalar: the independent reference. Counts the submerged cells of an m × m × m grid
// over the mesh's bounding box, by their centres. Shares nothing with the methods that clip.
//
// No cell is stored. A column of cells meets the surface at crossings (columns.h), and its
// submerged cells are the ones on one side of the water. For each crossing, the cells between it
// and the water are counted: added if an upward line enters the body there, subtracted if it
// leaves. Crossings above the water count nothing, so a mesh may be open there. Cells covered twice
// count twice, cells of a cavity not at all. Counts and sums of indices are integers, so that the
// order of triangles does not matter.
#include "dispatch/methods.h"
#include "mesh/grid.h"
#include "mesh/plane.h"

#define DEFAULT_CELLS 64u

// Cells are numbered 0 … m − 1 along each axis; the height of cell (i, j, k) above the water is
// offset + rise·(i, j, k).
struct census {
    uint32_t m;
    double rise[3], offset;
    int64_t cells, i, j, twice_k; // number of cells, sums of their indices
};

// The submerged cells of column (i, j): first … end − 1. A cell exactly on the water is dry.
static inline void submerged_cells(const struct census *census, uint32_t i, uint32_t j,
                                   uint32_t *first, uint32_t *end) {
    const double lowest = census->offset + census->rise[0] * i + census->rise[1] * j;
    const double at_water = -lowest / census->rise[2]; // not used if the water is vertical
    *first = 0;
    *end = census->m;
    if (census->rise[2] > 0.0) {
        *end = buoy_first_index(at_water, census->m);
    } else if (census->rise[2] < 0.0) {
        *first = buoy_first_index(at_water, census->m);
        *first += *first < census->m && (double)*first == at_water;
    } else if (lowest >= 0.0) {
        *end = 0;
    }
}

static void count_crossing(void *context, const struct buoy_crossing *crossing) {
    struct census *census = context;
    uint32_t first, end;
    submerged_cells(census, crossing->i, crossing->j, &first, &end);

    // Entering counts the cells up to the water or, if the water is below the body, those down from
    // it.
    int64_t sign = crossing->sign;
    const uint32_t k = buoy_first_index(crossing->z, census->m);
    if (census->rise[2] > 0.0) {
        first = k;
    } else {
        end = k < end ? k : end;
        sign = -sign;
    }
    if (first < end) {
        const int64_t cells = sign * (int64_t)(end - first);
        census->cells += cells;
        census->i += cells * crossing->i;
        census->j += cells * crossing->j;
        census->twice_k += cells * ((int64_t)first + end - 1);
    }
}

static void answer(const struct buoy_mesh *mesh, const struct buoy_plane *caller_plane, double d,
                   uint32_t m, struct buoy_volume *result) {
    const struct buoy_baked_plane plane = buoy_bake_plane_at(mesh, caller_plane, d);
    const double *half = mesh->half_extent;
    double cell[3], first[3]; // size of a cell, centre of the first one
    struct census census = {.m = m, .offset = -plane.offset};
    for (int axis = 0; axis < 3; ++axis) {
        cell[axis] = 2.0 * half[axis] / m;
        first[axis] = 0.5 * cell[axis] - half[axis];
        census.rise[axis] = plane.n[axis] * cell[axis];
        census.offset += plane.n[axis] * first[axis];
    }
    buoy_visit_grid(mesh, census.m, count_crossing, &census);

    const double cell_volume = cell[0] * cell[1] * cell[2];
    const double cells = (double)census.cells;
    const double vc[3] = {cell_volume * (cells * first[0] + cell[0] * (double)census.i),
                          cell_volume * (cells * first[1] + cell[1] * (double)census.j),
                          cell_volume *
                              (cells * first[2] + cell[2] * 0.5 * (double)census.twice_k)};
    buoy_answer_sums(mesh, &plane, cell_volume * cells, vc, result);
}

void buoy_volume_voxel_scalar(const struct buoy_volume_query *query,
                              struct buoy_volume *restrict results) {
    const struct buoy_mesh *mesh = query->mesh;
    const double *half = mesh->half_extent;
    const bool flat = half[0] == 0.0 || half[1] == 0.0 || half[2] == 0.0;
    const uint32_t m = query->voxels ? query->voxels : DEFAULT_CELLS;
    for (size_t i = 0; i < query->count; ++i) {
        if (flat) { // an open mesh in an axis plane: no cells
            buoy_answer_dry(mesh, &results[i]);
        } else {
            answer(mesh, &query->planes[i], buoy_offset_of(query->planes, query->offsets, i), m,
                   &results[i]);
        }
    }
}
