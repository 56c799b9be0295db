// Baking: the frame, the indexed arrays, the blocks, their bounds and their moments.
#include "base/arithmetic.h"

#include "making/bake.h"

#include <math.h>
#include <string.h>

#include "base/aligned.h"
#include "base/arena.h"
#include "base/memory.h"
#include "base/vector.h"
#include "making/facets.h"
#include "making/parts.h"
#include "making/tree.h"
#include "mesh/plane.h"
#include "soup/cluster.h"

// Points the mesh's arrays into one arena; returns the bytes it takes, in 64 bits, because
// BUOY_MAX_TRIANGLES take more than a size_t of 32 bits can hold.
static uint64_t lay_out(struct buoy_mesh *mesh, char *arena) {
    const uint64_t vertices = (uint64_t)mesh->vertex_count * sizeof(float);
    const uint64_t triangles = (uint64_t)mesh->triangle_count * sizeof(uint32_t);
    const uint64_t blocks = mesh->block_count, nodes = mesh->node_count;
    uint64_t used = buoy_tree_lay_out_leaves(&mesh->tree, arena);
    mesh->blocks = buoy_carve(arena, &used, blocks * sizeof *mesh->blocks);
    mesh->nodes = buoy_carve(arena, &used, nodes * sizeof *mesh->nodes);
    mesh->moments = buoy_carve(arena, &used, blocks * sizeof *mesh->moments);
    mesh->areas = buoy_carve(arena, &used, blocks * sizeof *mesh->areas);
    mesh->block_areas = buoy_carve(arena, &used, blocks * sizeof *mesh->block_areas);
    used = buoy_tree_lay_out(&mesh->tree, arena, used);
    used = buoy_facets_lay_out(mesh, arena, used);
    float **floats[] = {&mesh->px, &mesh->py, &mesh->pz, &mesh->x, &mesh->y, &mesh->z};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
        *floats[i] = buoy_carve(arena, &used, vertices);
    }
    uint32_t **indices[] = {&mesh->i0, &mesh->i1, &mesh->i2, &mesh->order};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        *indices[i] = buoy_carve(arena, &used, triangles);
    }
    if (mesh->in_doubles) {
        mesh->given = buoy_carve(arena, &used, 3 * (uint64_t)mesh->vertex_count * sizeof(double));
    }
    return used;
}

static void find_frame(struct buoy_mesh *mesh, const struct buoy_soup *soup) {
    double largest = 0.0;
    for (int k = 0; k < 3; ++k) {
        double low = soup->positions[k], high = low;
        for (size_t i = 1; i < soup->vertex_count; ++i) {
            const double x = soup->positions[3 * i + (size_t)k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        // Doubles were rounded relative to the centre, which stays where it is.
        mesh->origin[k] = soup->origin[k];
        mesh->middle[k] = soup->given ? 0.0 : 0.5 * (low + high);
        mesh->centre[k] = soup->given ? soup->origin[k] : mesh->middle[k];
        mesh->half_extent[k] = soup->given ? fmax(high, -low) : 0.5 * (high - low);
        largest = mesh->half_extent[k] > largest ? mesh->half_extent[k] : largest;
    }
    mesh->inverse_scale = largest > 0.0 ? 0.5 * buoy_power_of_two_below(largest) : 1.0;
    mesh->scale = 1.0 / mesh->inverse_scale;
    for (int k = 0; k < 3; ++k) {
        mesh->half_extent[k] *= mesh->inverse_scale;
    }
}

// Keeps the doubles, and finds how far they were moved. They may themselves be decimals rounded to
// double. Differences are right to 2⁻⁵³ of the places, which four of that make up for.
static void copy_given(struct buoy_mesh *mesh, const struct buoy_soup *soup) {
    double most = 0.0;
    if (!mesh->in_doubles) {
        return;
    }
    memcpy(mesh->given, soup->given, 3 * soup->vertex_count * sizeof *mesh->given);
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        double moved[3];
        for (size_t k = 0; k < 3; ++k) {
            const double at = soup->given[3 * i + k], away = at - soup->origin[k];
            moved[k] = fabs(away - (double)soup->positions[3 * i + k]) + 0x1p-51 * fabs(at);
        }
        most = fmax(most, buoy_length(moved));
    }
    mesh->moved = most * mesh->inverse_scale * (1.0 + 0x1p-40);
}

static void copy_arrays(struct buoy_mesh *mesh, const struct buoy_soup *soup) {
    const double *c = mesh->middle, k = mesh->inverse_scale;
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        const float *p = soup->positions + 3 * i;
        mesh->px[i] = p[0];
        mesh->py[i] = p[1];
        mesh->pz[i] = p[2];
        mesh->x[i] = (float)((p[0] - c[0]) * k);
        mesh->y[i] = (float)((p[1] - c[1]) * k);
        mesh->z[i] = (float)((p[2] - c[2]) * k);
    }
    for (size_t i = 0; i < soup->triangle_count; ++i) {
        mesh->i0[i] = soup->indices[3 * i];
        mesh->i1[i] = soup->indices[3 * i + 1];
        mesh->i2[i] = soup->indices[3 * i + 2];
    }
}

