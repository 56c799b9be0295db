// Primitive shapes as triangles: surfaces inscribed in them, for pictures and for what takes
// meshes alone.
#include "shapes.h"

#include <stdlib.h>

#include "mesh/kinds.h"

// Enough for any picture, and few enough for the counts below.
#define MOST_AROUND 1024u

// The most cells along an edge of a box, or along the side of a cylinder.
#define MOST_CELLS 256u

// A point of the outline that a body of revolution has in the half plane r ≥ 0, downwards.
struct outline_point {
    double r, z;
};

// The nearest number of cells of about `size` in a length, at least 1.
static uint32_t count_cells(double length, double size) {
    const double cells = length / size;
    return cells >= (double)MOST_CELLS ? MOST_CELLS : cells < 1.5 ? 1 : shape_round(cells);
}

// ---------------------------------------------------------------------------------- round

// A body of revolution between two poles, with `around` vertices in each ring. The x and y
// coordinates are `squeeze` times those of the circle.
static bool revolve(struct mesh_data *data, const struct outline_point *outline, uint32_t count,
                    uint32_t around, const double squeeze[2]) {
    const size_t rings = count - 2; // the first and the last point are the poles
    if (!mesh_reserve(data, rings * around + 2, 2 * rings * around)) {
        return false;
    }
    const uint32_t top = mesh_add_vertex(data, 0.0, 0.0, outline[0].z);
    for (uint32_t k = 1; k + 1 < count; ++k) {
        for (uint32_t i = 0; i < around; ++i) {
            const struct shape_direction d = shape_turn(i, around);
            mesh_add_vertex(data, outline[k].r * squeeze[0] * d.x, outline[k].r * squeeze[1] * d.y,
                            outline[k].z);
        }
    }
    const uint32_t bottom = mesh_add_vertex(data, 0.0, 0.0, outline[count - 1].z);
    const uint32_t last = bottom - around;
    for (uint32_t i = 0; i < around; ++i) {
        const uint32_t next = i + 1 < around ? i + 1 : 0;
        mesh_add_triangle(data, top, top + 1 + i, top + 1 + next);
        for (uint32_t ring = top + 1; ring < last; ring += around) {
            mesh_add_quad(data, ring + i, ring + around + i, ring + around + next, ring + next);
        }
        mesh_add_triangle(data, bottom, last + next, last + i);
    }
    return true;
}

// Half a circle about (0, z), from its `from`-th of `quarter` parts on.
static uint32_t add_arc(struct outline_point *outline, uint32_t count, uint32_t quarter,
                        uint32_t from, double radius, double z) {
    for (uint32_t k = from; k <= from + quarter; ++k) {
        const struct shape_direction d = shape_turn(k, 4 * quarter);
        outline[count++] = (struct outline_point){radius * d.y, z + radius * d.x};
    }
    return count;
}

// The side of a cylinder or cone, without its first point.
static uint32_t add_side(struct outline_point *outline, uint32_t count, struct outline_point to,
                         uint32_t cells) {
    const struct outline_point from = outline[count - 1];
    for (uint32_t k = 1; k <= cells; ++k) {
        const double t = (double)k / cells;
        outline[count++] =
            (struct outline_point){from.r + t * (to.r - from.r), from.z + t * (to.z - from.z)};
    }
    return count;
}

// Draws the outline; returns its number of points.
static uint32_t outline_of(const struct buoy_shape *shape, uint32_t around,
                           struct outline_point *outline) {
    const double a = (double)shape->size[0], b = (double)shape->size[1];
    const double cell = 2.0 * SHAPE_PI * a / around;
    const uint32_t quarter = around / 4;
    uint32_t count = 0;
    switch (shape->kind) {
    case BUOY_SHAPE_CYLINDER:
        outline[count++] = (struct outline_point){0.0, b};
        outline[count++] = (struct outline_point){a, b};
        count = add_side(outline, count, (struct outline_point){a, -b}, count_cells(2.0 * b, cell));
        outline[count++] = (struct outline_point){0.0, -b};
        return count;
    case BUOY_SHAPE_CONE:
        outline[count++] = (struct outline_point){0.0, b};
        count = add_side(outline, count, (struct outline_point){a, -b}, count_cells(2.0 * b, cell));
        outline[count++] = (struct outline_point){0.0, -b};
        return count;
    case BUOY_SHAPE_CAPSULE:
        count = add_arc(outline, count, quarter, 0, a, b);
        count = add_side(outline, count, (struct outline_point){a, -b}, count_cells(2.0 * b, cell));
        return add_arc(outline, count - 1, quarter, quarter, a, -b);
    default: // the unit sphere
        count = add_arc(outline, count, quarter, 0, 1.0, 0.0);
        return add_arc(outline, count - 1, quarter, quarter, 1.0, 0.0);
    }
}

static bool make_round(const struct buoy_shape *shape, uint32_t around, struct mesh_data *data) {
    const bool ball = shape->kind == BUOY_SHAPE_SPHERE || shape->kind == BUOY_SHAPE_ELLIPSOID;
    const int up = shape->kind == BUOY_SHAPE_ELLIPSOID ? 2 : 0;
    double squeeze[2] = {1.0, 1.0};
    struct outline_point *outline = malloc((around + MOST_CELLS + 8) * sizeof *outline);
    if (!outline) {
        return false;
    }
    const uint32_t count = outline_of(shape, around, outline);
    for (uint32_t k = 0; ball && k < count; ++k) {
        outline[k].z *= (double)shape->size[up];
    }
    for (int axis = 0; ball && axis < 2; ++axis) {
        squeeze[axis] = (double)shape->size[up == 2 ? axis : 0];
    }
    const bool made = revolve(data, outline, count, around, squeeze);
    free(outline);
    return made;
}

// ------------------------------------------------------------------------------------ box

// Exact at both ends, and symmetric.
static double in_box(uint32_t c, uint32_t n, double half) {
    return half * ((double)c - 0.5 * n) / (0.5 * n);
}

static bool make_box(const struct buoy_shape *shape, uint32_t around, struct mesh_data *data) {
    double half[3], longest = 0.0;
    uint32_t cells[3];
    for (int axis = 0; axis < 3; ++axis) {
        half[axis] = (double)shape->size[axis];
        longest = half[axis] > longest ? half[axis] : longest;
    }
    for (int axis = 0; axis < 3; ++axis) {
        cells[axis] = count_cells(half[axis], longest / (0.25 * around));
    }
    return shape_lattice(cells, in_box, half, data);
}

// ---------------------------------------------------------------------------------- whole

enum buoy_status mesh_data_of_shape(const struct buoy_shape *shape, uint32_t around,
                                    struct mesh_data *data, struct buoy_error *error) {
    *data = (struct mesh_data){0};
    around = around > MOST_AROUND ? MOST_AROUND : around < 4 ? 4 : around / 4 * 4;
    const struct buoy_shape plain = {.kind = buoy_kind_of(shape),
                                     .size = {shape->size[0], shape->size[1], shape->size[2]}};
    const bool box = plain.kind == BUOY_SHAPE_BOX;
    const bool made = box ? make_box(&plain, around, data) : make_round(&plain, around, data);
    if (!made) {
        return mesh_fail(error, BUOY_ERROR_MEMORY, "a shape: out of memory");
    }
    return BUOY_OK;
}
