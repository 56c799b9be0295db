// The surfaces of a scene's bodies as meshes.
#include "hulls_of_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "meshes/meshes.h"
#include "turning.h"

// Adds triangles at their place in the body.
static int append(const struct buoy_pose *place, const struct mesh_data *data,
                  struct scene_hull *hull) {
    const size_t vertices = hull->vertex_count + data->vertex_count;
    const size_t triangles = hull->triangle_count + data->triangle_count;
    double *positions = realloc(hull->positions, vertices * 3 * sizeof *positions);
    hull->positions = positions ? positions : hull->positions;
    uint32_t *indices = realloc(hull->indices, triangles * 3 * sizeof *indices);
    hull->indices = indices ? indices : hull->indices;
    if (!positions || !indices) {
        return cli_out_of_memory();
    }
    double turn[9];
    turning_matrix(place->rotation, turn);
    for (size_t i = 0; i < data->vertex_count; ++i) {
        turning_move(turn, place->position, data->positions + 3 * i,
                     positions + 3 * (hull->vertex_count + i));
    }
    for (size_t i = 0; i < 3 * data->triangle_count; ++i) {
        indices[3 * hull->triangle_count + i] = data->indices[i] + (uint32_t)hull->vertex_count;
    }
    hull->vertex_count = vertices;
    hull->triangle_count = triangles;
    return 0;
}

// Triangles that pictures can show, and cells along the longest side of what has more.
#define MOST_DRAWN 4000
#define CELLS 32

static int finish(const struct scene_model *kind, unsigned flags, struct scene_hull *hull) {
    const struct buoy_mesh_input input = {
        .positions64 = hull->positions,
        .vertex_count = hull->vertex_count,
        .indices = hull->indices,
        .triangle_count = hull->triangle_count,
        .flags = flags | BUOY_MESH_KEEP_ALL,
    };
    struct buoy_error error;
    if (buoy_mesh_create(&input, &hull->mesh, &error) != BUOY_OK) {
        return cli_bad("float: model '%s': %s", kind->name ? kind->name : "", error.message);
    }
    hull->surface = (struct motion_surface){.mesh = hull->mesh,
                                            .drag = kind->surface.drag,
                                            .lift = kind->surface.lift,
                                            .skin = kind->surface.skin};
    if (kind->part_count > 1) {
        hull->hidden = malloc(hull->triangle_count);
        if (!hull->hidden) {
            return cli_out_of_memory();
        }
        if (buoy_mesh_find_hidden(hull->mesh, hull->hidden, &error) != BUOY_OK) {
            return cli_bad("float: model '%s': %s", kind->name ? kind->name : "", error.message);
        }
        hull->surface.hidden = hull->hidden;
    }
    return hull->triangle_count <= MOST_DRAWN ||
                   coarse_merge(hull->positions, &hull->vertex_count, hull->indices,
                                &hull->triangle_count, CELLS)
               ? 0
               : cli_out_of_memory();
}

static int make(const struct scene_model *kind, unsigned flags, uint32_t around,
                struct scene_hull *hull) {
    int status = 0;
    for (size_t i = 0; i < kind->part_count && status == 0; ++i) {
        struct mesh_data data = {0};
        const struct buoy_part *part = &kind->parts[i];
        status = part->mesh ? cli_copy_mesh(part->mesh, &data)
                 : mesh_data_of_shape(&part->shape, around, &data, NULL) == BUOY_OK
                     ? 0
                     : cli_out_of_memory();
        if (status == 0) {
            status = append(&part->place, &data, hull);
        }
        mesh_data_free(&data);
    }
    return status == 0 ? finish(kind, flags, hull) : status;
}

int scene_hulls_make(const struct scene *scene, uint32_t around, struct scene_hulls *hulls) {
    *hulls = (struct scene_hulls){.hulls = calloc(scene->kind_count + 1, sizeof *hulls->hulls)};
    if (!hulls->hulls) {
        return cli_out_of_memory();
    }
    hulls->count = scene->kind_count;
    int status = 0;
    for (size_t i = 0; i < hulls->count && status == 0; ++i) {
        // Parts were mended when they were read; they may be open only if that was allowed.
        status =
            make(&scene->kinds[i], scene->flags & BUOY_MESH_ACCEPT_OPEN, around, &hulls->hulls[i]);
    }
    return status;
}

void scene_hulls_free(struct scene_hulls *hulls) {
    for (size_t i = 0; i < hulls->count; ++i) {
        buoy_mesh_destroy(hulls->hulls[i].mesh);
        free(hulls->hulls[i].positions);
        free(hulls->hulls[i].indices);
        free(hulls->hulls[i].hidden);
    }
    free(hulls->hulls);
    *hulls = (struct scene_hulls){0};
}

const struct scene_hull *scene_hulls_of(const struct scene_hulls *hulls, const struct scene *scene,
                                        size_t body) {
    return &hulls->hulls[scene->kind_of[body] - scene->kinds];
}

// ----------------------------------------------------------------------------------- coarse meshes

// Fewer triangles of about the same shape, for pictures: vertices are merged by the cells of a grid
// (J. Rossignac and P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes",
// 1993).

struct grid {
    double low[3], cell;
    unsigned cells; // along each axis
};

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
    struct grid grid = {.cells = cells};
    double longest = 0.0;
    for (size_t axis = 0; axis < 3; ++axis) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < *vertex_count; ++i) {
            low = fmin(low, positions[3 * i + axis]);
            high = fmax(high, positions[3 * i + axis]);
        }
        grid.low[axis] = low;
        longest = fmax(longest, high - low);
    }
    grid.cell = longest / cells;
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