// Sums over the surface, for the body with the apex at the centre: 3 V, 12 ∫ x dV and 60 ∫ x xᵀ dV;
// for the surface itself: its area, ∫ x dA and ∫ x xᵀ dA; and for its triangles: their perimeters,
// and their longest edges squared.
struct whole {
    double volume, volume_x[3], volume_xx[3][3];
    double area, area_x[3], area_xx[3][3];
    double perimeter, squares;
};

static void add_edges(struct whole *whole, double v[3][3]) {
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double edge = buoy_distance(v[k], v[(k + 1) % 3]);
        whole->perimeter += edge;
        longest = edge > longest ? edge : longest;
    }
    whole->squares += longest * longest;
}

static void add_triangle(struct whole *whole, double v[3][3]) {
    double a[3], sum[3];
    buoy_area_vector(v, a);
    const double area = buoy_length(a);
    const double h = buoy_dot(a, v[0]);
    whole->volume += h;
    whole->area += area;
    for (int i = 0; i < 3; ++i) {
        sum[i] = v[0][i] + v[1][i] + v[2][i];
        whole->volume_x[i] += h * sum[i];
        whole->area_x[i] += area * sum[i] / 3.0;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double corners = v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j];
            whole->volume_xx[i][j] += h * (corners + sum[i] * sum[j]);
            whole->area_xx[i][j] += area / 12.0 * (corners + sum[i] * sum[j]);
        }
    }
}

void buoy_mesh_find_spread(struct buoy_mesh *mesh) {
    const double scale = mesh->scale;
    double centroid[3], second[3][3], half[3];
    for (int i = 0; i < 3; ++i) {
        centroid[i] = mesh->centroid[i] * scale;
        half[i] = mesh->half_extent[i] * scale;
        for (int j = 0; j < 3; ++j) {
            second[i][j] = mesh->volume_spread[i][j] * (scale * scale);
        }
    }
    buoy_spread_make(centroid, second, half, mesh->closed && mesh->volume > 0.0, &mesh->spread);
}

static void find_whole(struct buoy_mesh *mesh) {
    struct whole whole = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        double v[3][3];
        buoy_exact_corners(mesh, mesh->middle, i, v);
        add_triangle(&whole, v);
        add_edges(&whole, v);
    }
    mesh->volume = whole.volume / 3.0;
    mesh->area = whole.area;
    mesh->perimeter = whole.perimeter;
    mesh->squares = whole.squares;
    const double per_area = whole.area > 0.0 ? 1.0 / whole.area : 0.0;
    for (int i = 0; i < 3; ++i) {
        mesh->centroid[i] = mesh->volume != 0.0 ? whole.volume_x[i] / 12.0 / mesh->volume : 0.0;
        mesh->surface_centre[i] = whole.area_x[i] * per_area;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double xx =
                mesh->volume != 0.0 ? whole.volume_xx[i][j] / 60.0 / mesh->volume : 0.0;
            mesh->volume_spread[i][j] = xx - mesh->centroid[i] * mesh->centroid[j];
            mesh->surface_spread[i][j] =
                whole.area_xx[i][j] * per_area - mesh->surface_centre[i] * mesh->surface_centre[j];
        }
    }
    buoy_mesh_find_spread(mesh);
    // Above the rounding of the sums: keeps n·(spread n) > 0 for all n. It moves the apex off the
    // plane of plates thinner than 10⁻⁷ of their width, by no more than their thickness.
    for (int i = 0; i < 3; ++i) {
        mesh->surface_spread[i][i] += 1e-14;
    }
}

