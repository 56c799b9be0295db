// Packs spheres into a mesh: greedily, the largest that fits is next. Centres are sought among the
// cells of a grid over the bounding box; a sphere may reach as far as the nearest cell outside the
// body, less half of a cell, and up to the spheres before it.
//
// A grid, rather than exact distances from the surface, costs the same for any number of triangles:
// a few milliseconds for 64 spheres. Order and bits depend on the mesh alone.
#include "base/arithmetic.h"

#include "making/bake.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "mesh/columns.h"

// Cells per axis. Bodies thinner than a 32nd of their box get no spheres there.
#define CELLS 32u
#define ALL_CELLS (CELLS * CELLS * CELLS)

struct packing {
    double cell[3];    // sides of a cell
    int32_t *winding;  // of each cell's centre; before that, its change from the cell below
    double *clearance; // of each cell; before that, its square
};

static size_t index_of(uint32_t i, uint32_t j, uint32_t k) {
    return ((size_t)i * CELLS + j) * CELLS + k;
}

static void note_crossing(void *context, const struct buoy_crossing *crossing) {
    struct packing *packing = context;
    const uint32_t k = buoy_first_index(crossing->z, CELLS);
    if (k < CELLS) {
        packing->winding[index_of(crossing->i, crossing->j, k)] += crossing->sign;
    }
}

// The squares of the distances to the nearest cell outside, along one line of cells, from those
// across it. Beyond the grid all is outside.
static void spread_line(double *line, size_t stride, double cell) {
    double square[CELLS];
    for (uint32_t i = 0; i < CELLS; ++i) {
        const uint32_t to_end = i + 1 < CELLS - i ? i + 1 : CELLS - i;
        square[i] = (to_end * cell) * (to_end * cell);
        for (uint32_t j = 0; j < CELLS; ++j) {
            const double along = ((double)i - (double)j) * cell;
            const double by_way_of = line[j * stride] + along * along;
            square[i] = by_way_of < square[i] ? by_way_of : square[i];
        }
    }
    for (uint32_t i = 0; i < CELLS; ++i) {
        line[i * stride] = square[i];
    }
}

// Finds the cells whose centres are inside, and how far each is from those outside: along z, then
// along y, then along x.
static void find_clearance(const struct buoy_mesh *mesh, struct packing *packing) {
    static const size_t strides[3] = {(size_t)CELLS * CELLS, CELLS, 1};
    double *clearance = packing->clearance, smallest = (double)INFINITY;
    buoy_visit_grid(mesh, CELLS, note_crossing, packing);
    for (size_t i = 0; i < ALL_CELLS; ++i) {
        packing->winding[i] += i % CELLS > 0 ? packing->winding[i - 1] : 0;
        clearance[i] = packing->winding[i] > 0 ? (double)INFINITY : 0.0;
    }
    for (int axis = 2; axis >= 0; --axis) {
        const size_t one = strides[axis == 0 ? 1 : 0], other = strides[axis == 2 ? 1 : 2];
        for (uint32_t line = 0; line < CELLS * CELLS; ++line) {
            spread_line(clearance + line / CELLS * one + line % CELLS * other, strides[axis],
                        packing->cell[axis]);
        }
        smallest = packing->cell[axis] < smallest ? packing->cell[axis] : smallest;
    }
    for (size_t i = 0; i < ALL_CELLS; ++i) {
        clearance[i] = clearance[i] > 0.0 ? sqrt(clearance[i]) - 0.5 * smallest : 0.0;
    }
}

static void place_of(const struct packing *packing, const struct buoy_mesh *mesh, size_t index,
                     double at[3]) {
    const size_t cell[3] = {index / ((size_t)CELLS * CELLS), index / CELLS % CELLS, index % CELLS};
    for (int i = 0; i < 3; ++i) {
        at[i] = ((double)cell[i] + 0.5) * packing->cell[i] - mesh->half_extent[i];
    }
}

static void place_spheres(const struct packing *packing, struct buoy_mesh *mesh, uint32_t count) {
    double *clearance = packing->clearance, cubes = 0.0;
    for (uint32_t n = 0; n < count; ++n) {
        size_t widest = 0;
        for (size_t i = 1; i < ALL_CELLS; ++i) {
            widest = clearance[i] > clearance[widest] ? i : widest;
        }
        if (!(clearance[widest] > 0.0)) {
            break;
        }
        struct buoy_sphere *sphere = &mesh->spheres[mesh->sphere_count++];
        sphere->radius = clearance[widest];
        place_of(packing, mesh, widest, sphere->at);
        cubes += sphere->radius * sphere->radius * sphere->radius;
        // The other cells are left the room that the sphere does not take.
        for (size_t i = 0; i < ALL_CELLS; ++i) {
            if (clearance[i] > 0.0) {
                double at[3];
                place_of(packing, mesh, i, at);
                const double room = buoy_distance(at, sphere->at) - sphere->radius;
                clearance[i] = room < clearance[i] ? room : clearance[i];
            }
        }
    }
    for (uint32_t n = 0; n < mesh->sphere_count; ++n) {
        struct buoy_sphere *sphere = &mesh->spheres[n];
        sphere->share = sphere->radius * sphere->radius * sphere->radius / cubes;
    }
}

enum buoy_status buoy_spheres_pack(struct buoy_mesh *mesh, uint32_t count) {
    struct packing packing = {
        .winding = buoy_allocate_zeroed(ALL_CELLS, sizeof *packing.winding),
        .clearance = buoy_allocate(ALL_CELLS, sizeof *packing.clearance),
    };
    mesh->spheres = buoy_allocate(count, sizeof *mesh->spheres);
    const bool enough = packing.winding && packing.clearance && mesh->spheres;
    if (enough) {
        for (int i = 0; i < 3; ++i) {
            packing.cell[i] = 2.0 * mesh->half_extent[i] / CELLS;
        }
        find_clearance(mesh, &packing);
        place_spheres(&packing, mesh, count);
    }
    buoy_release(packing.winding);
    buoy_release(packing.clearance);
    return enough ? BUOY_OK : BUOY_ERROR_MEMORY;
}