// Whether the terms of the volume, with the apex in the middle of the surface, are many times as
// large as the volume.
static bool is_scattered(const struct buoy_mesh *mesh) {
    double terms = 0.0;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        double v[3][3], a[3];
        buoy_exact_corners(mesh, mesh->middle, i, v);
        buoy_area_vector(v, a);
        terms += fabs(buoy_dot(a, v[0]) - buoy_dot(a, mesh->surface_centre));
    }
    return terms > BUOY_SCATTERED * 3.0 * mesh->volume;
}

// The triangles in the order of the blocks; NULL if out of memory.
static struct buoy_place *sorted_places(const struct buoy_mesh *mesh) {
    struct buoy_place *places = buoy_allocate(mesh->triangle_count, sizeof *places);
    if (!places) {
        return NULL;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const uint32_t a = mesh->i0[i], b = mesh->i1[i], c = mesh->i2[i];
        places[i].x[0] = mesh->x[a] + mesh->x[b] + mesh->x[c];
        places[i].x[1] = mesh->y[a] + mesh->y[b] + mesh->y[c];
        places[i].x[2] = mesh->z[a] + mesh->z[b] + mesh->z[c];
        places[i].item = i;
    }
    buoy_cluster(places, mesh->triangle_count, BUOY_LANES);
    return places;
}

// An origin along an axis, in the mesh's own frame, such that every coordinate less this is a
// float: 0 if the body is near 0. Else all coordinates lie within a factor of 3 of each other,
// hence on a grid that is at most 2²⁴ steps wide and that contains the rounded centre.
static double exact_origin(const struct buoy_mesh *mesh, int axis) {
    const double centre = mesh->middle[axis], half = mesh->half_extent[axis] * mesh->scale;
    return fabs(centre) > 2.0 * half ? (double)(float)centre : 0.0;
}

static void fill_lane(const struct buoy_mesh *mesh, const double origin[3], uint32_t triangle,
                      uint32_t b, int lane, struct buoy_extent *extent) {
    struct buoy_block *block = &mesh->blocks[b];
    double v[3][3], a[3];
    buoy_exact_corners(mesh, origin, triangle, v);
    for (int k = 0; k < 3; ++k) {
        block->x[k][lane] = (float)v[k][0];
        block->y[k][lane] = (float)v[k][1];
        block->z[k][lane] = (float)v[k][2];
    }
    buoy_area_vector(v, a);
    block->ax[lane] = a[0];
    block->ay[lane] = a[1];
    block->az[lane] = a[2];
    block->av[lane] = buoy_add_moments(&mesh->moments[b], v, a);
    const double area = buoy_length(a);
    mesh->areas[b].area[lane] = (float)area;
    mesh->block_areas[b] += area;
    for (int k = 0; k < 3; ++k) {
        buoy_extend(extent, 0, block->x[k][lane]);
        buoy_extend(extent, 1, block->y[k][lane]);
        buoy_extend(extent, 2, block->z[k][lane]);
    }
}

// Fills the lanes after the last triangle with its first corner, three times: no area, and no
// change to the block's bounds.
static void pad_block(struct buoy_block *block, int lane) {
    for (int i = lane; i < BUOY_LANES; ++i) {
        for (int k = 0; k < 3; ++k) {
            block->x[k][i] = block->x[0][lane - 1];
            block->y[k][i] = block->y[0][lane - 1];
            block->z[k][i] = block->z[0][lane - 1];
        }
        block->ax[i] = block->ay[i] = block->az[i] = block->av[i] = 0.0;
    }
}

static void fill_blocks(struct buoy_mesh *mesh, const double origin[3],
                        const struct buoy_place *places) {
    memset(mesh->moments, 0, mesh->block_count * sizeof *mesh->moments);
    memset(mesh->areas, 0, mesh->block_count * sizeof *mesh->areas);
    memset(mesh->block_areas, 0, mesh->block_count * sizeof *mesh->block_areas);
    for (uint32_t b = 0; b < mesh->block_count; ++b) {
        struct buoy_block *block = &mesh->blocks[b];
        const uint32_t first = b * BUOY_LANES;
        const uint32_t left = mesh->triangle_count - first;
        const int lanes = left < BUOY_LANES ? (int)left : BUOY_LANES;
        struct buoy_extent extent = buoy_no_extent();
        for (int i = 0; i < lanes; ++i) {
            const uint32_t triangle = places[first + (uint32_t)i].item;
            mesh->order[first + (uint32_t)i] = triangle;
            fill_lane(mesh, origin, triangle, b, i, &extent);
        }
        pad_block(block, lanes);
        buoy_set_box(&mesh->nodes[b / BUOY_LANES], b % BUOY_LANES, &extent);
    }
    buoy_pad_boxes(&mesh->nodes[mesh->node_count - 1], (mesh->block_count - 1) % BUOY_LANES + 1);
}

// Gives the blocks their triangles; false if out of memory.
static bool make_blocks(struct buoy_mesh *mesh, const double origin[3]) {
    struct buoy_place *places = sorted_places(mesh);
    if (!places) {
        return false;
    }
    fill_blocks(mesh, origin, places);
    buoy_release(places);
    return true;
}

static void count_blocks(struct buoy_mesh *mesh, const struct buoy_soup *soup) {
    mesh->vertex_count = (uint32_t)soup->vertex_count;
    mesh->triangle_count = (uint32_t)soup->triangle_count;
    mesh->block_count = (mesh->triangle_count + BUOY_LANES - 1) / BUOY_LANES;
    mesh->node_count = (mesh->block_count + BUOY_LANES - 1) / BUOY_LANES;
    mesh->in_doubles = soup->given;
}

// Allocates a mesh of a known shape, followed by its arrays; NULL if out of memory.
static struct buoy_mesh *allocate(const struct buoy_mesh *shape) {
    struct buoy_mesh mesh = *shape;
    const uint64_t bytes = sizeof mesh + lay_out(&mesh, NULL);
    char *whole = bytes <= PTRDIFF_MAX ? buoy_allocate_aligned((size_t)bytes) : NULL;
    if (!whole) {
        return NULL;
    }
    lay_out(&mesh, whole + sizeof mesh);
    mesh.bytes = (size_t)bytes;
    memcpy(whole, &mesh, sizeof mesh);
    return (void *)whole;
}

// Allocates a mesh for a soup, of zeros but for what depends on the numbers of vertices, triangles
// and pairs; NULL if out of memory. The caller frees it and `pairs`.
static struct buoy_mesh *begin(const struct buoy_soup *soup, struct buoy_pair **pairs,
                               size_t *pair_count) {
    struct buoy_mesh shape = {.closed = true};
    count_blocks(&shape, soup);
    buoy_facets_shape(&shape);
    // A mesh that is too large even without the tree is refused before it is examined.
    if (lay_out(&shape, NULL) > PTRDIFF_MAX ||
        buoy_pair_triangles(soup, pairs, pair_count) != BUOY_OK) {
        return NULL;
    }
    buoy_tree_shape(&shape.tree, *pair_count);
    return allocate(&shape);
}

// Fills a mesh; false if out of memory.
static bool bake(const struct buoy_soup *soup, const struct buoy_pair *pairs, size_t pair_count,
                 struct buoy_mesh *mesh) {
    find_frame(mesh, soup);
    copy_arrays(mesh, soup);
    copy_given(mesh, soup);
    find_whole(mesh);
    mesh->compact = buoy_mesh_conditioning(mesh) <= BUOY_COMPACT;
    mesh->scattered = is_scattered(mesh);
    // Blocks of compact bodies have coordinates from the centre, which float holds best.
    double origin[3], block_origin[3];
    for (int k = 0; k < 3; ++k) {
        origin[k] = exact_origin(mesh, k);
        mesh->tree.shift[k] = (mesh->middle[k] - origin[k]) * mesh->inverse_scale;
        block_origin[k] = mesh->compact ? mesh->middle[k] : origin[k];
        mesh->shift[k] = mesh->compact ? 0.0 : mesh->tree.shift[k];
    }
    return make_blocks(mesh, block_origin) &&
           buoy_tree_fill(mesh, origin, pairs, pair_count) == BUOY_OK &&
           buoy_facets_fill(mesh) == BUOY_OK;
}

enum buoy_status buoy_mesh_bake(const struct buoy_soup *soup, struct buoy_mesh **mesh) {
    struct buoy_pair *pairs = NULL;
    size_t pair_count;
    struct buoy_mesh *made = begin(soup, &pairs, &pair_count);
    if (made && !bake(soup, pairs, pair_count, made)) {
        buoy_mesh_unbake(made);
        made = NULL;
    }
    buoy_release(pairs);
    *mesh = made;
    return made ? BUOY_OK : BUOY_ERROR_MEMORY;
}

void buoy_mesh_unbake(struct buoy_mesh *mesh) {
    buoy_release(mesh); // and its arrays
}
